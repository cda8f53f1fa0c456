/**
 * The report on two documents: side by side, block by block, with differences marked in the text,
 * and with the tracked changes still open in either file.
 */
import { markup, type Markup, numberText } from '../../../../server/html/markup';
import type { Both } from '../../../core/format-comparer';
import { changeAnchor } from '../../../report/anchors';
import { marked, moreNote, withHidden } from '../../../report/parts';
import { equalText, Room, ShownRows } from '../../../report/shown-rows';
import { changeSigns } from '../../../report/signs';
import {
	type ComparedBlock,
	type ComparedCell,
	type ComparedParagraph,
	countedDifference,
} from '../matching/comparing';
import { isSpace, type Counts } from '../matching/differences';
import { type Block, cellName, type OfficeDocument } from '../document/document';
import { paragraphEnd, type Segment } from '../matching/paragraph-difference';

export const blocksStyle = `
.blocks { width: 100%; margin-top: .75rem; table-layout: fixed; background: var(--paper); border: 1px solid var(--line); }
.blocks > thead th { text-align: left; padding: .4rem .75rem; border-bottom: 1px solid var(--line); }
.blocks > tbody > tr > td, .blocks > tbody > tr > th { vertical-align: top; padding: .4rem .75rem; overflow-wrap: anywhere; white-space: pre-wrap; }
.blocks > tbody > tr > th { font-weight: normal; text-align: left; white-space: normal; padding-bottom: 0; border-top: 1px solid var(--line); }
.blocks .none { background: var(--empty); }
.blocks .skipped td { color: var(--soft); text-align: center; }
.blocks .cells { width: 100%; } .blocks .cells td { border: 1px solid var(--line); padding: .15rem .4rem; vertical-align: top; }
.blocks p { margin: 0 0 .3rem; } .blocks .how { display: block; color: var(--blue-ink); font-size: .85rem; }
.blocks p .formatted { text-decoration: underline dotted; }
.blocks .label { color: var(--soft); }
.blocks .sign { font-weight: 700; margin-right: .35rem; }
@media screen and (max-width: 45rem) { .blocks, .blocks > tbody, .blocks > tbody > tr, .blocks > tbody > tr > td, .blocks > tbody > tr > th { display: block; }
.blocks > thead, .blocks .none, .blocks .same > .sent { display: none; }
.blocks > tbody > tr:not(.same) > :is(.kept, .sent)::before { display: block; color: var(--soft); font-size: .75rem; } .blocks tr:not(.same) > .kept::before { content: "Kept"; } .blocks tr:not(.same) > .sent::before { content: "Sent"; } }
`;

export function officeReport(
	{ kept, sent }: Both<OfficeDocument>,
	blocks: readonly ComparedBlock[],
	counts: Counts,
): Markup {
	const rows = new BlockRows(blocks, counts);
	const shown = rows.of(blocks);
	return markup`${shown.length === 0 ? markup`` : table(shown)}
${rows.rest()}${pending('kept', kept)}${pending('sent', sent)}`;
}

/** The rows of blocks side by side; differences are numbered over all of them. */
export class BlockRows {
	readonly #numbers: ReadonlyMap<ComparedBlock, number>;
	readonly #counts: Counts;
	readonly #room = new Room();
	#leftOutCount = 0;

	constructor(blocks: readonly ComparedBlock[], counts: Counts) {
		const differing = blocks.filter((block) => countedDifference(block, counts) !== undefined);
		this.#numbers = new Map(differing.map((block, index) => [block, index + 1]));
		this.#counts = counts;
	}

