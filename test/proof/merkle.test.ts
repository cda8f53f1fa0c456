import RFC9162 from '@transmute/rfc9162';
import { fromHex, toHex } from '../../proof/bytes';
import {
	consistencyPath,
	inclusionPath,
	subtreesOf,
	verifyConsistency,
	verifyInclusion,
} from '../../proof/merkle';
import { countOf } from '../support/run/tier';
import { sha256, Tree } from './small-log';

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();

const sizeMax = countOf({ quick: 33, full: 64 });
const entries = Array.from({ length: countOf({ quick: 130, full: 300 }) }, (_, index) =>
	Buffer.from(`entry ${index}`),
);
const tree = new Tree(entries);
const root = (treeSize: number) => ({ treeSize, rootHash: tree.root(treeSize) });

test(`the roots of 1 to ${entries.length} entries are those of another implementation`, async () => {
	for (let treeSize = 1; treeSize <= entries.length; treeSize += 1) {
		const expected = await RFC9162.treeHead(entries.slice(0, treeSize));
		expect([treeSize, toHex(tree.root(treeSize))]).toEqual([treeSize, toHex(expected)]);
	}
});

test('the tree of no entries has the hash of nothing', () => {
	expect(subtreesOf({ begin: 0, end: 0 })).toEqual([]);
	expect(toHex(tree.root(0))).toBe(
		'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
	);
});

/** Leaves, roots and proofs that implementations of Certificate Transparency share. */
const published = {
	leaves: ['', '00', '10', '2021', '3031', '40414243']
		.concat(['5051525354555657', '606162636465666768696a6b6c6d6e6f'])
		.map(bytes),
	roots: [
		'6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
		'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
		'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
		'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
		'4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
		'76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
		'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
		'5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
	],
	inclusions: [
		[0, 8, '96a296d2', '5f083f0a', '6b47aaf2'],
		[5, 8, 'bc1a0643', 'ca854ea1', 'd37ee418'],
		[2, 3, 'fac54203'],
		[1, 5, '6e340b9c', '5f083f0a', 'bc1a0643'],
	],
	consistencies: [
		[1, 8, '96a296d2', '5f083f0a', '6b47aaf2'],
		[6, 8, '0ebc5d34', 'ca854ea1', 'd37ee418'],
		[2, 5, '5f083f0a', 'bc1a0643'],
		[6, 7, '0ebc5d34', 'b08693ec', 'd37ee418'],
	],
} as const;

describe('published vectors', () => {
	const known = new Tree(published.leaves);
	const heads = (hashes: readonly Uint8Array[]) => hashes.map((hash) => toHex(hash).slice(0, 8));

	test('have the same roots', () => {
		const roots = published.roots.map((_, index) => toHex(known.root(index + 1)));
		expect(roots).toEqual(published.roots);
	});

	test.each(published.inclusions)('prove that leaf %i is in the tree of %i', (...row) => {
		const [index, treeSize, ...path] = row;
		expect(heads(known.inclusion(index, treeSize))).toEqual(path);
	});

	test.each(published.consistencies)('prove that the tree of %i grew to that of %i', (...row) => {
		const [fromSize, toSize, ...path] = row;
		expect(heads(known.consistency(fromSize, toSize))).toEqual(path);
	});

	test('of a witness hold', async () => {
		const rootOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
		const from = { treeSize: 5, rootHash: rootOf('41smjBUiAU70EtKlT6lIOIYtRTYxYXsDB+XHfcvu/BE=') };
		const to = { treeSize: 8, rootHash: rootOf('V8K9aklZ4EPB+RMOk1/8VsJUdFZR77GDtZUQq84vSbo=') };
		const path = [
			'b9e1d62618f7fee8034e4c5010f727ab24d8e4705cb296c374bf2025a87a10d2',
			'aac66cd7a79ce4012d80762fe8eec3a77f22d1ca4145c3f4cee022e7efcd599d',
			'89d0f753f66a290c483b39cd5e9eafb12021293395fad3d4a2ad053cfbcfdc9e',
			'29e40bb79c966f4c6fe96aff6f30acfce5f3e8d84c02215175d6e018a5dee833',
		].map(bytes);
		expect(await verifyConsistency(from, to, path)).toBe(true);
		expect(await verifyConsistency(from, to, path.toReversed())).toBe(false);
	});
});

