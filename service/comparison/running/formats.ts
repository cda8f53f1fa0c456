/**
 * The formats: how each is recognised, and what reads it. The content decides; the name only
 * distinguishes kinds of text, because a document with a missing bracket is still the same document,
 * and a file named `.pdf` may be an error page.
 */
import type { ComparedKindName } from '../../../api/comparison/kinds';
import type { CompareEntry } from '../archive/archive-comparer';
import type { Comparer } from '../comparison';
import { decodeText } from '../text-decoding';

interface FormatRow {
	/** For messages. */
	readonly name: string;
	readonly kind: ComparedKindName;
	/** Loads its comparer on first use, because some are large; without it nothing reads the format. */
	readonly load?: (compareEntry: CompareEntry) => Promise<Comparer>;
	/** First bytes, any of them. */
	readonly begins?: readonly (readonly number[])[];
	/** How the name of an entry begins that archives of this format alone have. */
	readonly entry?: string;
	/** The media type that stands at the beginning of archives of this format. */
	readonly mediaType?: string;
	/** True if it can also be read as text. */
	readonly isText?: true;
	/** Extensions that tell it from other texts. */
	readonly endings?: readonly string[];
}

const office = async () => (await import('../office/comparer.js')).officeComparer;

export const formats = {
	text: {
		name: 'text',
		kind: 'text',
		isText: true,
		load: async () => (await import('../text/text-comparer.js')).textComparer,
	},
	json: {
		name: 'JSON',
		kind: 'tree',
		isText: true,
		endings: ['json', 'geojson', 'ipynb', 'jsonl', 'ndjson'],
		load: async () => (await import('../tree/comparers.js')).jsonComparer,
	},
	yaml: {
		name: 'YAML',
		kind: 'tree',
		isText: true,
		endings: ['yaml', 'yml'],
		load: async () => (await import('../tree/comparers.js')).yamlComparer,
	},
	xml: {
		name: 'XML',
		kind: 'tree',
		isText: true,
		endings: ['xml', 'svg', 'xsd', 'xsl'],
		load: async () => (await import('../tree/comparers.js')).xmlComparer,
	},
	html: {
		name: 'HTML',
		kind: 'page',
		isText: true,
		endings: ['htm', 'html', 'xhtml'],
		load: async () => (await import('../web/html-comparer.js')).htmlComparer,
	},
	csv: {
		name: 'a table (CSV)',
		kind: 'table',
		isText: true,
		endings: ['csv', 'tsv'],
		load: async () => (await import('../table/compare-tables.js')).csvComparer,
	},
	pdf: {
		name: 'PDF',
		kind: 'pdf',
		load: async () => (await import('../pdf/comparer.js')).pdfComparer,
	},
	docx: { name: 'a document (DOCX)', kind: 'document', entry: 'word/document', load: office },
	odt: {
		name: 'a document (ODT)',
		kind: 'document',
		mediaType: 'application/vnd.oasis.opendocument.text',
		load: office,
	},
	xlsx: {
		name: 'a workbook (XLSX)',
		kind: 'table',
		entry: 'xl/workbook',
		load: async () => (await import('../table/compare-tables.js')).xlsxComparer,
	},
	ods: {
		name: 'a workbook (ODS)',
		kind: 'table',
		mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
		load: async () => (await import('../table/compare-tables.js')).odsComparer,
	},
	pptx: {
		name: 'a presentation (PPTX)',
		kind: 'slides',
		entry: 'ppt/presentation.xml',
		load: async () => (await import('../slides/comparer.js')).slidesComparer,
	},
	image: {
		name: 'a picture',
		kind: 'picture',
		begins: [
			[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
			[0xff, 0xd8, 0xff],
			[0x47, 0x49, 0x46, 0x38],
			[0x49, 0x49, 0x2a, 0x00],
			[0x4d, 0x4d, 0x00, 0x2a],
		],
		load: async () => (await import('../image/image-comparer.js')).imageComparer,
	},
	zip: {
		name: 'a ZIP archive',
		kind: 'archive',
		begins: [
			[0x50, 0x4b, 0x03, 0x04],
			[0x50, 0x4b, 0x05, 0x06],
		],
		load: async (compareEntry) =>
			(await import('../archive/archive-comparer.js')).archiveComparer(compareEntry),
	},
	// Unreadable; see common-format.ts.
	protected: {
		name: 'an old or password-protected Office file',
		kind: 'bytes',
		begins: [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
	},
	// Compared as pieces of bytes.
	other: { name: 'bytes of an unknown format', kind: 'bytes' },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type Format = keyof typeof formats;

const rows = Object.entries(formats) as ReadonlyArray<[Format, FormatRow]>;

function ofEach<Of>(tell: (row: FormatRow) => Of): Readonly<Record<Format, Of>> {
	return Object.fromEntries(rows.map(([format, row]) => [format, tell(row)])) as Record<Format, Of>;
}

/** Names for messages. */
export const formatNames = ofEach(({ name }) => name);

/** The kind of each format in the table of levels. */
export const kinds = ofEach(({ kind }) => kind);

/** What reads each format; undefined if nothing does. */
export const loads = ofEach(({ load }) => load);

/** Formats that can also be read as text. */
export const textFormats: ReadonlySet<Format> = new Set(
	rows.filter(([, { isText }]) => isText === true).map(([format]) => format),
);

const formatsByExtension: ReadonlyMap<string, Format> = new Map(
	rows.flatMap(([format, { endings = [] }]) => endings.map((ending) => [ending, format] as const)),
);

/** A PDF may have other bytes before its mark; readers search the first 1,024. */
const pdfMarkWithinBytes = 1024;

export function hasPdfMark(bytes: Uint8Array): boolean {
	const { buffer, byteOffset, length } = bytes;
	return Buffer.from(buffer, byteOffset, Math.min(length, pdfMarkWithinBytes)).includes('%PDF-');
}

export function formatOf({ bytes, fileName }: { bytes: Uint8Array; fileName: string }): Format {
	const begun = rows.find(([, { begins = [] }]) =>
		begins.some((mark) => mark.every((byte, index) => bytes[index] === byte)),
	)?.[0];
	if (begun !== undefined) return begun === 'zip' ? formatOfZip(bytes) : begun;
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
	const byEntry = rows.find(([, { entry }]) => entry !== undefined && names(directory, entry));
	if (byEntry !== undefined) return byEntry[0];
	const head = whole.toString('latin1', 0, 200);
	const isMedia = ({ mediaType }: FormatRow) => mediaType !== undefined && head.includes(mediaType);
	return rows.find(([, row]) => isMedia(row))?.[0] ?? 'zip';
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
	const named = formatsByExtension.get(extension);
	if (named !== undefined) return named;
	if (start.startsWith('<?xml')) return 'xml';
	return extension === '' && /^[[{]/.test(start) ? 'json' : 'text';
}
