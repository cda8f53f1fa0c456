/** Tells of words that say the same and have other colours, or are seen in one of the files alone. Pure. */
import type { Both } from '../../../core/format-comparer';
import type { PdfText } from '../reading/pdf-text';
import type { Difference } from './difference';
import type { HiddenWord, RecolouredWord } from './drawn-pages';
import type { StandingWord } from './standing-words';
import { sideOf } from './word-differences';

/** Words that follow each other and changed their colour in the same way are one difference. */
export function colourDifferences(
	texts: Both<PdfText>,
	recoloured: readonly RecolouredWord[],
): readonly Difference[] {
	const goesOn = (last: RecolouredWord, next: RecolouredWord) =>
		follows(last, next) && next.base === last.base && next.other === last.other;
	return grouped(recoloured, goesOn).map((words) =>
		lookDifference(texts, words, { kept: words[0].base, sent: words[0].other }),
	);
}

/** Words that say the same, and how they look on either side. */
export function lookDifference(
	texts: Both<PdfText>,
	words: readonly StandingWord[],
	looks: Both<string>,
): Difference {
	const { kept, sent } = sidesOf(texts, words);
	return {
		class: 'layout',
		kept: { ...kept, text: `${kept.text} (${looks.kept})` },
		sent: { ...sent, text: `${sent.text} (${looks.sent})` },
		weight: kept.text.length + sent.text.length,
	};
}

/** Words that follow each other and cannot be seen in one of the files are one difference. */
export function hiddenDifferences(
	texts: Both<PdfText>,
	hidden: readonly HiddenWord[],
): readonly Difference[] {
	const goesOn = (last: HiddenWord, next: HiddenWord) =>
		follows(last, next) && last.isSeenInKept === next.isSeenInKept;
	return grouped(hidden, goesOn).map((words): Difference => {
		const { kept, sent } = sidesOf(texts, words);
		const told = (text: string, isSeen: boolean) => `“${text}”${isSeen ? '' : ', not seen'}`;
		const { isSeenInKept } = words[0];
		return {
			class: 'picture',
			kept: { ...kept, words: [], text: told(kept.text, isSeenInKept) },
			sent: { ...sent, words: [], text: told(sent.text, !isSeenInKept) },
			weight: kept.text.length + sent.text.length,
		};
	});
}

function sidesOf({ kept, sent }: Both<PdfText>, words: readonly StandingWord[]) {
	return {
		kept: sideOf(kept, [...new Set(words.map((word) => word.kept))]),
		sent: sideOf(sent, [...new Set(words.map((word) => word.sent))]),
	};
}

/** True if a word is the next in both files, or a second part of the same. */
function follows(last: StandingWord, next: StandingWord): boolean {
	return next.kept - last.kept <= 1 && next.sent - last.sent <= 1;
}

type Group<Item> = [Item, ...Item[]];

function grouped<Item>(
	items: readonly Item[],
	goesOn: (last: Item, next: Item) => boolean,
): readonly Group<Item>[] {
	const groups: Group<Item>[] = [];
	for (const item of items) {
		const group = groups.at(-1);
		const last = group?.at(-1);
		if (group !== undefined && last !== undefined && goesOn(last, item)) group.push(item);
		else groups.push([item]);
	}
	return groups;
}
