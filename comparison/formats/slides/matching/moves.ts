/**
 * Finds texts that moved from one slide to another, and in a slide short texts of one shape that is
 * read earlier or later than before: they are the same, only at another place.
 */
import { at, present } from '../../../../server/at';
import { pairsByKey } from '../../../align/choosing';
import { blockText, type ComparedBlock } from '../../blocks/matching/comparing';
import { isTelling } from '../../blocks/matching/unit-alignment';
import type { ComparedSlide } from './compared-slide';

type KeyOf = (block: ComparedBlock, slide: number) => string | undefined;

export function withMoves(slides: readonly ComparedSlide[]): readonly ComparedSlide[] {
	return moved(moved(slides, ofShape), ofText);
}

/** A text of a shape, in the pair of slides. */
const ofShape: KeyOf = (block, slide) => {
	const { shape } = present(block.kept ?? block.sent, 'a side of a block');
	return shape === undefined ? undefined : `${slide} ${shape} ${keyOf(block)}`;
};

/** A text that is long enough to be known anywhere. */
const ofText: KeyOf = (block) => {
	const text = textOf(block);
	return isTelling({ text }) ? keyOf(block) : undefined;
};

function textOf({ kept, sent }: ComparedBlock): string {
	return blockText(present(kept ?? sent, 'a side of a block'));
}

function keyOf(block: ComparedBlock): string {
	const { row } = present(block.kept ?? block.sent, 'a side of a block');
	return `${row === undefined ? 'paragraph' : 'row'} ${textOf(block)}`;
}

/** Pairs what is removed with what is added under the same key, in order. */
function moved(slides: readonly ComparedSlide[], keyFor: KeyOf): readonly ComparedSlide[] {
	const single = slides.flatMap(({ texts }, index) =>
		texts
			.filter(({ kind, movedWith }) => kind !== 'paired' && movedWith === undefined)
			.map((block) => ({ block, key: keyFor(block, index) })),
	);
	const removed = single.filter(({ block }) => block.kind === 'removed');
	const added = single.filter(({ block }) => block.kind !== 'removed');
	const keysOf = (list: typeof single) => list.map(({ key }) => key);
	const changed = new Map<ComparedBlock, ComparedBlock>();
	for (const [place, other] of pairsByKey(keysOf(removed), keysOf(added))) {
		const [own, theirs] = [at(removed, place).block, at(added, other).block];
		changed.set(own, { ...own, movedWith: present(theirs.sent, 'an added block') });
		changed.set(theirs, { ...theirs, movedWith: present(own.kept, 'a removed block') });
	}
	return slides.map((slide) => ({
		...slide,
		texts: slide.texts.map((block) => changed.get(block) ?? block),
	}));
}
