/** Everything a service keeps, counted: rows of every table, files of buckets and outbox. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase, postgresSchema, type Database } from '../../service/database/database';
import type { TestPlace } from './databases';

export interface StoredState {
	readonly rows: Readonly<Record<string, number>>;
	readonly files: readonly string[];
}

/** The names of the service's tables, those of the migrations left out. */
export async function tableNames(database: Database): Promise<readonly string[]> {
	const tables = await database.introspection.getTables();
	const ours = tables.filter(({ schema = postgresSchema }) => schema === postgresSchema);
	return ours.map(({ name }) => name).filter((name) => name !== 'sqlite_sequence');
}

async function rowCounts(place: TestPlace): Promise<Record<string, number>> {
	const database = await openDatabase(place);
	const counts: Record<string, number> = {};
	for (const name of await tableNames(database)) {
		const count = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`;
		counts[name] = (await count.execute(database)).rows[0]?.count ?? 0;
	}
	await database.destroy();
	return counts;
}

function filesBelow(folder: string): string[] {
	if (!fs.existsSync(folder)) return [];
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(path.relative(folder, entry.parentPath), entry.name))
		.sort();
}

export function storedFiles(dataFolder: string): readonly string[] {
	const folders = fs
		.readdirSync(dataFolder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name);
	return folders.flatMap((folder) =>
		filesBelow(path.join(dataFolder, folder)).map((file) => path.join(folder, file)),
	);
}

/** On a database of its own connection, so that it can be asked when the service has ended. */
export async function storedState(place: TestPlace): Promise<StoredState> {
	return { rows: await rowCounts(place), files: storedFiles(place.dataFolder) };
}
