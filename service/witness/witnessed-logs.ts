/**
 * Rows of the last cosigned checkpoint of each witnessed log, and of the keys used. A row is only
 * changed if it still is what was read.
 */
import { createHash } from 'node:crypto';
import type { ProcessSession } from '../../server/database/process-session';
import { isoTime, type Clock } from '../../server/clock';
import type { Database } from '../database/database';

export interface Witnessed {
	readonly treeSize: number;
	/** Lower-case hex. */
	readonly root: string;
	/** The signed note; null before the first cosignature. */
	readonly checkpoint: string | null;
	readonly cosignedAtSeconds: number;
}

export interface WitnessedRow extends Witnessed {
	readonly origin: string;
	/** A note of the same size with another root: the log has forked. */
	readonly forkCheckpoint: string | null;
}

/** Root of the empty tree. */
const emptyRoot = createHash('sha256').digest('hex');

/** Inserts rows of new logs. */
export async function enterLogs(database: Database, origins: readonly string[]): Promise<void> {
	if (origins.length === 0) return;
	const fresh = { tree_size: 0, root: emptyRoot, checkpoint: null, cosigned_at_seconds: 0 };
	await database
		.insertInto('witnessed_logs')
		.values(origins.map((origin) => ({ origin, ...fresh, fork_checkpoint: null })))
		.onConflict((conflict) => conflict.column('origin').doNothing())
		.execute();
}

export async function latestOf(database: Database, origin: string): Promise<Witnessed | undefined> {
	const row = await database
		.selectFrom('witnessed_logs')
		.selectAll()
		.where('origin', '=', origin)
		.executeTakeFirst();
	return row && rowOf(row);
}

/** All logs ever entered. */
export async function witnessedLogs(database: Database): Promise<readonly WitnessedRow[]> {
	const rows = await database.selectFrom('witnessed_logs').selectAll().orderBy('origin').execute();
	return rows.map(rowOf);
}

/** Stores the next checkpoint; returns false if another request was faster. */
export async function advance(
	database: Database,
	{ origin, from, to }: { origin: string; from: Witnessed; to: Witnessed },
): Promise<boolean> {
	const { treeSize, root, checkpoint, cosignedAtSeconds } = to;
	const { numUpdatedRows } = await database
		.updateTable('witnessed_logs')
		.set({ tree_size: treeSize, root, checkpoint, cosigned_at_seconds: cosignedAtSeconds })
		.where('origin', '=', origin)
		.where('tree_size', '=', from.treeSize)
		.where('root', '=', from.root)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Stores the first proof of a fork; returns false if there is one already. */
export async function noteFork(
	database: Database,
	origin: string,
	checkpoint: string,
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable('witnessed_logs')
		.set({ fork_checkpoint: checkpoint })
		.where('origin', '=', origin)
		.where('fork_checkpoint', 'is', null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/**
 * Registers the key of this process and returns whether it is known, the first, or another. Throws
 * if another process may use another key: all processes of a database are one witness.
 */
export async function enterKey(
	database: Database,
	vkey: string,
	{ session, clock }: { readonly session: ProcessSession; readonly clock: Clock },
): Promise<'known' | 'first' | 'another'> {
	const rows = await database.selectFrom('witness_keys').select('vkey').execute();
	if (rows.some((row) => row.vkey === vkey)) return 'known';
	if (rows.length > 0 && (await session.countOthers()) > 0) {
		throw new Error(
			'the processes on this database cosign with another key; copy witness-key.json from the data folder of one of them',
		);
	}
	await database
		.insertInto('witness_keys')
		.values({ vkey, created_at: isoTime(clock) })
		.execute();
	return rows.length === 0 ? 'first' : 'another';
}

function rowOf(row: {
	readonly origin: string;
	readonly tree_size: number;
	readonly root: string;
	readonly checkpoint: string | null;
	readonly cosigned_at_seconds: number;
	readonly fork_checkpoint: string | null;
}): WitnessedRow {
	return {
		origin: row.origin,
		treeSize: row.tree_size,
		root: row.root,
		checkpoint: row.checkpoint,
		cosignedAtSeconds: row.cosigned_at_seconds,
		forkCheckpoint: row.fork_checkpoint,
	};
}
