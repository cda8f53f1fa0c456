/**
 * Detects the format of a file. The content decides; the name only distinguishes kinds of text,
 * because a document with a missing bracket is still the same document, and a file named `.pdf` may
 * be an error page.
 */
import type { ComparedKindName } from '../../../api/comparison/levels';
import { decodeText } from '../text-decoding';

export type Format =
	| 'text'
	| 'json'
	| 'yaml'
	| 'xml'
	| 'html'
	| 'csv'
	| 'xlsx'
	| 'ods'
	| 'pdf'
	| 'docx'
	| 'odt'
	| 'image'
	| 'zip'
	| 'protected'
	| 'other';

/** Names for messages. */
export const formatNames: Readonly<Record<Format, string>> = {
	text: 'text',
	json: 'JSON',
	yaml: 'YAML',
	xml: 'XML',
	html: 'HTML',
	csv: 'a table (CSV)',
	xlsx: 'a workbook (XLSX)',
	ods: 'a workbook (ODS)',
	pdf: 'PDF',
	docx: 'a document (DOCX)',
	odt: 'a document (ODT)',
	image: 'a picture',
	zip: 'a ZIP archive',
	protected: 'an old or password-protected Office file',
	other: 'bytes of an unknown format',
};

/** The kind of each format in the table of levels. */
export const kinds: Readonly<Record<Format, ComparedKindName>> = {
	text: 'text',
	json: 'tree',
	yaml: 'tree',
	xml: 'tree',
	html: 'page',
	csv: 'table',
	xlsx: 'table',
	ods: 'table',
	pdf: 'pdf',
	docx: 'document',
	odt: 'document',
	image: 'picture',
	zip: 'archive',
	protected: 'bytes',
	other: 'bytes',
};

/** Formats that can also be read as text. */
export const textFormats: ReadonlySet<Format> = new Set<Format>([
	'text',
	'json',
	'yaml',
	'xml',
	'html',
	'csv',
]);

const formatsByExtension: Readonly<Record<string, Format>> = {
	json: 'json',
	geojson: 'json',
	ipynb: 'json',
	jsonl: 'json',
	ndjson: 'json',
	yaml: 'yaml',
	yml: 'yaml',
	xml: 'xml',
	svg: 'xml',
	xsd: 'xml',
	xsl: 'xml',
	htm: 'html',
	html: 'html',
	xhtml: 'html',
	csv: 'csv',
	tsv: 'csv',
};

const beginnings: ReadonlyArray<readonly [Format, readonly number[]]> = [
	['image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['image', [0xff, 0xd8, 0xff]],
	['image', [0x47, 0x49, 0x46, 0x38]],
	['image', [0x49, 0x49, 0x2a, 0x00]],
	['image', [0x4d, 0x4d, 0x00, 0x2a]],
	['protected', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
	['zip', [0x50, 0x4b, 0x03, 0x04]],
	['zip', [0x50, 0x4b, 0x05, 0x06]],
];

/** A PDF may have other bytes before its mark; readers search the first 1,024. */
const pdfMarkWithinBytes = 1024;

export function hasPdfMark(bytes: Uint8Array): boolean {
	const { buffer, byteOffset, length } = bytes;
	return Buffer.from(buffer, byteOffset, Math.min(length, pdfMarkWithinBytes)).includes('%PDF-');
}

export function formatOf({ bytes, fileName }: { bytes: Uint8Array; fileName: string }): Format {
	const begun = beginnings.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
	if (begun !== undefined) return begun[0] === 'zip' ? formatOfZip(bytes) : begun[0];
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
	if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
		return 'image';
	}
	if (hasPdfMark(bytes)) return 'pdf';
	const text = decodeText(head, bytes.length <= head.length);
	return text === undefined ? 'other' : formatOfText(text.text, fileName);
}

/**
 * The directory at the end of a ZIP file names its members in clear text, so the archive need not
 * be read; a document inside the archive has a directory of its own.
 */
function formatOfZip(bytes: Uint8Array): Format {
	const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const directory = directoryOf(whole);
	if (names(directory, 'word/document')) return 'docx';
	if (names(directory, 'xl/workbook')) return 'xlsx';
	const head = whole.toString('latin1', 0, 200);
	if (head.includes('application/vnd.oasis.opendocument.text')) return 'odt';
	if (head.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods';
	return 'zip';
}

/** The directory, as the end record locates it; the whole of a truncated file. */
function directoryOf(whole: Buffer): Buffer {
	const end = whole.lastIndexOf('PK\x05\x06', undefined, 'latin1');
	if (end === -1 || end + 22 > whole.length) return whole;
	return whole.subarray(whole.readUInt32LE(end + 16), end);
}

/** True if a member's name begins so: its header of 46 bytes comes before. */
function names(directory: Buffer, start: string): boolean {
	for (let at = directory.indexOf(start); at !== -1; at = directory.indexOf(start, at + 1)) {
		const isHead = at >= 46 && directory.toString('latin1', at - 46, at - 42) === 'PK\x01\x02';
		const isLocal = at >= 30 && directory.toString('latin1', at - 30, at - 26) === 'PK\x03\x04';
		if (isHead || isLocal) return true;
	}
	return false;
}

/** The start of the text decides before the extension. */
function formatOfText(text: string, fileName: string): Format {
	const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	const start = text.replace(/^\ufeff/, '').trimStart();
	if (/^<(!doctype html|html|head|body)\b/i.test(start)) return 'html';
	const named = Object.hasOwn(formatsByExtension, extension)
		? formatsByExtension[extension]
		: undefined;
	if (named !== undefined) return named;
	if (start.startsWith('<?xml')) return 'xml';
	return extension === '' && /^[[{]/.test(start) ? 'json' : 'text';
}
