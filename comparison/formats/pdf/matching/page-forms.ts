/**
 * Finds pages of another size, pages that are turned, and empty pages that one file alone has. Pure.
 */
import type { Both } from '../../../core/format-comparer';
import type { PdfText, TextPage } from '../reading/pdf-text';
import { uprightSize } from '../reading/turning';
import { pictureOn, type Difference } from './difference';
import type { Pair } from '../../../align/pairing';

/** Smaller differences are invisible. */
const sizePointsMax = 1.5;

/** Weight of another form of a page: a word or two, since the text is the same. */
export const pageFormWeight = 10;

export function pageForms(
	{ kept, sent }: Both<PdfText>,
	pairs: readonly Pair[],
): readonly Difference[] {
	return pairs.flatMap((pair): readonly Difference[] => {
		const [base, other] = [kept.pages[pair.kept ?? -1], sent.pages[pair.sent ?? -1]];
		if (base === undefined || other === undefined) return emptyPage(base, other);
		const turns = turnsOf(base, other);
		const forms = [
			...(turns.kept === turns.sent ? [] : [[turnText(turns.kept), turnText(turns.sent)]]),
			...(isSameSize(base, other) ? [] : [[sizeText(base), sizeText(other)]]),
		];
		return forms.map(([ours = '', theirs = '']) => ({
			class: 'layout',
			kept: pictureOn(base, ours),
			sent: pictureOn(other, theirs),
			weight: pageFormWeight,
		}));
	});
}

/** A page without words that shows something. */
export function isScanned({ from, to, graphics }: TextPage): boolean {
	return from === to && graphics.isDrawn;
}

/** An empty page that only one file has; what stands on others is told elsewhere. */
function emptyPage(base: TextPage | undefined, other: TextPage | undefined): readonly Difference[] {
	const page = base ?? other;
	if (page === undefined || page.from < page.to || page.graphics.isDrawn) return [];
	const [kept, sent] = [base, other].map((one) => one && pictureOn(one, 'empty page'));
	return [{ class: 'layout', kept, sent, weight: pageFormWeight }];
}

/** Pages without words are turned if the same picture is shown turned. */
function turnsOf(base: TextPage, other: TextPage): Both<number> {
	if (!isScanned(base) || !isScanned(other)) return { kept: base.quarters, sent: other.quarters };
	const isSamePicture = base.graphics.look === other.graphics.look;
	return isSamePicture ? { kept: base.rotation, sent: other.rotation } : { kept: 0, sent: 0 };
}

function isSameSize(base: TextPage, other: TextPage): boolean {
	const { kept, sent } = turnsOf(base, other);
	const [baseSize, otherSize] = [
		uprightSize({ ...base, quarters: kept }),
		uprightSize({ ...other, quarters: sent }),
	];
	return (
		Math.abs(baseSize.width - otherSize.width) <= sizePointsMax &&
		Math.abs(baseSize.height - otherSize.height) <= sizePointsMax
	);
}

function turnText(quarters: number): string {
	return quarters === 0 ? 'page upright' : `page turned by ${quarters * 90} degrees`;
}

function sizeText({ widthPoints, heightPoints }: TextPage): string {
	return `page of ${Math.round(widthPoints)} × ${Math.round(heightPoints)} pt`;
}
