/**
 * Gives every node of both trees a class number, equal exactly for equal subtrees: members in any
 * order, numbers by value, items in order, or in any order if arrays are sets. Equality is always
 * checked, never concluded from a hash. Hidden nodes do not count.
 */
import { at, present } from '../../../../server/at';
import { canonicalNumber } from '../../../core/values';
import {
	finished,
	free,
	HashSlots,
	mix,
	StringInterner,
	widened,
} from '../reading/string-interner';
import {
	endOf,
	Form,
	isContainer,
	isMember,
	Kind,
	kindOf,
	nameOf,
	type Tree,
} from '../reading/tree';
import { spelledText, textOf } from '../reading/values';

/** A tree under the rules: hidden nodes, and replaced texts. */
export interface View {
	readonly tree: Tree;
	/** Nonzero for every node of a hidden subtree. */
	readonly hidden?: Uint8Array;
	/** Replaced texts of leaves, by node. */
	readonly masked?: ReadonlyMap<number, string>;
	/** Of those, the texts in which case and white space still count. */
	readonly unfolded?: ReadonlyMap<number, string>;
}

const kindBits = 16;

export class Classes {
	private readonly texts = new StringInterner();
	private readonly shapes: ShapeTable;

	constructor(areArraysSets: boolean) {
		this.shapes = new ShapeTable(areArraysSets);
	}

	/** Computes the class of every node, last to first, so that children come before parents. */
	of(view: View): Int32Array {
		const { tree } = view;
		const classes = new Int32Array(tree.size);
		for (let node = tree.size - 1; node >= 0; node--) {
			const id = isContainer(tree, node)
				? this.shapes.idOf(view, classes, node)
				: this.textId(view, node);
			classes[node] = id * kindBits + kindOf(tree, node);
		}
		return classes;
	}

	private textId({ tree, masked }: View, node: number): number {
		const text = masked?.get(node) ?? canonicalText(tree, node);
		if (text !== undefined) return this.texts.idOf(text, 0, text.length);
		return this.texts.idOf(tree.text, at(tree.starts, node), at(tree.stops, node));
	}
}

/** The normalised text of a leaf; undefined if it is as in the file. */
function canonicalText(tree: Tree, node: number): string | undefined {
	if (tree.kinds[node] === Kind.number) return canonicalNumber(spelledText(tree, node));
	return tree.forms[node] === Form.plain ? undefined : textOf(tree, node);
}

/** Above every class. */
const nameUnit = 0x80000000;

/** Classes of containers by their content; the first of each class represents it. */
class ShapeTable {
	private readonly index = new HashSlots();
	private readonly views: View[] = [];
	private readonly classes: Int32Array[] = [];
	private nodes = new Int32Array(256);

	constructor(private readonly areArraysSets: boolean) {}

	idOf(view: View, classes: Int32Array, node: number): number {
		const hash = this.hashOf(view, classes, node);
		let slot = this.index.first(hash);
		for (let id = this.index.idAt(slot); id !== free; id = this.index.idAt(slot)) {
			if (this.index.hasHash(id, hash) && this.isSame(id, view, classes, node)) return id;
			slot = this.index.after(slot);
		}
		return this.add(this.index.put(slot, hash), view, classes, node);
	}

	private hashOf({ tree, hidden }: View, classes: Int32Array, node: number): number {
		let unordered = 0;
		let ordered = mix(kindOf(tree, node), nameIfElement(tree, node));
		for (let child = node + 1; child < endOf(tree, node); child = endOf(tree, child)) {
			if (hidden?.[child]) continue;
			const part = finished(
				mix(nameOf(tree, child), present(classes[child], 'the class of a part')),
			);
			if (this.areArraysSets || isMember(tree, child)) unordered = (unordered + part) | 0;
			else ordered = mix(ordered, part);
		}
		return finished(mix(ordered, unordered));
	}

	private isSame(id: number, view: View, classes: Int32Array, node: number): boolean {
		const known = { view: this.views[id], classes: this.classes[id], node: this.nodes[id] };
		if (!known.view || !known.classes || known.node === undefined) return false;
		const { tree } = view;
		const { tree: knownTree } = known.view;
		if (knownTree.kinds[known.node] !== tree.kinds[node]) return false;
		if (nameIfElement(knownTree, known.node) !== nameIfElement(tree, node)) return false;
		const parts = this.partsOf(view, classes, node);
		return isSameList(parts, this.partsOf(known.view, known.classes, known.node));
	}

	/** Name and class of each child; members are sorted by name, and the items of a set by class. */
	private partsOf({ tree, hidden }: View, classes: Int32Array, node: number): number[] {
		const members: number[] = [];
		const items: number[] = [];
		for (let child = node + 1; child < endOf(tree, node); child = endOf(tree, child)) {
			if (hidden?.[child]) continue;
			const part =
				(nameOf(tree, child) + 1) * nameUnit + present(classes[child], 'the class of a part');
			(isMember(tree, child) ? members : items).push(part);
		}
		// Members of one name keep their order, since programs use the last.
		members.sort((a, b) => Math.floor(a / nameUnit) - Math.floor(b / nameUnit));
		if (this.areArraysSets) items.sort((a, b) => a - b);
		return [members.length, ...members, ...items];
	}

	private add(id: number, view: View, classes: Int32Array, node: number): number {
		if (id === this.nodes.length) this.nodes = widened(this.nodes, id * 2);
		this.views.push(view);
		this.classes.push(classes);
		this.nodes[id] = node;
		return id;
	}
}

function nameIfElement(tree: Tree, node: number): number {
	return tree.kinds[node] === Kind.element ? nameOf(tree, node) : -1;
}

function isSameList(first: readonly number[], second: readonly number[]): boolean {
	return first.length === second.length && first.every((part, at) => part === second[at]);
}
