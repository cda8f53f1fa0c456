/**
 * Detects the type a file is compared as. The content decides; the name only distinguishes kinds
 * of text, so that a JSON document that lost a bracket keeps its type.
 */
import { comparedKinds, type ComparedKind } from '../../../api/comparison/kinds';
import type { Model } from '../../../api/types';
import { pdf } from '../../../comparison/formats/pdf/format';
import { decodeText } from '../../../comparison/core/text-decoding';

export type FileType = Model<'KeeperFile'>['fileType'];

/** Bytes read from the beginning of a file. */
export const headSizeBytes = 64 * 1024;

const imageBeginnings: readonly (readonly number[])[] = [
	[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
	[0xff, 0xd8, 0xff],
	[0x47, 0x49, 0x46, 0x38],
	[0x49, 0x49, 0x2a, 0x00],
	[0x4d, 0x4d, 0x00, 0x2a],
];

const typesByExtension: Readonly<Record<string, FileType>> = {
	json: 'Json',
	geojson: 'Json',
	ipynb: 'Json',
	xml: 'Xml',
	svg: 'Xml',
	xsd: 'Xml',
	xsl: 'Xml',
	csv: 'Text',
	htm: 'Text',
	html: 'Text',
	log: 'Text',
	md: 'Text',
	text: 'Text',
	tsv: 'Text',
	txt: 'Text',
	yaml: 'Text',
	yml: 'Text',
};

/** Of files that are no text, whose beginning shows what they are. */
const typesOfBytes: Readonly<Record<string, FileType>> = {
	pdf: 'Pdf',
	png: 'Image',
	jpg: 'Image',
	jpeg: 'Image',
	gif: 'Image',
	webp: 'Image',
	tif: 'Image',
	tiff: 'Image',
	bmp: 'Image',
	heic: 'Image',
	avif: 'Image',
	...Object.fromEntries(binaryEndings().map((ending) => [ending, 'Binary'] as const)),
};

/** Of the kinds of documents that are archives. */
function binaryEndings(): readonly string[] {
	const kinds: readonly ComparedKind[] = Object.values(comparedKinds);
	return kinds.flatMap(({ endings }) => endings.Binary ?? []);
}

/** The type that the extension of a file promises, if its content can show that it is another. */
export function typeNamed(fileName: string): FileType | undefined {
	const extension = extensionOf(fileName);
	return Object.hasOwn(typesOfBytes, extension) ? typesOfBytes[extension] : undefined;
}

function extensionOf(fileName: string): string {
	return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/**
 * The type of a file from its name and first bytes, at most `headSizeBytes`; `sizeBytes` is the
 * size of the whole file.
 */
export function fileType(file: {
	readonly head: Uint8Array;
	readonly sizeBytes: number;
	readonly fileName: string;
}): FileType {
	const { head, sizeBytes, fileName } = file;
	if (isImage(head)) return 'Image';
	if (pdf.hasMark(head)) return 'Pdf';
	const isWhole = head.length === sizeBytes;
	const decoded = decodeText(head, isWhole);
	if (decoded === undefined) return 'Binary';
	const extension = extensionOf(fileName);
	const named = Object.hasOwn(typesByExtension, extension)
		? typesByExtension[extension]
		: undefined;
	return named ?? kindOfText(decoded.text, isWhole);
}

function isImage(head: Uint8Array): boolean {
	const tag = (from: number, to: number) => Buffer.from(head.subarray(from, to)).toString('latin1');
	return (
		imageBeginnings.some((bytes) => bytes.every((byte, index) => head[index] === byte)) ||
		(tag(0, 4) === 'RIFF' && tag(8, 12) === 'WEBP') ||
		(tag(4, 8) === 'ftyp' && ['avif', 'heic', 'mif1'].includes(tag(8, 12))) ||
		(tag(0, 2) === 'BM' && head.length >= 26 && tag(6, 10) === '\0\0\0\0')
	);
}

/** The type of a text with an unknown extension, from its beginning. */
function kindOfText(text: string, isWhole: boolean): FileType {
	const start = text.replace(/^\ufeff/, '').trimStart();
	if (start.startsWith('<?xml')) return 'Xml';
	if (!/^[[{]/.test(start)) return 'Text';
	return isWhole && isJson(start) ? 'Json' : 'Text';
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
