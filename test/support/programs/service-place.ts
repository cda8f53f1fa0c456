/**
 * Where a service of a test keeps its state: an empty folder of its own, and on the second run of
 * the same tests an empty PostgreSQL. Which tests run twice is seen by their way to this file.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseKindOfRun, type DatabaseKind, type TestPlace } from '../servers/databases';
import { addServiceDatabase, putMigratedFile } from '../servers/migrated-databases';
import { sharedPostgres } from '../servers/shared-postgres';

export interface ServicePlace extends TestPlace {
	/** What a process or a command reads the place from. */
	readonly environment: Readonly<Record<string, string>>;
	/** Removes the folder; the database goes with the file of tests. */
	remove(): void;
}

/** The address of a database without a row; none on the run that keeps everything in the data folder. */
export async function emptyDatabaseUrl(
	kind: DatabaseKind = databaseKindOfRun,
): Promise<string | undefined> {
	if (kind === 'SQLite') return undefined;
	return addServiceDatabase((await sharedPostgres()).url);
}

/** An empty place; the kind is given by tests that run once, the database by those that have one. */
export async function servicePlace(
	kind: DatabaseKind = databaseKindOfRun,
	givenUrl?: string,
): Promise<ServicePlace> {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-service-'));
	const databaseUrl = givenUrl ?? (await emptyDatabaseUrl(kind));
	await putMigratedFile('service', { dataFolder, databaseUrl });
	return {
		dataFolder,
		databaseUrl,
		environment: { SEALKEEPER_DATA: dataFolder, DATABASE_URL: databaseUrl ?? '' },
		remove: () => fs.rmSync(dataFolder, { recursive: true, force: true }),
	};
}
