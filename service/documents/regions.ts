/**
 * An alignment as a reader sees it: stretches that both sides have, and stretches where they
 * differ, in turn. Made from the runs of an aligner; which aligner made them is of no concern.
 */
import type { Run, RunKind } from './aligner';

/** A stretch both sides have, or one where they differ. */
export interface Region<Item> {
	readonly isEqual: boolean;
	readonly kept: readonly Item[];
	readonly sent: readonly Item[];
}

/** Stretches of equal and of differing items, by runs that cover both lists. */
export function regionsOf<Item>(
	kept: readonly Item[],
	sent: readonly Item[],
	runs: readonly Run[],
): readonly Region<Item>[] {
	const regions: Region<Item>[] = [];
	let keptAt = 0;
	let sentAt = 0;
	const add = (kind: RunKind, count: number) => {
		const isEqual = kind === 'both';
		const region = {
			isEqual,
			kept: kept.slice(keptAt, keptAt + (kind === 'second' ? 0 : count)),
			sent: sent.slice(sentAt, sentAt + (kind === 'first' ? 0 : count)),
		};
		keptAt += region.kept.length;
		sentAt += region.sent.length;
		const last = regions.at(-1);
		if (last === undefined || last.isEqual || isEqual) regions.push(region);
		else regions.splice(-1, 1, joined(last, region));
	};
	for (const { kind, count } of runs) add(kind, count);
	return regions;
}

function joined<Item>(first: Region<Item>, second: Region<Item>): Region<Item> {
	return {
		isEqual: false,
		kept: [...first.kept, ...second.kept],
		sent: [...first.sent, ...second.sent],
	};
}
