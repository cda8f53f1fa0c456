/** Writes small workbooks for tests, as programs do and as they may. */
import { strToU8, zipSync } from 'fflate';

/** A value, or one with its formula (with attributes of the formula) or its style. */
export type Cell =
	| string
	| number
	| boolean
	| null
	| {
			readonly v?: string | number | boolean;
			readonly f?: string;
			readonly fAttributes?: string;
			readonly s?: number;
	  };

export type Row = readonly Cell[];

export interface SheetText {
	readonly name: string;
	readonly rows: readonly Row[];
	/** The address that a cell leads to, by its place. */
	readonly links?: Readonly<Record<string, string>>;
	readonly isHidden?: boolean;
	/** Rows from 1. */
	readonly hiddenRows?: readonly number[];
	/** Columns from 1. */
	readonly hiddenColumns?: readonly number[];
	/** As `A2:A3`. */
	readonly joined?: readonly string[];
	/** More elements below the rows. */
	readonly below?: string;
	/** Parts that the sheet refers to, by the last segment of their relation's type. */
	readonly related?: Readonly<Record<string, string>>;
}

export interface XlsxOptions {
	/** How strings are kept. */
	readonly strings?: 'shared' | 'inline';
	/** Whether rows and cells say where they stand. */
	readonly isPlaced?: boolean;
	/** Before the names of the main part's elements, with a colon. */
	readonly prefix?: string;
	/** More parts by their names. */
	readonly parts?: Readonly<Record<string, string>>;
	readonly isFrom1904?: boolean;
	/** Codes of the styles from 1 on. */
	readonly formats?: readonly string[];
	/** The font and the fill of all styles from 1 on: children of their elements. */
	readonly font?: string;
	readonly fill?: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function xlsxOf(sheets: readonly SheetText[], options: XlsxOptions = {}): Uint8Array {
	const { prefix = '', formats = [], parts = {}, isFrom1904 = false } = options;
	const { font = '', fill = '<patternFill patternType="none"/>' } = options;
	const strings: string[] = [];
	const xmlns = prefix === '' ? `xmlns="${main}"` : `xmlns:${prefix.slice(0, -1)}="${main}"`;
	const worksheets = sheets.map((sheet) => worksheet(sheet, strings, xmlns, options));
	const files: Record<string, string> = {
		'_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
		'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${sheets
			.map(
				({ name, isHidden = false }, index) =>
					`<sheet name="${escaped(name)}" sheetId="${index + 1}" state="${isHidden ? 'hidden' : 'visible'}" r:id="rId${index + 1}"/>`,
			)
			.join('')}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relations([
			...sheets.map((_, index): [string, string] => [
				'worksheet',
				`worksheets/sheet${index + 1}.xml`,
			]),
			['sharedStrings', 'sharedStrings.xml'],
			['styles', '/xl/styles.xml'],
		]),
		'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
		'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
			.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
			.join(
				'',
			)}</numFmts><fonts><font/><font>${font}</font></fonts><fills><fill><patternFill patternType="none"/></fill><fill>${fill}</fill></fills><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
			.map((_, index) => `<xf numFmtId="${164 + index}" fontId="1" fillId="1"/>`)
			.join('')}</cellXfs></styleSheet>`,
		...Object.fromEntries(
			worksheets.map((text, index) => [`xl/worksheets/sheet${index + 1}.xml`, text]),
		),
		...Object.fromEntries(
			sheets.map(({ links = {}, related = {} }, index) => [
				`xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
				relations([
					...Object.values(links).map((target): [string, string] => ['hyperlink', target]),
					...Object.keys(related).map((type): [string, string] => [
						type,
						`/xl/${type}${index + 1}.xml`,
					]),
				]),
			]),
		),
		...Object.fromEntries(
			sheets.flatMap(({ related = {} }, index) =>
				Object.entries(related).map(([type, text]) => [`xl/${type}${index + 1}.xml`, text]),
			),
		),
		...parts,
	};
	return zipped(files);
}

export function zipped(files: Readonly<Record<string, string>>): Uint8Array {
	return zipSync(
		Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
	);
}

