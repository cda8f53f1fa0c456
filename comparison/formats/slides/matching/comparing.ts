/**
 * Finds all differences between two presentations: slides are paired, then the texts and the shapes
 * of each pair. As in documents the result has the differences of all levels with their classes.
 */
import type { Both } from '../../../core/format-comparer';
import type { Block } from '../../blocks/document/document';
import type { Formatting } from '../../package/looks';
import { paragraphsOf } from '../../blocks/document/document';
import {
	blockText,
	compareBlocks,
	comparedBlock,
	formattingBetween,
	type ComparedBlock,
	type ComparedParagraph,
} from '../../blocks/matching/comparing';
import type { Nearness } from '../../blocks/matching/nearness';
import { paragraphFormattingWeight, weightOf } from '../../blocks/matching/paragraph-difference';
import { type UnitPair, pairUnits } from '../../blocks/matching/unit-alignment';
import type { Unit } from '../../blocks/matching/unit-likeness';
import { blocksOf, type Presentation, type Shape, type Slide } from '../reading/presentation';
import type { ComparedSlide } from './compared-slide';
import { withMoves } from './moves';
import { pairSlides } from './slide-pairing';

export function compareSlides(
	kept: Presentation,
	sent: Presentation,
	nearness: Nearness,
): readonly ComparedSlide[] {
	const units = ({ slides }: Presentation) => slides.map((slide) => unitOf(slide, nearness));
	const compared = pairSlides(units(kept), units(sent)).map((pairing) =>
		compareSlide(pairing, { kept: kept.slides, sent: sent.slides }, nearness),
	);
	return withMoves(compared);
}

/** Weight of a presentation that differs completely; the same at every level. */
export function weightOfPresentation({ slides }: Presentation): number {
	return slides.reduce((sum, slide) => sum + weightOfSlide(slide), 0);
}

function weightOfSlide(slide: Slide): number {
	const paragraphs = blocksOf(slide).flatMap(paragraphsOf);
	const texts = paragraphs.reduce((sum, paragraph) => sum + weightOf(paragraph), 0);
	return texts + (slide.shapes.length + 1) * paragraphFormattingWeight;
}

/** All words of a slide; it is known by its title. */
function unitOf(slide: Slide, nearness: Nearness): Unit {
	const text = blocksOf(slide).map(blockText).join('\n');
	const name = slide.title === '' ? {} : { name: slide.title };
	return { key: nearness.keyOf(text), text: nearness.alike(text), kind: 'paragraph', ...name };
}

function compareSlide(
	{ kept, sent, movedWith }: UnitPair,
	slides: Both<readonly Slide[]>,
	nearness: Nearness,
): ComparedSlide {
	const [ours, theirs] = [slides.kept[kept ?? -1], slides.sent[sent ?? -1]];
	const partner = (ours === undefined ? slides.kept : slides.sent)[movedWith ?? -1];
	if (ours !== undefined && partner !== undefined) {
		const place = movedHead('kept', ours, partner);
		return { kept: ours, isGone: true, itself: [place], texts: [], shapes: [] };
	}
	const before = ours ?? partner;
	const place = theirs && partner ? [movedHead('sent', theirs, partner)] : [];
	return {
		kept: before,
		sent: theirs,
		isGone: false,
		itself: [...place, head(before, theirs)],
		texts: (['content', 'notes', 'comments'] as const).flatMap((part) =>
			compareBlocks(before?.[part] ?? [], theirs?.[part] ?? [], { nearness, findsBroken: true }),
		),
		shapes: compareShapes(before, theirs),
	};
}

/** A slide itself, without what stands on it. */
function headBlock(slide: Slide): Block {
	return textBlock(`slides/${slide.number}`, nameOf(slide), slide.formatting);
}

function nameOf({ title, number }: Slide): string {
	return title || `slide ${number}`;
}

function textBlock(path: string, text: string, formatting: Formatting): Block {
	const source = { part: path, index: 0 };
	const spans = [{ text, emphasis: '', appearance: '' }];
	return { path, cells: [{ column: 1, paragraphs: [{ spans, formatting, source }] }] };
}

