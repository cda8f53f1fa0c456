/**
 * Formats the difference as a JSON Patch (RFC 6902) that turns the old document into the new one.
 * It contains all differences of content, whatever the level or the rules. Inner parts are patched
 * before the arrays around them, so that old paths stay valid.
 */
import { at } from '../../../../server/at';
import { arrayEdits } from './array-edits';
import {
	carriedBit,
	markOf,
	type Matched,
	type Matching,
	movedBit,
	noPartner,
	partnerOf,
	replacedBit,
	seenChildren,
} from '../matching/matched';
import { escaped } from '../reading/paths';
import { isAside, isContainer, isMember, Kind, nameOf, nameText } from '../reading/tree';
import { jsonText } from './written';

/** A longer patch becomes one replacement of the whole. */
const patchLengthMax = 32 * 1024 * 1024;

interface Pair {
	readonly kept: number;
	readonly sent: number;
	readonly pointer: string;
}

export function jsonPatch(matching: Matching): string {
	return new PatchWriter(matching).patch();
}

class PatchWriter {
	private readonly operations: string[] = [];
	private length = 0;

	constructor(private readonly matching: Matching) {}

	patch(): string {
		const pairs = this.pairs();
		for (let pair = pairs.pop(); pair && !this.isTooLong(); pair = pairs.pop()) this.write(pair);
		if (!this.isTooLong()) return `[${this.operations.join(',\n')}]\n`;
		return `[{"op":"replace","path":"","value":${this.valueText(0)}}]\n`;
	}

	private isTooLong(): boolean {
		return this.length > patchLengthMax;
	}

	/** Unequal pairs, parents before children. */
	private pairs(): Pair[] {
		const { kept, sent } = this.matching;
		const pairs: Pair[] = [{ kept: 0, sent: 0, pointer: '' }];
		for (let at = 0; at < pairs.length; at++) {
			const pair = pairs[at];
			if (!pair || !this.isPatchedInside(pair.kept, pair.sent)) continue;
			for (const [child, pointer] of this.pointers(pair)) {
				const other = partnerOf(kept, child);
				if (this.isAlone(kept, child)) continue;
				if (kept.classes[child] !== sent.classes[other]) {
					pairs.push({ kept: child, sent: other, pointer });
				}
			}
		}
		return pairs;
	}

	/** The children of the old node with their pointers. */
	private pointers({ kept: node, pointer }: Pair): (readonly [number, string])[] {
		const { kept } = this.matching;
		return this.contentOf(kept, node).map((child, place) => {
			const name = isMember(kept.view.tree, child) ? this.nameAt(kept, child) : place;
			return [child, `${pointer}/${name}`] as const;
		});
	}

	/**
	 * True for containers of the same sort without duplicate names, of which JSON readers see only
	 * one.
	 */
	private isPatchedInside(node: number, other: number): boolean {
		const { kept, sent } = this.matching;
		if (!isContainer(kept.view.tree, node) || (markOf(kept, node) & replacedBit) !== 0)
			return false;
		return !hasDoubleNames(kept, node) && !hasDoubleNames(sent, other);
	}

	private write(pair: Pair): void {
		const { kept, sent } = this.matching;
		if (kept.classes[pair.kept] === sent.classes[pair.sent]) return;
		if (!this.isPatchedInside(pair.kept, pair.sent)) {
			return this.put('replace', pair.pointer, pair.sent);
		}
		if (kept.view.tree.kinds[pair.kept] === Kind.object) this.writeMembers(pair);
		else this.writeItems(pair);
	}

	private writeMembers({ kept: node, sent: other, pointer }: Pair): void {
		const { kept, sent } = this.matching;
		for (const child of this.contentOf(kept, node)) {
			if (this.isAlone(kept, child)) this.remove(`${pointer}/${this.nameAt(kept, child)}`);
		}
		for (const child of this.contentOf(sent, other)) {
			if (this.isAlone(sent, child))
				this.put('add', `${pointer}/${this.nameAt(sent, child)}`, child);
		}
	}

	private writeItems({ kept: node, sent: other, pointer }: Pair): void {
		const { kept, sent } = this.matching;
		const sentItems = this.contentOf(sent, other);
		const places = new Map(sentItems.map((item, place) => [item, place]));
		const items = this.contentOf(kept, node).map((item) => ({
			place: this.isAlone(kept, item) ? -1 : (places.get(partnerOf(kept, item)) ?? -1),
			isMoved: (markOf(kept, item) & movedBit) !== 0,
		}));
		for (const edit of arrayEdits(items, sentItems.length)) {
			if (edit.type === 'remove') this.remove(`${pointer}/${edit.at}`);
			else if (edit.type === 'add')
				this.put('add', `${pointer}/${edit.to}`, at(sentItems, edit.sent));
			else this.move(`${pointer}/${edit.from}`, `${pointer}/${edit.to}`);
		}
	}

	private contentOf({ view }: Matched, node: number): number[] {
		return seenChildren(view, node).filter((child) => !isAside(view.tree, child));
	}

	/** Nodes that moved elsewhere are removed here and added there. */
	private isAlone(side: Matched, node: number): boolean {
		return partnerOf(side, node) === noPartner || (markOf(side, node) & carriedBit) !== 0;
	}

	private nameAt({ view }: Matched, node: number): string {
		return escaped(nameText(view.tree, node));
	}

	private remove(path: string): void {
		this.push(`"op":"remove","path":${JSON.stringify(path)}`);
	}

	private move(from: string, path: string): void {
		this.push(`"op":"move","from":${JSON.stringify(from)},"path":${JSON.stringify(path)}`);
	}

	private put(op: 'add' | 'replace', path: string, node: number): void {
		this.push(`"op":"${op}","path":${JSON.stringify(path)},"value":${this.valueText(node)}`);
	}

	private valueText(node: number): string {
		return jsonText(this.matching.sent.view.tree, node);
	}

	private push(operation: string): void {
		this.operations.push(`{${operation}}`);
		this.length += operation.length;
	}
}

function hasDoubleNames({ view }: Matched, node: number): boolean {
	const names = seenChildren(view, node)
		.filter((child) => isMember(view.tree, child))
		.map((child) => nameOf(view.tree, child));
	return new Set(names).size < names.length;
}
