/**
 * Draws two pages and compares what is seen: pictures and drawings, also over and behind the words
 * that stand on both. Other words are compared elsewhere, and ignored regions not at all.
 */
import { at } from '../../../../server/at';
import type { Box } from '../../../../api/comparison/place';
import type { Both } from '../../../core/format-comparer';
import { comparePictures, isPlaced } from '../../image/compare-pictures';
import { rectangleOf, type Rectangle } from '../../image/picture';
import { glassShareMax, placeText } from '../../image/turn';
import { drawPage, type DrawnPage } from '../reading/drawing';
import { wordsOf, type TextPage } from '../reading/pdf-text';
import type { ReadSide } from '../reading/reading';
import { scaled, asShares, turnedBox } from '../reading/turning';
import { textOf } from './word-spans';
import { changedPixels, pictureTexts } from './pixel-boxes';
import { RegionTeller, type RegionTexts, type RegionWords } from './region-texts';
import type { CommonWords, StandingWord } from './standing-words';
import { standsOut, type Pixels, type Recolouring } from './word-pixels';

/** A page of a file, and what of it is not compared as a picture. */
export interface SeenPage {
	readonly side: ReadSide;
	readonly page: TextPage;
	/** In points. */
	readonly hidden: readonly Box[];
	/** By how many quarters it is turned back, so that its words stand as those of the other page. */
	readonly back: number;
}

/** What differs, as shares of the pages that have it, turned back. */
export interface SeenRegion extends Partial<Both<Box>> {
	/** What each page shows there; without it, each shows a picture of its own. */
	readonly texts?: RegionTexts;
}

export interface DrawnDifference {
	readonly regions: readonly SeenRegion[];
	/** How each scan lies against the other, if not as that; slightly as on the glass of a scanner. */
	readonly placing?: Both<string> & { readonly isSlight: boolean };
	readonly recoloured: readonly RecolouredWord[];
	/** Words elsewhere of which one page shows nothing. */
	readonly hidden: readonly HiddenWord[];
}

export interface HiddenWord extends StandingWord {
	readonly isSeenInKept: boolean;
}

/** A word that is drawn in another colour. */
export type RecolouredWord = StandingWord & Recolouring;

/** A line through letters is seen on more pixels than a scan needs. */
const dotsPerInch = { scan: 96, text: 120 } as const;

export async function drawnDifference(
	{ kept, sent }: Both<SeenPage>,
	words: CommonWords,
	kind: keyof typeof dotsPerInch,
): Promise<DrawnDifference> {
	const draw = ({ side, page, back }: SeenPage) =>
		drawPage(side.opened, page.number - 1, dotsPerInch[kind], 4 - back);
	const [base, other] = [await draw(kept), await draw(sent)];
	try {
		if (base === undefined || other === undefined) return whole;
		const sides = [
			{ page: kept, drawn: base },
			{ page: sent, drawn: other },
		] as const;
		return kind === 'scan' ? await scanDifference(...sides) : await textDifference(...sides, words);
	} finally {
		base?.release();
		other?.release();
	}
}

async function scanDifference(kept: DrawnSide, sent: DrawnSide): Promise<DrawnDifference> {
	const [base, other] = [pixelsOf(kept.drawn, kept.drawn), pixelsOf(sent.drawn, sent.drawn)];
	const picture = ({ data, ...size }: Pixels) => ({ ...size, data: new Uint8Array(data.buffer) });
	const none: ReadonlySet<number> = new Set();
	const compared = await comparePictures(picture(base), picture(other), {
		ignoreRegions: [...hiddenBoxes(kept.page, none), ...hiddenBoxes(sent.page, none)],
		isLossy: true,
	});
	const { turn, shift } = compared;
	const back = { turn: 0 - turn, shift: { x: 0 - shift.x, y: 0 - shift.y } };
	const lengthText = (pixels: number) => `${((pixels / dotsPerInch.scan) * 25.4).toFixed(1)} mm`;
	return {
		regions: compared.changes.map((region) => {
			const { kept: ours, sent: theirs } = region;
			if (ours === undefined || theirs === undefined) return region;
			return {
				...region,
				texts: pictureTexts([base, rectangleOf(ours, base)], [other, rectangleOf(theirs, other)]),
			};
		}),
		...(isPlaced(compared) && {
			placing: {
				kept: placeText(back, lengthText),
				sent: placeText(compared, lengthText),
				isSlight: compared.offset <= glassShareMax,
			},
		}),
		recoloured: [],
		hidden: [],
	};
}

