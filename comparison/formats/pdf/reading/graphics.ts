/**
 * Fingerprints the look of a page: pages with equal fingerprints and the same words look the same
 * and need not be drawn. Pictures count by their pixels, not by their names in the file; text counts
 * by its colours, and by what is drawn before and after it. What an annotation shows counts by its
 * letters too: its words are those of its value or contents, and may be others.
 */
import { createHash, type Hash } from 'node:crypto';
import { Inks, listOf, type Layers } from './inks';
import type { PdfPage, Pdfjs } from './pdf-document';
import type { Graphics } from './pdf-text';

type OperatorList = Awaited<ReturnType<PdfPage['getOperatorList']>>;

export async function graphicsOf(
	pdfjs: Pdfjs,
	page: PdfPage,
	operators: OperatorList,
	layers: Layers | undefined,
): Promise<Graphics> {
	const kinds = operatorKinds(pdfjs);
	const inks = new Inks(pdfjs.OPS, layers);
	const hash = createHash('sha256');
	let [isDrawn, isText, isAnnotation, textInk] = [false, false, false, ''];
	for (const [index, operator] of operators.fnArray.entries()) {
		const args: unknown = operators.argsArray[index];
		inks.follow(operator, args);
		if (operator === kinds.beginAnnotation) isAnnotation = true;
		else if (operator === kinds.endAnnotation) isAnnotation = false;
		if (operator === kinds.beginText) isText = true;
		else if (operator === kinds.endText) isText = false;
		else if (operator === kinds.showText && hasInk(args)) {
			const ink = inks.ofText();
			if (textInk !== ink) hash.update(`text ${ink}`);
			textInk = ink;
			if (isAnnotation) hash.update(lettersOf(args));
		} else if (isText || kinds.silent.has(operator)) continue;
		else if (kinds.pictures.has(operator)) {
			[isDrawn, textInk] = [true, ''];
			hash.update(inks.ofPath());
			await hashPicture(hash, page, args);
		} else {
			if (kinds.drawn.has(operator)) {
				[isDrawn, textInk] = [true, ''];
				hash.update(inks.ofPath());
			}
			hash.update(`${operator}(`);
			hashValue(hash, args, 0);
		}
	}
	return { isDrawn, look: hash.digest('base64url') };
}

/** False for white space, which has no colour. */
function hasInk(args: unknown): boolean {
	return listOf(listOf(args)[0]).some(
		(glyph) => glyph instanceof Object && 'unicode' in glyph && glyph.unicode !== ' ',
	);
}

/** What an operator that shows text shows. */
function lettersOf(args: unknown): string {
	const glyphs = listOf(listOf(args)[0]);
	return glyphs
		.map((glyph) => (glyph instanceof Object && 'unicode' in glyph ? String(glyph.unicode) : ''))
		.join('');
}

function operatorKinds({ OPS }: Pdfjs) {
	const pictures = new Set<number>([
		OPS.paintImageXObject,
		OPS.paintImageXObjectRepeat,
		OPS.paintInlineImageXObject,
		OPS.paintImageMaskXObject,
		OPS.paintImageMaskXObjectGroup,
		OPS.paintImageMaskXObjectRepeat,
		OPS.paintInlineImageXObjectGroup,
		OPS.paintSolidColorImageMask,
	]);
	const drawn = new Set<number>([OPS.constructPath, OPS.shadingFill, OPS.rawFillPath]);
	/** Operators that draw nothing, differ in names only, or count where something is drawn. */
	const silent = new Set<number>([
		OPS.dependency,
		OPS.setFont,
		OPS.beginMarkedContent,
		OPS.beginMarkedContentProps,
		OPS.endMarkedContent,
		OPS.markPoint,
		OPS.markPointProps,
		OPS.setRenderingIntent,
		OPS.setGState,
		OPS.save,
		OPS.restore,
		OPS.setFillRGBColor,
		OPS.setStrokeRGBColor,
		OPS.setTextRenderingMode,
		OPS.showText,
	]);
	const { beginText, endText, showText, beginAnnotation, endAnnotation } = OPS;
	return { pictures, drawn, silent, beginText, endText, showText, beginAnnotation, endAnnotation };
}

/** The pixels of a picture may load after the operator list. */
async function hashPicture(hash: Hash, page: PdfPage, args: unknown): Promise<void> {
	const name: unknown = Array.isArray(args) ? args[0] : undefined;
	if (typeof name !== 'string') {
		hashValue(hash, args, 0);
		return;
	}
	const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
	const picture = await new Promise<unknown>((resolve) => void objects.get(name, resolve));
	hashValue(hash, picture, 0);
}

/** Hashes bytes and numbers in order; numbers are rounded to hundredths, as files do. */
function hashValue(hash: Hash, value: unknown, depth: number): void {
	if (typeof value === 'number') hash.update(`${Math.round(value * 100)},`);
	else if (typeof value === 'string') hash.update(`${value},`);
	else if (value instanceof Float32Array || value instanceof Float64Array) {
		for (const number of value) hash.update(`${Math.round(number * 100)},`);
	} else if (ArrayBuffer.isView(value)) {
		hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
	} else if (depth < 6 && value instanceof Object) {
		for (const [name, part] of Object.entries(value)) {
			if (name === 'ref' || name === 'objId' || name === 'dataLen') continue;
			hash.update(`${name}:`);
			hashValue(hash, part, depth + 1);
		}
	}
}
