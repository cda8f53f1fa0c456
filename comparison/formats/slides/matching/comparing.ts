/**
 * Finds all differences between two presentations: slides are paired, then the texts and the shapes
 * of each pair. As in documents the result has the differences of all levels with their classes.
 */
import { at } from '../../../../server/at';
import type { Block, Paragraph } from '../../blocks/document/document';
import type { Formatting } from '../../package/looks';
import { paragraphsOf } from '../../blocks/document/document';
import {
	blockText,
	compareBlocks,
	type ComparedBlock,
	type ComparedParagraph,
} from '../../blocks/matching/comparing';
import type { DifferenceClass } from '../../blocks/matching/differences';
import type { Nearness } from '../../blocks/matching/nearness';
import {
	formatDifference,
	paragraphFormattingWeight,
	weightOf,
} from '../../blocks/matching/paragraph-difference';
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
	return { key: nearness.keyOf(text), text: nearness.alike(text), isRow: false, ...name };
}

interface Sides<Of> {
	readonly kept: Of;
	readonly sent: Of;
}

function compareSlide(
	{ kept, sent, movedWith }: UnitPair,
	slides: Sides<readonly Slide[]>,
	nearness: Nearness,
): ComparedSlide {
	const partner = kept === undefined ? movedWith : kept;
	const ours = partner === undefined ? undefined : at(slides.kept, partner);
	const theirs = sent === undefined ? undefined : at(slides.sent, sent);
	if (movedWith !== undefined && kept !== undefined) {
		const place = movedHead('kept', at(slides.kept, kept), at(slides.sent, movedWith));
		const none = { texts: [], shapes: [] };
		return { kept: at(slides.kept, kept), isGone: true, itself: [place], ...none };
	}
	const texts = (['content', 'notes', 'comments'] as const).flatMap((part) =>
		compareBlocks(ours?.[part] ?? [], theirs?.[part] ?? [], { nearness, findsBroken: true }),
	);
	const place =
		movedWith !== undefined && ours !== undefined && theirs !== undefined
			? [movedHead('sent', theirs, ours)]
			: [];
	return {
		kept: ours,
		sent: theirs,
		isGone: false,
		itself: [...place, head(ours, theirs)],
		texts,
		shapes: compareShapes(ours, theirs),
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
	const block = headBlock(slide);
	const texts = { keptText: '', sentText: '', [`${side}Text`]: nameOf(slide) };
	const segment = { ...texts, difference: 'moved' as const, weight: weightOfSlide(slide) };
	return {
		...blockOf(side === 'kept' ? { kept: block } : { sent: block }, { segments: [segment] }),
		movedWith: headBlock(partner),
	};
}

/** Of a slide that only one side has, its content says that; an empty one is blank. */
function head(kept: Slide | undefined, sent: Slide | undefined): ComparedBlock {
	const blocks = {
		...(kept === undefined ? {} : { kept: headBlock(kept) }),
		...(sent === undefined ? {} : { sent: headBlock(sent) }),
	};
	if (kept !== undefined && sent !== undefined) return blockOf(blocks, formattingOf(kept, sent));
	const isBlank = [kept, sent].every((slide) => slide === undefined || isEmpty(slide));
	const told = (slide: Slide | undefined) => (slide === undefined ? '' : nameOf(slide));
	const blank = {
		keptText: told(kept),
		sentText: told(sent),
		difference: 'blank',
		weight: 1,
	} as const;
	return blockOf(blocks, { segments: isBlank ? [blank] : [] });
}

function isEmpty(slide: Slide): boolean {
	return blocksOf(slide).every((block) => blockText(block).trim() === '');
}

type Found = Pick<ComparedParagraph, 'segments' | 'formatting'>;

function formattingOf(kept: Slide, sent: Slide): Found {
	const difference = formatDifference(kept.formatting, sent.formatting);
	const name = { keptText: nameOf(kept), sentText: nameOf(sent), weight: 0 };
	if (difference === undefined) return { segments: [name] };
	const words = ({ formatting }: Slide) => formatting[difference] || 'shown';
	return { segments: [name], formatting: { difference, kept: words(kept), sent: words(sent) } };
}

/** A compared block of one paragraph, with what was found of it. */
function blockOf(sides: Partial<Sides<Block>>, { segments, formatting }: Found): ComparedBlock {
	const { kept, sent } = sides;
	const paragraphOf = (block: Block | undefined): Paragraph | undefined =>
		block && paragraphsOf(block)[0];
	const paragraphs = {
		...(kept === undefined ? {} : { kept: paragraphOf(kept) }),
		...(sent === undefined ? {} : { sent: paragraphOf(sent) }),
	};
	const cells = {
		...(kept === undefined ? {} : { kept: kept.cells[0] }),
		...(sent === undefined ? {} : { sent: sent.cells[0] }),
	};
	const differences: readonly (DifferenceClass | undefined)[] = [
		...segments.map(({ difference }) => difference),
		formatting?.difference,
	];
	return {
		kind: kept === undefined ? 'added' : sent === undefined ? 'removed' : 'paired',
		...sides,
		cells: [{ ...cells, paragraphs: [{ ...paragraphs, segments, formatting }] }],
		differences: new Set(differences.filter((one) => one !== undefined)),
	};
}

/** Pairs the shapes by what they show; their order, which is what lies over what, does not count. */
function compareShapes(kept: Slide | undefined, sent: Slide | undefined): readonly ComparedBlock[] {
	const [ours, theirs] = [kept?.shapes ?? [], sent?.shapes ?? []];
	const unitOfShape = ({ label }: Shape) => ({ key: label, text: label, isRow: false });
	return pairUnits(ours.map(unitOfShape), theirs.map(unitOfShape)).flatMap((pairing) => {
		if (pairing.kept === undefined && pairing.movedWith !== undefined) return [];
		const other = pairing.sent ?? pairing.movedWith;
		const one = {
			kept: pairing.kept === undefined ? undefined : at(ours, pairing.kept),
			sent: other === undefined ? undefined : at(theirs, other),
		};
		const paths = {
			kept: `slides/${kept?.number}/shapes/${(pairing.kept ?? 0) + 1}`,
			sent: `slides/${sent?.number}/shapes/${(other ?? 0) + 1}`,
		};
		return compareShape(one, paths);
	});
}

function compareShape(
	{ kept, sent }: Sides<Shape | undefined>,
	paths: Sides<string>,
): readonly ComparedBlock[] {
	const block = (shape: Shape, path: string) =>
		textBlock(path, shape.label, { emphasis: shape.form, appearance: '' });
	if (kept !== undefined && sent !== undefined) {
		if (kept.form === sent.form) return [];
		const sides = { kept: block(kept, paths.kept), sent: block(sent, paths.sent) };
		const text = { keptText: kept.label, sentText: sent.label, weight: 0 };
		const [ours, theirs] = [kept.form || 'plain', sent.form || 'plain'];
		const formatting = { difference: 'emphasis' as const, kept: ours, sent: theirs };
		return [blockOf(sides, { segments: [text], formatting })];
	}
	const side = kept === undefined ? 'sent' : 'kept';
	const shape = kept ?? sent;
	if (shape === undefined || shape.hasContent) return [];
	const texts = { keptText: '', sentText: '', [`${side}Text`]: shape.label };
	const segment = { ...texts, difference: 'emphasis' as const, weight: paragraphFormattingWeight };
	return [blockOf({ [side]: block(shape, paths[side]) }, { segments: [segment] })];
}
