/**
 * For a gap with equally many bytes on both sides, finds the ranges that changed; the rest is in
 * place.
 */
import type { Gap } from '../../align/run';
import { sizeOf } from './gaps';

/** Fewer equal bytes between changed ones are equal by chance. */
const equalMinBytes = 8;

export function* changedRanges(
	bytes: { readonly base: Uint8Array; readonly other: Uint8Array },
	gap: Gap,
): Generator<Gap> {
	const size = sizeOf(gap.base);
	if (size !== sizeOf(gap.other)) {
		yield gap;
		return;
	}
	const range = (from: number, to: number): Gap => ({
		base: { from: gap.base.from + from, to: gap.base.from + to },
		other: { from: gap.other.from + from, to: gap.other.from + to },
	});
	let from = -1;
	let to = -1;
	for (let at = 0; at < size; at += 1) {
		if (bytes.base[gap.base.from + at] === bytes.other[gap.other.from + at]) continue;
		if (from >= 0 && at - to >= equalMinBytes) {
			yield range(from, to);
			from = at;
		}
		if (from < 0) from = at;
		to = at + 1;
	}
	if (from >= 0) yield range(from, to);
}
