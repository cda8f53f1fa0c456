/**
 * Stores in the browser what it last saw of the log, and the first contradiction. A contradiction
 * stays until a person clears it: a log that forked and came back has forked.
 */
import type { Contradiction, ShownLog } from './seen-log';

export interface SeenLog extends ShownLog {
	readonly treeSize: number;
	/** ISO 8601 in UTC. */
	readonly seenAt: string;
}

export interface Evidence extends ShownLog {
	readonly contradiction: Contradiction;
	readonly seenAt: string;
}

export interface SeenStore {
	readonly seen?: SeenLog;
	readonly evidence?: Evidence;
}

const place = 'sealkeeper-log';

export function readStore(storage: Storage): SeenStore {
	return JSON.parse(storage.getItem(place) ?? '{}') as SeenStore;
}

export function writeStore(storage: Storage, store: SeenStore): void {
	storage.setItem(place, JSON.stringify(store));
}

export function clearStore(storage: Storage): void {
	storage.removeItem(place);
}
