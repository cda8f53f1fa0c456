/**
 * The report of two trees: an outline of the sent file with the differences in place and counts of
 * equal values between them, then what the rules left out.
 */
import { type Markup, markup } from '../../../../server/html/markup';
import type { Both } from '../../../core/format-comparer';
import { changeAnchor } from '../../../report/anchors';
import { marked, moreNote } from '../../../report/parts';
import { equalText } from '../../../report/shown-rows';
import { changeSigns } from '../../../report/signs';
import type { Outcome } from './changes';
import type { View } from '../matching/classes';
import { noPartner } from '../matching/matched';
import { pathOf, plainSegment } from '../reading/paths';
import { isMember, Kind, type Tree, unnamed } from '../reading/tree';
import type { DifferenceStep, Step } from './walk';
import { shownText } from './written';

const valueLengthMax = 400;
const previewLengthMax = 60;
const depthShownMax = 24;
const hiddenShownMax = 200;

export const treeStyle = `
.tree { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; margin: 1rem 0; padding: .75rem; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; }
.tree > div { padding: .1rem .5rem .1rem calc(1.75rem + var(--depth) * 1.1rem); text-indent: -1.25rem; overflow-wrap: anywhere; border-radius: 4px; }
.tree del, .tree ins { white-space: pre-wrap; }
.tree .sign { display: inline-block; width: 1.25rem; text-indent: 0; font-weight: 700; }
.tree .same { color: var(--soft); } .tree .name { font-weight: 600; } .tree .arrow { color: var(--soft); }
.tree .preview { color: var(--soft); font-weight: 400; }
.tree .way, .tree .place { text-indent: 0; margin-left: .75rem; }
@media screen and (max-width: 45rem) { .tree > div { padding-left: calc(1.5rem + var(--depth) * .5rem); } }
`;

interface ReportState {
	readonly outcome: Outcome;
	/** Number of differences with an anchor. */
	readonly anchorCount: number;
	number: number;
}

export function treeReport(outcome: Outcome): Markup {
	const anchorCount = outcome.steps.filter(({ type }) => type === 'difference').length;
	const shown: ReportState = { outcome, anchorCount, number: 0 };
	const rows = outcome.steps.map((step) => row(step, shown));
	return markup`${rows.length > 0 ? markup`<div class="tree" role="list">\n${rows}</div>\n` : markup``}${moreNote(outcome.differenceCount - anchorCount)}${hiddenPart(outcome)}`;
}

function treesOf({ outcome: { kept, sent } }: ReportState): Both<Tree> {
	return { kept: kept.tree, sent: sent.tree };
}

function row(step: Step, shown: ReportState): Markup {
	const { kept, sent } = treesOf(shown);
	switch (step.type) {
		case 'open':
			if (isNameless(sent, step.sent)) return markup``;
			return line(
				step.depth,
				'open',
				markup``,
				markup`${label(sent, step.sent)} ${whichItem(sent, step.sent)}`,
			);
		case 'same':
			return line(step.depth, 'same', markup``, markup`… ${equalText(step.count, 'value')}`);
		case 'gone':
			return line(
				step.depth,
				'moved',
				changeSigns.moved,
				markup`${label(kept, step.kept)} <span class="place">moved to ${pathOf(sent, step.sent)}</span>`,
			);
		case 'difference':
			return differenceRow(step, shown);
	}
}

function line(depth: number, kind: string, sign: Markup, content: Markup): Markup {
	return markup`<div role="listitem" class="${kind}" style="--depth:${Math.min(depth, depthShownMax)}"><span class="sign">${sign}</span>${content}</div>\n`;
}

const kindWords = {
	added: 'Added',
	removed: 'Removed',
	changed: 'Changed',
	moved: 'Moved',
	formatted: 'Other form',
} as const;

function differenceRow(step: DifferenceStep, shown: ReportState): Markup {
	const { kept, sent } = treesOf(shown);
	shown.number++;
	const [tree, node] = step.sent === noPartner ? [kept, step.kept] : [sent, step.sent];
	const content = markup`<span class="spoken">${kindWords[step.kind]}: </span>${label(tree, node)} ${said(step, kept, sent)} <span class="place">${where(step, kept, sent)}</span>${changeAnchor(shown.number, shown.anchorCount)}`;
	return line(step.depth, step.kind, changeSigns[step.kind], content);
}

