/**
 * Documents with all that a DOCX may hold between its words, as a model that says what a reader sees;
 * and edits of them. The same for the same seed.
 */
import { strToU8 } from 'fflate';
import { escaped, run, wordFile } from '../formats/office/word-files';
import { reworded, sentence } from './office';
import type { Random } from './random';

export type Inline =
	| { readonly kind: 'text'; readonly text: string; readonly look: string }
	| { readonly kind: 'link' | 'inserted' | 'deleted'; readonly text: string }
	| { readonly kind: 'field'; readonly text: string; readonly isComplex: boolean }
	| { readonly kind: 'picture'; readonly picture: number }
	| { readonly kind: 'formula' | 'note' | 'box'; readonly text: string }
	| { readonly kind: 'tab' | 'break' | 'bookmark' };

export interface Paragraph {
	readonly inlines: readonly Inline[];
	readonly isListed: boolean;
}

/** A paragraph, or the rows of a table: cells, each of paragraphs. */
export type Block = Paragraph | { readonly rows: readonly (readonly (readonly Paragraph[])[])[] };

export interface RichDocument {
	readonly blocks: readonly Block[];
	readonly header: string;
}

const pictureCount = 3;
const looks = ['', '', '<w:b/>', '<w:i/>', '<w:color w:val="C00000"/>'];

const pick = <T>(random: Random, list: readonly T[]): T => {
	const chosen = list[random.below(list.length)];
	if (chosen === undefined) throw new Error('nothing to choose from');
	return chosen;
};

export function richDocument(random: Random): RichDocument {
	const blocks = Array.from({ length: random.between(2, 9) }, () =>
		random.below(6) === 0 ? table(random) : paragraph(random),
	);
	return { blocks, header: sentence(random, 4) };
}

function paragraph(random: Random): Paragraph {
	const inlines = Array.from({ length: random.between(1, 4) }, () => text(random));
	const more = random.below(3) === 0 ? [anyInline(random)] : [];
	const at = random.below(inlines.length + 1);
	return { inlines: inlines.toSpliced(at, 0, ...more), isListed: random.below(6) === 0 };
}

function text(random: Random): Inline {
	return {
		kind: 'text',
		text: `${sentence(random, random.between(2, 9))} `,
		look: pick(random, looks),
	};
}

const shortKinds = ['link', 'inserted', 'deleted', 'formula', 'note', 'box'] as const;

export function anyInline(random: Random): Inline {
	const short = sentence(random, 2);
	switch (random.below(5)) {
		case 0:
			return { kind: 'field', text: short, isComplex: random.below(2) === 0 };
		case 1:
			return { kind: 'picture', picture: random.below(pictureCount) };
		case 2:
			return { kind: pick(random, ['tab', 'break', 'bookmark'] as const) };
		default:
			return { kind: pick(random, shortKinds), text: short };
	}
}

function table(random: Random): Block {
	const columns = random.between(1, 4);
	const rows = Array.from({ length: random.between(1, 4) }, () =>
		Array.from({ length: columns }, () => cell(random)),
	);
	return { rows };
}

function cell(random: Random): readonly Paragraph[] {
	return Array.from({ length: random.below(5) === 0 ? 2 : 1 }, () => paragraph(random));
}

/** A copy with one to four edits. */
export function edited(random: Random, document: RichDocument): RichDocument {
	let { blocks, header } = document;
	for (let left = random.between(1, 5); left > 0; left -= 1) {
		if (random.below(12) === 0) header = reworded(random, header);
		else blocks = editedBlocks(random, blocks);
	}
	return { blocks, header };
}

function editedBlocks(random: Random, blocks: readonly Block[]): readonly Block[] {
	const at = random.below(blocks.length);
	const block = pick(random, blocks.slice(at, at + 1));
	const next = blocks[at + 1];
	switch (random.below(8)) {
		case 0:
			return blocks.toSpliced(at, 0, random.below(5) === 0 ? table(random) : paragraph(random));
		case 1:
			return blocks.length > 1 ? blocks.toSpliced(at, 1) : blocks;
		case 2:
			return blocks.toSpliced(at, 1).toSpliced(random.below(blocks.length), 0, block);
		case 3:
			if ('rows' in block || next === undefined || 'rows' in next) return blocks;
			return blocks.toSpliced(at, 2, { ...block, inlines: [...block.inlines, ...next.inlines] });
		case 4:
			return 'rows' in block ? blocks : blocks.toSpliced(at, 1, ...split(random, block));
		default:
			return blocks.with(
				at,
				'rows' in block ? { rows: editedRows(random, block.rows) } : editedParagraph(random, block),
			);
	}
}

