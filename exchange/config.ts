/**
 * Settings of the exchange, read from the environment. Every setting has a default that works
 * without set-up; an invalid value is refused at start.
 */
import path from 'node:path';
import {
	environmentReader,
	SettingRefused,
	variablesOf,
	type Environment,
	type EnvironmentSettings,
	type OwnNames,
} from '../server/config/environment';
import { listOf } from '../server/config/schema';
import { eventSettings } from '../server/events/settings';
import {
	drain,
	requestStall,
	copyBeforeUpgrade,
	databaseUrl,
	launcherVariables,
	logLevel,
	redisUrl,
	stopTimeout,
} from '../server/config/shared-settings';

export const settings = {
	dataFolder: {
		variable: 'EXCHANGE_DATA',
		type: 'string',
		otherwise: '`exchange` in the data folder',
		meaning: 'folder of the SQLite file and the private Redis',
	},
	sharedFolder: {
		variable: 'SEALKEEPER_DATA',
		type: 'string',
		default: '.data',
		meaning: 'the data folder meant there',
	},
	settlementFile: {
		variable: 'EXCHANGE_SETTLEMENT',
		type: 'string',
		otherwise: '`settlement.json` in `EXCHANGE_DATA`',
		meaning: 'the settings of settlement; without the file nothing is pulled in or paid out',
	},
	secret: {
		variable: 'EXCHANGE_SECRET',
		type: 'string',
		pattern: '^[0-9a-fA-F]{64}$',
		rule: 'must be 64 hexadecimal digits',
		isSecret: true,
		otherwise: '`settlement-secret` in `EXCHANGE_DATA`',
		meaning:
			'64 hexadecimal digits that keys are derived from: those that encrypt what traders send for a deposit and the secrets of subscriptions, and those of calls at the tracker; the same in every process',
	},
	secretFile: {
		variable: 'EXCHANGE_SECRET_FILE',
		type: 'string',
		otherwise: '`settlement-secret` in `EXCHANGE_DATA`',
		meaning:
			'a private file with these digits, elsewhere than the database, in the place of `EXCHANGE_SECRET`',
	},
	archiveAfterDays: {
		variable: 'EXCHANGE_ARCHIVE_AFTER_DAYS',
		type: 'integer',
		minimum: 0,
		maximum: 36_500,
		default: 90,
		meaning:
			'days after which ended history moves to the archive, and from which on lists are read; 0 keeps all of it in the database',
	},
	archiveFolder: {
		variable: 'EXCHANGE_ARCHIVE_FOLDER',
		type: 'string',
		otherwise: '`archive` in `EXCHANGE_DATA`; with `DATABASE_URL` nothing is archived',
		meaning: 'folder of the archive; every process of the exchange must reach it',
	},
	archiveStorageUrl: {
		variable: 'EXCHANGE_ARCHIVE_STORAGE_URL',
		type: 'string',
		protocols: ['http', 'https'],
		otherwise: 'the folder',
		meaning:
			'address of the storage product that new parts of the archive go to; those of before stay in the folder',
	},
	archiveStorageKeyFile: {
		variable: 'EXCHANGE_ARCHIVE_STORAGE_KEY_FILE',
		type: 'string',
		otherwise: 'none',
		meaning: 'a private file with the key for it, of a user who may write and read files',
	},
	databaseUrl,
	copyBeforeUpgrade,
	redisUrl: {
		...redisUrl,
		otherwise: 'a private Redis',
		meaning: "BullMQ's Redis; needs `maxmemory-policy noeviction` and append-only persistence",
	},
	host: {
		variable: 'EXCHANGE_HOST',
		type: 'string',
		default: '127.0.0.1',
		meaning: 'address to listen on',
	},
	port: {
		variable: 'EXCHANGE_PORT',
		type: 'integer',
		minimum: 0,
		maximum: 65_535,
		default: 8090,
		meaning: 'port to listen on; 0 takes a free one',
	},
	workerPort: {
		variable: 'EXCHANGE_WORKER_PORT',
		type: 'integer',
		minimum: 0,
		maximum: 65_535,
		otherwise: 'listens nowhere',
		meaning: 'port for health and metrics of a process with the workers alone; 0 takes a free one',
	},
	signInUrl: {
		variable: 'EXCHANGE_SIGN_IN_URL',
		type: 'string',
		protocols: ['https', 'http'],
		otherwise: 'people sign in with keys alone',
		meaning:
			'address of the service through whose console people sign in to the pages; its `SIGN_IN_FOR` names this exchange',
	},
	publicUrl: {
		variable: 'EXCHANGE_PUBLIC_URL',
		type: 'string',
		protocols: ['https', 'http'],
		otherwise: 'the only one of `SIGN_IN_FOR`',
		meaning:
			'address of this exchange as `SIGN_IN_FOR` of the service names it, where that names several for one organisation; it tells which one reports what waits for people',
	},
	administrators: {
		variable: 'EXCHANGE_ADMINISTRATORS',
		type: 'string',
		otherwise: 'none',
		meaning:
			'e-mail addresses, separated by commas, of those who are administrators when they sign in through the console',
	},
	keyLifetimeDays: {
		variable: 'EXCHANGE_KEY_LIFETIME_DAYS',
		type: 'integer',
		minimum: 1,
		maximum: 36_500,
		otherwise: 'without end',
		meaning: 'days until a new key ends, where nothing else is said when it is made',
	},
	requestsPerMinuteMax: {
		variable: 'EXCHANGE_REQUESTS_PER_MINUTE_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 6000,
		meaning: 'requests of each key, and of each address without a right key',
	},
	wrongKeysPerMinuteMax: {
		variable: 'EXCHANGE_WRONG_KEYS_PER_MINUTE_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000_000,
		default: 60,
		meaning: 'requests with a wrong key of each address',
	},
	trustedProxies: {
		variable: 'EXCHANGE_TRUSTED_PROXIES',
		type: 'string',
		networks: true,
		rule: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
		otherwise: 'none',
		meaning: 'proxies in front, whose `X-Forwarded-For` says for whom they ask',
	},
	streamsMax: {
		variable: 'EXCHANGE_STREAMS_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 1000,
		meaning: 'open event streams of a process that anybody may read',
	},
	streamsPerAddressMax: {
		variable: 'EXCHANGE_STREAMS_PER_ADDRESS_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 50,
		meaning: 'of them, those of one address',
	},
	accountStreamsMax: {
		variable: 'EXCHANGE_ACCOUNT_STREAMS_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 1000,
		meaning: 'open event streams of a process that need a key',
	},
	streamsPerAccountMax: {
		variable: 'EXCHANGE_STREAMS_PER_ACCOUNT_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 20,
		meaning: 'of them, those of one account',
	},
	...eventSettings,
	requestStallMs: { variable: 'EXCHANGE_REQUEST_STALL_MS', ...requestStall },
	drainSeconds: { variable: 'EXCHANGE_DRAIN_SECONDS', ...drain },
	stopTimeoutMs: { variable: 'EXCHANGE_STOP_TIMEOUT_MS', ...stopTimeout },
	logLevel,
} as const satisfies EnvironmentSettings;

