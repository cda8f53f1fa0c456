/** What the environments of both programs have in common. */

/** How much of what happens is logged. */
export const logLevel = {
	variable: 'LOG_LEVEL',
	enum: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
	default: 'info',
	meaning: 'the least weight of what is logged',
} as const;

/** One database may hold the tables of both programs. */
export const databaseUrl = {
	variable: 'DATABASE_URL',
	type: 'string',
	protocols: ['postgres', 'postgresql'],
	isSecret: true,
	otherwise: 'SQLite',
	meaning: 'PostgreSQL',
} as const;

/** What each does with it, and without it, it says itself. */
export const redisUrl = {
	variable: 'REDIS_URL',
	type: 'string',
	protocols: ['redis', 'rediss'],
	isSecret: true,
} as const;

/** How long a program that ends waits for its replies. */
export const stopTimeout = {
	type: 'integer',
	minimum: 0,
	maximum: 86_400_000,
	default: 300_000,
	meaning: 'milliseconds that replies under way may take once the program is to end',
} as const;

/** How long a caller may be silent in the middle of a request. */
export const requestStall = {
	type: 'integer',
	minimum: 100,
	maximum: 86_400_000,
	default: 20_000,
	meaning: 'milliseconds that a request may bring next to nothing; its head is whole by then',
} as const;

/** What the launcher heeds, and hands on to the programs it starts. */
export const launcherVariables = ['SEALKEEPER_CACHE'] as const;
