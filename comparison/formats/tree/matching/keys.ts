/**
 * Finds the member that identifies the objects of an array: the one of the rules, else a usual one
 * that every object on both sides has and that is unique.
 */
import { classOf, type Items, type Matched } from './matched';
import { endOf, isContainer, Kind, nameOf, type Tree } from '../reading/tree';

const usualKeys = [
	'id',
	'_id',
	'@id',
	'@{http://www.w3.org/XML/1998/namespace}id',
	'key',
	'@key',
	'uuid',
	'@uuid',
	'guid',
	'sku',
	'@sku',
	'code',
	'@code',
	'slug',
	'name',
	'@name',
	'Id',
	'ID',
	'Key',
	'Name',
];

export interface Key {
	/** Names of members that may be the key. */
	readonly names: readonly number[];
	readonly isGiven: boolean;
}

/** Finds the keys of arrays of two trees. */
export class Keys {
	private readonly given: Key | undefined;
	private readonly usual: readonly Key[];

	constructor({ nameTexts }: Tree, arrayKey: string | undefined) {
		const key = (...from: readonly string[]) => from.map((name) => nameTexts.idOf(name));
		this.given =
			arrayKey === undefined ? undefined : { names: key(arrayKey, `@${arrayKey}`), isGiven: true };
		this.usual = usualKeys.map((name) => ({ names: key(name), isGiven: false }));
	}

	of(kept: Items, sent: Items): Key | undefined {
		if (this.given) return this.given;
		const first = kept.nodes.find((node) => isKeyed(kept.side, node));
		if (first === undefined) return undefined;
		return this.usual
			.filter((key) => keyValue(kept.side, first, key) !== undefined)
			.find((key) => isUnique(kept, key) && isUnique(sent, key));
	}
}

/** True for items that can have a key. */
export function isKeyed({ view }: Matched, node: number): boolean {
	const kind = view.tree.kinds[node];
	return kind === Kind.object || kind === Kind.element;
}

/** A number, equal for equal keys of similar items. */
export function keyValue(side: Matched, node: number, key: Key): number | undefined {
	const { tree, hidden } = side.view;
	const end = endOf(tree, node);
	for (let child = node + 1; child < end; child = endOf(tree, child)) {
		if (hidden?.[child] || !key.names.includes(nameOf(tree, child))) continue;
		if (isContainer(tree, child) && tree.kinds[child] !== Kind.element) return undefined;
		const own = tree.kinds[node] === Kind.element ? nameOf(tree, node) + 1 : 0;
		return own * 0x80000000 + classOf(side, child);
	}
	return undefined;
}

function isUnique({ side, nodes }: Items, key: Key): boolean {
	const keyed = nodes.filter((node) => isKeyed(side, node));
	const values = new Set(keyed.map((node) => keyValue(side, node, key)));
	return values.size === keyed.length && !values.has(undefined);
}

/** True if any object or element has the member. */
export function isKeyKnown({ nameTexts, names, size }: Tree, arrayKey: string): boolean {
	const used = names.subarray(0, size);
	return [arrayKey, `@${arrayKey}`].some((name) => used.includes(nameTexts.idOf(name)));
}
