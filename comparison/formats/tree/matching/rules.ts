/**
 * Applies the rules to a tree: hides nodes, replaces texts, and counts the hits of each rule.
 * `matching.ts` handles tolerance and arrays.
 */
import { at } from '../../../../server/at';
import type { Ignored } from '../../../core/comparison';
import { patternsOf, replaceHits, withinStep, type Pattern } from '../../../core/patterns';
import { ruleText, type CompareRules } from '../../../core/rules';
import type { View } from './classes';
import { foldedCase, withoutSpace } from '../../text/reading/characters';
import { markPaths, patternOf, type Naming } from '../reading/paths';
import { isContainer, Kind, type Tree } from '../reading/tree';
import { textOf } from '../reading/values';

/** Replaces what a pattern matched. */
export const maskMark = '\u{fffc}';

export interface RuledView extends View {
	/** Hits of each rule, in the order of `ruleNames`. */
	readonly hits: readonly number[];
}

export function ruleNames(rules: CompareRules): string[] {
	return [
		...(rules.ignorePaths ?? []).map((path) => ruleText('path', path)),
		...(rules.ignorePatterns ?? []).map((pattern) => ruleText('pattern', pattern)),
	];
}

export function viewOf(naming: Naming, rules: CompareRules): RuledView {
	const { tree } = naming;
	const paths = rules.ignorePaths ?? [];
	const hidden = paths.length > 0 ? markPaths(naming, paths.map(patternOf)) : undefined;
	const pathHits = paths.map((_, index) => countRuns(tree, hidden, index + 1));
	const patterns = patternsOf(rules);
	const masks = withinStep(patterns, () => maskTexts(tree, { rules, patterns, hidden }));
	return { tree, hidden, ...masks, hits: [...pathHits, ...masks.hits] };
}

/** Counts subtrees with the mark. */
function countRuns(tree: Tree, hidden: Uint8Array | undefined, mark: number): number {
	let count = 0;
	for (let node = 0; node < tree.size; node++) {
		const parent = tree.parents[node] ?? -1;
		if (hidden?.[node] === mark && hidden[parent] !== mark) count++;
	}
	return count;
}

interface Masking {
	readonly rules: CompareRules;
	readonly patterns: readonly Pattern[];
	readonly hidden: Uint8Array | undefined;
}

function maskTexts(tree: Tree, { rules, patterns, hidden }: Masking) {
	const hits = patterns.map(() => 0);
	const masked = new Map<number, string>();
	const unfolded = new Map<number, string>();
	const isIdle = patterns.length === 0 && !rules.ignoreCase && !rules.ignoreWhiteSpace;
	for (let node = 0; node < tree.size && !isIdle; node++) {
		if (hidden?.[node] || isContainer(tree, node)) continue;
		const text = textOf(tree, node);
		const whole = maskText(text, patterns, hits);
		const mask = folded(whole, tree.kinds[node], rules);
		if (mask !== text) masked.set(node, mask);
		if (mask !== whole) unfolded.set(node, whole);
	}
	return { masked, unfolded, hits };
}

function maskText(text: string, patterns: readonly Pattern[], hits: number[]): string {
	return patterns.reduce((rest, pattern, index) => {
		const onHit = () => (hits[index] = at(hits, index) + 1);
		return replaceHits(rest, pattern, { mark: maskMark, onHit });
	}, text);
}

function folded(text: string, kind: number | undefined, rules: CompareRules): string {
	if (kind === Kind.number) return text;
	const inCase = rules.ignoreCase ? foldedCase(text) : text;
	return rules.ignoreWhiteSpace ? withoutSpace(inCase) : inCase;
}

/** The rule that made the texts of two leaves equal; undefined if they are the same without it. */
export function foldedBy(
	[kept, node]: readonly [View, number],
	[sent, other]: readonly [View, number],
): 'ignoreCase' | 'ignoreWhiteSpace' | undefined {
	const [one, two] = [wholeText(kept, node), wholeText(sent, other)];
	if (one === two) return undefined;
	return withoutSpace(one) === withoutSpace(two) ? 'ignoreWhiteSpace' : 'ignoreCase';
}

function wholeText(view: View, node: number): string {
	return view.unfolded?.get(node) ?? seenText(view, node);
}

/** The text of a leaf as the comparison sees it. */
export function seenText({ tree, masked }: View, node: number): string {
	return masked?.get(node) ?? textOf(tree, node);
}

export function ignoredBy(rules: CompareRules, kept: RuledView, sent: RuledView): Ignored[] {
	return ruleNames(rules).map((rule, index) => ({
		rule,
		kept: at(kept.hits, index),
		sent: at(sent.hits, index),
	}));
}
