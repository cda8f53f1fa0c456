/**
 * Both databases for tests that hold on either: an SQLite file in a folder of its own, and an empty
 * database of the PostgreSQL that a run of tests shares.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sharedPostgres } from './shared-postgres';
import { countOf } from '../run/tier';

/** For what shows concurrency, durability, or statements of a kind of its own. */
export const bothDatabaseKinds = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof bothDatabaseKinds)[number];

/** For tests that hold on either; the run that repeats some on PostgreSQL is set in `jest.config.js`. */
export const databaseKindOfRun: DatabaseKind =
	process.env['TEST_DATABASE'] === 'PostgreSQL' ? 'PostgreSQL' : 'SQLite';

/** For what is the same over any database; the full tier takes both nevertheless. */
export const databaseKinds = bothDatabaseKinds.slice(0, countOf({ quick: 1, full: 2 }));

export interface TestPlace {
	readonly dataFolder: string;
	readonly databaseUrl: string | undefined;
}

/** Empty databases, made as they are needed; `close` in `afterAll`. */
export class TestDatabases {
	private readonly folders: string[] = [];

	/** Without a kind for tests that hold on either; the full tier runs such a file on both. */
	async place(kind: DatabaseKind = databaseKindOfRun): Promise<TestPlace> {
		const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-database-'));
		this.folders.push(dataFolder);
		if (kind === 'SQLite') return { dataFolder, databaseUrl: undefined };
		return { dataFolder, databaseUrl: await (await sharedPostgres()).addDatabase() };
	}

	/** Removes the folders; the databases go with the file of tests. */
	close(): Promise<void> {
		for (const folder of this.folders) fs.rmSync(folder, { recursive: true, force: true });
		return Promise.resolve();
	}
}