function relations(of: ReadonlyArray<readonly [type: string, target: string]>): string {
	return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of
		.map(
			([type, target], index) =>
				`<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"${type === 'hyperlink' ? ' TargetMode="External"' : ''}/>`,
		)
		.join('')}</Relationships>`;
}

function worksheet(
	{ rows, links = {}, hiddenRows = [], hiddenColumns = [], joined = [], below = '' }: SheetText,
	strings: string[],
	xmlns: string,
	{ strings: kept = 'shared', isPlaced = true, prefix = '' }: XlsxOptions,
): string {
	const value = (cell: Exclude<Cell, null>, place: string): string => {
		const { v = '', f, fAttributes = '', s } = typeof cell === 'object' ? cell : { v: cell };
		const formula = f === undefined ? '' : `<${prefix}f${fAttributes}>${escaped(f)}</${prefix}f>`;
		const head = `${prefix}c${isPlaced ? ` r="${place}"` : ''}${s === undefined ? '' : ` s="${s}"`}`;
		if (typeof v === 'number')
			return `<${head}>${formula}<${prefix}v>${v}</${prefix}v></${prefix}c>`;
		if (typeof v === 'boolean')
			return `<${head} t="b">${formula}<${prefix}v>${Number(v)}</${prefix}v></${prefix}c>`;
		if (v === '') return `<${head}>${formula}</${prefix}c>`;
		if (f !== undefined)
			return `<${head} t="str">${formula}<${prefix}v>${escaped(v)}</${prefix}v></${prefix}c>`;
		if (kept === 'inline') {
			return `<${head} t="inlineStr"><${prefix}is><${prefix}t>${escaped(v)}</${prefix}t></${prefix}is></${prefix}c>`;
		}
		return `<${head} t="s"><${prefix}v>${strings.push(v) - 1}</${prefix}v></${prefix}c>`;
	};
	const lines = rows.map((cells, row) => {
		const inner = cells.map((cell, column) =>
			cell === null
				? isPlaced
					? ''
					: `<${prefix}c/>`
				: value(cell, `${String.fromCharCode(65 + column)}${row + 1}`),
		);
		const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : '';
		return `<${prefix}row${isPlaced ? ` r="${row + 1}"` : ''}${hidden}>${inner.join('')}</${prefix}row>`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}worksheet ${xmlns}>${columnList(hiddenColumns, prefix)}<${prefix}sheetData>${lines.join('')}</${prefix}sheetData>${joinedList(joined, prefix)}${linkList(Object.keys(links), prefix)}${below}</${prefix}worksheet>`;
}

function columnList(hidden: readonly number[], prefix: string): string {
	if (hidden.length === 0) return '';
	const items = hidden.map(
		(column) => `<${prefix}col min="${column}" max="${column}" width="12" hidden="true"/>`,
	);
	return `<${prefix}cols>${items.join('')}</${prefix}cols>`;
}

function joinedList(joined: readonly string[], prefix: string): string {
	if (joined.length === 0) return '';
	const items = joined.map((place) => `<${prefix}mergeCell ref="${place}"/>`);
	return `<${prefix}mergeCells>${items.join('')}</${prefix}mergeCells>`;
}

function linkList(places: readonly string[], prefix: string): string {
	if (places.length === 0) return '';
	const items = places.map(
		(place, index) =>
			`<${prefix}hyperlink xmlns:r="${office}" ref="${place}" r:id="rId${index + 1}"/>`,
	);
	return `<${prefix}hyperlinks>${items.join('')}</${prefix}hyperlinks>`;
}

const namespaces = ['office', 'table', 'text', 'style']
	.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
	.join(' ');

/** `table` is what stands inside of the element of the sheet; `styles` are those of its contents. */
export function odsOf(
	sheets: ReadonlyArray<{
		readonly name: string;
		readonly table: string;
		readonly isHidden?: boolean;
	}>,
	manifest = '',
	styles = '',
	masterPages = '',
): Uint8Array {
	const tables = sheets.map(
		({ name, table, isHidden = false }) =>
			`<table:table table:name="${name}"${isHidden ? ' table:style-name="hidden"' : ''}>${table}</table:table>`,
	);
	return zipped({
		mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
		'styles.xml': `<office:document-styles ${namespaces}><office:master-styles>${masterPages}</office:master-styles></office:document-styles>`,
		'META-INF/manifest.xml': `<manifest>${manifest}</manifest>`,
		'content.xml': `<office:document-content ${namespaces}><office:automatic-styles><style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
	});
}
