/**
 * Where a log serves its tiles (C2SP tlog-tiles): 256 hashes of one level of the tree, or 256
 * entries, by the path below the log's prefix.
 */
import { parseDecimal } from './decimal';

/** Hashes or entries of a full tile. */
export const tileWidth = 256;
const levelMax = 63;

export interface Tile {
	/** Of the hashes in it: 0 are leaves, one more is a full tile of the level below. */
	readonly level: number | 'entries';
	readonly index: number;
	/** 256 of a full tile, fewer of one that still grows. */
	readonly width: number;
}

/** `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Tile): string {
	const groups = String(index)
		.padStart(Math.ceil(String(index).length / 3) * 3, '0')
		.match(/.{3}/g);
	const name = (groups ?? []).map((group, place, all) =>
		place < all.length - 1 ? `x${group}` : group,
	);
	return `tile/${level}/${name.join('/')}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** The tile a path means, or undefined where it means none; each tile has one path only. */
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

/** How many hashes of that level a tree has, of which the last `% 256` stand in a partial tile. */
export function hashesOfLevel(treeSize: number, level: number | 'entries'): number {
	return level === 'entries' ? treeSize : Math.floor(treeSize / tileWidth ** level);
}

/** Whether a tree of that size has such a tile: the width is that of the tree, or less. */
export function isTileOf(treeSize: number, { level, index, width }: Tile): boolean {
	return index * tileWidth + width <= hashesOfLevel(treeSize, level);
}
