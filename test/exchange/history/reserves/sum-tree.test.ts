import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { LiabilityTree, type Liability } from '../../../../exchange/history/reserves/sum-tree';
import { readReservesProof, verifyReserves, type ReservesProof } from '../../../../proof/reserves';

const time = '2026-11-20T00:00:00.000Z';
const assets = [
	{ asset: 'CREDIT', decimals: 0, reserves: '1000000' },
	{ asset: 'EUR', decimals: 4, reserves: '0' },
];

const hex = (text: string) => createHash('sha256').update(text).digest('hex');

function liabilities(size: number): Liability[] {
	return Array.from({ length: size }, (_, index) => ({
		accountId: `account ${index}`,
		salt: hex(`salt ${index}`),
		amounts: [BigInt(index) * 7n, 4_000_000_000_000_000_000n - BigInt(index)],
	}));
}

function proofsOf(leaves: readonly Liability[]): ReservesProof[] {
	const tree = new LiabilityTree(leaves, assets.length);
	const published = tree.publish(time, assets);
	return leaves.map(({ accountId }) => {
		const proof = tree.proof(accountId);
		if (proof === undefined) throw new Error(`${accountId} is not in the tree`);
		return { published, proof };
	});
}

function proofOf(size: number, index: number): ReservesProof {
	const found = proofsOf(liabilities(size))[index];
	if (found === undefined) throw new Error('there is no such leaf');
	return found;
}

const wire = (proof: unknown): unknown => JSON.parse(JSON.stringify(proof));

const sizes = Array.from({ length: 34 }, (_, size) => size);

test.each(sizes)(
	'every trader of %i finds their amounts, and the sums are those of all',
	async (size) => {
		const leaves = liabilities(size);
		const proofs = proofsOf(leaves);
		for (const proof of proofs) expect(await verifyReserves(wire(proof))).toEqual({ valid: true });
		const { assets: published, treeSize } = new LiabilityTree(leaves, 2).publish(time, assets);
		const sum = (at: number) =>
			leaves.reduce((total, leaf) => total + (leaf.amounts[at] ?? 0n), 0n);
		expect(published.map((asset) => asset.liabilities)).toEqual([`${sum(0)}`, `${sum(1)}`]);
		expect(treeSize).toBe(size);
		for (const { proof } of proofs) expect(proof.path.length).toBeLessThanOrEqual(6);
	},
);

test('the hashes are those of the rules, worked out by hand for two leaves', () => {
	const sha256 = (...parts: (Buffer | string)[]) =>
		parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
	const leafHash = ({ accountId, salt, amounts }: Liability) =>
		sha256('\0', JSON.stringify([accountId, salt, amounts.map(String)]));
	const leaves = liabilities(2);
	const ordered = leaves
		.map((leaf) => ({ hash: leafHash(leaf), amounts: leaf.amounts.map(String) }))
		.sort((one, other) => Buffer.compare(one.hash, other.hash));
	const [left, right] = ordered;
	if (left === undefined || right === undefined) throw new Error('a leaf is missing');
	const both = JSON.stringify([left.amounts, right.amounts]);
	const top = sha256('\x01', left.hash, right.hash, both);
	const totals = ['7', '7999999999999999999'];
	const listed = assets.map((one, at) => [one.asset, one.decimals, totals[at], one.reserves]);
	const root = sha256('\x02', top, JSON.stringify([time, 2, listed]));
	expect(new LiabilityTree(leaves, 2).publish(time, assets).root).toBe(root.toString('hex'));
});

test('the order in which accounts come makes no difference', () => {
	fc.assert(
		fc.property(fc.shuffledSubarray(liabilities(33), { minLength: 33 }), (shuffled) => {
			const root = (leaves: Liability[]) => new LiabilityTree(leaves, 2).publish(time, assets).root;
			expect(root(shuffled)).toBe(root(liabilities(33)));
		}),
		{ numRuns: 20 },
	);
});

