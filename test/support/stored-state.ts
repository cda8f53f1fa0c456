/** Everything a service keeps, counted: rows of every table, files of buckets and outbox. */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface StoredState {
	readonly rows: Readonly<Record<string, number>>;
	readonly files: readonly string[];
}

function rowCounts(dataFolder: string): Record<string, number> {
	const database = new DatabaseSync(path.join(dataFolder, 'sealkeeper.sqlite'));
	try {
		const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
		return Object.fromEntries(
			tables.map(({ name }) => {
				const row = database.prepare(`select count(*) as count from "${String(name)}"`).get();
				return [String(name), Number(row?.['count'])];
			}),
		);
	} finally {
		database.close();
	}
}

function filesBelow(folder: string): string[] {
	if (!fs.existsSync(folder)) return [];
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(path.relative(folder, entry.parentPath), entry.name))
		.sort();
}

export function storedState(dataFolder: string): StoredState {
	const folders = fs
		.readdirSync(dataFolder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name);
	return {
		rows: rowCounts(dataFolder),
		files: folders.flatMap((folder) =>
			filesBelow(path.join(dataFolder, folder)).map((file) => path.join(folder, file)),
		),
	};
}
