/**
 * The Merkle tree of RFC 9162, section 2.1: hashes of leaves and nodes, the subtrees of proofs,
 * and verification. The log stores the hashes. Callers may pass a faster SHA-256 than the
 * browser's.
 */
import { concat, isSameBytes } from './bytes';
import { sha256 } from './sha256';

/** Any implementation of SHA-256. */
export type Hash = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The bytes to hash for a leaf. */
export function leafBytes(entry: Uint8Array): Uint8Array {
	return concat([Uint8Array.of(0), entry]);
}

/** The bytes to hash for the node above two others. */
export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
	return concat([Uint8Array.of(1), left, right]);
}

/**
 * The leaves from `begin` up to but not including `end`; their hash is that of a tree of just
 * these.
 */
export interface LeafRange {
	readonly begin: number;
	readonly end: number;
}

/** A complete subtree: 2^level leaves, the `index`-th such group of the log. */
export interface Subtree {
	readonly level: number;
	readonly index: number;
}

/** The ranges whose hashes prove that a tree includes a leaf, from the leaf upwards. */
export function inclusionPath(index: number, treeSize: number): LeafRange[] {
	if (index < 0 || index >= treeSize) throw new RangeError(`no leaf ${index} in ${treeSize}`);
	const path: LeafRange[] = [];
	let range: LeafRange = { begin: 0, end: treeSize };
	while (range.end - range.begin > 1) {
		const [left, right] = halves(range);
		path.push(index < right.begin ? right : left);
		range = index < right.begin ? left : right;
	}
	return path.reverse();
}

/** The ranges whose hashes prove that a tree extends a smaller one, in the order of the RFC. */
export function consistencyPath(fromSize: number, toSize: number): LeafRange[] {
	if (fromSize < 0 || fromSize > toSize) throw new RangeError(`no ${fromSize} in ${toSize} leaves`);
	if (fromSize === 0) return [];
	const path: LeafRange[] = [];
	let range: LeafRange = { begin: 0, end: toSize };
	while (range.end !== fromSize) {
		const [left, right] = halves(range);
		path.push(fromSize <= left.end ? right : left);
		range = fromSize <= left.end ? left : right;
	}
	// The old tree is left out if it is one of the ranges: the verifier has its root.
	return range.begin === 0 ? path.reverse() : [range, ...path.reverse()];
}

/** A range is split at the largest power of two below its size. */
function halves({ begin, end }: LeafRange): readonly [LeafRange, LeafRange] {
	let size = 1;
	while (size * 2 < end - begin) size *= 2;
	const middle = begin + size;
	return [
		{ begin, end: middle },
		{ begin: middle, end },
	];
}

/** The complete subtrees of a range, from left to right; none if it is empty. */
export function subtreesOf(range: LeafRange): Subtree[] {
	const subtrees: Subtree[] = [];
	let { begin } = range;
	while (begin < range.end) {
		let [level, size] = [0, 1];
		while (begin % (size * 2) === 0 && begin + size * 2 <= range.end) {
			level += 1;
			size *= 2;
		}
		subtrees.push({ level, index: begin / size });
		begin += size;
	}
	return subtrees;
}

/** The hash of a range from those of its subtrees; `node` hashes two. Undefined for no hashes. */
export function joinSubtrees<Hash>(
	hashes: readonly Hash[],
	node: (left: Hash, right: Hash) => Hash,
): Hash | undefined {
	const last = hashes.at(-1);
	if (last === undefined) return undefined;
	return hashes.slice(0, -1).reduceRight((right, left) => node(left, right), last);
}

/** Position in a tree while verifying a path: the node's index and the last index of its level. */
class Climb {
	constructor(
		private position: number,
		private last: number,
	) {}

	get isAtTop(): boolean {
		return this.last === 0;
	}

	/** True if the next hash of the path is the left neighbour. */
	get isFromLeft(): boolean {
		return this.position % 2 === 1 || this.position === this.last;
	}

	rise(): void {
		this.position = Math.floor(this.position / 2);
		this.last = Math.floor(this.last / 2);
	}

	/** Skips levels where the node is the last and has no neighbour. */
	riseToNeighbour(): void {
		while (this.position % 2 === 0 && this.position !== 0) this.rise();
	}

	riseWhileRight(): void {
		while (this.position % 2 === 1) this.rise();
	}
}

export interface Inclusion {
	readonly leafHash: Uint8Array;
	readonly index: number;
	readonly treeSize: number;
	/** From the leaf's neighbour upwards. */
	readonly path: readonly Uint8Array[];
	readonly rootHash: Uint8Array;
}

/** True if the tree of that size and root has the leaf at the index (RFC 9162, 2.1.3.2). */
export async function verifyInclusion(inclusion: Inclusion, hash: Hash = sha256): Promise<boolean> {
	const { index, treeSize, path, rootHash } = inclusion;
	if (index < 0 || index >= treeSize) return false;
	const climb = new Climb(index, treeSize - 1);
	let reached = inclusion.leafHash;
	for (const neighbour of path) {
		if (climb.isAtTop) return false;
		if (climb.isFromLeft) {
			reached = await hash(nodeBytes(neighbour, reached));
			climb.riseToNeighbour();
		} else {
			reached = await hash(nodeBytes(reached, neighbour));
		}
		climb.rise();
	}
	return climb.isAtTop && isSameBytes(reached, rootHash);
}

export interface TreeHead {
	readonly treeSize: number;
	readonly rootHash: Uint8Array;
}

/** True if the tree `to` begins with the tree `from` (RFC 9162, 2.1.4.2). */
export async function verifyConsistency(
	from: TreeHead,
	to: TreeHead,
	path: readonly Uint8Array[],
	hash: Hash = sha256,
): Promise<boolean> {
	if (from.treeSize < 0 || from.treeSize > to.treeSize) return false;
	if (from.treeSize === to.treeSize) {
		return path.length === 0 && isSameBytes(from.rootHash, to.rootHash);
	}
	// Every tree begins with the empty tree.
	if (from.treeSize === 0) return path.length === 0;
	const isOneSubtree = subtreesOf({ begin: 0, end: from.treeSize }).length === 1;
	const [first, ...rest] = isOneSubtree ? [from.rootHash, ...path] : path;
	if (first === undefined || path.length === 0) return false;
	const climb = new Climb(from.treeSize - 1, to.treeSize - 1);
	climb.riseWhileRight();
	let [oldHash, newHash] = [first, first];
	for (const neighbour of rest) {
		if (climb.isAtTop) return false;
		if (climb.isFromLeft) {
			oldHash = await hash(nodeBytes(neighbour, oldHash));
			newHash = await hash(nodeBytes(neighbour, newHash));
			climb.riseToNeighbour();
		} else {
			newHash = await hash(nodeBytes(newHash, neighbour));
		}
		climb.rise();
	}
	return climb.isAtTop && isSameBytes(oldHash, from.rootHash) && isSameBytes(newHash, to.rootHash);
}
