/**
 * Elements whose words stand in one of two pages alone: that they came or went is told by their words, and
 * not once more by their structure.
 */
import type { TextRow } from '../text/reading/rows';
import type { TextComparison } from '../text/matching/row-comparison';

type Side = 'kept' | 'sent';

/** The rows of a part that are not of elements which came or went with all their words. */
export function withoutAlone(
	rows: readonly TextRow[],
	texts: readonly TextComparison[],
	side: Side,
): readonly TextRow[] {
	const alone = new Set(texts.flatMap((text) => rowsAlone(text, side)));
	if (alone.size === 0) return rows;
	const all = texts.flatMap((text) =>
		Array.from({ length: text[side].count }, (_, at) => text[side].at(at)),
	);
	const stays = pathsAround(all.filter((row) => !alone.has(row)));
	const goes = pathsAround([...alone]);
	const isAlone = (path: string) => goes.has(path) && !stays.has(path) && !whole.has(path);
	return rows.filter(({ place: { path = '' } }) => !upwards(path).some(isAlone));
}

/** Of a page all of whose words are others, the rest is still compared. */
const whole = new Set(['html', 'html/body']);

/** Rows without a partner in the other page. */
function rowsAlone(text: TextComparison, side: Side): readonly TextRow[] {
	return text.blocks
		.filter(({ isSame }) => !isSame)
		.flatMap((block) => {
			const detail = text.detailOf(block);
			const paired = new Set(detail.pairs.map((pair) => pair[side === 'kept' ? 0 : 1]));
			return detail[side].flatMap(({ row, movedTo }, index) =>
				movedTo === undefined && !paired.has(index) ? [row] : [],
			);
		});
}

function pathsAround(rows: readonly TextRow[]): ReadonlySet<string> {
	return new Set(rows.flatMap(({ place: { path = '' } }) => upwards(path)));
}

/** A path and those of the elements around it. */
function upwards(path: string): readonly string[] {
	const steps = path.split('/');
	return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
