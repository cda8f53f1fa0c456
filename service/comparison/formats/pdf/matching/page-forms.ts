/**
 * Finds pages of another size, pages that are turned, and empty pages that one file alone has. Pure.
 */
import type { PdfText, TextPage } from '../reading/pdf-text';
import { uprightSize } from '../reading/turning';
import type { Difference, DifferenceSide } from './difference';
import type { PagePair } from './page-alignment';

/** Smaller differences are invisible. */
const sizePointsMax = 1.5;

/** Weight of another form of a page: a word or two, since the text is the same. */
const pageFormWeight = 10;

export function pageForms(
	kept: PdfText,
	sent: PdfText,
	pairs: readonly PagePair[],
): readonly Difference[] {
	return pairs.flatMap((pair): readonly Difference[] => {
		const [old, fresh] = [kept.pages[pair.kept ?? -1], sent.pages[pair.sent ?? -1]];
		if (old === undefined || fresh === undefined) return emptyPage(old, fresh);
		const turns = turnsOf(old, fresh);
		return [
			...(turns.kept === turns.sent
				? []
				: [difference(old, turnText(turns.kept), fresh, turnText(turns.sent))]),
			...(isSameSize(old, fresh) ? [] : [difference(old, sizeText(old), fresh, sizeText(fresh))]),
		];
	});
}

/** A page without words that shows something. */
export function isScanned({ from, to, graphics }: TextPage): boolean {
	return from === to && graphics.isDrawn;
}

/** An empty page that only one file has; what stands on others is told elsewhere. */
function emptyPage(old: TextPage | undefined, fresh: TextPage | undefined): readonly Difference[] {
	const page = old ?? fresh;
	if (page === undefined || page.from < page.to || page.graphics.isDrawn) return [];
	const side = sideOf(page, 'empty page');
	return [
		{
			class: 'layout',
			...(old === undefined ? { sent: side } : { kept: side }),
			weight: pageFormWeight,
		},
	];
}

/** Pages without words are turned if the same picture is shown turned. */
function turnsOf(old: TextPage, fresh: TextPage): { readonly kept: number; readonly sent: number } {
	if (!isScanned(old) || !isScanned(fresh)) return { kept: old.quarters, sent: fresh.quarters };
	const isSamePicture = old.graphics.look === fresh.graphics.look;
	return isSamePicture ? { kept: old.rotation, sent: fresh.rotation } : { kept: 0, sent: 0 };
}

function isSameSize(old: TextPage, fresh: TextPage): boolean {
	const { kept, sent } = turnsOf(old, fresh);
	const [one, other] = [
		uprightSize({ ...old, quarters: kept }),
		uprightSize({ ...fresh, quarters: sent }),
	];
	return (
		Math.abs(one.width - other.width) <= sizePointsMax &&
		Math.abs(one.height - other.height) <= sizePointsMax
	);
}

function turnText(quarters: number): string {
	return quarters === 0 ? 'page upright' : `page turned by ${quarters * 90} degrees`;
}

function sizeText({ widthPoints, heightPoints }: TextPage): string {
	return `page of ${Math.round(widthPoints)} × ${Math.round(heightPoints)} pt`;
}

function difference(old: TextPage, oldText: string, fresh: TextPage, newText: string): Difference {
	return {
		class: 'layout',
		kept: sideOf(old, oldText),
		sent: sideOf(fresh, newText),
		weight: pageFormWeight,
	};
}

function sideOf(page: TextPage, text: string): DifferenceSide {
	return {
		page: page.number - 1,
		words: [],
		boxes: [{ x: 0, y: 0, width: page.widthPoints, height: page.heightPoints }],
		text,
	};
}
