/**
 * Paths of a log's tiles (C2SP tlog-tiles), below the log's prefix. A tile has 256 hashes of one
 * level of the tree, or 256 entries.
 */
import { parseDecimal } from './decimal';

/** Hashes or entries in a full tile. */
export const tileWidth = 256;
const levelMax = 63;

export interface Tile {
	/**
	 * Level of its hashes: 0 is the leaves; each hash of level n + 1 stands for a full tile of level
	 * n.
	 */
	readonly level: number | 'entries';
	readonly index: number;
	/** 256 for a full tile, fewer for a partial one. */
	readonly width: number;
}

/** Such as `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Tile): string {
	const groups = String(index)
		.padStart(Math.ceil(String(index).length / 3) * 3, '0')
		.match(/.{3}/g);
	const name = (groups ?? []).map((group, place, all) =>
		place < all.length - 1 ? `x${group}` : group,
	);
	return `tile/${level}/${name.join('/')}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** Parses a tile's path; undefined if it is invalid. Each tile has exactly one path. */
export function parseTilePath(path: string): Tile | undefined {
	const match = /^tile\/(entries|[0-9]+)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([0-9]+))?$/.exec(path);
	const [, levelText = '', name = '', widthText = String(tileWidth)] = match ?? [];
	const level = levelText === 'entries' ? 'entries' : parseDecimal(levelText);
	const index = parseDecimal(name.replace(/[x/]/g, '').replace(/^0+(?=.)/, ''));
	const width = parseDecimal(widthText);
	if (level === undefined || index === undefined || width === undefined) return undefined;
	if (level !== 'entries' && level > levelMax) return undefined;
	if (width < 1 || width > tileWidth) return undefined;
	const tile: Tile = { level, index, width };
	return tilePath(tile) === path ? tile : undefined;
}

/** How many hashes of a level a tree has; the last `% 256` are in a partial tile. */
export function hashesOfLevel(treeSize: number, level: number | 'entries'): number {
	return level === 'entries' ? treeSize : Math.floor(treeSize / tileWidth ** level);
}

/** True if a tree of that size fills the tile up to its width. */
export function isTileOf(treeSize: number, { level, index, width }: Tile): boolean {
	return index * tileWidth + width <= hashesOfLevel(treeSize, level);
}
