/**
 * Both databases for tests that hold on either: an empty SQLite file in a folder of its own, and
 * an empty database of a PostgreSQL server that the test file starts and ends.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabasePlace } from '../../../exchange/database/database';
import { startPostgres, type PostgresServer } from './postgres';

export const databaseKinds = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Empty databases, made as they are needed; `close` in `afterAll`. */
export class TestDatabases {
	private readonly folders: string[] = [];
	private postgres: Promise<PostgresServer> | undefined;

	async place(kind: DatabaseKind): Promise<DatabasePlace & { readonly dataFolder: string }> {
		const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-exchange-'));
		this.folders.push(dataFolder);
		if (kind === 'SQLite') return { dataFolder, databaseUrl: undefined };
		this.postgres ??= startPostgres();
		return { dataFolder, databaseUrl: await (await this.postgres).addDatabase() };
	}

	async close(): Promise<void> {
		await (await this.postgres)?.close();
		for (const folder of this.folders) fs.rmSync(folder, { recursive: true, force: true });
	}
}
