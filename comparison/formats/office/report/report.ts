/**
 * The report on two documents: side by side, block by block, with differences marked in the text,
 * and with the tracked changes still open in either file.
 */
import { markup, type Markup, numberText } from '../../../../server/html/markup';
import { changeAnchor } from '../../../report/anchors';
import { changeSigns } from '../../../report/signs';
import { hiddenCharacter } from '../../text/reading/characters';
import {
	type ComparedBlock,
	type ComparedCell,
	type ComparedParagraph,
	countedDifference,
} from '../matching/comparing';
import { isSpace, type Counts } from '../matching/differences';
import { type Block, cellName, type OfficeDocument } from '../document/document';
import { paragraphEnd, type Segment } from '../matching/paragraph-difference';

/** Further rows are only counted. */
const rowsMax = 4000;

/** Number of equal blocks shown around a different one. */
const contextBlocks = 2;

export const officeStyle = `
.office { width: 100%; margin-top: .75rem; table-layout: fixed; background: var(--paper); border: 1px solid var(--line); }
.office > thead th { text-align: left; padding: .4rem .75rem; border-bottom: 1px solid var(--line); }
.office > tbody > tr > td, .office > tbody > tr > th { vertical-align: top; padding: .4rem .75rem; overflow-wrap: anywhere; white-space: pre-wrap; }
.office > tbody > tr > th { font-weight: normal; text-align: left; white-space: normal; padding-bottom: 0; border-top: 1px solid var(--line); }
.office .none { background: var(--empty); }
.office .skipped td { color: var(--soft); text-align: center; }
.office .cells { width: 100%; } .office .cells td { border: 1px solid var(--line); padding: .15rem .4rem; vertical-align: top; }
.office p { margin: 0 0 .3rem; } .office .how { display: block; color: var(--blue-ink); font-size: .85rem; }
.office p .formatted { text-decoration: underline dotted; }
.office .label { color: var(--soft); }
.office .sign { font-weight: 700; margin-right: .35rem; }
@media screen and (max-width: 45rem) { .office, .office > tbody, .office > tbody > tr, .office > tbody > tr > td, .office > tbody > tr > th { display: block; }
.office > thead, .office .none, .office .same > .sent { display: none; }
.office > tbody > tr:not(.same) > :is(.kept, .sent)::before { display: block; color: var(--soft); font-size: .75rem; } .office tr:not(.same) > .kept::before { content: "Kept"; } .office tr:not(.same) > .sent::before { content: "Sent"; } }
`;

export interface ReportedDocuments {
	readonly kept: OfficeDocument;
	readonly sent: OfficeDocument;
	readonly blocks: readonly ComparedBlock[];
	readonly counts: Counts;
}

export function officeReport({ kept, sent, blocks, counts }: ReportedDocuments): Markup {
	const rows = new BlockRows(blocks, counts);
	const shown = rows.of(blocks);
	return markup`${shown.length === 0 ? markup`` : table(shown)}
${rows.rest()}${pending('kept', kept)}${pending('sent', sent)}`;
}

/** The rows of blocks side by side; differences are numbered over all of them. */
export class BlockRows {
	readonly #numbers: ReadonlyMap<ComparedBlock, number>;
	readonly #counts: Counts;
	#shownCount = 0;
	#rowCount = 0;

	constructor(blocks: readonly ComparedBlock[], counts: Counts) {
		const differing = blocks.filter((block) => countedDifference(block, counts) !== undefined);
		this.#numbers = new Map(differing.map((block, index) => [block, index + 1]));
		this.#counts = counts;
	}

