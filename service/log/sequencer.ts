/**
 * Takes pending entries into the tree, in blocks that each end with a signed checkpoint: their places,
 * the tiles they fill and the checkpoints over them are one commit. Of several processes on one
 * database one does so at a time: it holds a lock that ends with its transaction, and one that stands
 * still in the middle is ended by the server, so that another goes on. What the tree looks like is
 * remembered between commits and believed only while the last checkpoint is still the own one.
 */
import { CompiledQuery, sql } from 'kysely';
import { tileWidth } from '../../proof/tile-paths';
import { present } from '../../server/at';
import { insertRows } from '../../server/database/bulk';
import { isPostgres } from '../../server/database/database';
import { lockKey } from '../../server/database/locks';
import { Prepared } from '../../server/database/prepared';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import {
	emptyTree,
	GrowingTree,
	levelsPerTile,
	type FullTile,
	type TreeState,
} from './growing-tree';
import type { Signer } from './signer';
import { TileReader, tileText } from './tile-reader';

export const blockEntriesMax = 100;

/** In one commit, when so many wait. */
const blocksMax = 10;

/** What one commit takes; when it took so many, there may be more. */
export const entriesAtOnceMax = blocksMax * blockEntriesMax;

/** How long a process may stand still in the middle of a block until others go on. */
const stalledBlockMs = 2_000;

export interface PendingEntry {
	readonly sequence: number;
	readonly leaf_hash: string | null;
}

/** Which entries to take next. */
export type NextEntries = (transaction: Database) => Promise<readonly PendingEntry[]>;

const pendingQuery = new Prepared<Schema, PendingEntry>((database) =>
	database
		.selectFrom('log_entries')
		.select(['sequence', 'leaf_hash'])
		.where('tree_index', 'is', null)
		.orderBy('sequence')
		.limit(entriesAtOnceMax),
);

/** In the order in which they were numbered: on PostgreSQL one may be seen late. */
const pendingEntries: NextEntries = (transaction) =>
	pendingQuery.rows(transaction, [entriesAtOnceMax]);

const lastCheckpoint = new Prepared<Schema, { readonly tree_size: number; root_hash: string }>(
	(database) =>
		database
			.selectFrom('log_checkpoints')
			.select(['tree_size', 'root_hash'])
			.orderBy('tree_size', 'desc')
			.limit(1),
);

export class Sequencer {
	private tree: GrowingTree | undefined;

	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly signer: Signer;
		},
	) {}

	/** Closes blocks over entries that wait; answers how many are in them. */
	async closeBlocks(next: NextEntries = pendingEntries): Promise<number> {
		const known = this.tree;
		// Whether a commit that failed was made is known by the database alone.
		this.tree = undefined;
		const { tree, count } = await this.parts.database
			.transaction()
			.execute((transaction) => this.close(transaction, next, known));
		this.tree = tree;
		return count;
	}

	private async close(
		transaction: Database,
		next: NextEntries,
		known: GrowingTree | undefined,
	): Promise<{ readonly tree: GrowingTree | undefined; readonly count: number }> {
		await takeTurn(transaction);
		const entries = await next(transaction);
		if (entries.length === 0) return { tree: known, count: 0 };
		const tree = await currentTree(transaction, known);
		const first = tree.size;
		const filled: FullTile[] = [];
		const checkpoints: (readonly [number, string, string])[] = [];
		for (const [at, { leaf_hash: hash }] of entries.entries()) {
			filled.push(...tree.append(present(hash, 'the leaf hash of a pending entry')));
			const isLast = at === entries.length - 1 || (at + 1) % blockEntriesMax === 0;
			if (isLast) checkpoints.push(this.checkpoint(tree));
		}
		await place(transaction, entries, first);
		await keepTiles(transaction, filled);
		await insertRows<Schema>(transaction, checkpointInsert, checkpoints);
		return { tree, count: entries.length };
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

/** One statement for both: each way to the server is one that writers wait for, too. */
async function takeTurn(transaction: Database): Promise<void> {
	if (!isPostgres(transaction)) return;
	const patience = sql.lit(`${stalledBlockMs}ms`);
	await sql`
		select set_config('idle_in_transaction_session_timeout', ${patience}, true),
			pg_advisory_xact_lock(${sql.lit(turnKey)}::bigint)`.execute(transaction);
}

const turnKey = lockKey('sealkeeper: order of the log');

/** The tree as the last checkpoint has it. */
async function currentTree(
	transaction: Database,
	known: GrowingTree | undefined,
): Promise<GrowingTree> {
	const [last] = await lastCheckpoint.rows(transaction, [1]);
	const size = last?.tree_size ?? 0;
	if (known?.size === size) return known;
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

/** Gives the entries their places, from `first` on, in their order. */
async function place(
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

const confirmed = `status = case status when 'Unconfirmed' then 'Confirmed' else status end`;

const sqlitePlacing = `update log_entries set tree_index = ?1 + placed.key, ${confirmed}
	from json_each(?2) as placed where log_entries.sequence = placed.value`;

const postgresPlacing = `update log_entries set tree_index = $1::bigint + placed.number - 1, ${confirmed}
	from unnest($2::bigint[]) with ordinality as placed (sequence, number)
	where log_entries.sequence = placed.sequence`;

async function keepTiles(transaction: Database, filled: readonly FullTile[]): Promise<void> {
	const rows = filled.map(({ level, number, hashes, rootHash }) => [
		...[level, number, tileText(hashes), rootHash],
	]);
	await insertRows<Schema>(transaction, tileInsert, rows);
}

const tileInsert = {
	table: 'log_tiles',
	columns: ['level', 'number', 'hashes', 'root_hash'],
} as const;
