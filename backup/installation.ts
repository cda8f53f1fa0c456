/**
 * The parts of an installation: databases and data folders of both programs, and the files in the
 * folders that are not copied. Read from the same environment variables as the programs read.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	readConfig as readExchangeConfig,
	type Config as ExchangeConfig,
} from '../exchange/config';
import { PostgresSnapshot } from '../server/database/postgres-snapshot';
import type { Environment } from '../server/config/environment';
import type { Snapshot } from '../server/database/snapshot';
import { SqliteSnapshot } from '../server/database/sqlite-snapshot';
import { readConfig as readServiceConfig, type Config as ServiceConfig } from '../service/config';
import { postgresSchema } from '../service/database/database';
import { checkpointFile } from '../service/log/kept-checkpoint';
import { addressThatTakesChanges } from '../server/database/postgres-hosts';
import type { StoragePlace } from '../service/objects/object-store';
import { pathExists } from '../server/durable-files';
import { lastBackupName } from '../service/sign-in/told-files';
import { witnessKeyFile } from '../service/witness/witness-key';
import { isWithin } from './copying';

export const partNames = ['service', 'exchange'] as const;
export type PartName = (typeof partNames)[number];

export interface Part {
	readonly name: PartName;
	readonly dataFolder: string;
	/** File in the data folder; unused if `databaseUrl` is set. */
	readonly sqliteName: string;
	readonly databaseUrl: string | undefined;
	/** PostgreSQL schema; if undefined, the connection's default. */
	readonly schema: string | undefined;
	/**
	 * The table that every call between the programs writes to, before it begins and before it ends.
	 */
	readonly heldTable: string;
	/** Files in the data folder that are copied in another way, or not at all. */
	readonly leftOut: ReadonlySet<string>;
}

export interface Installation {
	readonly service: Part;
	readonly exchange: Part;
	/** As set by `EXCHANGE_SETTLEMENT`. */
	readonly settlementFile: string;
	/** Of the service. */
	readonly storage: StoragePlace;
	/** Keys and secrets that are no files in the data folders, each as a clause. */
	readonly secretsElsewhere: readonly string[];
	/** True if the service is a witness of other logs; its key is never copied. */
	readonly isWitness: boolean;
	/** Where the exchange's archive is, if not in its data folder. */
	readonly archiveElsewhere: string | undefined;
}

/** File name of the settlement settings in a copy. */
export const settlementName = 'settlement.json';

/** n8n, logs and process records. The private Redis is rebuilt from the database. */
const notWorthACopy = ['n8n', 'logs', 'start', 'redis'];

export function readInstallation(environment: Environment): Installation {
	const service = readServiceConfig(environment);
	const exchange = readExchangeConfig(environment);
	return {
		service: {
			name: 'service',
			dataFolder: service.dataFolder,
			sqliteName: 'sealkeeper.sqlite',
			databaseUrl: service.databaseUrl,
			schema: postgresSchema,
			heldTable: 'asset_transactions',
			leftOut: new Set([
				...notWorthACopy,
				'storage',
				witnessKeyFile,
				checkpointFile,
				lastBackupName,
			]),
		},
		exchange: {
			name: 'exchange',
			dataFolder: exchange.dataFolder,
			sqliteName: 'exchange.sqlite',
			databaseUrl: exchange.databaseUrl,
			schema: undefined,
			heldTable: 'intents',
			leftOut: new Set([...notWorthACopy, settlementName]),
		},
		settlementFile: exchange.settlementFile,
		storage: service,
		secretsElsewhere: [...keysElsewhere(service), ...secretElsewhere(exchange)],
		isWitness: fs.existsSync(path.join(service.dataFolder, witnessKeyFile)),
		archiveElsewhere: archiveElsewhere(exchange),
	};
}

/** The installation with the address of the server that takes changes, of those it names. */
export async function atPrimary(installation: Installation): Promise<Installation> {
	const { service, exchange } = installation;
	return { ...installation, service: await chosen(service), exchange: await chosen(exchange) };
}

async function chosen(part: Part): Promise<Part> {
	const { databaseUrl: url } = part;
	return url === undefined ? part : { ...part, databaseUrl: await addressThatTakesChanges(url) };
}

function keysElsewhere(service: ServiceConfig): readonly string[] {
	const given = {
		MASTER_KEYS: service.masterKeys,
		LOG_KEY: service.logKey,
		SEAL_KEY: service.sealKey,
		BUCKETS: service.bucketSettings,
	};
	return Object.entries(given)
		.filter(([, content]) => content !== undefined)
		.map(([name]) => `${name} is given from outside of the data folder`);
}

function secretElsewhere({ secret, secretFile }: ExchangeConfig): readonly string[] {
	if (secret !== undefined) return ['EXCHANGE_SECRET stands in the environment'];
	return secretFile === undefined ? [] : [`EXCHANGE_SECRET_FILE names ${secretFile}`];
}

/** File name of a part's database in a copy. */
export function databaseName({ name, sqliteName, databaseUrl }: Part): string {
	return databaseUrl === undefined ? sqliteName : `${name}.dump`;
}

/** A snapshot of the part's database, not yet begun; undefined if there is no database. */
export async function openSnapshot(part: Part): Promise<Snapshot | undefined> {
	const { dataFolder, sqliteName, databaseUrl: url, schema, heldTable } = part;
	if (url !== undefined) return PostgresSnapshot.open({ url, schema, heldTable });
	const file = path.join(dataFolder, sqliteName);
	return (await pathExists(file)) ? new SqliteSnapshot(file) : undefined;
}

function archiveElsewhere(config: ExchangeConfig): string | undefined {
	const { archiveFolder, archiveStorageUrl, dataFolder } = config;
	if (archiveStorageUrl !== undefined) return `the storage at ${archiveStorageUrl}`;
	if (archiveFolder === undefined || isWithin(archiveFolder, dataFolder)) return undefined;
	return archiveFolder;
}
