/**
 * The exchange's configuration, read from the environment in this one place. Every setting has a
 * default that works without set-up; a value that cannot be meant is refused at start by its name.
 */
import path from 'node:path';

export interface Config {
	/** Holds the SQLite file and the private Redis. */
	readonly dataFolder: string;
	/** PostgreSQL; SQLite in the data folder when absent. */
	readonly databaseUrl: string | undefined;
	/** A private Redis in the data folder when absent. */
	readonly redisUrl: string | undefined;
	/** Settings of settlement; without the file nothing is pulled in or paid out. */
	readonly settlementFile: string;
	readonly host: string;
	/** 0 takes any free port. */
	readonly port: number;
	/** For each key, or for each address without a key. */
	readonly requestsPerMinuteMax: number;
	/** Open event streams of this process. */
	readonly streamsMax: number;
	/** Seals traders' keys; from a private file of the data folder when absent. */
	readonly secret: Uint8Array | undefined;
	readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; throws an error that names the variable when a value is unusable. */
export function readConfig(environment: Environment): Config {
	const dataFolder = path.resolve(
		given(environment, 'EXCHANGE_DATA') ??
			path.join(given(environment, 'SEALKEEPER_DATA') ?? '.data', 'exchange'),
	);
	return {
		dataFolder,
		settlementFile: path.resolve(
			given(environment, 'EXCHANGE_SETTLEMENT') ?? path.join(dataFolder, 'settlement.json'),
		),
		secret: secret(environment),
		databaseUrl: address(environment, 'DATABASE_URL', /^postgres(ql)?:$/),
		redisUrl: address(environment, 'REDIS_URL', /^rediss?:$/),
		host: given(environment, 'EXCHANGE_HOST') ?? '127.0.0.1',
		port: wholeNumber(environment, 'EXCHANGE_PORT', { fallback: 8090, least: 0, most: 65_535 }),
		requestsPerMinuteMax: wholeNumber(environment, 'EXCHANGE_REQUESTS_PER_MINUTE_MAX', {
			fallback: 6_000,
			least: 1,
			most: 1_000_000_000,
		}),
		streamsMax: wholeNumber(environment, 'EXCHANGE_STREAMS_MAX', {
			fallback: 1_000,
			least: 1,
			most: 1_000_000,
		}),
		logLevel: logLevel(given(environment, 'LOG_LEVEL') ?? 'info'),
	};
}

function given(environment: Environment, name: string): string | undefined {
	const text = environment[name];
	return text === '' ? undefined : text;
}

function wholeNumber(
	environment: Environment,
	name: string,
	limits: { readonly fallback: number; readonly least: number; readonly most: number },
): number {
	const text = given(environment, name);
	if (text === undefined) return limits.fallback;
	const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(value >= limits.least && value <= limits.most)) {
		throw new Error(
			`${name} must be a whole number from ${limits.least} to ${limits.most}, not '${text}'`,
		);
	}
	return value;
}

function secret(environment: Environment): Uint8Array | undefined {
	const text = given(environment, 'EXCHANGE_SECRET');
	if (text === undefined) return undefined;
	if (!/^[0-9a-f]{64}$/i.test(text)) {
		throw new Error('EXCHANGE_SECRET must be 64 hexadecimal digits');
	}
	return Buffer.from(text, 'hex');
}

/** The text itself may hold a password, so a refusal does not repeat it. */
function address(environment: Environment, name: string, protocol: RegExp): string | undefined {
	const text = given(environment, name);
	if (text === undefined) return undefined;
	if (!URL.canParse(text) || !protocol.test(new URL(text).protocol)) {
		throw new Error(`${name} is not an address of the kind it must be`);
	}
	return text;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

function logLevel(text: string): Config['logLevel'] {
	const level = logLevels.find((candidate) => candidate === text);
	if (level === undefined) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);
	return level;
}
