/** Settings of both programs. */

export const logLevel = {
	variable: 'LOG_LEVEL',
	enum: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
	default: 'info',
	meaning: 'the least weight of what is logged',
} as const;

/** Both programs may use the same database. */
export const databaseUrl = {
	variable: 'DATABASE_URL',
	type: 'string',
	protocols: ['postgres', 'postgresql'],
	isSecret: true,
	otherwise: 'SQLite',
	meaning:
		'PostgreSQL; several hosts of one database, separated by commas, are a primary and its standbys',
} as const;

export const copyBeforeUpgrade = {
	variable: 'COPY_BEFORE_UPGRADE',
	enum: ['on', 'off'],
	default: 'on',
	meaning:
		'whether an SQLite file of an older version is copied before it is renewed, to the file beside it that ends with `.before`; of a PostgreSQL the log says how to make a copy',
} as const;

/** Each program adds its own meaning. */
export const redisUrl = {
	variable: 'REDIS_URL',
	type: 'string',
	protocols: ['redis', 'rediss', 'redis-sentinel'],
	isSecret: true,
} as const;

export const stopTimeout = {
	type: 'integer',
	minimum: 0,
	maximum: 86_400_000,
	default: 300_000,
	meaning: 'milliseconds that replies under way may take once the program is to end',
} as const;

export const drain = {
	type: 'integer',
	minimum: 0,
	maximum: 3_600,
	default: 0,
	meaning:
		'seconds after SIGTERM in which requests are served as always and `/health/ready` says `draining`, so that a balancer sends no more; SIGINT ends at once',
} as const;

export const requestStall = {
	type: 'integer',
	minimum: 100,
	maximum: 86_400_000,
	default: 20_000,
	meaning: 'milliseconds that a request may bring next to nothing; its head is whole by then',
} as const;

/** Variables of the launcher, which it passes on to the programs. */
export const launcherVariables = ['SEALKEEPER_CACHE'] as const;
