/**
 * Checks the tree: every entry has its leaf, leaves have the signed roots, and tiles and
 * checkpoints match the leaves. Queries run one after the other, because a snapshot runs one at a
 * time.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { fromBase64 } from '../../proof/bytes';
import type { Checkpoint } from '../../proof/checkpoint';
import { tileWidth } from '../../proof/tile-paths';
import { CheckpointCheck } from '../log/checkpoint-check';
import { emptyTree, GrowingTree, type FullTile } from '../log/growing-tree';
import { leafHashOf } from '../log/leaf';
import { behindMsMin } from '../log/record-log';
import { hashesOf, tileText } from '../log/tile-reader';
import { ed25519Type, verifierKey, type VerifierKey } from '../../proof/verifier-key';
import type { Finding, Tally } from './finding';
import type { SnapshotReader } from './snapshot-reader';

export interface TreeFinding extends Finding {
	/** True if the tree itself is wrong, so that nothing may be appended. */
	readonly isOfTree: boolean;
}

interface Scope {
	/** The log's key; undefined before the first start. */
	readonly key: VerifierKey | undefined;
	/** Which checkpoints to check. */
	readonly checkpoints: 'all' | 'last';
	/** The checkpoint beside the log's key, read before the snapshot began. */
	/** `lost` if the file that kept it is gone. */
	readonly kept?: Checkpoint | 'lost' | undefined;
}

/** The log's key according to the database. */
export async function notedKey(reader: SnapshotReader): Promise<VerifierKey | undefined> {
	const query = reader.tables
		.selectFrom('log_identity')
		.select(['origin', 'public_key'])
		.where('name', '=', sql.lit('log'));
	let key: VerifierKey | undefined;
	for await (const { origin, public_key: publicKey } of reader.rows(query)) {
		const bytes = fromBase64(publicKey);
		key = bytes && (await verifierKey(origin, ed25519Type, bytes));
	}
	return key;
}

type TreeTally = Pick<Tally, 'entries' | 'tiles' | 'checkpoints' | 'timesBack'>;

export async function* treeFindings(
	reader: SnapshotReader,
	tally: TreeTally,
	scope: Scope,
): AsyncIterable<TreeFinding> {
	const walk = new TreeWalk(reader, tally, scope);
	yield* walk.entries();
	if (walk.isBroken) return;
	yield* walk.keptCheckpoint();
	yield* walk.checkpointsWithoutEntries();
	yield* walk.tiles();
	yield* walk.pendingEntries();
}

interface EntryRow {
	readonly sequence: number;
	readonly kind: string;
	readonly subject_id: string;
	readonly commitment: string | null;
	readonly leaf_hash: string | null;
	readonly tree_index: number | null;
	readonly status: string;
	readonly created_at: string;
}

interface CheckpointRow {
	readonly root_hash: string | null;
	readonly note: string | null;
}

class TreeWalk {
	isBroken = false;
	private readonly tree = new GrowingTree(emptyTree);
	/** Expected content of each full tile, by level and number; as a hash, to save memory. */
	private readonly expected = new Map<string, string>();
	private readonly check: CheckpointCheck | undefined;
	private hasOtherRoot = false;
	/** Size of the last checkpoint that was met. */
	private checkpointSize = 0;
	private latestTime = '';
	/** The root at the size of the kept checkpoint, once the walk was there. */
	private rootAtKept: string | undefined;

	constructor(
		private readonly reader: SnapshotReader,
		private readonly tally: TreeTally,
		private readonly scope: Scope,
	) {
		this.check = scope.key && new CheckpointCheck(scope.key);
	}

	async *entries(): AsyncIterable<TreeFinding> {
		for await (const row of this.reader.rows(this.placedEntries())) {
			const place = this.tree.size;
			if (row.tree_index !== place) {
				this.isBroken = true;
				yield ofTree('log entry', `at place ${place}`, {
					column: 'tree_index',
					problem: 'is missing in the tree',
					expected: String(place),
					found: String(row.tree_index),
				});
				return;
			}
			this.tally.entries += 1;
			this.countTime(row.created_at);
			yield* changedLeaf(row);
			yield* otherStatus(row, 'Confirmed');
			if (row.leaf_hash === null) {
				this.isBroken = true;
				yield ofTree('log entry', String(row.sequence), {
					column: 'leaf_hash',
					problem: 'has a place in the tree and no leaf',
					expected: 'a hash',
					found: null,
				});
				return;
			}
			const filled = this.tree.append(row.leaf_hash);
			for (const tile of filled) this.expected.set(keyOf(tile), contentOf(tile));
			const { kept } = this.scope;
			const isAtKept = kept !== 'lost' && this.tree.size === kept?.treeSize;
			if (isAtKept) this.rootAtKept = this.tree.root();
			if (row.note !== null) yield* this.checkpoint(row);
		}
	}

