/**
 * An append-only Merkle tree (RFC 9162) that keeps only what appending needs: the roots of its
 * complete subtrees and the open tile of each level. Full tiles are returned once. Hashes are hex
 * strings, because a million small buffers would need far more memory than their bytes.
 */
import { joinSubtrees } from '../../proof/merkle';
import { tileWidth } from '../../proof/tile-paths';
import { emptyRoot, nodeHashHex } from './leaf';

/** Levels of the tree that one level of tiles spans. */
export const levelsPerTile = 8;

export interface FullTile {
	readonly level: number;
	readonly number: number;
	readonly hashes: readonly string[];
	readonly rootHash: string;
}

export interface TreeState {
	readonly size: number;
	/** Roots of the complete subtrees, the largest first. */
	readonly subtrees: readonly string[];
	/** Hashes of the open tile of each level. */
	readonly open: readonly (readonly string[])[];
}

export const emptyTree: TreeState = { size: 0, subtrees: [], open: [] };

export class GrowingTree {
	private count: number;
	private readonly subtrees: string[];
	private readonly open: string[][];

	constructor({ size, subtrees, open }: TreeState) {
		this.count = size;
		this.subtrees = [...subtrees];
		this.open = open.map((hashes) => [...hashes]);
	}

	get size(): number {
		return this.count;
	}

	/** Adds a leaf; returns the tiles it fills, the lowest level first. */
	append(leafHash: string): readonly FullTile[] {
		const filled: FullTile[] = [];
		let full: readonly string[] | undefined;
		let hash = leafHash;
		let height = 0;
		// The number of trailing ones of the leaf's index is the number of subtrees that end here.
		for (let index = this.count; ; index = Math.floor(index / 2)) {
			if (height % levelsPerTile === 0) {
				const level = height / levelsPerTile;
				if (full !== undefined) filled.push(this.tile(level - 1, full, hash));
				full = this.intoTile(level, hash);
			}
			const left = index % 2 === 1 ? this.subtrees.pop() : undefined;
			if (left === undefined) break;
			hash = nodeHashHex(left, hash);
			height += 1;
		}
		this.subtrees.push(hash);
		this.count += 1;
		return filled;
	}

	root(): string {
		return joinSubtrees(this.subtrees, nodeHashHex) ?? emptyRoot.toString('hex');
	}

	/** Returns the hashes of the level's open tile once it is full. */
	private intoTile(level: number, hash: string): readonly string[] | undefined {
		const hashes = (this.open[level] ??= []);
		hashes.push(hash);
		if (hashes.length < tileWidth) return undefined;
		this.open[level] = [];
		return hashes;
	}

	private tile(level: number, hashes: readonly string[], rootHash: string): FullTile {
		return { level, number: Math.floor(this.count / tileWidth ** (level + 1)), hashes, rootHash };
	}
}
