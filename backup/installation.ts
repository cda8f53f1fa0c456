/**
 * What belongs to an installation: the databases of both programs, their data folders, and what in
 * those folders is not worth a copy. Read from the same environment as the programs read it.
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
import { readConfig as readServiceConfig } from '../service/config';
import { postgresSchema } from '../service/database/database';
import { pathExists } from '../service/objects/disk/durable-files';
import { witnessKeyFile } from '../service/witness/witness-key';
import { isWithin } from './copying';

export const partNames = ['service', 'exchange'] as const;
export type PartName = (typeof partNames)[number];

export interface Part {
	readonly name: PartName;
	readonly dataFolder: string;
	/** In the data folder, unless there is a `databaseUrl`. */
	readonly sqliteName: string;
	readonly databaseUrl: string | undefined;
	/** On PostgreSQL; the connection's own without one. */
	readonly schema: string | undefined;
	/** No call from one program to the other begins or ends without a row of this table. */
	readonly heldTable: string;
	/** Names in the data folder that are copied in another way, or not at all. */
	readonly leftOut: ReadonlySet<string>;
}

export interface Installation {
	readonly service: Part;
	readonly exchange: Part;
	/** Wherever `EXCHANGE_SETTLEMENT` says. */
	readonly settlementFile: string;
	/** Where the exchange's secret is, as a clause; nothing when it is a file of its folder. */
	readonly secretElsewhere: string | undefined;
	/** Whether the service cosigns other logs, with a key that is never copied. */
	readonly isWitness: boolean;
	/** Where else than in its data folder the exchange keeps its archive. */
	readonly archiveElsewhere: string | undefined;
}

/** The name of the settings of settlement in a copy. */
export const settlementName = 'settlement.json';

/** n8n, logs and records of processes; the private Redis is filled again from the database. */
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
			leftOut: new Set([...notWorthACopy, 'storage', witnessKeyFile]),
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
		secretElsewhere: secretElsewhere(exchange),
		isWitness: fs.existsSync(path.join(service.dataFolder, witnessKeyFile)),
		archiveElsewhere: archiveElsewhere(exchange),
	};
}

function secretElsewhere({ secret, secretFile }: ExchangeConfig): string | undefined {
	if (secret !== undefined) return 'EXCHANGE_SECRET stands in the environment';
	return secretFile && `EXCHANGE_SECRET_FILE names ${secretFile}`;
}

/** The name of a part's database in a copy. */
export function databaseName({ name, sqliteName, databaseUrl }: Part): string {
	return databaseUrl === undefined ? sqliteName : `${name}.dump`;
}

/** A snapshot of the part's database, not begun yet; nothing where there is none. */
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