/** One of the two places of a slide that moved; both together weigh half of the slide. */
function movedHead(side: 'kept' | 'sent', slide: Slide, partner: Slide): ComparedBlock {
	const texts = { kept: '', sent: '', [side]: nameOf(slide) };
	const segment = { ...texts, difference: 'moved' as const, weight: weightOfSlide(slide) };
	const found = { segments: [segment] };
	return blockOf({ [side]: headBlock(slide) }, found, headBlock(partner));
}

/** Of a slide that only one side has, its content says that; an empty one is blank. */
function head(kept: Slide | undefined, sent: Slide | undefined): ComparedBlock {
	const blocks = { kept: kept && headBlock(kept), sent: sent && headBlock(sent) };
	const texts = { kept: kept ? nameOf(kept) : '', sent: sent ? nameOf(sent) : '' };
	if (kept !== undefined && sent !== undefined) {
		const formatting = formattingBetween(kept, sent, 'shown');
		return blockOf(blocks, { segments: [{ ...texts, weight: 0 }], formatting });
	}
	const isBlank = [kept, sent].every((slide) => slide === undefined || isEmpty(slide));
	const blank = { ...texts, difference: 'blank' as const, weight: 1 };
	return blockOf(blocks, { segments: isBlank ? [blank] : [] });
}

function isEmpty(slide: Slide): boolean {
	return blocksOf(slide).every((block) => blockText(block).trim() === '');
}

/** A compared block of one paragraph, with what was found of it. */
function blockOf(
	{ kept, sent }: Partial<Both<Block>>,
	found: Pick<ComparedParagraph, 'segments' | 'formatting'>,
	movedWith?: Block,
): ComparedBlock {
	const [ours, theirs] = [kept?.cells[0], sent?.cells[0]];
	const paragraph = { ...found, kept: ours?.paragraphs[0], sent: theirs?.paragraphs[0] };
	const cell = { kept: ours, sent: theirs, paragraphs: [paragraph] };
	return comparedBlock(kept, sent, [cell], movedWith);
}

/** Pairs the shapes by what they show; their order, which is what lies over what, does not count. */
function compareShapes(kept: Slide | undefined, sent: Slide | undefined): readonly ComparedBlock[] {
	const [ours, theirs] = [kept?.shapes ?? [], sent?.shapes ?? []];
	const unitOfShape = ({ label }: Shape) =>
		({ key: label, text: label, kind: 'paragraph' }) as const;
	return pairUnits(ours.map(unitOfShape), theirs.map(unitOfShape)).flatMap((pairing) => {
		if (pairing.kept === undefined && pairing.movedWith !== undefined) return [];
		const place = { kept: pairing.kept ?? -1, sent: pairing.sent ?? pairing.movedWith ?? -1 };
		const shapes = { kept: ours[place.kept], sent: theirs[place.sent] };
		return compareShape(shapes, {
			kept: `slides/${kept?.number}/shapes/${place.kept + 1}`,
			sent: `slides/${sent?.number}/shapes/${place.sent + 1}`,
		});
	});
}

function compareShape(
	{ kept, sent }: Partial<Both<Shape>>,
	paths: Both<string>,
): readonly ComparedBlock[] {
	const formatting = (shape: Shape | undefined) => ({
		formatting: { emphasis: shape?.form ?? '', appearance: '' },
	});
	const block = (shape: Shape | undefined, path: string) =>
		shape && textBlock(path, shape.label, formatting(shape).formatting);
	const blocks = { kept: block(kept, paths.kept), sent: block(sent, paths.sent) };
	const texts = { kept: kept?.label ?? '', sent: sent?.label ?? '' };
	if (kept !== undefined && sent !== undefined) {
		if (kept.form === sent.form) return [];
		const found = formattingBetween(formatting(kept), formatting(sent));
		return [blockOf(blocks, { segments: [{ ...texts, weight: 0 }], formatting: found })];
	}
	if ((kept ?? sent)?.hasContent !== false) return [];
	const segment = { ...texts, difference: 'emphasis' as const, weight: paragraphFormattingWeight };
	return [blockOf(blocks, { segments: [segment] })];
}
