/** Tells of words that say the same and have other colours, or are seen in one of the files alone. Pure. */
import type { PdfText } from '../reading/pdf-text';
import type { Difference } from './difference';
import type { HiddenWord, SeenWord } from './drawn-pages';
import type { StandingWord } from './standing-words';
import { sideOf } from './word-differences';
import type { Recolouring } from './word-pixels';

interface RecolouredWord extends Recolouring {
	readonly word: StandingWord;
}

/** Words that follow each other and changed their colour in the same way are one difference. */
export function colourDifferences(
	kept: PdfText,
	sent: PdfText,
	looks: readonly SeenWord[],
): readonly Difference[] {
	const recoloured = looks.flatMap(({ word, recolouring }): readonly RecolouredWord[] =>
		recolouring === undefined ? [] : [{ word, ...recolouring }],
	);
	const goesOn = (last: RecolouredWord, next: RecolouredWord) =>
		follows(last.word, next.word) && next.base === last.base && next.other === last.other;
	return grouped(recoloured, goesOn).map(([first, ...others]): Difference => {
		const { base, other } = sidesOf(
			kept,
			sent,
			[first, ...others].map(({ word }) => word),
		);
		return {
			class: 'layout',
			kept: { ...base, text: `${base.text} (${first.base})` },
			sent: { ...other, text: `${other.text} (${first.other})` },
			weight: base.text.length + other.text.length,
		};
	});
}

/** Words that follow each other and cannot be seen in one of the files are one difference. */
export function hiddenDifferences(
	kept: PdfText,
	sent: PdfText,
	hidden: readonly HiddenWord[],
): readonly Difference[] {
	const goesOn = (last: HiddenWord, next: HiddenWord) =>
		follows(last, next) && last.isSeenInKept === next.isSeenInKept;
	return grouped(hidden, goesOn).map((words): Difference => {
		const { base, other } = sidesOf(kept, sent, words);
		const told = (text: string, isSeen: boolean) => `“${text}”${isSeen ? '' : ', not seen'}`;
		const { isSeenInKept } = words[0];
		return {
			class: 'picture',
			kept: { ...base, words: [], text: told(base.text, isSeenInKept) },
			sent: { ...other, words: [], text: told(other.text, !isSeenInKept) },
			weight: base.text.length + other.text.length,
		};
	});
}

function sidesOf(kept: PdfText, sent: PdfText, words: readonly StandingWord[]) {
	return {
		base: sideOf(kept, [...new Set(words.map((word) => word.kept))]),
		other: sideOf(sent, [...new Set(words.map((word) => word.sent))]),
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
