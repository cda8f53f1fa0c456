/**
 * Converts a sent picture into the PNG that is kept: detects the format by content, limits the size before decoding,
 * and encodes it again so that nothing else of the file remains.
 */
import type { Sharp } from 'sharp';
import { Refusal } from '../../server/refusal';
import { svgFault, type SvgForm } from './svg';

const sideMax = 12_000;
const pixelsMax = 60_000_000;

const kinds = {
	png: (head: Buffer) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
	jpeg: (head: Buffer) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
	webp: (head: Buffer) =>
		head.subarray(0, 4).toString('latin1') === 'RIFF' &&
		head.subarray(8, 12).toString('latin1') === 'WEBP',
	svg: (head: Buffer) => /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(head.toString('utf8')),
} as const;

export interface PictureRules {
	/** What it may be, in words for who sent something else. */
	readonly formats: string;
	readonly svg: SvgForm;
	/** Larger ones are made smaller, an SVG is drawn at this size. */
	readonly keptSize: { readonly width: number; readonly height: number };
	readonly invalid: (why: string) => Refusal;
	/** Says what is wrong with the picture itself. */
	readonly fault?: (picture: Sharp) => Promise<string | undefined>;
}

export interface Picture {
	readonly png: Buffer;
	readonly width: number;
	readonly height: number;
}

/** Refuses an unusable picture with the reason. */
export async function pictureOf(bytes: Buffer, rules: PictureRules): Promise<Picture> {
	const { invalid, keptSize, formats } = rules;
	const head = bytes.subarray(0, 1024);
	const kind = Object.entries(kinds).find(([, isKind]) => isKind(head))?.[0];
	if (kind === undefined) throw invalid(`is no ${formats}`);
	if (kind === 'svg') {
		const text = bytes.toString('utf8').replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '');
		const fault = svgFault(text, rules.svg);
		if (fault !== undefined) throw invalid(fault);
	}
	const { default: sharp } = await import('sharp');
	const limits = { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 } as const;
	try {
		const { width, height } = await sharp(bytes, limits).metadata();
		if (Math.max(width, height) > sideMax || width * height > pixelsMax) throw invalid(tooLarge);
		const scale = kind === 'svg' ? Math.min(keptSize.width / width, keptSize.height / height) : 1;
		const density = Math.max(1, Math.min(2400, 72 * scale));
		const open = () => sharp(bytes, { ...limits, density }).autoOrient();
		const fault = await rules.fault?.(open());
		if (fault !== undefined) throw invalid(fault);
		const kept = open().resize({ ...keptSize, fit: 'inside', withoutEnlargement: true });
		// The highest level takes 16 times as long, for strokes 3 % smaller.
		const encoded = kept.toColourspace('srgb').png({ compressionLevel: 6 });
		const { data: png, info } = await encoded.toBuffer({ resolveWithObject: true });
		return { png, width: info.width, height: info.height };
	} catch (fault) {
		throw unreadable(fault, invalid);
	}
}

const tooLarge = `has more than ${sideMax} pixels along a side, or ${pixelsMax / 1e6} million in all`;

function unreadable(fault: unknown, invalid: (why: string) => Refusal): unknown {
	if (fault instanceof Refusal) return fault;
	const message = fault instanceof Error ? fault.message : '';
	return invalid(/pixel limit/i.test(message) ? tooLarge : 'is broken or incomplete');
}