	/** Those that differ, and those near them. */
	of(blocks: readonly ComparedBlock[]): readonly Markup[] {
		const rows: Markup[] = [];
		let skipped = 0;
		for (const [index, block] of blocks.entries()) {
			if (this.#rowCount + rows.length >= rowsMax) break;
			if (this.#numbers.has(block)) this.#shownCount += 1;
			if (!this.#isShown(index, blocks)) {
				skipped += 1;
				continue;
			}
			if (skipped > 0) rows.push(skippedRow(skipped));
			skipped = 0;
			rows.push(blockRows(block, this.#counts, this.#numbers.get(block), this.#numbers.size));
		}
		if (skipped > 0) rows.push(skippedRow(skipped));
		this.#rowCount += rows.length;
		return rows;
	}

	differsIn(blocks: readonly ComparedBlock[]): boolean {
		return blocks.some((block) => this.#numbers.has(block));
	}

	/** Says how many differences there was no room for. */
	rest(): Markup {
		const left = this.#numbers.size - this.#shownCount;
		if (left === 0) return markup``;
		return markup`<p class="note">The report ends here; ${numberText(left)} more differences are counted, not shown.</p>`;
	}

	#isShown(index: number, blocks: readonly ComparedBlock[]): boolean {
		const from = Math.max(0, index - contextBlocks);
		return this.differsIn(blocks.slice(from, index + contextBlocks + 1));
	}
}

export function table(rows: readonly Markup[]): Markup {
	return markup`<table class="office">
<thead><tr><th scope="col" width="50%">Kept</th><th scope="col" width="50%">Sent</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function skippedRow(count: number): Markup {
	const noun = count === 1 ? 'paragraph or row' : 'paragraphs or rows';
	return markup`<tr class="skipped"><td colspan="2">${numberText(count)} ${noun} without a difference</td></tr>
`;
}

function blockRows(
	block: ComparedBlock,
	counts: Counts,
	number: number | undefined,
	count: number,
): Markup {
	const { kept, sent } = block;
	const head =
		number === undefined
			? markup``
			: markup`<tr><th colspan="2" scope="rowgroup">${changeAnchor(number, count)} <span class="place">${placeText(block)}</span></th></tr>
`;
	const kind = number === undefined ? '' : kindOf(block, counts);
	return markup`${head}<tr class="${kind === '' ? 'same' : ''}">${side(block, kept, 'kept', kind, counts)}${side(block, sent, 'sent', kind, counts)}</tr>
`;
}

type Kind = '' | 'added' | 'removed' | 'changed' | 'moved' | 'formatted';

function kindOf(block: ComparedBlock, counts: Counts): Kind {
	const difference = countedDifference(block, counts);
	if (difference === 'moved') return 'moved';
	if (block.kind !== 'paired') return block.kind;
	return difference === 'emphasis' || difference === 'appearance' ? 'formatted' : 'changed';
}

/** Such as `paragraphs/12`, or both places if they differ. */
function placeText({ kept, sent, movedWith }: ComparedBlock): string {
	if (movedWith !== undefined && kept !== undefined) {
		return `${nameOf(kept)}, now ${nameOf(movedWith)}`;
	}
	if (movedWith !== undefined && sent !== undefined) {
		return `${nameOf(sent)}, was ${nameOf(movedWith)}`;
	}
	const names = [kept, sent].flatMap((block) => (block === undefined ? [] : [nameOf(block)]));
	return [...new Set(names)].join(', now ');
}

const nouns: Readonly<Record<string, string>> = {
	paragraphs: 'paragraph',
	tables: 'table',
	headers: 'header',
	footers: 'footer',
	footnotes: 'footnote',
	endnotes: 'endnote',
	comments: 'comment',
	slides: 'slide',
	pictures: 'picture',
	charts: 'chart',
	diagrams: 'diagram',
	shapes: 'shape',
};

/** Such as `Paragraph 3`, `Table 1, row 2 (A2)`, or `Slide 3, notes`. */
export function nameOf({ path, row, cells }: Block): string {
	const name = path
		.split('/')
		.map((part) => nouns[part] ?? part)
		.join(' ')
		.replace(/(?<=\d) /g, ', ')
		.replace(/^./, (letter) => letter.toUpperCase());
	if (row === undefined) return name;
	return `${name}, row ${row} (${cellName(cells[0]?.column ?? 1, row)})`;
}

/**
 * Signs of whole blocks. Changes within a text are marked there, and formatting is described below
 * it.
 */
const signs: Readonly<Partial<Record<Kind, Markup>>> = {
	added: changeSigns.added,
	removed: changeSigns.removed,
	moved: changeSigns.moved,
};

function side(
	{ cells }: ComparedBlock,
	block: Block | undefined,
	name: 'kept' | 'sent',
	kind: Kind,
	counts: Counts,
): Markup {
	if (block === undefined) return markup`<td class="none"></td>`;
	const ofKind = signs[kind];
	const sign =
		ofKind === undefined
			? markup``
			: markup`<span class="sign" aria-hidden="true">${ofKind}</span>`;
	const own = cells.filter((cell) => cell[name] !== undefined);
	const marks = kind === 'moved' ? () => false : counts;
	const content =
		block.row === undefined
			? own.map((cell) => cellContent(cell, name, marks))
			: [
					markup`<table class="cells" width="100%" style="table-layout: fixed"><tr>${own.map((cell) => markup`<td>${cellContent(cell, name, marks)}</td>`)}</tr></table>`,
				];
	return markup`<td class="${kind} ${name}">${sign}${content}</td>`;
}

function cellContent({ paragraphs }: ComparedCell, name: 'kept' | 'sent', counts: Counts): Markup {
	return markup`${paragraphs
		.filter((paragraph) => paragraph[name] !== undefined)
		.map((paragraph) => paragraphContent(paragraph, name, counts))}`;
}

function paragraphContent(
	paragraph: ComparedParagraph,
	name: 'kept' | 'sent',
	counts: Counts,
): Markup {
	const hidden = [...(paragraph[name]?.hidden ?? [])];
	const { segments, formatting } = paragraph;
	const how =
		formatting === undefined || !counts(formatting.difference)
			? markup``
			: markup` <span class="how"><span class="sign">${changeSigns.formatted}</span>${formatting[name]}</span>`;
	const content = segments.map((segment) => segmentContent(segment, name, counts, hidden));
	return markup`<p>${numberContent(paragraph, name, counts)}${content}${wordLooks(segments, name, counts)}${how}</p>`;
}

/** The number of a paragraph as a reader sees it. */
function numberContent(
	paragraph: ComparedParagraph,
	name: 'kept' | 'sent',
	counts: Counts,
): Markup {
	const { [name]: own, renumbered } = paragraph;
	const label = own?.number?.label ?? '';
	if (label === '') return markup``;
	const isMarked = renumbered !== undefined && counts('numbering');
	return markup`<span class="label">${isMarked ? marked(name, markup`${label}`) : label}</span> `;
}

/** Describes the formatting of changed words, for those who cannot hover. */
function wordLooks(segments: readonly Segment[], name: 'kept' | 'sent', counts: Counts): Markup {
	const looks = segments.flatMap(({ formats, difference }) =>
		formats === undefined || !counts(difference) ? [] : [formats[name] || 'plain'],
	);
	if (looks.length === 0) return markup``;
	return markup` <span class="how"><span class="sign">${changeSigns.formatted}</span>underlined words: ${[...new Set(looks)].join(', ')}</span>`;
}

function segmentContent(
	segment: Segment,
	name: 'kept' | 'sent',
	counts: Counts,
	hidden: string[],
): Markup {
	const text = name === 'kept' ? segment.keptText : segment.sentText;
	const { difference, formats } = segment;
	if (text === '' || !counts(difference)) return withHidden(text, hidden);
	if (formats !== undefined) {
		return markup`<u class="formatted" title="${formats[name]}">${withHidden(text, hidden)}</u>`;
	}
	if (isSpace(difference) || difference === 'breaks') {
		return marked(name, markup`${visibleSpace(text)}`);
	}
	const [before] = /^\s*/.exec(text) ?? [''];
	return markup`${before}${marked(name, withHidden(text.slice(before.length), hidden))}`;
}

function marked(name: 'kept' | 'sent', content: Markup): Markup {
	return name === 'kept' ? markup`<del>${content}</del>` : markup`<ins>${content}</ins>`;
}

/** Shows hidden texts in grey at their places. */
function withHidden(text: string, hidden: string[]): Markup {
	const pieces = text.replaceAll(paragraphEnd, '¶\n').split(hiddenCharacter);
	return markup`${pieces.map((piece, index) =>
		index === 0
			? markup`${piece}`
			: markup`<span class="ignored">${hidden.shift() ?? ''}</span>${piece}`,
	)}`;
}

/** Signs of white space, so that one kind of space can be told from another. */
const spaceSigns: ReadonlyMap<string, string> = new Map([
	[' ', '·'],
	['\t', '→'],
	['\n', '↵\n'],
	[paragraphEnd, '¶\n'],
	['\u00a0', '⍽'],
	['\u202f', '⍽'],
]);

function visibleSpace(text: string): string {
	return text.replace(/\s/gu, (space) => spaceSigns.get(space) ?? '␣');
}

function pending(name: 'kept' | 'sent', document: OfficeDocument): Markup {
	const { pendingChanges, pendingCount } = document;
	if (pendingCount === 0) return markup``;
	const items = pendingChanges.map(
		({ kind, author, text }) =>
			markup`<li>${kind}${author === '' ? '' : ` by ${author}`}${text === '' ? '' : `: ${text}`}</li>
`,
	);
	const more = pendingCount - pendingChanges.length;
	return markup`<h2>Changes in the ${name} file that nobody has accepted or rejected</h2>
<ul>
${items}${more > 0 ? markup`<li>and ${numberText(more)} more</li>` : markup``}</ul>
`;
}