	private countTime(time: string): void {
		if (time >= this.latestTime) this.latestTime = time;
		else if (Date.parse(this.latestTime) - Date.parse(time) >= behindMsMin) {
			this.tally.timesBack += 1;
		}
	}

	private *checkpoint({ root_hash: found, note }: CheckpointRow): Iterable<TreeFinding> {
		this.tally.checkpoints += 1;
		this.checkpointSize = this.tree.size;
		const expected = this.tree.root();
		const root = Buffer.from(expected, 'hex');
		const id = `of ${this.tree.size} entries`;
		if (found !== expected) {
			// Later checkpoints follow from the same leaves, so only the first is reported.
			if (!this.hasOtherRoot) {
				const problem = 'does not have the root of its entries';
				yield ofTree('checkpoint', id, { column: 'root_hash', problem, expected, found });
			}
			this.hasOtherRoot = true;
		} else if (note === null || this.check?.isSigned(note, this.tree.size, root) !== true) {
			const problem = "is not signed by the log's key";
			const sides = { expected: `the signed note of ${expected}`, found: note };
			yield ofTree('checkpoint', id, { column: 'note', problem, ...sides });
		}
	}

	*keptCheckpoint(): Iterable<TreeFinding> {
		const { kept, key } = this.scope;
		if (kept === undefined) return;
		if (kept === 'lost') {
			yield* this.lostCheckpoint();
			return;
		}
		const id = `of ${kept.treeSize} entries, beside the log's key`;
		const told = (column: string, expected: string, found: string) => {
			const problem = 'is not of the log in the database';
			return ofTree('checkpoint', id, { column, problem, expected, found });
		};
		const root = Buffer.from(kept.rootHash).toString('hex');
		if (kept.origin !== key?.name) yield told('origin', kept.origin, key?.name ?? 'none');
		else if (this.rootAtKept === undefined) {
			yield told('tree_size', `${kept.treeSize} or more`, String(this.tree.size));
		} else if (this.rootAtKept !== root) yield told('root_hash', root, this.rootAtKept);
	}

	*lostCheckpoint(): Iterable<TreeFinding> {
		const { size } = this.tree;
		if (size === 0) return;
		const problem = 'is gone, though the log has signed entries';
		const sides = { expected: `of ${size} entries or fewer`, found: 'none' };
		yield ofTree('checkpoint', "beside the log's key", { problem, ...sides });
	}

	/** Checkpoints larger than the log, and a missing last checkpoint. */
	async *checkpointsWithoutEntries(): AsyncIterable<TreeFinding> {
		const { size } = this.tree;
		const query = this.reader.tables
			.selectFrom('log_checkpoints')
			.select(['tree_size', 'root_hash'])
			.where('tree_size', '>', sql.lit(size))
			.orderBy('tree_size');
		let last: number | undefined;
		for await (const row of this.reader.rows(query)) {
			last = row.tree_size;
			const problem = 'has more entries than there are';
			const sides = { expected: String(size), found: String(last) };
			yield ofTree('checkpoint', `of ${last} entries`, { column: 'tree_size', problem, ...sides });
		}
		if (last !== undefined || this.checkpointSize === size) return;
		const problem = 'is missing at the end of the log';
		const sides = { expected: `one of ${size} entries`, found: null };
		yield ofTree('checkpoint', `of ${size} entries`, { problem, ...sides });
	}

	async *tiles(): AsyncIterable<TreeFinding> {
		const query = this.reader.tables
			.selectFrom('log_tiles')
			.selectAll()
			.orderBy('level')
			.orderBy('number');
		const wrong: number[] = [];
		for await (const row of this.reader.rows(query)) {
			this.tally.tiles += 1;
			const key = keyOf(row);
			const expected = this.expected.get(key);
			this.expected.delete(key);
			const found = digestOf(row.hashes, row.root_hash);
			if (expected === found) continue;
			if (row.level === 0) wrong.push(row.number);
			const problem =
				expected === undefined ? 'is of no full part of the tree' : 'is not that of its entries';
			yield ofTree('tile', key, { problem, expected: expected ?? null, found });
		}
		for (const [key, expected] of this.expected) {
			yield ofTree('tile', key, { problem: 'is missing', expected, found: null });
		}
		for (const number of wrong) yield* this.differingLeaves(number);
	}

