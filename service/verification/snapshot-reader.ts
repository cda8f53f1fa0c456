/**
 * Reads the service's tables in one snapshot, however long that takes. Queries are built as usual
 * and run on the snapshot, row by row; nothing is written or migrated.
 */
import path from 'node:path';
import {
	DummyDriver,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type Compilable,
	type Dialect,
} from 'kysely';
import { PostgresSnapshot } from '../../server/database/postgres-snapshot';
import type { Snapshot } from '../../server/database/snapshot';
import { SqliteSnapshot } from '../../server/database/sqlite-snapshot';
import { postgresSchema, type Database, type DatabasePlace } from '../database/database';
import { migrations } from '../database/migrations';
import type { Schema } from '../database/schema';

export class SnapshotReader {
	private constructor(
		private readonly snapshot: Snapshot,
		/** Builds queries but cannot run them. */
		readonly tables: Database,
	) {}

	/** Begins the snapshot; fails if there is no database or it has another version. */
	static async open({ dataFolder, databaseUrl: url }: DatabasePlace): Promise<SnapshotReader> {
		const snapshot =
			url === undefined
				? new SqliteSnapshot(path.join(dataFolder, 'sealkeeper.sqlite'))
				: await openPostgres(url);
		const dialect = url === undefined ? sqliteBuilder : postgresBuilder;
		const reader = new SnapshotReader(snapshot, new Kysely<Schema>({ dialect }));
		try {
			await snapshot.begin();
			await reader.assertNewest();
			return reader;
		} catch (fault) {
			await snapshot.close();
			throw fault;
		}
	}

	/** Runs a query without parameters. */
	rows<Row>(query: Compilable<Row>): AsyncIterable<Row> {
		const { sql, parameters } = query.compile();
		if (parameters.length > 0) throw new Error(`a snapshot takes no parameters: ${sql}`);
		return this.snapshot.rows(sql) as AsyncIterable<Row>;
	}

	close(): Promise<void> {
		return this.snapshot.close();
	}

	private async assertNewest(): Promise<void> {
		const applied: string[] = [];
		for await (const { name } of this.snapshot.rows('select name from kysely_migration')) {
			applied.push(String(name));
		}
		const newest = Object.keys(migrations).sort();
		if (newest.join() === applied.sort().join()) return;
		throw new Error('the database is of another version of the service; start this one once first');
	}
}

async function openPostgres(url: string): Promise<Snapshot> {
	const place = { url, schema: postgresSchema, heldTable: 'log_entries' };
	const snapshot = await PostgresSnapshot.open({ ...place, wholeNumbers: 'number' });
	if (snapshot !== undefined) return snapshot;
	throw new Error('the database of DATABASE_URL does not hold the service');
}

const sqliteBuilder: Dialect = {
	createAdapter: () => new SqliteAdapter(),
	createDriver: () => new DummyDriver(),
	createIntrospector: (database) => new SqliteIntrospector(database),
	createQueryCompiler: () => new SqliteQueryCompiler(),
};

const postgresBuilder: Dialect = {
	createAdapter: () => new PostgresAdapter(),
	createDriver: () => new DummyDriver(),
	createIntrospector: (database) => new PostgresIntrospector(database),
	createQueryCompiler: () => new PostgresQueryCompiler(),
};
