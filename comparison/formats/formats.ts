/** Every format that is told from others. One more is a folder with its `format.ts`, and a name here. */
import path from 'node:path';
import type { Format } from '../core/format';
import { decodeText } from '../core/text-decoding';
import { zip } from './archive/format';
import { other, protectedOffice } from './bytes/format';
import { image } from './image/format';
import { docx, odt } from './office/format';
import { pdf } from './pdf/format';
import { pptx } from './slides/format';
import { csv, ods, xlsx } from './table/format';
import { text } from './text/format';
import { json, xml, yaml } from './tree/format';
import { html } from './web/format';

const formats = {
	text,
	json,
	yaml,
	xml,
	html,
	csv,
	pdf,
	docx,
	odt,
	xlsx,
	ods,
	pptx,
	image,
	zip,
	protected: protectedOffice,
	other,
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

const rows = Object.entries(formats) as ReadonlyArray<[FormatName, Format]>;

function ofEach<Of>(tell: (row: Format) => Of): Readonly<Record<FormatName, Of>> {
	const told = rows.map(([format, row]) => [format, tell(row)]);
	return Object.fromEntries(told) as Record<FormatName, Of>;
}

/** Names for messages. */
export const formatNames = ofEach(({ name }) => name);

/** The kind of each format in the table of levels. */
export const kinds = ofEach(({ kind }) => kind);

/** What reads each format; undefined if nothing does. */
export const loads = ofEach(({ load }) => load);

/** Formats that can also be read as text. */
export const textFormats: ReadonlySet<FormatName> = new Set(
	rows.filter(([, { isText }]) => isText === true).map(([format]) => format),
);

const formatsByExtension: ReadonlyMap<string, FormatName> = new Map(
	rows.flatMap(([format, { endings = [] }]) => endings.map((ending) => [ending, format] as const)),
);

export function formatOf({ bytes, fileName }: { bytes: Uint8Array; fileName: string }): FormatName {
	const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
	const [found] =
		rows.find(([, row]) => row.begins?.some(begins) === true) ??
		rows.find(([, row]) => row.hasMark?.(bytes) === true) ??
		[];
	if (found !== undefined) return found === 'zip' ? formatOfZip(bytes) : found;
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
	const decoded = decodeText(head, bytes.length <= head.length);
	return decoded === undefined ? 'other' : formatOfText(decoded.text, fileName);
}

/**
 * The directory at the end of a ZIP file names its members in clear text, so the archive need not
 * be read; a document inside the archive has a directory of its own.
 */
function formatOfZip(bytes: Uint8Array): FormatName {
	const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const directory = directoryOf(whole);
	const isEntry = ({ entry }: Format) => entry !== undefined && names(directory, entry);
	// A package may keep its main part, which has relationships, in a folder of another name.
	const isPackage = names(directory, '[Content_Types].xml');
	const isPart = ({ entry }: Format) =>
		isPackage &&
		entry !== undefined &&
		directory.includes(`_rels/${path.posix.basename(entry, '.xml')}.xml.rels`);
	const found = rows.find(([, row]) => isEntry(row)) ?? rows.find(([, row]) => isPart(row));
	if (found !== undefined) return found[0];
	const head = whole.toString('latin1', 0, 200);
	const isMedia = ({ mediaType }: Format) => mediaType !== undefined && head.includes(mediaType);
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
function formatOfText(decoded: string, fileName: string): FormatName {
	const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	const start = decoded.replace(/^\ufeff/, '').trimStart();
	if (/^<(!doctype html|html|head|body)\b/i.test(start)) return 'html';
	const named = formatsByExtension.get(extension);
	if (named !== undefined) return named;
	if (start.startsWith('<?xml')) return 'xml';
	return extension === '' && /^[[{]/.test(start) ? 'json' : 'text';
}
