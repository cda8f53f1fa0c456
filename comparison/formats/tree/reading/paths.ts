/**
 * Paths of nodes: JSON Pointer (RFC 6901) for JSON and YAML, `/catalog/book[2]/@id` for XML; and
 * matching of the rules' path patterns.
 */
import { present } from '../../../../server/at';
import {
	childrenOf,
	endOf,
	isAside,
	isMember,
	Kind,
	kindOf,
	nameOf,
	nameText,
	unnamed,
	type Tree,
} from './tree';

/** Deeper paths are cut at their beginning. */
const segmentsMax = 100;

/**
 * The number of every node among its siblings of the same sort; 0 for an element that is the only
 * one.
 */
function ordinalsOf(tree: Tree): Int32Array {
	const ordinals = new Int32Array(tree.size);
	for (let node = 0; node < tree.size; node++) {
		if (tree.kinds[node] === Kind.element) countElements(tree, node, ordinals);
		else countItems(tree, node, ordinals);
	}
	return ordinals;
}

function countItems(tree: Tree, node: number, ordinals: Int32Array): void {
	let count = 0;
	const end = endOf(tree, node);
	for (let child = node + 1; child < end; child = endOf(tree, child)) {
		if (!isMember(tree, child) && !isAside(tree, child)) ordinals[child] = count++;
	}
}

function countElements(tree: Tree, node: number, ordinals: Int32Array): void {
	const last = new Map<number, { node: number; count: number }>();
	for (const child of childrenOf(tree, node)) {
		const name = likeness(tree, child);
		const before = last.get(name);
		if (before?.count === 1) ordinals[before.node] = 1;
		if (before) ordinals[child] = before.count + 1;
		last.set(name, { node: child, count: (before?.count ?? 0) + 1 });
	}
}

/**
 * Elements are counted by name; texts, comments and instructions by kind, as a negative number,
 * which no name has.
 */
function likeness(tree: Tree, node: number): number {
	const kind = kindOf(tree, node);
	return kind === Kind.element || isMember(tree, node) ? nameOf(tree, node) : -1 - kind;
}

const xmlNames: Partial<Record<number, string>> = {
	[Kind.string]: 'text()',
	[Kind.comment]: 'comment()',
	[Kind.instruction]: 'processing-instruction()',
};

function ordinalOf(tree: Tree, node: number): number {
	tree.ordinals ??= ordinalsOf(tree);
	return present(tree.ordinals[node], 'the ordinal of a node');
}

/** One step of a path, as written in it. */
function segmentOf(tree: Tree, node: number): string {
	const parent = tree.parents[node] ?? unnamed;
	const ordinal = ordinalOf(tree, node);
	const isOfXml = tree.kinds[parent] === Kind.element || tree.kinds[node] === Kind.element;
	if (isMember(tree, node)) return escaped(shownName(tree, node));
	if (!isOfXml) return isAside(tree, node) ? '#' : String(ordinal);
	const name =
		tree.kinds[node] === Kind.element
			? shownName(tree, node)
			: (xmlNames[kindOf(tree, node)] ?? 'text()');
	return ordinal > 0 ? `${name}[${ordinal}]` : name;
}

/** One step of a path, as people read it. */
export function plainSegment(tree: Tree, node: number): string {
	return unescaped(segmentOf(tree, node));
}

/** A name as it stands in a path (RFC 6901). */
export function escaped(name: string): string {
	return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

function unescaped(segment: string): string {
	return segment.replace(/~1/g, '/').replace(/~0/g, '~');
}

/** XML names are stored as `{namespace}local`; only the local part is shown. */
export function shownName(tree: Tree, node: number): string {
	return nameText(tree, node).replace(/^(@?)\{[^}]*\}/, '$1');
}

export function pathOf(tree: Tree, node: number): string {
	const segments: string[] = [];
	let at = node;
	while (at !== unnamed && isNamedInPath(tree, at) && segments.length < segmentsMax) {
		segments.push(`/${segmentOf(tree, at)}`);
		at = tree.parents[at] ?? unnamed;
	}
	const isCut = at !== unnamed && isNamedInPath(tree, at);
	return (isCut ? '…' : '') + segments.reverse().join('');
}