function said(step: DifferenceStep, kept: Tree, sent: Tree): Markup {
	if (step.difference === 'order') return markup`members in another order`;
	if (step.kind === 'moved') return preview(sent, step.sent);
	if (step.sent === noPartner) return marked('kept', valueText(kept, step.kept));
	if (step.kept === noPartner) return marked('sent', valueText(sent, step.sent));
	return changedText(valueText(kept, step.kept), valueText(sent, step.sent));
}

/** The text of both files; marks what differs between their common start and end. */
function changedText(base: string, other: string): Markup {
	const start = commonStart(base, other);
	const end = commonEnd(base.slice(start), other.slice(start));
	const told = (side: 'kept' | 'sent', whole: string) => {
		const to = whole.length - end;
		return markup`${whole.slice(0, start)}${marked(side, whole.slice(start, to))}${whole.slice(to)}`;
	};
	return markup`${told('kept', base)} <span class="arrow">→</span> ${told('sent', other)}`;
}

/** Never ends within a number or a word: `10` and `12` share nothing. */
function commonStart(base: string, other: string): number {
	let at = 0;
	while (at < base.length && at < other.length && base[at] === other[at]) at++;
	while (at > 0 && isInWord(base, at)) at--;
	return at;
}

function commonEnd(base: string, other: string): number {
	let length = 0;
	const most = Math.min(base.length, other.length);
	while (length < most && base.at(-1 - length) === other.at(-1 - length)) length++;
	while (
		length > 0 &&
		(isInWord(base, base.length - length) || isInWord(other, other.length - length))
	) {
		length--;
	}
	return length;
}

function isInWord(text: string, at: number): boolean {
	return /^[\p{L}\p{N}.,_\ud800-\udfff]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1));
}

function where(step: DifferenceStep, kept: Tree, sent: Tree): Markup {
	const place = (tree: Tree, node: number) =>
		`${pathOf(tree, node) || 'the whole'}, line ${tree.lines[node]}`;
	if (step.kept === noPartner) return markup`${place(sent, step.sent)}`;
	if (step.sent === noPartner) return markup`${place(kept, step.kept)}`;
	const [from, to] = [place(kept, step.kept), place(sent, step.sent)];
	return from === to ? markup`${to}` : markup`${from} → ${to}`;
}

/** The root of JSON and YAML is not shown. */
function isNameless(tree: Tree, node: number): boolean {
	return tree.parents[node] === unnamed && tree.kinds[node] !== Kind.element;
}

/** The label of a member, an element, or an item's number. */
function label(tree: Tree, node: number): Markup {
	if (isNameless(tree, node)) return markup``;
	return markup`<span class="name"><bdi>${plainSegment(tree, node)}</bdi></span>:`;
}

/** The first values of a container, to recognise it. */
function preview(tree: Tree, node: number): Markup {
	return markup`<span class="preview">${shownText(tree, node, previewLengthMax)}</span>`;
}

/** A preview for an item of an array, which has no name. */
function whichItem(tree: Tree, node: number): Markup {
	const isItem = tree.parents[node] !== unnamed && !isMember(tree, node);
	return isItem ? preview(tree, node) : markup``;
}

function valueText(tree: Tree, node: number): string {
	return shownText(tree, node, valueLengthMax);
}

function hiddenPart({ kept, sent }: Outcome): Markup {
	const rows = [...hiddenRows('kept', kept), ...hiddenRows('sent', sent)];
	if (rows.length === 0) return markup``;
	return markup`<h2>Left out by the rules</h2>
<div class="tree" role="list">
${rows.slice(0, hiddenShownMax)}</div>
${rows.length > hiddenShownMax ? markup`<p class="note">More was left out than is shown.</p>\n` : markup``}`;
}

function hiddenRows(side: string, { tree, hidden, masked }: View): Markup[] {
	const rows: Markup[] = [];
	if (!hidden && !masked?.size) return rows;
	for (let node = 0; node < tree.size && rows.length <= hiddenShownMax; node++) {
		const isRoot = hidden?.[node] && !hidden[tree.parents[node] ?? unnamed];
		if (!isRoot && !masked?.has(node)) continue;
		const text = `${pathOf(tree, node)}: ${valueText(tree, node)}`;
		rows.push(line(0, 'ignored', markup``, markup`<span class="place">${side}</span> ${text}`));
	}
	return rows;
}
