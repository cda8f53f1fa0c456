/**
 * What the explorer asks of the log, in the form its parts use it: hashes as bytes, entries as they
 * stand in the tree. The endpoints themselves are described in `api/log/endpoints.ts`. Nothing that comes from
 * here is believed.
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
	/** Undefined for a log that is written to no chain. */
	readonly anchoring?: Model<'Log'>['anchoring'];
	/** The signed note; undefined before the first entry. */
	readonly note: string | undefined;
}

export async function readLog(): Promise<LogState> {
	const { checkpoint, ...state } = await log.call('getLog', {});
	return { ...state, note: checkpoint };
}

/** The newest first: all of them, or those of trees of at most so many entries. */
export function readCheckpoints(
	limit: number,
	fromSize?: number,
): Promise<ListPage<LoggedCheckpoint>> {
	return log.list('listCheckpoints', { limit, fromSize });
}

export function readEntries(range: ListRange): Promise<ListPage<LoggedEntry>> {
	return log.list('listEntries', range);
}

/** A record has few entries: itself, and what was done to it. */
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

/** What is no hash is one that leads nowhere. */
function hashOf(hex: string): Uint8Array {
	return fromHex(hex) ?? new Uint8Array();
}

/** The entry as it stands in the tree. */
export function treeEntryOf({ commitment, recordId, kind, time }: LoggedEntry): LogEntry {
	return { commitment, id: recordId, kind, time };
}
