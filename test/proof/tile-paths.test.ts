import fc from 'fast-check';
import { hashesOfLevel, isTileOf, parseTilePath, tilePath } from '../../proof/tile-paths';

const published = [
	['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
	['tile/0/000', { level: 0, index: 0, width: 256 }],
	['tile/1/999.p/1', { level: 1, index: 999, width: 1 }],
	['tile/63/x001/000.p/255', { level: 63, index: 1000, width: 255 }],
	['tile/entries/x001/x234/067.p/8', { level: 'entries', index: 1_234_067, width: 8 }],
] as const;

test.each(published)('%s is where a tile lies', (path, tile) => {
	expect(tilePath(tile)).toBe(path);
	expect(parseTilePath(path)).toEqual(tile);
});

const none = [
	'',
	'tile/0/0',
	'tile/0/1000',
	'tile/0/x000/000',
	'tile/0/001/002',
	'tile/0/x01/002',
	'tile/00/000',
	'tile/64/000',
	'tile/-1/000',
	'tile/data/000',
	'tile/0/000.p/0',
	'tile/0/000.p/256',
	'tile/0/000.p/01',
	'tile/0/000.p/',
	'tile/0/000/',
	'/tile/0/000',
	'tile/0/../000',
	'tile/0/x999/x999/x999/x999/x999/999',
	'tile/0/000\n',
];

test.each(none)('%j is the path of no tile', (path) => {
	expect(parseTilePath(path)).toBeUndefined();
});

test('every tile has one path, which is read as that tile', () => {
	const tiles = fc.record({
		level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
		index: fc.maxSafeNat(),
		width: fc.integer({ min: 1, max: 256 }),
	});
	fc.assert(fc.property(tiles, (tile) => expect(parseTilePath(tilePath(tile))).toEqual(tile)));
});

test('a tree of 70,000 entries has the tiles that the form gives as its example', () => {
	const sizes = [0, 1, 2, 3].map((level) => hashesOfLevel(70_000, level));
	expect(sizes).toEqual([273 * 256 + 112, 256 + 17, 1, 0]);
	const has = (level: number, index: number, width: number) =>
		isTileOf(70_000, { level, index, width });
	expect([has(0, 272, 256), has(0, 273, 112), has(1, 0, 256), has(1, 1, 17)]).toEqual(
		Array(4).fill(true),
	);
	expect([has(0, 273, 113), has(0, 274, 1), has(1, 1, 18), has(2, 0, 2), has(3, 0, 1)]).toEqual(
		Array(5).fill(false),
	);
});
