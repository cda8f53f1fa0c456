/**
 * Reduces a tree to rows of words, one per value: its path without item numbers, and its text at
 * the level. Members are sorted by name, since their order does not count.
 */
import type { OutlineRow } from '../../../core/comparison';
import type { Level } from '../../../core/level';
import { canonicalNumber } from '../../../core/values';
import { withoutSpace } from '../../text/reading/characters';
import { countsAt, wordsOf } from '../matching/levels';
import { seenChildren } from '../matching/matched';
import type { View } from '../matching/classes';
import { seenText } from '../matching/rules';
import { isContainer, isMember, Kind, nameText } from '../reading/tree';
import { spelledText } from '../reading/values';

interface Open {
	readonly node: number;
	readonly path: string;
}

export function outlineRows(view: View, level: Level): OutlineRow[] {
	const rows: OutlineRow[] = [];
	const open: Open[] = [{ node: 0, path: '' }];
	for (let next = open.pop(); next; next = open.pop()) {
		const children = isContainer(view.tree, next.node) ? seenChildren(view, next.node) : [];
		const { path } = next;
		if (children.length === 0) rows.push(rowOf(view, next, level));
		else open.push(...named(view, children, path).reverse());
	}
	return rows.filter(({ words }) => words.length > 0);
}

function named({ tree }: View, children: readonly number[], path: string): Open[] {
	const members = children
		.filter((child) => isMember(tree, child))
		.map((node) => ({ node, path: `${path}/${nameText(tree, node)}` }))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
	const items = children
		.filter((child) => !isMember(tree, child))
		.map((node) => ({ node, path: `${path}/${nameText(tree, node) || '*'}` }));
	return [...members, ...items];
}

function rowOf(view: View, { node, path }: Open, level: Level): OutlineRow {
	const { tree } = view;
	const place = { path, line: tree.lines[node] };
	if (tree.kinds[node] === Kind.comment && !countsAt(level, 'comment')) {
		return { place, words: [] };
	}
	if (isContainer(tree, node)) return { place, words: [path, `(${tree.kinds[node]})`] };
	return { place, words: [path, saidAt(level, view, node)] };
}

function saidAt(level: Level, view: View, node: number): string {
	const { tree } = view;
	const isSpelled = countsAt(level, 'spelling') && !view.masked?.has(node);
	if (isSpelled) return spelledText(tree, node);
	if (tree.kinds[node] === Kind.number) return canonicalNumber(spelledText(tree, node));
	const text = seenText(view, node);
	if (!countsAt(level, 'letters')) return wordsOf(text);
	const said = countsAt(level, 'space') ? text : withoutSpace(text);
	return countsAt(level, 'type') ? `${tree.kinds[node]}:${said}` : said;
}
