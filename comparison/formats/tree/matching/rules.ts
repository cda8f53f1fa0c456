/**
 * Applies the rules to a tree: hides nodes, replaces texts, and counts the hits of each rule.
 * `matching.ts` handles tolerance and arrays.
 */
import type { RuledSide } from '../../../core/rule-hits';
import type { CompareRules } from '../../../core/rules';
import type { View } from './classes';
import { foldedCase, withoutSpace } from '../../text/reading/characters';
import { markPaths, patternOf } from '../reading/paths';
import { isContainer, Kind, type Tree } from '../reading/tree';
import { textOf } from '../reading/values';

/** Replaces what a pattern matched. */
export const maskMark = '\u{fffc}';

export function viewOf(tree: Tree, ruled: RuledSide): View {
	const paths = ruled.rules.ignorePaths ?? [];
	const hidden = paths.length > 0 ? markPaths(tree, paths.map(patternOf)) : undefined;
	for (const [index, path] of paths.entries()) {
		ruled.count('ignorePaths', path, countRuns(tree, hidden, index + 1));
	}
	return { tree, hidden, ...ruled.within(() => maskTexts(tree, hidden, ruled)) };
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

function maskTexts(tree: Tree, hidden: Uint8Array | undefined, ruled: RuledSide) {
	const { rules, hasPatterns } = ruled;
	const masked = new Map<number, string>();
	const unfolded = new Map<number, string>();
	const isIdle = !hasPatterns && !rules.ignoreCase && !rules.ignoreWhiteSpace;
	for (let node = 0; node < tree.size && !isIdle; node++) {
		if (hidden?.[node] || isContainer(tree, node)) continue;
		const text = textOf(tree, node);
		const whole = ruled.masked(text, maskMark);
		const mask = folded(whole, tree.kinds[node], rules);
		if (mask !== text) masked.set(node, mask);
		if (mask !== whole) unfolded.set(node, whole);
	}
	return { masked, unfolded };
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
