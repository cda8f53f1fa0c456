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

/** What the launcher heeds, and hands on to the programs it starts. */
export const launcherVariables = ['SEALKEEPER_CACHE'] as const;