function split(random: Random, { inlines, isListed }: Paragraph): readonly Paragraph[] {
	const at = random.below(inlines.length + 1);
	const parts = [inlines.slice(0, at), inlines.slice(at)];
	return parts.map((part) => ({ inlines: part, isListed }));
}

type Rows = readonly (readonly (readonly Paragraph[])[])[];

function editedRows(random: Random, rows: Rows): Rows {
	const at = random.below(rows.length);
	const row = pick(random, rows.slice(at, at + 1));
	switch (random.below(5)) {
		case 0:
			return rows.toSpliced(
				at,
				0,
				row.map(() => cell(random)),
			);
		case 1:
			return rows.length > 1 ? rows.toSpliced(at, 1) : rows;
		case 2:
			return rows.map((cells) => [...cells, cell(random)]);
		default: {
			const column = random.below(row.length);
			return rows.with(at, row.with(column, editedCell(random, row[column] ?? [])));
		}
	}
}

function editedCell(random: Random, paragraphs: readonly Paragraph[]): readonly Paragraph[] {
	const at = random.below(paragraphs.length);
	const one = pick(random, paragraphs.slice(at, at + 1));
	switch (random.below(5)) {
		case 0:
			return paragraphs.toSpliced(at + random.below(2), 0, paragraph(random));
		case 1:
			return paragraphs.length > 1 ? paragraphs.toSpliced(at, 1) : paragraphs;
		default:
			return paragraphs.with(at, editedParagraph(random, one));
	}
}

function editedParagraph(random: Random, paragraph: Paragraph): Paragraph {
	const { inlines, isListed } = paragraph;
	const at = random.below(inlines.length);
	const inline = inlines[at];
	switch (random.below(8)) {
		case 0:
			return { ...paragraph, inlines: inlines.toSpliced(at, 0, anyInline(random)) };
		case 1:
			return { ...paragraph, inlines: inlines.toSpliced(at, 1) };
		case 2:
			return { inlines, isListed: !isListed };
		case 3:
			return { ...paragraph, inlines: inlines.map(decided(random.below(2) === 0)) };
		default:
			if (inline === undefined) return { ...paragraph, inlines: [text(random)] };
			return { ...paragraph, inlines: inlines.with(at, editedInline(random, inline)) };
	}
}

/** A tracked change of the file, accepted or rejected. */
const decided =
	(isAccepted: boolean) =>
	(inline: Inline): Inline => {
		if (inline.kind !== 'inserted' && inline.kind !== 'deleted') return inline;
		const stays = (inline.kind === 'inserted') === isAccepted;
		return { kind: 'text', text: stays ? inline.text : '', look: '' };
	};

function editedInline(random: Random, inline: Inline): Inline {
	if (inline.kind === 'picture') {
		return { kind: 'picture', picture: (inline.picture + 1) % pictureCount };
	}
	if (!('text' in inline)) return anyInline(random);
	if (inline.kind === 'text' && random.below(5) === 0)
		return { ...inline, look: pick(random, looks) };
	return { ...inline, text: reworded(random, inline.text) };
}

/** The file of a document. */
export function richFile({ blocks, header }: RichDocument): Uint8Array {
	const notes: string[] = [];
	const body = blocks.map((block) => blockXml(block, notes)).join('');
	const footnotes = notes
		.map((note, at) => `<w:footnote w:id="${at + 2}"><w:p>${run(note)}</w:p></w:footnote>`)
		.join('');
	return wordFile({
		body,
		headers: [`<w:p>${run(header)}</w:p>`],
		pictures: Array.from({ length: pictureCount }, (_, at) => strToU8(pictureText(at))),
		numbering:
			'<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
		...(notes.length === 0 ? {} : { footnotes }),
	});
}

/** What a picture holds, by which it is known again. */
export const pictureText = (picture: number) => `picture ${picture}`;

