/**
 * Adds pending entries to the tree, in blocks that each end with a signed checkpoint. Indexes,
 * full tiles and checkpoints are one commit. A lock lets one process of several do so at a time;
 * the database server (PostgreSQL) ends a transaction that stalls, so that another process can go on.
 * The tree is cached between commits and used only while the last checkpoint has the same size.
 */
import { CompiledQuery, sql } from 'kysely';
import { tileWidth } from '../../proof/tile-paths';
import { present } from '../../server/at';
import { insertAll } from '../../server/database/bulk';
import { isPostgres } from '../../server/database/database';
import { lockKey } from '../../server/database/locks';
import { Prepared } from '../../server/database/prepared';
import { together } from '../../server/database/transactions';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import {
	emptyTree,
	GrowingTree,
	levelsPerTile,
	type FullTile,
	type TreeState,
} from './growing-tree';
import type { KeptCheckpoint } from './kept-checkpoint';
import type { Signer } from './signer';
import { TileReader, tileText } from './tile-reader';

export const blockEntriesMax = 100;

/** Most blocks in one commit. */
const blocksMax = 10;

/** Most entries in one commit; if a commit was full, there may be more. */
export const entriesAtOnceMax = blocksMax * blockEntriesMax;

/** A process that stalls this long inside a transaction loses it. */
const stalledBlockMs = 2_000;

export interface PendingEntry {
	readonly sequence: number;
	readonly leaf_hash: string | null;
}

/** Reads the entries to take next. */
export type NextEntries = (transaction: Database) => Promise<readonly PendingEntry[]>;

const pendingQuery = new Prepared<Schema, PendingEntry>((database) =>
	database
		.selectFrom('log_entries')
		.select(['sequence', 'leaf_hash'])
		.where('tree_index', 'is', null)
		.orderBy('sequence')
		.limit(entriesAtOnceMax),
);

/**
 * By `sequence`. On PostgreSQL a lower sequence may commit after a higher one; it then gets a later
 * index.
 */
const pendingEntries: NextEntries = (transaction) =>
	pendingQuery.rows(transaction, [entriesAtOnceMax]);

interface LastCheckpoint {
	readonly tree_size: number;
	readonly root_hash: string;
}

const lastCheckpoint = new Prepared<Schema, LastCheckpoint>((database) =>
	database
		.selectFrom('log_checkpoints')
		.select(['tree_size', 'root_hash'])
		.orderBy('tree_size', 'desc')
		.limit(1),
);

interface Added {
	readonly tree: GrowingTree | undefined;
	readonly count: number;
	/** The last checkpoint; undefined if there was no entry. */
	readonly note: string | undefined;
}

export class Sequencer {
	private tree: GrowingTree | undefined;

	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly signer: Signer;
			readonly kept: KeptCheckpoint;
		},
	) {}

	/** Adds pending entries in blocks, and keeps the last checkpoint; returns the number of entries. */
	async addBlocks(next: NextEntries = pendingEntries): Promise<number> {
		const { database, kept } = this.parts;
		await kept.settle();
		const known = this.tree;
		// After a failed commit only the database knows whether it was made.
		this.tree = undefined;
		const { tree, count, note } = await database
			.transaction()
			.execute((transaction) => this.addInTransaction(transaction, next, known));
		if (note !== undefined) await kept.keep(note);
		this.tree = tree;
		return count;
	}

	close(): Promise<void> {
		return this.parts.kept.close();
	}

	private async addInTransaction(
		transaction: Database,
		next: NextEntries,
		known: GrowingTree | undefined,
	): Promise<Added> {
		const [, entries, [last]] = await together(
			takeLock(transaction),
			next(transaction),
			lastCheckpoint.rows(transaction, [1]),
		);
		if (entries.length === 0) return { tree: known, count: 0, note: undefined };
		const tree = await treeAt(transaction, last, known);
		if (tree !== known) await this.parts.kept.assertHeldBy(transaction);
		const first = tree.size;
		const filled: FullTile[] = [];
		const checkpoints: (readonly [number, string, string])[] = [];
		for (const [at, { leaf_hash: hash }] of entries.entries()) {
			filled.push(...tree.append(present(hash, 'the leaf hash of a pending entry')));
			const isLast = at === entries.length - 1 || (at + 1) % blockEntriesMax === 0;
			if (isLast) checkpoints.push(this.checkpoint(tree));
		}
		await together(
			setIndexes(transaction, entries, first),
			insertAll<Schema>(transaction, [
				{ ...tileInsert, rows: filled.map(tileRow) },
				{ ...checkpointInsert, rows: checkpoints },
			]),
		);
		return { tree, count: entries.length, note: checkpoints.at(-1)?.[2] };
	}

	private checkpoint(tree: GrowingTree): readonly [number, string, string] {
		const root = tree.root();
		return [tree.size, root, this.parts.signer.checkpoint(tree.size, Buffer.from(root, 'hex'))];
	}
}

