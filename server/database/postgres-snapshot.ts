/**
 * A snapshot of one PostgreSQL schema: a read-only transaction that stays open and is exported, so
 * that `pg_dump` copies the same moment.
 */
import fs from 'node:fs';
import { type Client, escapeIdentifier } from 'pg';
import { typeParser } from './postgres-dialect';
import { connectClient } from './postgres-hosts';
import { dumpSchema, tablesOfDump } from './postgres-dump';
import type { Row, RowCounts, Snapshot } from './snapshot';
import type { WholeNumbers } from './whole-numbers';

export interface SchemaPlace {
	readonly url: string;
	/** Default is the connection's schema. */
	readonly schema: string | undefined;
	/** A table that every relevant transaction writes to. */
	readonly heldTable: string;
	/** How 64-bit integers are parsed; default is text. */
	readonly wholeNumbers?: WholeNumbers;
}

/** Maximum wait for writers. */
const lockTimeoutMs = 5_000;

const rowsPerFetch = 10_000;

export class PostgresSnapshot implements Snapshot {
	private snapshotId = '';

	private constructor(
		private readonly place: SchemaPlace,
		private readonly reader: Client,
		private readonly schema: string,
	) {}

	/** Connects; undefined if the schema does not have the table. */
	static async open(place: SchemaPlace): Promise<PostgresSnapshot | undefined> {
		const { url, wholeNumbers } = place;
		const types = wholeNumbers && { getTypeParser: typeParser(wholeNumbers) };
		const reader = await connectClient(url, types && { types });
		const { rows } = await reader.query<{ schema: string }>(
			`select schemaname as schema from pg_tables
			where schemaname = coalesce($1, current_schema()) and tablename = $2`,
			[place.schema, place.heldTable],
		);
		const [found] = rows;
		if (found !== undefined) return new PostgresSnapshot(place, reader, found.schema);
		await reader.end();
		return undefined;
	}

	/** Locks a single table and waits for nothing else, so it cannot deadlock. */
	async whileNobodyWrites(action: () => Promise<void>): Promise<void> {
		const writer = await connectClient(this.place.url);
		try {
			const table = this.table(this.place.heldTable);
			// Later writers queue behind this lock, so the wait must be bounded.
			await writer.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
			await writer.query(`lock table ${table} in exclusive mode`);
			await action();
		} finally {
			await writer.end();
		}
	}

	async begin(): Promise<void> {
		await this.reader.query('begin isolation level repeatable read, read only');
		const { rows } = await this.reader.query<{ id: string }>('select pg_export_snapshot() as id');
		this.snapshotId = rows[0]?.id ?? '';
		await this.reader.query(`set local search_path to ${escapeIdentifier(this.schema)}`);
	}

	async *rows(query: string): AsyncIterable<Row> {
		// An earlier read that stopped early has left its cursor open.
		await this.reader.query(`close all; declare rows_read no scroll cursor for ${query}`);
		for (let fetched = rowsPerFetch; fetched === rowsPerFetch;) {
			const { rows } = await this.reader.query<Row>(`fetch ${rowsPerFetch} from rows_read`);
			yield* rows;
			fetched = rows.length;
		}
	}

	async rowCounts(): Promise<RowCounts> {
		const counts: Record<string, number> = {};
		for (const name of await this.tables()) {
			const query = `select count(*) as count from ${this.table(name)}`;
			const { rows } = await this.reader.query<{ count: string }>(query);
			counts[name] = Number(rows[0]?.count);
		}
		return counts;
	}

	async copyTo(file: string): Promise<number> {
		const { schema, snapshotId } = this;
		const handle = fs.openSync(file, 'wx', 0o600);
		try {
			await dumpSchema({ url: this.place.url, schema, snapshotId, file });
			fs.fsyncSync(handle);
		} finally {
			fs.closeSync(handle);
		}
		const dumped = await tablesOfDump(file);
		const lost = (await this.tables()).find((table) => !dumped.some(({ name }) => name === table));
		if (lost !== undefined) throw new Error(`${file} does not hold the table ${lost}`);
		return fs.statSync(file).size;
	}

	close(): Promise<void> {
		return this.reader.end();
	}

	private table(name: string): string {
		return `${escapeIdentifier(this.schema)}.${escapeIdentifier(name)}`;
	}

	private async tables(): Promise<readonly string[]> {
		const query = 'select tablename as name from pg_tables where schemaname = $1 order by 1';
		const { rows } = await this.reader.query<{ name: string }>(query, [this.schema]);
		return rows.map(({ name }) => name);
	}
}
