/**
 * The diff report as one HTML page a person can read, save and print: two columns with line
 * numbers, what differs in red and what only moved in yellow, each with a sign as well. No
 * scripts and nothing from elsewhere; all text of the files is escaped.
 */
import { countText, markup, utcText, type Markup } from '../html/markup';
import { levels, type Level } from './levels';
import { layOut, type Cell, type Layout, type Line, type Segment } from './report-layout';
import { reportStyle } from './report-style';
import type { TextComparison } from './text-comparison';

/** How two files were compared. */
export type Comparison = { readonly similarity: number } & (
	| { readonly by: 'bytes' }
	| {
			readonly by: 'chunks';
			readonly chunkSizeBytes: number;
			/** Whether the size of the files would have allowed to compare them as text. */
			readonly isSmall: boolean;
	  }
	| {
			readonly by: 'text';
			readonly text: TextComparison;
			/** Whether only the encoding of the texts differs. */
			readonly isSameText: boolean;
	  }
);

export interface ReportFacts {
	readonly displayName: string;
	readonly level: Level;
	readonly kept: { readonly fileName: string; readonly version: number; readonly date: string };
	readonly sent: { readonly fileName: string; readonly date: string };
}

/** Lines beyond this many are not shown; a reader would not get through them. */
const linesMax = 4000;

/** Longer stretches of a line are shortened, equal ones in the middle, others at the end. */
const equalLengthMax = 400;
const differingLengthMax = 10_000;

export function diffReport(facts: ReportFacts, comparison: Comparison): string {
	const title = `Comparison of ${facts.displayName}`;
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
${reportStyle}
</head>
<body>
<main>
${header(facts, comparison)}
${body(comparison)}
</main>
</body>
</html>
`.text;
}

function header({ displayName, level, kept, sent }: ReportFacts, comparison: Comparison): Markup {
	return markup`<header>
<p class="share ${comparison.similarity === 1 ? 'same' : 'other'}"><strong>${percent(comparison.similarity)}</strong> equal</p>
<h1><bdi>${displayName}</bdi></h1>
<dl>
<div><dt>Kept</dt><dd>version ${kept.version}, <bdi>${kept.fileName}</bdi>, kept ${utcText(kept.date)}</dd></div>
<div><dt>Sent</dt><dd><bdi>${sent.fileName}</bdi>, compared ${utcText(sent.date)}</dd></div>
<div><dt>Accuracy</dt><dd>${level}. ${levels[level].sentence}</dd></div>
</dl>
</header>`;
}

/** As many decimals as it has, so that nothing but equality reads as 100 %. */
function percent(similarity: number): string {
	return `${Number((similarity * 100).toFixed(4))} %`;
}

function body(comparison: Comparison): Markup {
	switch (comparison.by) {
		case 'bytes':
			return markup`<p class="note">There is no difference: both files have the same bytes.</p>`;
		case 'chunks':
			return chunkBody(comparison);
		case 'text':
			return textBody(comparison);
	}
}

function chunkBody(comparison: Comparison & { readonly by: 'chunks' }): Markup {
	const why = comparison.isSmall ? 'too different' : 'too large';
	return markup`<p class="note">The files are ${why} to be compared line by line. They were compared in pieces of about ${comparison.chunkSizeBytes} bytes; the differences are not shown.</p>`;
}

function textBody(comparison: Comparison & { readonly by: 'text' }): Markup {
	if (comparison.isSameText) {
		return markup`<p class="note">The texts are the same, character for character; only the encoding of the files differs.</p>`;
	}
	if (comparison.similarity === 1) {
		return markup`<p class="note">There is no difference at this accuracy. The bytes of the files differ in what it does not count.</p>`;
	}
	const layout = layOut(comparison.text.blocks);
	const coarse = comparison.text.isCoarse
		? markup`<p class="note">The texts differ too much to be matched in full. They may have more in common than is shown.</p>`
		: markup``;
	return markup`${coarse}${summary(layout)}${table(layout)}`;
}

function summary({ counts }: Layout): Markup {
	const items = [
		['changed', counts.changed],
		['removed', counts.removed],
		['added', counts.added],
		['moved', counts.moved],
		['equal', counts.equal],
	] as const;
	return markup`<ul class="counts">
${items.map(
	([
		name,
		count,
	]) => markup`<li class="${name}"><strong>${count.toLocaleString('en-US')}</strong> ${name}</li>
`,
)}</ul>
<p class="legend"><span class="key differs">− +</span> content differs <span class="key moved">~</span> same content at another place</p>
`;
}

function table(layout: Layout): Markup {
	let left = linesMax;
	const bodies = layout.stretches.map((stretch) => {
		if (left <= 0) return markup``;
		if (stretch.kind === 'left-out') {
			return markup`<tr class="gap"><td colspan="6">${countText(stretch.count, 'equal row')} not shown</td></tr>
`;
		}
		const lines = stretch.lines.slice(0, left);
		left -= lines.length;
		return markup`${lines.map(row)}`;
	});
	const cut =
		left > 0 ? markup`` : markup`<p class="note">Only the first ${linesMax} rows are shown.</p>`;
	return markup`<table>
<colgroup><col class="n"><col class="s"><col><col class="n"><col class="s"><col></colgroup>
<thead><tr><th colspan="3" scope="col">Kept</th><th colspan="3" scope="col">Sent</th></tr></thead>
<tbody>
${bodies}</tbody>
</table>
${cut}`;
}

function row({ kept, sent }: Line): Markup {
	return markup`<tr>${cells(kept, 'kept')}${cells(sent, 'sent')}</tr>
`;
}

const signs = {
	kept: { sign: '−', name: 'only kept' },
	sent: { sign: '+', name: 'only sent' },
	moved: { sign: '~', name: 'moved' },
} as const;

function cells(cell: Cell | undefined, side: 'kept' | 'sent'): Markup {
	if (cell === undefined) return markup`<td class="none ${side}" colspan="3"></td>`;
	const { line, state, segments } = cell;
	const { sign, name } = signs[state === 'moved' ? 'moved' : side];
	const signed =
		state === 'equal'
			? markup`<td></td>`
			: markup`<td class="${state}"><span role="img" aria-label="${name}">${sign}</span></td>`;
	return markup`<td class="n ${side}">${line}</td>${signed}<td class="t ${state}">${content(segments)}</td>`;
}

/** Within a row only what differs is marked, unless all of it does. */
function content(segments: readonly Segment[]): Markup {
	const isWhole = segments.every(({ differs }) => differs);
	return markup`${segments.map(({ text, differs }) => {
		const shown = visible(shortened(text, differs));
		return differs && !isWhole ? markup`<mark>${shown}</mark>` : markup`${shown}`;
	})}`;
}

function shortened(text: string, differs: boolean): string {
	const lengthMax = differs ? differingLengthMax : equalLengthMax;
	if (text.length <= lengthMax) return text;
	const characters = Array.from(text);
	const leftOut = countText(characters.length - lengthMax, 'character');
	if (differs) return `${characters.slice(0, lengthMax).join('')} … ${leftOut} more`;
	const half = lengthMax / 2;
	return `${characters.slice(0, half).join('')} … ${leftOut} … ${characters.slice(-half).join('')}`;
}

/** Characters that show nothing, or turn the text around, are written out. */
function visible(text: string): string {
	return text.replace(
		/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
		(character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
	);
}
