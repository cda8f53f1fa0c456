/**
 * Compared rows as HTML: two columns with places, or one on a narrow screen and on demand.
 * Differences within a row are marked, hidden text is grey, and every difference links to the next.
 */
import { present } from '../../../../server/at';
import { countText, markup, type Markup } from '../../../../server/html/markup';
import type { Place } from '../../../../api/comparison/place';
import { changeAnchor } from '../../../report/anchors';
import { marked, moreNote, shortened, withHidden } from '../../../report/parts';
import { equalText, type ShownRow } from '../../../report/shown-rows';
import { changeSigns } from '../../../report/signs';
import type { Findings, ShownLine } from './findings';
import { isWholly, type Cell, type Line, type LineState, type Segment } from './lines';

export function rowView(findings: Findings): Markup {
	if (findings.changeCount === 0) return markup``;
	return markup`<div class="row-view">
<label class="screen one-column"><input type="checkbox"> One below the other</label>
<table>
<colgroup><col class="n" width="6%"><col class="s" width="2%"><col width="42%"><col class="n" width="6%"><col class="s" width="2%"><col width="42%"></colgroup>
<thead><tr><th colspan="3" scope="col">Kept</th><th colspan="3" scope="col">Sent</th></tr></thead>
<tbody>
${findings.shown.map((shown) => shownLine(shown, findings.changeCount))}</tbody>
</table>
${moreNote(findings.leftOutCount, 'differing row')}</div>
`;
}

function shownLine(shown: ShownRow<ShownLine>, count: number): Markup {
	if (shown.kind === 'gap') {
		return markup`<tr class="gap"><td colspan="6">${equalText(shown.count, 'row')}</td></tr>
`;
	}
	const { line, state, change } = shown.row;
	const anchor =
		change === undefined
			? markup``
			: markup`<tr class="gap"><td colspan="6">${changeAnchor(change, count)}</td></tr>
`;
	return markup`${anchor}${row(line, state)}`;
}

function row({ kept, sent }: Line, state: LineState): Markup {
	const sides = kept !== undefined && sent !== undefined ? 'both' : 'one';
	return markup`<tr class="row ${state}-row ${sides}">${cells(kept, 'kept')}${cells(sent, 'sent')}</tr>
`;
}

const names = {
	kept: 'removed',
	sent: 'added',
	moved: 'moved',
} as const;

function cells(cell: Cell | undefined, side: 'kept' | 'sent'): Markup {
	if (cell === undefined) return markup`<td class="none ${side}" colspan="3"></td>`;
	const name = names[cell.state === 'moved' ? 'moved' : side];
	const place = markup`<td class="n ${side}">${lineNumber(cell.row.place)}</td>`;
	const text = markup`${content(cell, side)}${movedText(cell, side)}`;
	if (cell.state === 'equal')
		return markup`${place}<td class="${side}"></td><td class="t ${side}">${text}</td>`;
	return markup`${place}<td class="s ${name} ${side}"><span role="img" aria-label="${name}">${changeSigns[name]}</span></td><td class="t ${name} ${side}">${text}</td>`;
}

function movedText({ movedTo }: Cell, side: 'kept' | 'sent'): Markup {
	if (movedTo === undefined) return markup``;
	return markup` <span class="place">moved ${side === 'kept' ? 'to' : 'from'} ${lineNumber(movedTo.place)}</span>`;
}

function lineNumber({ line }: Place): string {
	return String(present(line, 'the line of a row'));
}

/** Marks only the differing parts of a row, unless all of it differs. */
function content({ row: { hidden = [] }, segments, state }: Cell, side: 'kept' | 'sent'): Markup {
	const marksAll = state === 'equal' || isWholly(segments);
	const left = hidden.map((text) => visible(shortMiddle(text)));
	return markup`${segments.map((segment) => {
		const content = withHidden(segment.text, left, (text) =>
			visible(shownText({ ...segment, text })),
		);
		return !segment.differs || (marksAll && !segment.isEnd) ? content : marked(side, content);
	})}`;
}

const lineEndMarks: Readonly<Record<string, string>> = {
	'\n': '[LF]',
	'\r\n': '[CR LF]',
	'\r': '[CR]',
	'': '[no line end]',
};

function shownText({ text, isEnd, differs }: Segment): string {
	if (isEnd) return lineEndMarks[text] ?? '↵';
	return differs ? shortened(text, differingLengthMax) : shortMiddle(text);
}

/** Longer parts of a row are shortened: equal ones in the middle, differing ones at the end. */
const equalLengthMax = 400;
const differingLengthMax = 10_000;

function shortMiddle(text: string): string {
	if (text.length <= equalLengthMax) return text;
	const characters = Array.from(text);
	const leftOut = countText(characters.length - equalLengthMax, 'character');
	const half = equalLengthMax / 2;
	return `${characters.slice(0, half).join('')} … ${leftOut} … ${characters.slice(-half).join('')}`;
}

/** Invisible and bidirectional control characters are written out. */
function visible(text: string): string {
	return text.replace(
		/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
		(character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
	);
}

/** CSS of the row view. */
export const rowViewStyle = `
.row-view table { width: 100%; table-layout: fixed; background: var(--paper);
border: 1px solid var(--line); font: 13px/1.55 ui-monospace, SFMono-Regular, Consolas, monospace; }
.row-view col { width: auto; } .row-view col.n { width: 3.6rem; } .row-view col.s { width: 1.5rem; }
.row-view th { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--line); font: 600 14px system-ui, sans-serif; }
.row-view th + th, .row-view td.n.sent, .row-view td.none.sent { border-left: 1px solid var(--line); }
.row-view td { vertical-align: top; padding: .05rem .4rem; }
.row-view td.n { color: var(--soft); text-align: right; user-select: none; font-size: 12px; overflow-wrap: anywhere; }
.row-view td.t { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.row-view td.s span { color: var(--red-ink); font-weight: 700; } .row-view td.s.moved span { color: var(--yellow-ink); }
.row-view .place { font-size: 12px; }
.row-view td.none { background: var(--empty); }
.row-view .gap td { text-align: center; color: var(--soft); background: var(--empty); padding: .25rem; font: 13px system-ui, sans-serif; }
.row-view .one-column { display: block; margin: .75rem 0 .35rem; color: var(--soft); font-size: .9rem; }
.row-view:has(input:checked) :is(colgroup, thead, .equal-row.both .sent, .none) { display: none; }
.row-view:has(input:checked) :is(table, tbody) { display: block; }
.row-view:has(input:checked) tr.row { display: grid; grid-template-columns: 3.6rem 1.5rem minmax(0, 1fr); }
.row-view:has(input:checked) tr.gap, .row-view:has(input:checked) tr.gap td { display: block; }
@media screen and (max-width: 45rem) { .row-view .one-column, .row-view colgroup, .row-view thead, .row-view .equal-row.both .sent, .row-view .none { display: none; }
.row-view :is(table, tbody) { display: block; } .row-view tr.row { display: grid; grid-template-columns: 2.2rem 1.1rem minmax(0, 1fr); }
.row-view tr.gap, .row-view tr.gap td { display: block; } .row-view table { font-size: 11px; } .row-view td { padding: .05rem .15rem; } .row-view td.n { font-size: 10px; } }
`;
