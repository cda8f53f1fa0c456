/**
 * What a page draws beside its text, as a fingerprint: equal fingerprints look the same and need not be
 * drawn to be compared. Pictures count by their pixels, not by their names in the file.
 */
import { createHash, type Hash } from 'node:crypto';
import type { PdfPage, Pdfjs } from './pdf-document';
import type { Graphics } from './pdf-text';

type OperatorList = Awaited<ReturnType<PdfPage['getOperatorList']>>;

export async function graphicsOf(
	pdfjs: Pdfjs,
	page: PdfPage,
	operators: OperatorList,
): Promise<Graphics> {
	const kinds = operatorKinds(pdfjs);
	const hash = createHash('sha256');
	let [isDrawn, hasPictures, isText] = [false, false, false];
	for (const [index, operator] of operators.fnArray.entries()) {
		const args: unknown = operators.argsArray[index];
		if (operator === kinds.beginText) isText = true;
		else if (operator === kinds.endText) isText = false;
		else if (isText || kinds.silent.has(operator)) continue;
		else if (kinds.pictures.has(operator)) {
			[isDrawn, hasPictures] = [true, true];
			await hashPicture(hash, page, args);
		} else {
			isDrawn ||= kinds.drawn.has(operator);
			hash.update(`${operator}(`);
			hashValue(hash, args, 0);
		}
	}
	return { fingerprint: isDrawn ? hash.digest('base64url') : '', hasPictures };
}

function operatorKinds({ OPS }: Pdfjs) {
	const pictures = new Set<number>([
		...[OPS.paintImageXObject, OPS.paintImageXObjectRepeat, OPS.paintInlineImageXObject],
		...[OPS.paintImageMaskXObject, OPS.paintImageMaskXObjectGroup],
		...[OPS.paintImageMaskXObjectRepeat, OPS.paintInlineImageXObjectGroup],
		...[OPS.paintSolidColorImageMask],
	]);
	const drawn = new Set<number>([OPS.constructPath, OPS.shadingFill, OPS.rawFillPath]);
	/** What shows nothing by itself, or says the same thing under other names in each file. */
	const silent = new Set<number>([
		...[OPS.dependency, OPS.setFont, OPS.beginMarkedContent, OPS.beginMarkedContentProps],
		...[OPS.endMarkedContent, OPS.markPoint, OPS.markPointProps, OPS.setRenderingIntent],
		...[OPS.setGState, OPS.save, OPS.restore, OPS.setFillRGBColor, OPS.setStrokeRGBColor],
	]);
	return { pictures, drawn, silent, beginText: OPS.beginText, endText: OPS.endText };
}

/** The pixels of a picture may come after the list of what is drawn. */
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

/** Bytes and numbers in their order; numbers to the hundredth, as files round them. */
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