	/** Entries whose leaves differ from a tile's. */
	private async *differingLeaves(number: number): AsyncIterable<TreeFinding> {
		const begin = number * tileWidth;
		const tiles = this.reader.tables
			.selectFrom('log_tiles')
			.select('hashes')
			.where('level', '=', sql.lit(0))
			.where('number', '=', sql.lit(number));
		const leaves = this.reader.tables
			.selectFrom('log_entries')
			.select(['sequence', 'tree_index', 'leaf_hash'])
			.where('tree_index', '>=', sql.lit(begin))
			.where('tree_index', '<', sql.lit(begin + tileWidth))
			.orderBy('tree_index');
		let hashes: readonly Buffer[] = [];
		for await (const row of this.reader.rows(tiles)) hashes = hashesOf(row.hashes);
		for await (const { sequence, tree_index: index, leaf_hash: found } of this.reader.rows(
			leaves,
		)) {
			const expected = hashes[(index ?? 0) - begin]?.toString('hex') ?? null;
			if (expected === found) continue;
			const problem = `has another leaf than tile 0/${number}`;
			const sides = { expected, found };
			yield ofTree('log entry', String(sequence), { column: 'leaf_hash', problem, ...sides });
		}
	}

	async *pendingEntries(): AsyncIterable<TreeFinding> {
		const query = this.reader.tables
			.selectFrom('log_entries')
			.selectAll()
			.where('tree_index', 'is', null)
			.orderBy('sequence');
		for await (const row of this.reader.rows(query)) {
			this.tally.entries += 1;
			yield* changedLeaf(row);
			yield* otherStatus(row, 'Unconfirmed');
		}
	}

	private placedEntries() {
		const { tables } = this.reader;
		const last = tables
			.selectFrom('log_checkpoints')
			.select(({ fn }) => fn.max('tree_size').as('tree_size'));
		return tables
			.selectFrom('log_entries as entry')
			.leftJoin('log_checkpoints as checkpoint', (join) => {
				const its = join.on('checkpoint.tree_size', '=', sql`entry.tree_index + 1`);
				return this.scope.checkpoints === 'all' ? its : its.on('checkpoint.tree_size', '=', last);
			})
			.select(['entry.sequence', 'kind', 'subject_id', 'commitment', 'leaf_hash', 'tree_index'])
			.select(['status', 'entry.created_at', 'root_hash', 'note'])
			.where('tree_index', 'is not', null)
			.orderBy('tree_index');
	}
}

function* changedLeaf(row: EntryRow): Iterable<TreeFinding> {
	const { kind, subject_id: id, created_at: time, commitment, leaf_hash: expected } = row;
	const found = commitment === null ? null : leafHashOf({ commitment, id, kind, time });
	if (found !== null && expected === found) return;
	const problem = 'no longer gives the leaf it was entered with';
	yield { ...entryFinding(row.sequence, problem, { expected, found }) };
}

function* otherStatus({ sequence, status }: EntryRow, expected: string): Iterable<TreeFinding> {
	if (status === expected) return;
	const problem = `is ${status}`;
	yield { ...entryFinding(sequence, problem, { expected, found: status }), column: 'status' };
}

interface Sides {
	readonly expected: string | null;
	readonly found: string | null;
}

function entryFinding(sequence: number, problem: string, sides: Sides): TreeFinding {
	const finding = ofTree('log entry', String(sequence), { problem, ...sides });
	return { ...finding, isOfTree: false };
}

function ofTree(
	record: string,
	id: string,
	{ expected, found, ...told }: Sides & { readonly column?: string; readonly problem: string },
): TreeFinding {
	const sides = { expected: expected ?? 'none', found: found ?? 'none' };
	return { record, id, ...told, ...sides, isOfTree: true };
}

const keyOf = ({ level, number }: { readonly level: number; readonly number: number }) =>
	`${level}/${number}`;

function contentOf({ hashes, rootHash }: FullTile): string {
	return digestOf(tileText(hashes), rootHash);
}

function digestOf(hashes: string, rootHash: string): string {
	return hash('sha256', `${hashes} ${rootHash}`);
}
