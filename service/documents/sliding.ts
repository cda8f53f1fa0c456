/**
 * Moves an insertion or a removal to where a reader sees it. When words were put in between two
 * equal beginnings, an alignment may take the wrong one of the two; sliding the stretch along
 * until it ends with its row shows whole rows as new instead of parts of two.
 */
import type { Region } from './regions';
import type { Token } from './text-rows';

/** The same alignment, with stretches of one side slid on to the end of a row where they can be. */
export function slideToRowEnds(regions: readonly Region<Token>[]): readonly Region<Token>[] {
	const slid = [...regions];
	for (let at = 1; at + 1 < slid.length; at += 1) {
		const [before, stretch, after] = slid.slice(at - 1, at + 2);
		if (before === undefined || stretch === undefined || after === undefined) continue;
		const isOneSided = stretch.kept.length === 0 || stretch.sent.length === 0;
		if (stretch.isEqual || !isOneSided || !before.isEqual || !after.isEqual) continue;
		const count = distanceToRowEnd(stretch, after);
		if (count > 0) slid.splice(at - 1, 3, ...moved([before, stretch, after], count));
	}
	return slid.filter(({ kept, sent }) => kept.length + sent.length > 0);
}

function sideOf({ kept }: Region<Token>): 'kept' | 'sent' {
	return kept.length > 0 ? 'kept' : 'sent';
}

/** How far the stretch has to slide to end with a row; 0 when it need not or cannot. */
function distanceToRowEnd(stretch: Region<Token>, after: Region<Token>): number {
	const side = sideOf(stretch);
	const tokens = [...stretch[side], ...after[side]];
	const length = stretch[side].length;
	for (let count = 0; ; count += 1) {
		if (tokens[count + length - 1]?.endsRow === true) return count;
		const first = tokens[count];
		const next = tokens[count + length];
		const isSame = first?.text === next?.text && first?.endsRow === next?.endsRow;
		if (next === undefined || !isSame) return 0;
	}
}

/** What the stretch slides over was equal and stays equal, with other tokens of its side. */
function moved(
	[before, stretch, after]: readonly [Region<Token>, Region<Token>, Region<Token>],
	count: number,
): readonly Region<Token>[] {
	const side = sideOf(stretch);
	const other = side === 'kept' ? 'sent' : 'kept';
	const tokens = [...stretch[side], ...after[side]];
	const length = stretch[side].length;
	const region = (isEqual: boolean, own: readonly Token[], others: readonly Token[]) =>
		side === 'kept' ? { isEqual, kept: own, sent: others } : { isEqual, kept: others, sent: own };
	return [
		region(
			true,
			[...before[side], ...tokens.slice(0, count)],
			[...before[other], ...after[other].slice(0, count)],
		),
		region(false, tokens.slice(count, count + length), []),
		region(true, tokens.slice(count + length), after[other].slice(count)),
	];
}
