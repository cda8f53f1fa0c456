/** The texts of leaves. */
import { unescaped } from './json';
import { Form, type Tree } from './tree';

/** The text as in the file. */
export function spelledText(tree: Tree, node: number): string {
	return tree.text.slice(tree.starts[node], tree.stops[node]);
}

/** The decoded text of a leaf; numbers as in the file. */
export function textOf(tree: Tree, node: number): string {
	const text = spelledText(tree, node);
	if (tree.forms[node] === Form.escaped) return unescaped(text);
	return tree.forms[node] === Form.loose ? text.replace(/\s+/gu, ' ').trim() : text;
}