/** The root of JSON and YAML has an empty path; the root of XML is an element with a name. */
function isNamedInPath(tree: Tree, node: number): boolean {
	return tree.parents[node] !== unnamed || tree.kinds[node] === Kind.element;
}

/** Parses a path pattern to segments. */
export function patternOf(path: string): readonly string[] {
	return path.replace(/^\/?/, '').split('/').map(unescaped);
}

/**
 * Marks the subtrees whose path one of the patterns matches, with the number of the pattern plus one.
 * The states of all patterns go down the tree together: a state is how many segments are matched.
 */
export function markPaths(tree: Tree, patterns: readonly (readonly string[])[]): Uint8Array {
	const marks = new Uint8Array(tree.size);
	const states = new StateTable(patterns);
	const stateAt = new Int32Array(tree.size);
	for (let node = 0; node < tree.size; node++) {
		const parent = tree.parents[node] ?? unnamed;
		const before =
			parent === unnamed ? states.start : present(stateAt[parent], 'the state of a node');
		const isStep = isNamedInPath(tree, node);
		const key = isMember(tree, node) ? nameOf(tree, node) : -2 - ordinalOf(tree, node);
		const segment = () => plainSegment(tree, node);
		const isShared = tree.kinds[node] !== Kind.element;
		const state = isStep ? states.after(before, isShared ? key : undefined, segment) : before;
		stateAt[node] = state;
		const matched = states.matchedBy(state);
		if (matched === undefined) continue;
		marks.fill(matched + 1, node, endOf(tree, node));
		node = endOf(tree, node) - 1;
	}
	return marks;
}

/** The state sets that occurred, and their transitions by segment; a file has few of them. */
class StateTable {
	readonly start: number;
	private readonly sets: (readonly (readonly [pattern: number, matched: number])[])[] = [];
	private readonly known = new Map<string, number>();
	private readonly steps: Map<number, number>[] = [];

	constructor(private readonly patterns: readonly (readonly string[])[]) {
		this.start = this.idOf(patterns.flatMap((_, pattern) => this.reached(pattern, 0)));
	}

	/** `key` identifies the segment without formatting it, if possible. */
	after(state: number, key: number | undefined, segment: () => string): number {
		const known = key === undefined ? undefined : this.steps[state]?.get(key);
		if (known !== undefined) return known;
		const next = this.idOf(
			present(this.sets[state], 'the set of a state').flatMap((at) => this.step(at, segment())),
		);
		const steps = this.steps[state];
		if (key !== undefined && steps && steps.size < 100_000) steps.set(key, next);
		return next;
	}

	matchedBy(state: number): number | undefined {
		return this.sets[state]?.find(([pattern, at]) => at === this.patterns[pattern]?.length)?.[0];
	}

	private step([pattern, at]: readonly [number, number], segment: string) {
		const wanted = this.patterns[pattern]?.[at];
		if (wanted === '**') return this.reached(pattern, at);
		return wanted !== undefined && isMatch(wanted, segment) ? this.reached(pattern, at + 1) : [];
	}

	/** `**` may match nothing, so the state after it is reached as well. */
	private reached(pattern: number, at: number): [number, number][] {
		const isAny = this.patterns[pattern]?.[at] === '**';
		return [[pattern, at], ...(isAny ? this.reached(pattern, at + 1) : [])];
	}

	private idOf(set: readonly (readonly [number, number])[]): number {
		const keys = new Map(set.map((state) => [state.join(), state]));
		const key = [...keys.keys()].sort().join(' ');
		const known = this.known.get(key);
		if (known !== undefined) return known;
		this.known.set(key, this.sets.length);
		this.steps.push(new Map());
		return this.sets.push([...keys.values()]) - 1;
	}
}

/** A name matches elements with any number. */
function isMatch(wanted: string, segment: string): boolean {
	return wanted === '*' || wanted === segment || wanted === segment.replace(/\[\d+\]$/, '');
}