function blockXml(block: Block, notes: string[]): string {
	if (!('rows' in block)) return paragraphXml(block, notes);
	const cells = (row: readonly (readonly Paragraph[])[]) =>
		row
			.map((paragraphs) => paragraphs.map((each) => paragraphXml(each, notes)).join(''))
			.map((content) => `<w:tc><w:tcPr/>${content}</w:tc>`)
			.join('');
	return `<w:tbl><w:tblPr/>${block.rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

function paragraphXml({ inlines, isListed }: Paragraph, notes: string[]): string {
	const list = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>';
	return `<w:p>${isListed ? list : ''}${inlines.map((inline) => inlineXml(inline, notes)).join('')}</w:p>`;
}

const by = 'w:id="7" w:author="Ada" w:date="2026-01-01T00:00:00Z"';

function inlineXml(inline: Inline, notes: string[]): string {
	switch (inline.kind) {
		case 'text':
			return inline.text === '' ? '' : run(inline.text, inline.look);
		case 'link':
			return `<w:hyperlink w:anchor="there">${run(inline.text)}</w:hyperlink>`;
		case 'inserted':
			return `<w:ins ${by}>${run(inline.text)}</w:ins>`;
		case 'deleted':
			return `<w:del ${by}><w:r><w:delText xml:space="preserve">${escaped(inline.text)}</w:delText></w:r></w:del>`;
		case 'field':
			return fieldXml(inline.text, inline.isComplex);
		case 'picture':
			return `<w:r><w:drawing><wp:inline><wp:extent cx="360000" cy="360000"/><a:blip r:embed="p${inline.picture}"/></wp:inline></w:drawing></w:r>`;
		case 'formula':
			return `<m:oMath><m:r><m:t>${inline.text}</m:t></m:r></m:oMath>`;
		case 'note':
			notes.push(inline.text);
			return `<w:r><w:footnoteReference w:id="${notes.length + 1}"/></w:r>`;
		case 'box':
			return `<w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p>${run(inline.text)}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
		case 'tab':
			return '<w:r><w:tab/></w:r>';
		case 'break':
			return '<w:r><w:br/></w:r>';
		case 'bookmark':
			return '<w:bookmarkStart w:id="1" w:name="there"/><w:bookmarkEnd w:id="1"/>';
	}
}

function fieldXml(result: string, isComplex: boolean): string {
	const instruction = ' REF there \\h ';
	if (!isComplex) return `<w:fldSimple w:instr="${instruction}">${run(result)}</w:fldSimple>`;
	const mark = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
	const code = `<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>`;
	return `${mark('begin')}${code}${mark('separate')}${run(result)}${mark('end')}`;
}

/** What a reader sees of a paragraph or a row, changes of the file's own accepted. */
export interface Line {
	/** What the comparison may call it, or what stands in it. */
	readonly names: readonly string[];
	readonly text: string;
}

export function linesOf({ blocks, header }: RichDocument): readonly Line[] {
	const counts = { paragraph: 0, table: 0, note: 0 };
	const take = (noun: keyof typeof counts) => (counts[noun] += 1);
	const notesIn = ({ inlines }: Paragraph) =>
		inlines.filter(({ kind }) => kind === 'note').map(() => `Footnote ${take('note')}`);
	/** A box outside of tables is a paragraph behind the one that holds it. */
	const boxesIn = ({ inlines }: Paragraph) =>
		inlines.filter(({ kind }) => kind === 'box').map(() => `Paragraph ${take('paragraph')}`);
	const body = blocks.flatMap((block): readonly Line[] => {
		if (!('rows' in block)) {
			const name = `Paragraph ${take('paragraph')}`;
			return [{ names: [name, ...boxesIn(block), ...notesIn(block)], text: lineOf(block) }];
		}
		const table = take('table');
		return block.rows.map((row, at) => ({
			names: [`Table ${table}, row ${at + 1}`, ...row.flat().flatMap(notesIn)],
			text: `| ${row.map((cell) => cell.map(lineOf).join(' ¶ ')).join(' | ')} |`,
		}));
	});
	return [{ names: ['Header 1'], text: `header: ${header}` }, ...body];
}

const lineOf = ({ inlines }: Paragraph) => inlines.map(seen).join('');

function seen(inline: Inline): string {
	switch (inline.kind) {
		case 'deleted':
		case 'bookmark':
			return '';
		case 'picture':
			return `⟨${pictureText(inline.picture)}⟩`;
		case 'tab':
			return '\t';
		case 'break':
			return '\n';
		case 'formula':
		case 'note':
		case 'box':
			return `⟨${inline.kind}: ${inline.text}⟩`;
		case 'text':
		case 'inserted':
		case 'field':
		case 'link':
			return inline.text;
	}
}
