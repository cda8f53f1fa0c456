/**
 * The subtitle of a node on the canvas: its operation in words, such as "Get many: balances". n8n
 * evaluates it in the editor, so it is an expression with the words of all operations.
 */
import type { AnyOperationScreen, NodeScreen } from './screen';

export function subtitle(screen: NodeScreen): string {
	const words = Object.fromEntries(
		screen.operations.map((operation) => [
			`${operation.resource}.${operation.operation}`,
			wordsOf(screen, operation),
		]),
	);
	return `={{ (${JSON.stringify(words)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

function wordsOf({ resources }: NodeScreen, { resource, name }: AnyOperationScreen): string {
	const what = (resources[resource] ?? resource).toLowerCase();
	const does = name.charAt(0) + name.slice(1).toLowerCase();
	return `${does}: ${/^Get (Many|Own)\b/.test(name) ? plural(what) : what}`;
}

function plural(noun: string): string {
	if (noun.endsWith('y')) return `${noun.slice(0, -1)}ies`;
	return noun.endsWith('ch') ? `${noun}es` : `${noun}s`;
}
