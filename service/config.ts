/**
 * The configuration, read from the environment in this one place. Every setting has a default
 * that works without set-up; a value that cannot be meant is refused at start by its name.
 */
import path from 'node:path';

export interface Config {
	/** All state of the service lies below this folder. */
	readonly dataFolder: string;
	readonly host: string;
	/** 0 takes any free port. */
	readonly port: number;
	/** Address the service is reached at from outside; derived from host and port when absent. */
	readonly publicUrl: string | undefined;
	readonly fileSizeBytesMax: number;
	readonly requestsPerMinuteMax: number;
	readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

const gibibyte = 1024 ** 3;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; throws an error that names the variable when a value is unusable. */
export function readConfig(environment: Environment): Config {
	return {
		dataFolder: path.resolve(environment['SEALKEEPER_DATA'] ?? '.data'),
		host: environment['HOST'] ?? '127.0.0.1',
		port: wholeNumber(environment, 'PORT', { fallback: 8080, minimum: 0, maximum: 65_535 }),
		publicUrl: address(environment, 'PUBLIC_URL'),
		fileSizeBytesMax: wholeNumber(environment, 'FILE_SIZE_BYTES_MAX', {
			fallback: 100 * gibibyte,
			minimum: 1,
			maximum: Number.MAX_SAFE_INTEGER,
		}),
		requestsPerMinuteMax: wholeNumber(environment, 'REQUESTS_PER_MINUTE_MAX', {
			fallback: 6000,
			minimum: 1,
			maximum: 1_000_000_000,
		}),
		logLevel: logLevel(environment['LOG_LEVEL'] ?? 'info'),
	};
}

function wholeNumber(
	environment: Environment,
	name: string,
	limits: { readonly fallback: number; readonly minimum: number; readonly maximum: number },
): number {
	const text = environment[name];
	if (text === undefined || text === '') return limits.fallback;
	const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(value >= limits.minimum && value <= limits.maximum)) {
		throw new Error(
			`${name} must be a whole number from ${limits.minimum} to ${limits.maximum}, not '${text}'`,
		);
	}
	return value;
}

function address(environment: Environment, name: string): string | undefined {
	const text = environment[name];
	if (text === undefined || text === '') return undefined;
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
		throw new Error(`${name} must be an http or https address, not '${text}'`);
	}
	return text.replace(/\/+$/, '');
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

function logLevel(text: string): Config['logLevel'] {
	const level = logLevels.find((candidate) => candidate === text);
	if (level === undefined) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);
	return level;
}
