/**
 * The result of a comparison: each difference with paths, lines and texts, the counts, and the
 * accuracy as the share of equal nodes.
 */
import { type Change, type ChangeCounts, changesMax, cutTexts } from '../../../core/comparison';
import type { Both, MatchResult } from '../../../core/format-comparer';
import type { Place } from '../../../../api/comparison/place';
import type { View } from '../matching/classes';
import { type Matching, noPartner, weightOf } from '../matching/matched';
import { pathOf } from '../reading/paths';
import { isContainer, Kind, kindOf, nameText, type Tree } from '../reading/tree';
import { textOf } from '../reading/values';
import { type DifferenceStep, type Step, walk } from './walk';
import { shownText } from './written';

/** Longer texts are cut; the report and the patch have all of it. */
const textMax = 1000;

/** Most steps that are shown; later ones are only counted. */
export const stepsMax = 4000;

/** Weight of the layout: as much as one node. */
const layoutWeight = 2;

/** With the views of both trees. */
export interface Outcome extends Both<View> {
	readonly weights: MatchResult['weights'];
	readonly counts: ChangeCounts;
	readonly changes: readonly Change[];
	readonly steps: readonly Step[];
	/** Number of all differences, including those beyond `stepsMax`. */
	readonly differenceCount: number;
}

export function outcomeOf(matching: Matching, isCounted: (code: number) => boolean): Outcome {
	const [kept, sent] = [matching.kept.view, matching.sent.view];
	const steps: Step[] = [];
	const found: DifferenceStep[] = [];
	const { counts, differing } = walk(matching, isCounted, (step) => {
		if (steps.length < stepsMax) steps.push(step);
		if (step.type === 'difference' && found.length < changesMax) found.push(step);
	});
	const total = weightOf(kept, 0) + weightOf(sent, 0) + layoutWeight;
	return {
		weights: { differing, total },
		counts: { ...counts, changed: counts.changed + counts.formatted },
		changes: found.map((step) => changeOf(step, kept.tree, sent.tree)),
		steps,
		differenceCount: Object.values(counts).reduce((sum, count) => sum + count, 0),
		kept,
		sent,
	};
}

function changeOf(step: DifferenceStep, kept: Tree, sent: Tree): Change {
	const { kind, difference } = step;
	const isSaid = difference !== 'order';
	const isOther = kind === 'changed' && kindAt(kept, step.kept) !== kindAt(sent, step.sent);
	const said = (tree: Tree, node: number) =>
		node !== noPartner && isSaid ? saidText(tree, node, isOther) : undefined;
	return {
		kind,
		kept: placeOf(kept, step.kept),
		sent: placeOf(sent, step.sent),
		...toldApart(step, { kept, sent }, said(kept, step.kept), said(sent, step.sent)),
	};
}

/** Elements that are written alike and differ by their namespaces are told with them. */
function toldApart(
	step: DifferenceStep,
	{ kept, sent }: Both<Tree>,
	oldText: string | undefined,
	newText: string | undefined,
): Pick<Change, 'oldText' | 'newText'> {
	const isAlike = step.kind === 'changed' && oldText === newText;
	if (!isAlike || kindAt(kept, step.kept) !== Kind.element) {
		return cutTexts({ oldText, newText }, textMax);
	}
	const named = (tree: Tree, node: number) => `${oldText} (${nameText(tree, node)})`;
	return { oldText: named(kept, step.kept), newText: named(sent, step.sent) };
}

function kindAt(tree: Tree, node: number): number | undefined {
	return node === noPartner ? undefined : kindOf(tree, node);
}

function placeOf(tree: Tree, node: number): Place | undefined {
	if (node === noPartner) return undefined;
	return { path: pathOf(tree, node), line: tree.lines[node] };
}

/** The text of a node; with quotes if a string became a number or the like. */
function saidText(tree: Tree, node: number, isQuoted: boolean): string {
	const isShown = isContainer(tree, node) || (isQuoted && tree.kinds[0] !== Kind.element);
	return isShown ? shownText(tree, node, textMax) : textOf(tree, node);
}
