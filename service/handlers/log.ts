/** Operations to read the log, open to anyone; secrets never reach this file. */
import type { Model } from '../../api/types';
import { at, present } from '../../server/at';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { readList } from '../database/list-reading';
import type { AreaHandlers } from '../operations/handler';
import type { Checkpoints, LogCheckpoint } from '../log/checkpoints';
import { emptyRoot } from '../log/leaf';
import type { BlockchainStatus } from '../log/record-log';
import { listRestorations, type RestorationRow } from '../log/restorations';
import type { Signer } from '../log/signer';

export interface LogParts {
	readonly database: Database;
	readonly checkpoints: Checkpoints;
	readonly signer: Signer;
	/** State of the log's witnesses. */
	readonly witnessing: () => Promise<Model<'Log'>['witnessing']>;
	readonly anchors: LogAnchors;
}

export interface LogAnchors {
	/** State of anchoring; undefined if it is not set up. */
	standing(): Promise<Model<'Log'>['anchoring']>;
	/** The first confirmed anchor that covers each entry, in order. */
	covering(indexes: readonly number[]): Promise<readonly Model<'LogEntry'>['anchor'][]>;
}

const recordsMax = 1000;

export function logHandlers(parts: LogParts): AreaHandlers<'log'> {
	const { database, checkpoints, signer, witnessing, anchors } = parts;
	return {
		async getLog() {
			const latest = await checkpoints.latest();
			const { treeSize = 0, rootHash = emptyRoot.toString('hex'), witnesses = [] } = latest ?? {};
			const { origin, vkey } = signer;
			const checkpoint = latest && { checkpoint: latest.note };
			const tree = { treeSize, rootHash, ...checkpoint };
			const standing = { witnessing: await witnessing(), anchoring: await anchors.standing() };
			const restorations = (await listRestorations(database)).map(wireRestoration);
			return { origin, vkey, ...tree, witnesses, ...standing, restorations };
		},
		async listCheckpoints(_context, { fromSize, limit = recordsMax, offset = 0 }) {
			const newest = fromSize === undefined ? {} : { to: fromSize };
			return (await checkpoints.list({ ...newest, limit, offset })).map(wireCheckpoint);
		},
		async listEntries(_context, { recordId, limit = recordsMax, offset = 0 }) {
			const all = entriesOf(database);
			const query = recordId === undefined ? all : all.where('subject_id', '=', recordId);
			// Indexes have no gaps: without a record filter the offset needs no reading.
			const isWhole = recordId === undefined;
			const range = { limit, offset: isWhole ? 0 : offset };
			const from = isWhole ? query.where('tree_index', '>=', offset) : query;
			return readList(from, { by: 'tree_index', from: -1 }, range, (rows) =>
				wireEntries(rows, anchors),
			);
		},
		async getEntry(_context, { index }) {
			const row = await entriesOf(database)
				.where('tree_index', '=', Number(index))
				.executeTakeFirst();
			if (row === undefined) throw refuse('Log_NotFound', `entry ${index}`);
			const [anchor] = await anchors.covering([indexOf(row)]);
			return wireEntry(row, anchor);
		},
		async getInclusion(_context, { index, treeSize }) {
			await requireSize(checkpoints, treeSize);
			if (index >= treeSize) throw refuse('Log_NotFound', `entry ${index} below ${treeSize}`);
			const leafHash = at(await checkpoints.leaves(index, index + 1), 0);
			return {
				index,
				treeSize,
				leafHash: hex(leafHash),
				rootHash: hex(await checkpoints.rootAt(treeSize)),
				hashes: (await checkpoints.inclusionProof(index, treeSize)).map(hex),
				anchor: (await anchors.covering([index]))[0],
			};
		},
		async getConsistency(_context, { from: fromSize, to: toSize }) {
			await requireSize(checkpoints, toSize);
			if (fromSize > toSize) throw refuse('Log_NotFound', `tree of ${fromSize} below ${toSize}`);
			return {
				fromSize,
				toSize,
				fromRootHash: hex(await checkpoints.rootAt(fromSize)),
				toRootHash: hex(await checkpoints.rootAt(toSize)),
				hashes: (await checkpoints.consistencyProof(fromSize, toSize)).map(hex),
			};
		},
	};
}

function wireRestoration(row: RestorationRow): Model<'Log'>['restorations'][number] {
	const { id, lost_checkpoint: lostCheckpoint, held_checkpoint: held, created_at: time } = row;
	return { id, lostCheckpoint, ...(held !== null && { heldCheckpoint: held }), time };
}

async function requireSize(checkpoints: Checkpoints, treeSize: number): Promise<void> {
	if (treeSize > (await checkpoints.size())) {
		throw refuse('Log_NotFound', `tree of ${treeSize} entries`);
	}
}

const entriesOf = (database: Database) =>
	database
		.selectFrom('log_entries')
		.select(['tree_index', 'kind', 'subject_id', 'created_at', 'commitment', 'leaf_hash'])
		.select(['salt', 'status'])
		.where('tree_index', 'is not', null);

interface EntryRow {
	readonly tree_index: number | null;
	readonly kind: string;
	readonly subject_id: string;
	readonly created_at: string;
	readonly commitment: string | null;
	readonly leaf_hash: string | null;
	readonly salt: string | null;
	readonly status: string;
}

/** `entriesOf` reads only entries with an index. */
function indexOf(row: EntryRow): number {
	return present(row.tree_index, 'the index of an entry');
}

async function wireEntries(
	rows: readonly EntryRow[],
	anchors: LogAnchors,
): Promise<Model<'LogEntry'>[]> {
	const covering = await anchors.covering(rows.map(indexOf));
	return rows.map((row, place) => wireEntry(row, covering[place]));
}

function wireEntry(row: EntryRow, anchor: Model<'LogEntry'>['anchor']): Model<'LogEntry'> {
	return {
		index: indexOf(row),
		kind: row.kind,
		recordId: row.subject_id,
		time: row.created_at,
		commitment: present(row.commitment, 'the commitment of an entry'),
		leafHash: present(row.leaf_hash, 'the leaf hash of an entry'),
		isErased: row.salt === null,
		blockchainStatus: row.status as BlockchainStatus,
		anchor,
	};
}

function wireCheckpoint(checkpoint: LogCheckpoint): Model<'LogCheckpoint'> {
	const { treeSize, rootHash, time, note, witnesses } = checkpoint;
	return { treeSize, rootHash, time, checkpoint: note, witnesses };
}

function hex(hash: Buffer): string {
	return hash.toString('hex');
}
