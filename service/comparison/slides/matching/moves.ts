/**
 * Finds texts that moved from one slide to another, and in a slide short texts of one shape that is
 * read earlier or later than before: they are the same, only at another place.
 */
import { present } from '../../../../server/at';
import { blockText, type ComparedBlock } from '../../office/matching/comparing';
import { isTelling } from '../../office/matching/unit-alignment';
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
	const removed = new Map<string, ComparedBlock[]>();
	const added = new Map<string, ComparedBlock[]>();
	for (const [index, { texts }] of slides.entries()) {
		for (const block of texts) {
			if (block.kind === 'paired' || block.movedWith !== undefined) continue;
			const key = keyFor(block, index);
			const list = block.kind === 'removed' ? removed : added;
			if (key === undefined) continue;
			const same = list.get(key);
			if (same === undefined) list.set(key, [block]);
			else same.push(block);
		}
	}
	const changed = new Map<ComparedBlock, ComparedBlock>();
	for (const [key, ours] of removed) {
		for (const [index, theirs] of (added.get(key) ?? []).slice(0, ours.length).entries()) {
			const own = present(ours[index], 'a removed block');
			changed.set(own, { ...own, movedWith: present(theirs.sent, 'an added block') });
			changed.set(theirs, { ...theirs, movedWith: present(own.kept, 'a removed block') });
		}
	}
	return slides.map((slide) => ({
		...slide,
		texts: slide.texts.map((block) => changed.get(block) ?? block),
	}));
}
