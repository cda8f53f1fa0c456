/** Pairs the entries of two ZIP archives by name, then by content for renamed or moved ones. */
import { createHash } from 'node:crypto';
import { present } from '../../../server/at';
import { Pairing, pairsIn } from '../../align/pairing';
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

/** In the order of names; entries of another name are paired by content, except empty ones. */
export function pairEntries(
	keptEntries: readonly HashedEntry[],
	sentEntries: readonly HashedEntry[],
): readonly EntryPair[] {
	const [kept, sent] = [byName(keptEntries), byName(sentEntries)];
	const pairing = new Pairing(kept.length, sent.length);
	const addBy = (keyOf: (entry: HashedEntry) => string | undefined) =>
		pairing.addByKey(kept.map(keyOf), sent.map(keyOf));
	addBy(({ name }) => name);
	addBy(({ hash, sizeBytes }) => (sizeBytes === 0 ? undefined : hash));
	const pairs = Array.from(pairsIn(pairing.partners()), (pair) =>
		entryPair(kept[pair.kept ?? -1], sent[pair.sent ?? -1]),
	);
	return pairs.sort((one, other) => compareText(nameOf(one), nameOf(other)));
}

function entryPair(kept: HashedEntry | undefined, sent: HashedEntry | undefined): EntryPair {
	if (kept === undefined) return { kind: 'added', sent };
	if (sent === undefined) return { kind: 'removed', kept };
	const isRenamed = kept.name !== sent.name;
	return { kind: isRenamed ? 'moved' : kept.hash === sent.hash ? 'same' : 'changed', kept, sent };
}

export function nameOf({ kept, sent }: EntryPair): string {
	return present(kept ?? sent, 'an entry').name;
}

function byName(entries: readonly HashedEntry[]): readonly HashedEntry[] {
	return entries.toSorted((one, other) => compareText(one.name, other.name));
}

function compareText(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
