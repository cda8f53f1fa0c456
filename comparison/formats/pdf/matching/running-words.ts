/** Compares the words of paired running lines, each with the line of its own page. */
import type { Run } from '../../../align/run';
import type { Both } from '../../../core/format-comparer';
import { wordsOf, type PdfText } from '../reading/pdf-text';
import type { Difference } from './difference';
import { layoutDifferences } from './layout';
import type { Pair } from '../../../align/pairing';
import type { LinePair, PairedLines } from './running-lines';
import {
	compareSequences,
	sequenceOf,
	type SequencePair,
	type WordRules,
} from './word-differences';

export function compareRunning(
	{ kept, sent }: Both<PdfText>,
	{ same, changed }: PairedLines,
	{ pairs, rules }: { readonly pairs: readonly Pair[]; readonly rules: WordRules },
): readonly Difference[] {
	const sequences = (lines: readonly LinePair[]): SequencePair => ({
		kept: sequenceOf(kept, Int32Array.from(lines.flatMap((pair) => wordsOf(pair.kept)))),
		sent: sequenceOf(sent, Int32Array.from(lines.flatMap((pair) => wordsOf(pair.sent)))),
	});
	const all = sequences(same);
	return [
		...changed.flatMap((pair) => compareSequences(sequences([pair]), rules).differences),
		...layoutDifferences(all, equalRuns(all), pairs, rules),
	];
}

/** Lines with the same text have equally many words; other page numbers are gaps between the runs. */
function equalRuns({ kept, sent }: SequencePair): readonly Run[] {
	const runs: Run[] = [];
	let from = 0;
	for (let word = 0; word <= kept.words.length; word += 1) {
		const [base, other] = [kept.words[word], sent.words[word]];
		const isEqual =
			base !== undefined &&
			other !== undefined &&
			kept.text.numberAt(base) === sent.text.numberAt(other);
		if (isEqual) continue;
		if (word > from) runs.push({ base: from, other: from, length: word - from });
		from = word + 1;
	}
	return runs;
}
