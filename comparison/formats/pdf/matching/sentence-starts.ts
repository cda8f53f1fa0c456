/** Slides insertions and deletions back to the start of a sentence where possible. Pure. */
import type { Run } from '../../../align/run';
import type { PdfText } from '../reading/pdf-text';

interface Words {
	readonly text: PdfText;
	readonly words: Int32Array;
	readonly keys: Int32Array;
}

export function slidToSentences(
	runs: readonly Run[],
	{ kept, sent }: { readonly kept: Words; readonly sent: Words },
): readonly Run[] {
	const slid = [...runs];
	for (let index = 0; index + 1 < slid.length; index += 1) {
		const [before, after] = [slid[index], slid[index + 1]];
		if (before === undefined || after === undefined) continue;
		const end = { base: before.base + before.length, other: before.other + before.length };
		const isInKept = after.other === end.other;
		if (!isInKept && after.base !== end.base) continue;
		const stretch = isInKept
			? { side: kept, from: end.base, to: after.base }
			: { side: sent, from: end.other, to: after.other };
		const count = stepsBack(stretch, before.length);
		slid[index] = { ...before, length: before.length - count };
		slid[index + 1] = {
			base: after.base - count,
			other: after.other - count,
			length: after.length + count,
		};
	}
	return slid.filter(({ length }) => length > 0);
}

/** By how many words to slide back to a sentence start; 0 if none is needed or possible. */
function stepsBack(
	{ side, from, to }: { readonly side: Words; readonly from: number; readonly to: number },
	stepsMax: number,
): number {
	for (let steps = 0; steps <= stepsMax; steps += 1) {
		if (isStart(side, from - steps)) return steps;
		if (side.keys[from - steps - 1] !== side.keys[to - steps - 1]) return 0;
	}
	return 0;
}

/** True after the end of a sentence; line ends do not matter in flowing text. */
function isStart({ text, words }: Words, at: number): boolean {
	const [before, word] = [words[at - 1], words[at]];
	if (before === undefined || word === undefined) return true;
	return /[.!?:]["\u201d\u2019)]?$/.test(text.textAt(before));
}
