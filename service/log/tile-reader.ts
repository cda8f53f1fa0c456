/**
 * Reads nodes of the tree from tiles and entries. Complete nodes never change, so a bounded number
 * of tiles is cached, and nodes inside a tile are computed once.
 */
import type { LeafRange } from '../../proof/merkle';
import { joinSubtrees, subtreesOf } from '../../proof/merkle';
import { tileWidth } from '../../proof/tile-paths';
import { present } from '../../server/at';
import type { Database } from '../database/database';
import { levelsPerTile } from './growing-tree';
import { emptyRoot, nodeHash } from './leaf';

/** 16 KB each. */
const tilesMax = 64;
const hashBytes = 32;

/**
 * The known hashes of a tile and the nodes above them in one buffer, as a binary heap: the
 * children of `index` are at 2 * index and 2 * index + 1, the hashes start at `tileWidth`. A
 * thousand small buffers per tile would survive the young generation and pile up until a full
 * collection.
 */
class TileNodes {
	private readonly nodes = Buffer.alloc(2 * tileWidth * hashBytes);
	private readonly known = new Uint8Array(2 * tileWidth);
	readonly width: number;

	constructor(hashes: readonly Buffer[]) {
		this.width = hashes.length;
		for (const [place, hash] of hashes.entries()) this.keep(tileWidth + place, hash);
	}

	node(height: number, place: number): Buffer {
		return this.at(tileWidth / 2 ** height + place);
	}

	private at(index: number): Buffer {
		if (this.known[index] === 0) {
			if (index >= tileWidth) throw new Error(`the tile has no hash ${index - tileWidth}`);
			this.keep(index, nodeHash(this.at(2 * index), this.at(2 * index + 1)));
		}
		return this.nodes.subarray(index * hashBytes, (index + 1) * hashBytes);
	}

	private keep(index: number, hash: Buffer): void {
		hash.copy(this.nodes, index * hashBytes);
		this.known[index] = 1;
	}
}

export class TileReader {
	/** In order of use, the last used at the end. */
	private readonly tiles = new Map<string, TileNodes>();

	constructor(private readonly database: Database) {}

	/** The hash of a range of leaves; all must be in the tree. */
	async rangeHash(range: LeafRange): Promise<Buffer> {
		const hashes: Buffer[] = [];
		for (const { level, index } of subtreesOf(range)) hashes.push(await this.node(level, index));
		return joinSubtrees(hashes, nodeHash) ?? emptyRoot;
	}

	/** The root of the `index`-th subtree of 2^height leaves. */
	async node(height: number, index: number): Promise<Buffer> {
		const level = Math.floor(height / levelsPerTile);
		const inside = height % levelsPerTile;
		const first = index * 2 ** inside;
		const number = Math.floor(first / tileWidth);
		const begin = first % tileWidth;
		const tile = await this.tile({ level, number }, begin + 2 ** inside);
		return tile.node(inside, begin / 2 ** inside);
	}

	/** The first `width` hashes of a tile. */
	async hashes(level: number, number: number, width: number): Promise<readonly Buffer[]> {
		const tile = await this.tile({ level, number }, width);
		return Array.from({ length: width }, (_, place) => tile.node(0, place));
	}

	private async tile(
		place: { readonly level: number; readonly number: number },
		width: number,
	): Promise<TileNodes> {
		const key = `${place.level}/${place.number}`;
		const kept = this.tiles.get(key);
		const isEnough = kept !== undefined && kept.width >= width;
		const tile = isEnough ? kept : new TileNodes(await this.read(place));
		if (tile.width < width) {
			throw new Error(`tile ${key} has ${tile.width} hashes, not ${width}`);
		}
		this.tiles.delete(key);
		this.tiles.set(key, tile);
		const [oldest] = this.tiles.keys();
		if (this.tiles.size > tilesMax && oldest !== undefined) this.tiles.delete(oldest);
		return tile;
	}

	private async read({
		level,
		number,
	}: {
		readonly level: number;
		readonly number: number;
	}): Promise<Buffer[]> {
		const full = await this.database
			.selectFrom('log_tiles')
			.select('hashes')
			.where('level', '=', level)
			.where('number', '=', number)
			.executeTakeFirst();
		if (full !== undefined) return hashesOf(full.hashes);
		const begin = number * tileWidth;
		return level === 0 ? this.openLeaves(begin) : this.openRoots(level, begin);
	}

	private async openLeaves(begin: number): Promise<Buffer[]> {
		const rows = await this.database
			.selectFrom('log_entries')
			.select('leaf_hash')
			.where('tree_index', '>=', begin)
			.where('tree_index', '<', begin + tileWidth)
			.orderBy('tree_index')
			.execute();
		return rows.map(({ leaf_hash: hash }) =>
			Buffer.from(present(hash, 'the hash of a leaf'), 'hex'),
		);
	}

	private async openRoots(level: number, begin: number): Promise<Buffer[]> {
		const rows = await this.database
			.selectFrom('log_tiles')
			.select('root_hash')
			.where('level', '=', level - 1)
			.where('number', '>=', begin)
			.where('number', '<', begin + tileWidth)
			.orderBy('number')
			.execute();
		return rows.map(({ root_hash: hash }) => Buffer.from(hash, 'hex'));
	}
}

/** Encodes the hex hashes of a full tile for its column. */
export function tileText(hashes: readonly string[]): string {
	return Buffer.from(hashes.join(''), 'hex').toString('base64');
}

/** Decodes the hashes of a full tile from its column. */
export function hashesOf(text: string): Buffer[] {
	const bytes = Buffer.from(text, 'base64');
	const count = Math.floor(bytes.length / hashBytes);
	return Array.from({ length: count }, (_, place) =>
		bytes.subarray(place * hashBytes, (place + 1) * hashBytes),
	);
}
