/** One input item of a running node, its parameters, and the node's own refusals. */
import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

/** One input item of a running node. */
export interface Item {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
}

/** A refusal of the node itself, before any call is made. */
export function refuseItem(item: Item, message: string, description: string): NodeOperationError {
	return new NodeOperationError(item.context.getNode(), message, {
		itemIndex: item.itemIndex,
		description,
	});
}

/** True if an agent runs the node. n8n names the types of tools after their nodes. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a selector of records; other values are their own. */
export function chosenIn(value: unknown): unknown {
	return isRecord(value) && '__rl' in value ? value.value : value;
}

/** A parameter of its own, or an entry of the collection 'Options' as `options.name`. */
export function readRaw({ context, itemIndex }: Item, path: string): unknown {
	const [name = path, option] = path.split('.');
	const whole: unknown = context.getNodeParameter(name, itemIndex, '');
	if (option === undefined) return whole;
	return isRecord(whole) ? whole[option] : undefined;
}

/** True if a record is given by name instead of id. */
export function isNamed(item: Item, path: string): boolean {
	const given = readRaw(item, path);
	return isRecord(given) && '__rl' in given && given.mode === 'name';
}

/** Text of a parameter, trimmed; numbers of an expression count as their digits. */
export function readText(item: Item, path: string): string {
	const value = chosenIn(readRaw(item, path));
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? value.trim() : '';
}

/** An expression may give a truth value as text, as agents do. */
export function readFlag(item: Item, path: string): boolean {
	return /^true$/i.test(String(chosenIn(readRaw(item, path))).trim());
}