test('no bit of a publication and a proof can change', async () => {
	for (const [size, index] of [
		[1, 0],
		[2, 1],
		[3, 2],
		[7, 6],
		[13, 4],
	] as const) {
		const proof = wire(proofOf(size, index));
		const text = Buffer.from(JSON.stringify(proof));
		const survivors: string[] = [];
		for (let bit = 0; bit < text.length * 8; bit += 1) {
			const changed = Buffer.from(text);
			const at = bit >> 3;
			changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7));
			const parsed = parsedOf(changed.toString('utf8'));
			if ((await verifyReserves(parsed)).valid) survivors.push(changed.toString('utf8'));
		}
		expect(survivors).toEqual([]);
	}
});

function parsedOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (fault) {
		if (fault instanceof SyntaxError) return undefined;
		throw fault;
	}
}

describe('a proof fails', () => {
	const good = proofOf(7, 3);
	const { published, proof } = good;
	const [first, ...rest] = proof.path;
	if (first === undefined) throw new Error('the path is empty');
	const step = (amounts: readonly string[]) => ({
		...proof,
		path: [{ ...first, amounts }, ...rest],
	});
	const [credit = '', euro = ''] = first.amounts;
	const moved = [String(BigInt(credit) + 1n), euro];
	const mine = { ...proof, amounts: [String(BigInt(proof.amounts[0] ?? '') - 1n), euro] };

	test.each([
		['with a sum below zero', { published, proof: step([`-${credit}`, euro]) }, /wrong form/],
		['with a sum of another spelling', { published, proof: step([`0${credit}`, euro]) }, /form/],
		['with another sum', { published, proof: step(moved) }, /add up/],
		['with other own amounts', { published, proof: mine }, /add up/],
		[
			'with amounts moved between two leaves',
			{
				published,
				proof: {
					...proof,
					amounts: [String(BigInt(proof.amounts[0] ?? '') + BigInt(credit)), proof.amounts[1]],
					path: [{ ...first, amounts: ['0', euro] }, ...rest],
				},
			},
			/root/,
		],
		['with a step less', { published, proof: { ...proof, path: rest } }, /tree size/],
		['with a step more', { published, proof: { ...proof, path: [first, ...proof.path] } }, /size/],
		['of a leaf that is not there', { published, proof: { ...proof, leafIndex: 7 } }, /size/],
		['of another leaf', { published, proof: { ...proof, leafIndex: proof.leafIndex ^ 1 } }, /root/],
		['for another tree size', { published: { ...published, treeSize: 8 }, proof }, /root/],
		['for another time', { published: { ...published, time: 'now' }, proof }, /root/],
		['for fewer assets', { published: { ...published, assets: [] }, proof }, /form/],
		['without its parts', {}, /form/],
		['that is no object', 'proof', /form/],
		['that is nothing', null, /form/],
	])('%s', async (_, changed, reason) => {
		const verification = await verifyReserves(changed);
		expect(verification).toEqual({ valid: false, reason: expect.stringMatching(reason) });
	});

	test('only by what was changed', async () => {
		expect(await verifyReserves(good)).toEqual({ valid: true });
		expect(readReservesProof(good)).toEqual(good);
	});
});

test('amounts below zero, missing amounts and doubled accounts make no tree', () => {
	const [leaf] = liabilities(1);
	if (leaf === undefined) throw new Error('a leaf is missing');
	expect(() => new LiabilityTree([{ ...leaf, amounts: [-1n, 1n] }], 2)).toThrow(/from 0 up/);
	expect(() => new LiabilityTree([{ ...leaf, amounts: [1n] }], 2)).toThrow(/from 0 up/);
	expect(() => new LiabilityTree([leaf, leaf], 2)).toThrow(/twice/);
});

test('two publications of the same amounts say nothing about each other', () => {
	const resalted = liabilities(5).map((leaf) => ({ ...leaf, salt: hex(`other ${leaf.salt}`) }));
	const hashes = (leaves: Liability[]) =>
		proofsOf(leaves).flatMap(({ proof }) => proof.path.map(({ hash }) => hash));
	const shared = hashes(resalted).filter((hash) => hashes(liabilities(5)).includes(hash));
	expect(shared).toEqual([]);
});