const other = sha256(Buffer.from('another'));

/** A path with one hash less, one more, or one that is another. */
function spoiled(path: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
	const longer = [
		[...path, other],
		[other, ...path],
	];
	if (path.length === 0) return longer;
	const changed = path.map((_, index) => path.with(index, other));
	return [...longer, path.slice(1), path.slice(0, -1), ...changed];
}

test(`a consistency proof between every two sizes up to ${sizeMax} holds, and no spoiled one does`, async () => {
	for (let toSize = 1; toSize <= sizeMax; toSize += 1) {
		for (let fromSize = 1; fromSize <= toSize; fromSize += 1) {
			const path = tree.consistency(fromSize, toSize);
			const [from, to] = [root(fromSize), root(toSize)];
			const verdicts = await Promise.all([
				verifyConsistency(from, to, path),
				...spoiled(path).map((one) => verifyConsistency(from, to, one, sha256)),
				verifyConsistency({ ...from, rootHash: other }, to, path, sha256),
				verifyConsistency(from, { ...to, rootHash: other }, path, sha256),
				verifyConsistency(from, { ...to, treeSize: toSize * 2 }, path, sha256),
			]);
			const [held, ...wrong] = verdicts;
			expect([fromSize, toSize, held, wrong.includes(true)]).toEqual([
				fromSize,
				toSize,
				true,
				false,
			]);
		}
	}
});

test(`every leaf of every tree up to ${sizeMax} is proven, at its index alone`, async () => {
	for (let treeSize = 1; treeSize <= sizeMax; treeSize += 1) {
		const { rootHash } = root(treeSize);
		for (let index = 0; index < treeSize; index += 1) {
			const path = tree.inclusion(index, treeSize);
			const leafHash = tree.hash({ begin: index, end: index + 1 });
			const leaf = { leafHash, index, treeSize, path, rootHash };
			expect([treeSize, index, await verifyInclusion(leaf)]).toEqual([treeSize, index, true]);
			const wrong = [
				...[index - 1, index + 1, treeSize].map((one) => ({ ...leaf, index: one })),
				...[0, treeSize * 2, treeSize * 2 + 1].map((one) => ({ ...leaf, treeSize: one })),
				...[{ leafHash: other }, { rootHash: other }].map((one) => ({ ...leaf, ...one })),
				...spoiled(path).map((one) => ({ ...leaf, path: one })),
			];
			const verdicts = await Promise.all(wrong.map((one) => verifyInclusion(one, sha256)));
			expect([treeSize, index, verdicts]).toEqual([treeSize, index, wrong.map(() => false)]);
		}
	}
});

test('a tree grows from nothing and not backwards', async () => {
	const nothing = root(0);
	expect(await verifyConsistency(nothing, root(7), [])).toBe(true);
	expect(await verifyConsistency(nothing, root(7), [other])).toBe(false);
	expect(await verifyConsistency(root(7), root(3), [])).toBe(false);
	expect(await verifyConsistency({ ...root(3), treeSize: -1 }, root(7), [])).toBe(false);
	expect(() => consistencyPath(8, 7)).toThrow(RangeError);
	expect(() => inclusionPath(7, 7)).toThrow(RangeError);
});

test('the paths of the longest log that is read name few ranges', () => {
	const treeSize = Number.MAX_SAFE_INTEGER;
	for (const path of [
		inclusionPath(treeSize - 1, treeSize),
		consistencyPath(2 ** 52 + 1, treeSize),
	]) {
		expect(path.length).toBeLessThan(64);
		expect(path.every(({ begin, end }) => begin < end && end <= treeSize)).toBe(true);
	}
});