async function textDifference(
	kept: DrawnSide,
	sent: DrawnSide,
	{ standing, elsewhere }: CommonWords,
): Promise<DrawnDifference> {
	const hidden = hiddenWords(kept, sent, elsewhere);
	const masks = [
		...hiddenBoxes(kept.page, new Set(standing.map((word) => word.kept))),
		...hiddenBoxes(sent.page, new Set(standing.map((word) => word.sent))),
	];
	for (const { drawn } of [kept, sent]) whiten(drawn, masks);
	const areas = standing.flatMap((word) =>
		kept.page.side.text.boxesAt(word.kept).map((box) => ({ word, box })),
	);
	const pages = {
		base: pixelsOf(kept.drawn, kept.drawn),
		other: pixelsOf(sent.drawn, kept.drawn),
	};
	const shares = areas.map(({ box }) => shareBack(kept.page, box));
	const { boxes, looks } = await changedPixels(pages.base, pages.other, shares);
	const wordsIn = (region: Box): RegionWords | undefined => {
		const touched = areas.flatMap(({ word }, index) => {
			const [look, box] = [looks[index], at(shares, index)];
			const isMeant = look?.isDiffering === true && look.recolouring === undefined;
			return isMeant && touches(region, box) ? [{ word: word.kept, box }] : [];
		});
		if (touched.length === 0) return undefined;
		const text = textOf(kept.page.side.text, [...new Set(touched.map(({ word }) => word))]);
		return { text, boxes: touched.map(({ box }) => box) };
	};
	const { width, height } = pages.base;
	const share = (box: Rectangle) => scaled(box, 1 / width, 1 / height);
	// The paper of a page is found by all of its pixels.
	const regions =
		boxes.length === 0
			? []
			: new RegionTeller(pages).told(boxes.map((box) => [box, wordsIn(share(box))] as const));
	return {
		regions: regions.map(({ base, other, texts }) => ({
			kept: share(base),
			sent: share(other),
			texts,
		})),
		hidden,
		recoloured: areas.flatMap(({ word }, index) => {
			const recolouring = looks[index]?.recolouring;
			return recolouring === undefined ? [] : [{ ...word, ...recolouring }];
		}),
	};
}

const wholeBox = { x: 0, y: 0, width: 1, height: 1 };

/** What is told of a page that cannot be drawn. */
const whole: DrawnDifference = {
	regions: [{ kept: wholeBox, sent: wholeBox, texts: { base: 'page', other: 'page, not drawn' } }],
	recoloured: [],
	hidden: [],
};

interface DrawnSide {
	readonly page: SeenPage;
	readonly drawn: DrawnPage;
}

/** Which words stand out from their paper on one of the pages alone. */
function hiddenWords(
	kept: DrawnSide,
	sent: DrawnSide,
	words: readonly StandingWord[],
): readonly HiddenWord[] {
	if (words.length === 0) return [];
	const isSeen = ({ page, drawn }: DrawnSide) => {
		const pixels = pixelsOf(drawn, drawn);
		return (word: number) =>
			page.side.text.boxesAt(word).some((box) => standsOut(pixels, shareBack(page, box)));
	};
	const [isSeenInKept, isSeenInSent] = [isSeen(kept), isSeen(sent)];
	return words
		.map((word) => ({ ...word, isSeenInKept: isSeenInKept(word.kept) }))
		.filter((word) => word.isSeenInKept !== isSeenInSent(word.sent));
}

function hiddenBoxes(seen: SeenPage, standing: ReadonlySet<number>): readonly Box[] {
	const { page, hidden } = seen;
	const { text, rules } = seen.side;
	return [
		...wordsOf(page)
			.filter((word) => !standing.has(word))
			.flatMap((word) => text.boxesAt(word).map((box) => shareBack(seen, grown(box)))),
		...hidden.map((box) => shareBack(seen, grown(box))),
		...[...page.ignored, ...rules.regionsOf(page)].map((box) =>
			turnedBox(box, unit, 4 - seen.back),
		),
	];
}

/** Accents and flourishes exceed the box of a word. */
function grown({ x, y, width, height }: Box): Box {
	const by = height * 0.25;
	return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** A share of the page turned back. */
function shareBack({ page, back }: SeenPage, box: Box): Box {
	return turnedBox(asShares(page, box), unit, 4 - back);
}

const unit = { width: 1, height: 1 };

/** The box on the page as it is shown, in points. */
export function shownBox({ page, back }: Pick<SeenPage, 'page' | 'back'>, share: Box): Box {
	return scaled(turnedBox(share, unit, back), page.widthPoints, page.heightPoints);
}

function touches(one: Box, other: Box): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}

function whiten({ context, width, height }: DrawnPage, boxes: readonly Box[]): void {
	context.resetTransform();
	context.fillStyle = '#fff';
	for (const box of boxes) {
		const { x, y, ...size } = scaled(box, width, height);
		context.fillRect(x, y, size.width, size.height);
	}
}

/** Pages of different sizes are compared from the upper left corner. */
function pixelsOf({ context }: DrawnPage, { width, height }: DrawnPage) {
	return { data: context.getImageData(0, 0, width, height).data, width, height };
}
