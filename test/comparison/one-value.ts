/** Files that say one value each, in every format that reads values, and their comparison. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { unzipSync, zipSync } from 'fflate';
import type { Compared, Comparer } from '../../comparison/core/comparison';
import type { Level } from '../../comparison/core/level';
import type { CompareRules } from '../../comparison/core/rules';
import { officeComparer } from '../../comparison/formats/office/comparer';
import { slidesComparer } from '../../comparison/formats/slides/comparer';
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../comparison/formats/table/compare-tables';
import { textComparer } from '../../comparison/formats/text/text-comparer';
import { jsonComparer, xmlComparer, yamlComparer } from '../../comparison/formats/tree/comparers';
import { htmlComparer } from '../../comparison/formats/web/html-comparer';
import { openFile } from './formats/office/open-files';
import { paragraph, wordFile } from './formats/office/word-files';
import type { PdfComparing } from './formats/pdf/comparing';
import { lines, sheets } from './formats/pdf/files';
import { body, presentationFile } from './formats/slides/slide-files';
import { odsOf, xlsxOf } from './formats/table/workbook-files';

export interface Ways {
	readonly level: Level;
	readonly rules?: CompareRules;
	/** With other bytes, in which nothing is said that the kept file does not say. */
	readonly isSavedAgain?: boolean;
}

/** Compares two files that say these values. */
export type CompareValues = (kept: string, sent: string, ways: Ways) => Promise<Compared>;

type Write = (value: string) => string | Uint8Array | Promise<Uint8Array>;

type Resave = (bytes: Buffer) => Uint8Array;

function by(comparer: Comparer, write: Write, resave: Resave = repacked): CompareValues {
	const bytesOf = async (value: string) => Buffer.from(await write(value));
	return async (kept, sent, { level, rules = {}, isSavedAgain = false }) => {
		const [bytes, own] = [await bytesOf(kept), await bytesOf(sent)];
		const result = await comparer.compare({
			kept: { bytes, fileName: 'a' },
			sent: { bytes: isSavedAgain ? resave(own) : own, fileName: 'a' },
			...{ level, rules, isReported: false, onProgress: () => undefined },
		});
		if (!result.isReadable) throw new Error(result.reason);
		return result;
	};
}

const repacked: Resave = (bytes) => zipSync(unzipSync(bytes), { level: 0 });
const written =
	(old: string, fresh: string): Resave =>
	(bytes) =>
		Buffer.from(bytes.toString().replace(old, fresh));

const sentence = (value: string) => `The chair of the list is at ${value} in this year`;
const table = (value: string) => [
	['item', 'said'],
	['Chair', value],
	['Table', 'as before'],
];

/** In these a value stands among words. */
export const prose = {
	txt: by(
		textComparer,
		(value) => `${sentence(value)}\n`,
		(bytes) => Buffer.from(`\ufeff${bytes.toString()}`, 'utf16le'),
	),
	html: by(
		htmlComparer,
		(value) => `<html><body><p>${sentence(value)}</p></body></html>`,
		written('</html>', '</html>\n'),
	),
	docx: by(officeComparer, (value) => wordFile({ body: paragraph(sentence(value)) })),
	odt: by(officeComparer, (value) => openFile({ body: `<text:p>${sentence(value)}</text:p>` })),
	pptx: by(slidesComparer, (value) =>
		presentationFile({ slides: [{ shapes: body(sentence(value)) }] }),
	),
};

function odsRows(rows: readonly (readonly string[])[]): string {
	const cell = (text: string) =>
		`<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
	return rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
}

/** In these it stands alone. */
export const values = {
	csv: by(
		csvComparer,
		(value) =>
			table(value)
				.map((row) => row.map((cell) => `"${cell}"`).join(','))
				.join('\n'),
		written('"Chair"', 'Chair'),
	),
	xlsx: by(xlsxComparer, (value) => xlsxOf([{ name: 'A', rows: table(value) }])),
	ods: by(odsComparer, (value) => odsOf([{ name: 'A', table: odsRows(table(value)) }])),
	json: by(
		jsonComparer,
		(value) => JSON.stringify({ item: 'Chair', said: value }),
		written(':', ': '),
	),
	yaml: by(yamlComparer, (value) => `item: Chair\nsaid: "${value}"\n`, written(': ', ':  ')),
	xml: by(
		xmlComparer,
		(value) => `<list><item>Chair</item><said>${value}</said></list>`,
		written('<list>', '<list >'),
	),
};

export function inPdf(pdfs: PdfComparing): CompareValues {
	const write = (value: string) => sheets([lines([sentence(value), 'The table is as before'])]);
	return async (kept, sent, { isSavedAgain = false, ...ways }) => {
		const own = await write(sent);
		const document = await PDFDocument.load(own, { updateMetadata: false });
		const other = isSavedAgain ? await document.save({ useObjectStreams: false }) : own;
		return pdfs.compare(await write(kept), other, ways);
	};
}
