/** Pairs the entries of two ZIP archives by name, then by content for renamed or moved ones. */
import { createHash } from 'node:crypto';
import { present } from '../../../server/at';
import type { Compared } from '../../core/comparison';
import type { Zip, ZipEntry } from './zip-reading';

export interface HashedEntry extends ZipEntry {
	readonly hash: string;
}

export interface EntryPair {
	readonly kind: 'same' | 'changed' | 'moved' | 'added' | 'removed';
	readonly kept?: HashedEntry;
	readonly sent?: HashedEntry;
}

/** A pair of entries with its comparison. */
export interface ComparedEntry extends EntryPair {
	/** The comparison of a changed entry, unless it was too large. */
	readonly compared?: Compared;
	/** True if it counts at the level. */
	readonly isCounted: boolean;
}

/** Folders are ignored, since not every program writes entries for them. */
export async function hashEntries(
	zip: Zip,
	onProgress: (share: number) => void,
): Promise<readonly HashedEntry[]> {
	const hashed: HashedEntry[] = [];
	for (const entry of zip.entries) {
		if (entry.isFolder) continue;
		const hash = createHash('sha256');
		for await (const chunk of zip.chunks(entry.name)) hash.update(chunk);
		hashed.push({ ...entry, hash: hash.digest('hex') });
		onProgress(hashed.length / zip.entries.length);
	}
	return hashed;
}

/** In the order of names. */
export function pairEntries(
	kept: readonly HashedEntry[],
	sent: readonly HashedEntry[],
): readonly EntryPair[] {
	const sentByName = new Map(sent.map((entry) => [entry.name, entry]));
	const keptNames = new Set(kept.map(({ name }) => name));
	const pairs: EntryPair[] = [];
	const gone: HashedEntry[] = [];
	for (const one of byName(kept)) {
		const other = sentByName.get(one.name);
		if (other === undefined) gone.push(one);
		else pairs.push({ kind: one.hash === other.hash ? 'same' : 'changed', kept: one, sent: other });
	}
	const come = byName(sent.filter(({ name }) => !keptNames.has(name)));
	pairs.push(...renamed(gone, come));
	return pairs.sort((one, other) => compareText(nameOf(one), nameOf(other)));
}

/** Pairs removed and added entries of equal content, except empty ones. */
function renamed(gone: readonly HashedEntry[], come: readonly HashedEntry[]): readonly EntryPair[] {
	const waiting = new Map<string, HashedEntry[]>();
	for (const entry of come) {
		const same = waiting.get(entry.hash);
		if (same === undefined) waiting.set(entry.hash, [entry]);
		else same.push(entry);
	}
	const taken = new Set<HashedEntry>();
	const pairs = gone.map((kept): EntryPair => {
		const sent = kept.sizeBytes === 0 ? undefined : waiting.get(kept.hash)?.shift();
		if (sent === undefined) return { kind: 'removed', kept };
		taken.add(sent);
		return { kind: 'moved', kept, sent };
	});
	const added = come.filter((entry) => !taken.has(entry));
	return [...pairs, ...added.map((sent): EntryPair => ({ kind: 'added', sent }))];
}

export function nameOf({ kept, sent }: EntryPair): string {
	return present(kept ?? sent, 'an entry').name;
}

function byName(entries: readonly HashedEntry[]): readonly HashedEntry[] {
	return [...entries].sort((one, other) => compareText(one.name, other.name));
}

function compareText(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
