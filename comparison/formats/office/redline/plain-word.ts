/** Creates a plain DOCX with a document's blocks, as the base for tracked changes. */
import { strToU8, zipSync } from 'fflate';
import {
	type Block,
	type OfficeDocument,
	type Paragraph,
	partKinds,
	wordsIn,
} from '../../blocks/document/document';
import { textContent } from './writing';

const address = 'http://schemas.openxmlformats.org';
const types = 'application/vnd.openxmlformats-';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** All parts follow each other in the body, because other formats have other parts. */
export function plainWord(document: OfficeDocument): Uint8Array {
	const blocks = partKinds.flatMap((kind) => document.parts[kind]);
	const main = `${address}/officeDocument/2006/relationships/officeDocument`;
	return zipSync(
		{
			'[Content_Types].xml': strToU8(
				`${head}<Types xmlns="${address}/package/2006/content-types"><Default Extension="rels" ContentType="${types}package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}officedocument.wordprocessingml.document.main+xml"/></Types>`,
			),
			'_rels/.rels': strToU8(
				`${head}<Relationships xmlns="${address}/package/2006/relationships"><Relationship Id="r1" Type="${main}" Target="word/document.xml"/></Relationships>`,
			),
			'word/document.xml': strToU8(
				`${head}<w:document xmlns:w="${address}/wordprocessingml/2006/main"><w:body>${bodyOf(blocks)}<w:sectPr/></w:body></w:document>`,
			),
		},
		{ mtime: new Date(2000, 0, 1) },
	);
}

function bodyOf(blocks: readonly Block[]): string {
	const written: string[] = [];
	let table: string | undefined;
	for (const { path, row, cells } of blocks) {
		const isInTable = row !== undefined && table === path;
		if (table !== undefined && !isInTable) written.push('</w:tbl>');
		table = row === undefined ? undefined : path;
		if (row === undefined)
			written.push(...cells.flatMap((cell) => cell.paragraphs.map(paragraphXml)));
		else written.push(isInTable ? '' : '<w:tbl><w:tblPr/>', rowXml(cells));
	}
	if (table !== undefined) written.push('</w:tbl>');
	return written.join('');
}

function rowXml(cells: Block['cells']): string {
	const written = cells.map(
		({ paragraphs }) =>
			`<w:tc><w:tcPr/>${paragraphs.map(paragraphXml).join('') || '<w:p/>'}</w:tc>`,
	);
	return `<w:tr>${written.join('')}</w:tr>`;
}

function paragraphXml(paragraph: Paragraph): string {
	return `<w:p><w:r>${textContent(wordsIn(paragraph), 'w:t')}</w:r></w:p>`;
}
