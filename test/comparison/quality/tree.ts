/** Pairs of JSON, YAML and XML files with edits whose places are known, the same for the same seed. */
import { stringify } from 'yaml';
import { Random } from './random';

export type TreeFormat = 'JSON' | 'YAML' | 'XML';

export interface TreePair {
	readonly kept: string;
	readonly sent: string;
	/** As `changed /a -> /b`, or with one path where it is the same. */
	readonly expected: readonly string[];
}

type Value = Leaf | List | Members;
interface Leaf {
	type: 'leaf';
	value: string | number | boolean | null;
}
interface List {
	type: 'list';
	items: Value[];
}
interface Members {
	type: 'members';
	members: [name: string, value: Value][];
}
interface Edit {
	readonly kind: 'added' | 'removed' | 'changed' | 'moved';
	readonly kept?: Value;
	readonly sent?: Value;
}

export function treePairs(format: TreeFormat, count: number, seed: number): TreePair[] {
	const random = new Random(seed);
	return Array.from({ length: count }, () => pairOf(format, random));
}

function pairOf(format: TreeFormat, random: Random): TreePair {
	const kept = catalogue(random);
	const copies = new Map<Value, Value>();
	const sent = copied(kept, copies);
	const edits = [...editList(kept, copies, random), ...editSettings(kept, copies, random)];
	const keptPaths = pathsOf(format, kept);
	const sentPaths = pathsOf(format, sent);
	const expected = edits.map((edit) => {
		const paths = [
			edit.kept && keptPaths.get(edit.kept),
			edit.sent && sentPaths.get(edit.sent),
		].filter((path) => path !== undefined);
		const isText = format === 'XML' && edit.kind === 'changed';
		return `${edit.kind} ${[...new Set(paths.map((path) => path + (isText ? '/text()' : '')))].join(' -> ')}`;
	});
	return { kept: written(format, kept), sent: written(format, sent), expected };
}

const leaf = (value: Leaf['value']): Leaf => ({ type: 'leaf', value });
const members = (of: Record<string, Value>): Members => ({
	type: 'members',
	members: Object.entries(of),
});
const text = (random: Random) =>
	Array.from({ length: random.between(3, 9) }, () => `w${random.below(5000)}`).join(' ');

function item(random: Random, isKeyed: boolean): Members {
	return members({
		...(isKeyed && { id: leaf(`k${random.below(1e9)}`) }),
		label: leaf(text(random)),
		price: leaf(random.below(100_000) / 100),
		note: leaf(text(random)),
		active: leaf(random.below(2) === 0),
		stock: members({ berlin: leaf(random.below(9)), paris: leaf(random.below(9)) }),
	});
}

function catalogue(random: Random): Members {
	const isKeyed = random.below(2) === 0;
	const items = Array.from({ length: random.between(5, 40) }, () => item(random, isKeyed));
	const settings = Array.from({ length: 8 }, (_, at) => [`s${at}`, leaf(text(random))] as const);
	return members({
		title: leaf(text(random)),
		settings: members(Object.fromEntries(settings)),
		items: { type: 'list', items },
	});
}

function copied(value: Value, copies: Map<Value, Value>): Value {
	const copy: Value =
		value.type === 'leaf'
			? { ...value }
			: value.type === 'list'
				? { type: 'list', items: value.items.map((part) => copied(part, copies)) }
				: {
						type: 'members',
						members: value.members.map(([name, part]) => [name, copied(part, copies)]),
					};
	copies.set(value, copy);
	return copy;
}

function member(value: Value | undefined, name: string): Value {
	const found = value?.type === 'members' && value.members.find(([known]) => known === name)?.[1];
	if (!found) throw new Error(`no member ${name}`);
	return found;
}

/** Items added, removed, moved, and changed inside; each in a part of the list of its own. */
function editList(kept: Members, copies: Map<Value, Value>, random: Random): Edit[] {
	const list = member(kept, 'items');
	const sent = copies.get(list);
	if (list.type !== 'list' || sent?.type !== 'list') return [];
	const edits: Edit[] = [];
	for (let from = 0; from + 5 <= list.items.length; from += 5) {
		const old = list.items[from + random.below(2)];
		const copy = old && copies.get(old);
		if (!old || !copy) continue;
		const at = sent.items.indexOf(copy);
		switch (random.below(5)) {
			case 0:
				sent.items.splice(at, 1);
				edits.push({ kind: 'removed', kept: old });
				break;
			case 1: {
				const added = item(random, old.type === 'members' && old.members[0]?.[0] === 'id');
				sent.items.splice(at, 0, added);
				edits.push({ kind: 'added', sent: added });
				break;
			}
			case 2:
				sent.items.splice(at, 1);
				sent.items.splice(at + 3, 0, copy);
				edits.push({ kind: 'moved', kept: old, sent: copy });
				break;
			default:
				edits.push(changed(member(old, random.below(2) ? 'price' : 'note'), copies, random));
		}
	}
	return edits;
}

function changed(kept: Value, copies: Map<Value, Value>, random: Random): Edit {
	const sent = copies.get(kept);
	if (sent?.type !== 'leaf') throw new Error('only leaves are changed');
	sent.value = typeof sent.value === 'number' ? sent.value + 1 : text(random);
	return { kind: 'changed', kept, sent };
}

function editSettings(kept: Members, copies: Map<Value, Value>, random: Random): Edit[] {
	const settings = member(kept, 'settings');
	const sent = copies.get(settings);
	if (sent?.type !== 'members') return [];
	const removed = member(settings, `s${random.below(3)}`);
	const added = leaf(text(random));
	sent.members = sent.members.filter(([, value]) => value !== copies.get(removed));
	sent.members.push([`n${random.below(9)}`, added]);
	return [
		{ kind: 'removed', kept: removed },
		{ kind: 'added', sent: added },
		changed(member(settings, `s${random.between(4, 8)}`), copies, random),
	];
}

function pathsOf(format: TreeFormat, root: Value): Map<Value, string> {
	const paths = new Map<Value, string>();
	const visit = (value: Value, path: string) => {
		paths.set(value, path);
		if (value.type === 'members') {
			for (const [name, part] of value.members) visit(part, `${path}/${name}`);
		} else if (value.type === 'list') {
			for (const [at, part] of value.items.entries()) {
				visit(part, format === 'XML' ? `${path}/item[${at + 1}]` : `${path}/${at}`);
			}
		}
	};
	visit(root, format === 'XML' ? '/doc' : '');
	return paths;
}

function plain(value: Value): unknown {
	if (value.type === 'leaf') return value.value;
	if (value.type === 'list') return value.items.map(plain);
	return Object.fromEntries(value.members.map(([name, part]) => [name, plain(part)]));
}

function written(format: TreeFormat, root: Value): string {
	if (format === 'JSON') return JSON.stringify(plain(root), null, 1);
	return format === 'YAML' ? stringify(plain(root)) : `<doc>${xml(root)}</doc>`;
}

function xml(value: Value): string {
	if (value.type === 'leaf') return String(value.value);
	if (value.type === 'list')
		return value.items.map((part) => `<item>${xml(part)}</item>\n`).join('');
	return value.members.map(([name, part]) => `<${name}>${xml(part)}</${name}>\n`).join('');
}
