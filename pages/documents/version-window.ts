/**
 * A part of a document's versions to choose from; at first the one that ends with the wanted
 * version.
 */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import type { Query } from '../parts/loading';
import type { DocumentPlace } from './place';
import { useAsked } from './session';

const versionsMax = 100;

export type Version = Model<'KeeperFileVersion'>;

export interface VersionWindow {
	/** The newest first. */
	readonly versions: readonly Version[];
	/** The wanted version, and the one before it. */
	readonly wanted: Version;
	readonly before: Version;
	/** The number of all versions, and of those older than these. */
	readonly count: number;
	readonly offset: number;
}

interface Window {
	readonly asked: Query<VersionWindow>;
	/** Moves the window to an offset. */
	readonly move: (offset: number) => void;
}

/** `wantedNumber` comes from the address, and may be anything. */
export function useVersionWindow(place: DocumentPlace, wantedNumber: string | null): Window {
	const [start, setStart] = useState<number>();
	const question = `${place.fileId} versions ${wantedNumber ?? ''} ${start ?? ''}`;
	const asked = useAsked(question, async ({ keeper }) => {
		const count = Number((await keeper.call('getFile', place)).versionQuantity);
		const wantedIndex = indexOf(wantedNumber, count);
		const offset = start ?? Math.max(0, wantedIndex + 1 - versionsMax);
		const listed = await keeper.call('listVersions', { ...place, offset, limit: versionsMax });
		const versions = [...listed].reverse();
		const wanted = listed[wantedIndex - offset] ?? versions[0];
		if (wanted === undefined) throw new Error('a document has at least one version');
		const before = listed[listed.indexOf(wanted) - 1] ?? wanted;
		return { versions, wanted, before, count, offset };
	});
	return { asked, move: (offset) => setStart(Math.max(0, offset)) };
}

function indexOf(wantedNumber: string | null, count: number): number {
	const number = Number(wantedNumber ?? count);
	return Number.isSafeInteger(number) && number >= 1 && number <= count ? number - 1 : count - 1;
}

/** Offsets of the windows before and after; undefined if there is none. */
export function neighbours({ offset, versions, count }: VersionWindow) {
	const end = offset + versions.length;
	return {
		earlier: offset === 0 ? undefined : Math.max(0, offset - versionsMax),
		later: end >= count ? undefined : end,
	};
}