const checkpointInsert = {
	table: 'log_checkpoints',
	columns: ['tree_size', 'root_hash', 'note'],
} as const;

/** Sets the timeout and takes the lock in one statement, because writers wait for each round trip. */
async function takeLock(transaction: Database): Promise<void> {
	if (!isPostgres(transaction)) return;
	const timeout = sql.lit(`${stalledBlockMs}ms`);
	await sql`
		select set_config('idle_in_transaction_session_timeout', ${timeout}, true),
			pg_advisory_xact_lock(${sql.lit(logLockKey)}::bigint)`.execute(transaction);
}

const logLockKey = lockKey('sealkeeper: order of the log');

/** The tree of the last checkpoint. */
async function treeAt(
	transaction: Database,
	last: LastCheckpoint | undefined,
	known: GrowingTree | undefined,
): Promise<GrowingTree> {
	const size = last?.tree_size ?? 0;
	if (known?.size === size && (last === undefined || known.root() === last.root_hash)) return known;
	const tree = new GrowingTree(await readTree(transaction, size));
	if (last !== undefined && tree.root() !== last.root_hash) {
		throw new Error(`the tree of ${size} entries does not have the root of its checkpoint`);
	}
	return tree;
}

async function readTree(transaction: Database, size: number): Promise<TreeState> {
	if (size === 0) return emptyTree;
	const reader = new TileReader(transaction);
	const subtrees: string[] = [];
	const open: (readonly string[])[] = [];
	for (let [height, count] = [0, size]; count > 0; height += 1, count = Math.floor(count / 2)) {
		if (height % levelsPerTile === 0) {
			const [number, width] = [Math.floor(count / tileWidth), count % tileWidth];
			const level = height / levelsPerTile;
			const hashes = width === 0 ? [] : await reader.hashes(level, number, width);
			open.push(hashes.map((hash) => hash.toString('hex')));
		}
		if (count % 2 === 1) {
			subtrees.unshift((await reader.node(height, count - 1)).toString('hex'));
		}
	}
	return { size, subtrees, open };
}

/** Sets the tree indexes of entries, from `first`, in order. */
async function setIndexes(
	transaction: Database,
	entries: readonly PendingEntry[],
	first: number,
): Promise<void> {
	const postgres = isPostgres(transaction);
	const sequences = entries.map(({ sequence }) => sequence);
	const list = postgres ? `{${sequences.join()}}` : `[${sequences.join()}]`;
	const text = postgres ? postgresPlacing : sqlitePlacing;
	const { numAffectedRows } = await transaction.executeQuery(
		CompiledQuery.raw(text, [first, list]),
	);
	if (numAffectedRows === BigInt(entries.length)) return;
	throw new Error(`${numAffectedRows} of ${entries.length} entries could be placed`);
}

const setConfirmed = `status = case status when 'Unconfirmed' then 'Confirmed' else status end`;

const sqlitePlacing = `update log_entries set tree_index = ?1 + placed.key, ${setConfirmed}
	from json_each(?2) as placed where log_entries.sequence = placed.value`;

const postgresPlacing = `update log_entries set tree_index = $1::bigint + placed.number - 1, ${setConfirmed}
	from unnest($2::bigint[]) with ordinality as placed (sequence, number)
	where log_entries.sequence = placed.sequence`;

function tileRow({ level, number, hashes, rootHash }: FullTile) {
	return [level, number, tileText(hashes), rootHash];
}

const tileInsert = {
	table: 'log_tiles',
	columns: ['level', 'number', 'hashes', 'root_hash'],
} as const;