	/** Those that differ, and those near them. */
	of(blocks: readonly ComparedBlock[]): readonly Markup[] {
		const shown = new ShownRows<ComparedBlock>(this.#room);
		for (const block of blocks) {
			if (this.#numbers.has(block)) shown.addDifferent(block);
			else shown.addEqual(1, () => block);
		}
		this.#leftOutCount += shown.leftOutCount;
		return shown
			.rows()
			.map((one) =>
				one.kind === 'gap'
					? equalRow(one.count, 'paragraph')
					: blockRows(one.row, this.#counts, this.#numbers.get(one.row), this.#numbers.size),
			);
	}

	differsIn(blocks: readonly ComparedBlock[]): boolean {
		return blocks.some((block) => this.#numbers.has(block));
	}

	/** Says how many differences there was no room for. */
	rest(): Markup {
		return moreNote(this.#leftOutCount);
	}
}

export function table(rows: readonly Markup[]): Markup {
	return markup`<table class="blocks">
<thead><tr><th scope="col" width="50%">Kept</th><th scope="col" width="50%">Sent</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

export function equalRow(count: number, noun: string): Markup {
	return markup`<tr class="skipped"><td colspan="2">${equalText(count, noun)}</td></tr>
`;
}

function blockRows(
	block: ComparedBlock,
	counts: Counts,
	number: number | undefined,
	count: number,
): Markup {
	const head =
		number === undefined
			? markup``
			: markup`<tr><th colspan="2" scope="rowgroup">${changeAnchor(number, count)} <span class="place">${placeText(block)}</span></th></tr>
`;
	const kind = number === undefined ? '' : kindOf(block, counts);
	return markup`${head}<tr class="${kind === '' ? 'same' : ''}">${side(block, 'kept', kind, counts)}${side(block, 'sent', kind, counts)}</tr>
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

/** Such as `Paragraph 3`, `Table 1, row 2 (A2)`, `Slide 3, notes`, or the last element of the path in a page. */
export function nameOf({ path, row, cells }: Block): string {
	const steps = path.split('/');
	if (nouns[steps[0] ?? ''] === undefined) return steps.at(-1) ?? '';
	const name = steps
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

function side(block: ComparedBlock, name: 'kept' | 'sent', kind: Kind, counts: Counts): Markup {
	const { [name]: own, cells } = block;
	if (own === undefined) return markup`<td class="none"></td>`;
	const ofKind = signs[kind];
	const sign =
		ofKind === undefined
			? markup``
			: markup`<span class="sign" aria-hidden="true">${ofKind}</span>`;
	const content = new SideContent(name, kind === 'moved' ? () => false : counts);
	const shown = cells
		.filter((cell) => cell[name] !== undefined)
		.map((cell) => content.ofCell(cell));
	const written =
		own.row === undefined
			? shown
			: [
					markup`<table class="cells" width="100%" style="table-layout: fixed"><tr>${shown.map((cell) => markup`<td>${cell}</td>`)}</tr></table>`,
				];
	return markup`<td class="${kind} ${name}">${sign}${written}</td>`;
}

/** What one side shows of blocks, with what counts marked. */
class SideContent {
	constructor(
		private readonly name: 'kept' | 'sent',
		private readonly counts: Counts,
	) {}

	ofCell({ paragraphs }: ComparedCell): Markup {
		const own = paragraphs.filter((paragraph) => paragraph[this.name] !== undefined);
		return markup`${own.map((paragraph) => this.#paragraph(paragraph))}`;
	}

	#paragraph(paragraph: ComparedParagraph): Markup {
		const hidden = [...(paragraph[this.name]?.hidden ?? [])];
		const { segments, formatting } = paragraph;
		const isTold = formatting !== undefined && this.counts(formatting.difference);
		const how = isTold ? looksNote(formatting[this.name]) : markup``;
		const content = segments.map((segment) => this.#segment(segment, hidden));
		return markup`<p>${this.#number(paragraph)}${content}${this.#wordLooks(segments)}${how}</p>`;
	}

	/** The number of a paragraph as a reader sees it. */
	#number({ [this.name]: own, renumbered }: ComparedParagraph): Markup {
		const label = own?.number?.label ?? '';
		if (label === '') return markup``;
		const isMarked = renumbered !== undefined && this.counts('numbering');
		return markup`<span class="label">${isMarked ? marked(this.name, label) : label}</span> `;
	}

	/** Describes the formatting of changed words, for those who cannot hover. */
	#wordLooks(segments: readonly Segment[]): Markup {
		const looks = segments.flatMap(({ formats, difference }) =>
			formats === undefined || !this.counts(difference) ? [] : [formats[this.name] || 'plain'],
		);
		if (looks.length === 0) return markup``;
		return looksNote(`underlined words: ${[...new Set(looks)].join(', ')}`);
	}

	#segment({ [this.name]: text, difference, formats }: Segment, hidden: string[]): Markup {
		if (text === '' || !this.counts(difference)) return withHidden(withEnds(text), hidden);
		if (formats !== undefined) {
			return markup`<u class="formatted" title="${formats[this.name]}">${withHidden(withEnds(text), hidden)}</u>`;
		}
		if (isSpace(difference) || difference === 'breaks')
			return marked(this.name, visibleSpace(text));
		const [before] = /^\s*/.exec(text) ?? [''];
		const shown = withHidden(withEnds(text.slice(before.length)), hidden);
		return markup`${before}${marked(this.name, shown)}`;
	}
}

function looksNote(looks: string): Markup {
	return markup` <span class="how"><span class="sign">${changeSigns.formatted}</span>${looks}</span>`;
}

function withEnds(text: string): string {
	return text.replaceAll(paragraphEnd, '¶\n');
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