const read = environmentReader(settings);

/** Prefixes and names by which a misspelt variable is recognised as one of ours. */
export const ownNames: OwnNames = {
	prefixes: ['EXCHANGE_', 'SEALKEEPER_'],
	known: [...variablesOf(settings), ...launcherVariables],
};

export type Config = ReturnType<typeof readConfig>;

/** Reads the configuration; throws an error that names the variable when a value is unusable. */
export function readConfig(environment: Environment) {
	const { sharedFolder, secret, ...values } = read(environment);
	if (secret !== undefined && values.secretFile !== undefined) {
		throw new SettingRefused('EXCHANGE_SECRET and EXCHANGE_SECRET_FILE are both set; keep one');
	}
	const dataFolder = path.resolve(values.dataFolder ?? path.join(sharedFolder, 'exchange'));
	const { archiveStorageUrl: storageUrl, archiveStorageKeyFile: keyFile } = values;
	if ((storageUrl === undefined) !== (keyFile === undefined)) {
		throw new SettingRefused(
			'EXCHANGE_ARCHIVE_STORAGE_URL and EXCHANGE_ARCHIVE_STORAGE_KEY_FILE go together; set both or none',
		);
	}
	return {
		...values,
		/** Undefined: nothing is archived. */
		archiveFolder: archiveFolder(values, dataFolder),
		signInUrl: values.signInUrl?.replace(/\/+$/, ''),
		administrators: values.administrators === undefined ? [] : listOf(values.administrators),
		trustedProxies: values.trustedProxies === undefined ? [] : listOf(values.trustedProxies),
		webhookNetworks: values.webhookNetworks === undefined ? [] : listOf(values.webhookNetworks),
		dataFolder,
		settlementFile: path.resolve(values.settlementFile ?? path.join(dataFolder, 'settlement.json')),
		/** Encrypts traders' keys; undefined: it is read from a private file. */
		secret: secret === undefined ? undefined : (Buffer.from(secret, 'hex') as Uint8Array),
		secretFile: values.secretFile === undefined ? undefined : path.resolve(values.secretFile),
	};
}

/**
 * No default with `DATABASE_URL`: several machines may share that database, and a local folder
 * would belong to one of them.
 */
function archiveFolder(
	given: { readonly archiveFolder: string | undefined; readonly databaseUrl: string | undefined },
	dataFolder: string,
): string | undefined {
	if (given.archiveFolder !== undefined) return path.resolve(given.archiveFolder);
	return given.databaseUrl === undefined ? path.join(dataFolder, 'archive') : undefined;
}
