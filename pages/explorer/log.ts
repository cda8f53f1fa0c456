/**
 * Calls the log's endpoints and converts hashes and entries for verification. The answers are not
 * trusted.
 */
import { log as area } from '../../api/log/endpoints';
import type { Model } from '../../api/types';
import { fromHex } from '../../proof/bytes';
import type { LogEntry } from '../../proof/log-entry';
import { clientOf, type ListPage } from '../parts/client';
import type { ListRange } from '../parts/paged';

const log = clientOf<'log'>(area);

export type LoggedCheckpoint = Model<'LogCheckpoint'>;
export type LoggedEntry = Model<'LogEntry'>;
export type ShownAnchor = NonNullable<LoggedEntry['anchor']>;

export interface LogState {
	readonly origin: string;
	readonly vkey: string;
	readonly treeSize: number | bigint;
	readonly witnesses: readonly string[];
	readonly witnessing: Model<'Log'>['witnessing'];
	readonly restorations: Model<'Log'>['restorations'];
	/** Undefined for a log without anchoring. */
	readonly anchoring?: Model<'Log'>['anchoring'];
	/** The signed note; undefined before the first entry. */
	readonly note: string | undefined;
}

export async function readLog(): Promise<LogState> {
	const { checkpoint, ...state } = await log.call('getLog', {});
	return { ...state, note: checkpoint };
}

/** The newest first; with `fromSize`, only those up to that tree size. */
export function readCheckpoints(
	limit: number,
	fromSize?: number,
): Promise<ListPage<LoggedCheckpoint>> {
	return log.list('listCheckpoints', { limit, fromSize });
}

export function readEntries(range: ListRange): Promise<ListPage<LoggedEntry>> {
	return log.list('listEntries', range);
}

/** Returns all entries of a record, which are few. */
export function readEntriesOf(recordId: string): Promise<ListPage<LoggedEntry>> {
	return log.list('listEntries', { recordId });
}

export function readEntry(index: number): Promise<LoggedEntry> {
	return log.call('getEntry', { index: String(index) });
}

export async function readInclusion(
	index: number,
	treeSize: number,
): Promise<readonly Uint8Array[]> {
	const { hashes } = await log.call('getInclusion', { index, treeSize });
	return hashes.map(hashOf);
}

export async function readConsistency(from: number, to: number): Promise<readonly Uint8Array[]> {
	const { hashes } = await log.call('getConsistency', { from, to });
	return hashes.map(hashOf);
}

/** A malformed hash fails the verification. */
function hashOf(hex: string): Uint8Array {
	return fromHex(hex) ?? new Uint8Array();
}

/** The entry in the form the tree hashes. */
export function treeEntryOf({ commitment, recordId, kind, time }: LoggedEntry): LogEntry {
	return { commitment, id: recordId, kind, time };
}
