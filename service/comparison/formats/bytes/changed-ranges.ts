/**
 * For a gap with equally many bytes on both sides, finds the ranges that changed; the rest is in
 * place.
 */
import type { Gap } from '../../align/run';
import { sizeOf } from './gaps';

/** Fewer equal bytes between changed ones are equal by chance. */
const equalMinBytes = 8;

export function* changedRanges(
	bytes: { readonly first: Uint8Array; readonly second: Uint8Array },
	gap: Gap,
): Generator<Gap> {
	const size = sizeOf(gap.first);
	if (size !== sizeOf(gap.second)) {
		yield gap;
		return;
	}
	const range = (from: number, to: number): Gap => ({
		first: { from: gap.first.from + from, to: gap.first.from + to },
		second: { from: gap.second.from + from, to: gap.second.from + to },
	});
	let from = -1;
	let to = -1;
	for (let at = 0; at < size; at += 1) {
		if (bytes.first[gap.first.from + at] === bytes.second[gap.second.from + at]) continue;
		if (from >= 0 && at - to >= equalMinBytes) {
			yield range(from, to);
			from = at;
		}
		if (from < 0) from = at;
		to = at + 1;
	}
	if (from >= 0) yield range(from, to);
}
