/**
 * Proof of reserves: a Merkle tree of what the exchange owes to traders, hashed as in RFC 6962,
 * in which every node commits to the amounts of both its children, so that nothing can be left
 * out or balanced by an amount below zero without a proof of somebody failing. Pure and offline;
 * where a publication is kept and what the exchange has is left to reserves.ts.
 *
 *   leaf   SHA-256(0x00 | [account, salt, amounts])
 *   node   SHA-256(0x01 | left hash | right hash | [left amounts, right amounts])
 *   root   SHA-256(0x02 | top node's hash | [time, tree size, assets with their totals])
 *
 * Lists are JSON without blanks, amounts decimal text in the smallest unit. Leaves stand in the
 * order of their hashes, which the salts make random. A proof shows the amounts of its neighbour
 * leaf, without a name and without a way to find one; that is the price of the amounts in nodes.
 */
import { hash } from 'node:crypto';

/** What is owed to one account, one amount for each asset of the publication in its order. */
export interface Liability {
	readonly accountId: string;
	/** 64 hex digits known to the trader alone, so that the amounts cannot be found by trying. */
	readonly salt: string;
	readonly amounts: readonly bigint[];
}

/** One asset of a publication; amounts are decimal text in its smallest unit. */
export interface PublishedAsset {
	readonly asset: string;
	readonly decimals: number;
	/** Owed to all traders together. */
	readonly liabilities: string;
	/** What the exchange's own accounts hold at the tracker. */
	readonly reserves: string;
}

/** What everybody sees. */
export interface PublishedReserves {
	/** ISO 8601 in UTC. */
	readonly time: string;
	readonly treeSize: number;
	/** SHA-256 in lower-case hex; commits to all the rest. */
	readonly root: string;
	readonly assets: readonly PublishedAsset[];
}

/** What one trader needs to find their amounts in a publication. */
export interface InclusionProof {
	readonly accountId: string;
	readonly salt: string;
	readonly amounts: readonly string[];
	readonly leafIndex: number;
	/** From the leaf's neighbour to the top. */
	readonly path: readonly { readonly hash: string; readonly amounts: readonly string[] }[];
}

export interface ReservesProof {
	readonly published: PublishedReserves;
	readonly proof: InclusionProof;
}

export type Verification =
	{ readonly valid: true } | { readonly valid: false; readonly reason: string };

interface Node {
	readonly hash: Buffer;
	readonly amounts: readonly bigint[];
}

/** The tree of all liabilities; which order they come in makes no difference. */
export class LiabilityTree {
	private readonly leaves: readonly Liability[];
	/** The leaves' nodes first, the top alone last; a node without a neighbour is moved up. */
	private readonly levels: readonly (readonly Node[])[];
	private readonly top: Node;

	constructor(liabilities: readonly Liability[], assetsCount: number) {
		const accounts = new Set(liabilities.map(({ accountId }) => accountId));
		if (accounts.size !== liabilities.length) throw new Error('an account is in the tree twice');
		const hashed = liabilities.map((liability) => {
			checkAmounts(liability, assetsCount);
			return { liability, node: leafNode(liability) };
		});
		hashed.sort((one, other) => Buffer.compare(one.node.hash, other.node.hash));
		this.leaves = hashed.map(({ liability }) => liability);
		this.levels = levelsOver(hashed.map(({ node }) => node));
		this.top = this.levels.at(-1)?.[0] ?? emptyNode(assetsCount);
	}

	/** The publication of this tree; liabilities come from it, all else as it is given. */
	publish(time: string, assets: readonly Omit<PublishedAsset, 'liabilities'>[]): PublishedReserves {
		const totals = this.top.amounts;
		if (assets.length !== totals.length) throw new Error('the tree has other assets');
		const listed = assets.map(({ asset, decimals, reserves }, at) => {
			return { asset, decimals, liabilities: String(totals[at]), reserves };
		});
		const claim = { time, treeSize: this.leaves.length, assets: listed };
		return { ...claim, root: rootHash(this.top.hash, claim) };
	}

	/** The proof for an account; undefined when it has no leaf. */
	proof(accountId: string): InclusionProof | undefined {
		const leafIndex = this.leaves.findIndex((leaf) => leaf.accountId === accountId);
		const leaf = this.leaves[leafIndex];
		if (leaf === undefined) return undefined;
		const path: InclusionProof['path'][number][] = [];
		let at = leafIndex;
		for (const level of this.levels) {
			const neighbour = level[at % 2 === 0 ? at + 1 : at - 1];
			if (neighbour !== undefined) {
				const { hash, amounts } = neighbour;
				path.push({ hash: hash.toString('hex'), amounts: amounts.map(String) });
			}
			at = Math.floor(at / 2);
		}
		const { salt, amounts } = leaf;
		return { accountId, salt, amounts: amounts.map(String), leafIndex, path };
	}
}

/** Checks a publication and one proof in it, as parsed from JSON that anybody may have written. */
export function verifyReserves(value: unknown): Verification {
	const given = readReservesProof(value);
	if (typeof given === 'string') return { valid: false, reason: given };
	const { published, proof } = given;
	const top = topOf(proof, published.treeSize);
	if (top === undefined) return { valid: false, reason: 'the path does not fit the tree size' };
	const totals = published.assets.map(({ liabilities }) => liabilities);
	if (top.amounts.map(String).join() !== totals.join()) {
		return { valid: false, reason: 'the amounts on the path do not add up to the liabilities' };
	}
	if (rootHash(top.hash, published) !== published.root) {
		return { valid: false, reason: 'the path does not lead to the root' };
	}
	return { valid: true };
}

/** The top node a proof leads to (RFC 9162, 2.1.3.2); undefined when the path is no path. */
function topOf(proof: InclusionProof, treeSize: number): Node | undefined {
	let at = proof.leafIndex;
	let last = treeSize - 1;
	if (at > last) return undefined;
	const { accountId, salt, amounts } = proof;
	let node = leafNode({ accountId, salt, amounts: amounts.map(BigInt) });
	for (const step of proof.path) {
		if (last === 0) return undefined;
		const neighbour = { hash: Buffer.from(step.hash, 'hex'), amounts: step.amounts.map(BigInt) };
		const isAlone = at === last && at % 2 === 0;
		node = at % 2 === 1 || isAlone ? innerNode(neighbour, node) : innerNode(node, neighbour);
		// A node without a neighbour was moved up until it had one.
		while (isAlone && at % 2 === 0 && at > 0) [at, last] = [half(at), half(last)];
		[at, last] = [half(at), half(last)];
	}
	return last === 0 ? node : undefined;
}

const hashForm = /^[0-9a-f]{64}$/;
/** No sign, no leading zero: each amount has one text, and none is below zero. */
const amountForm = /^(0|[1-9]\d{0,39})$/;

/** The proof in parsed JSON, or a sentence on what is wrong with its form. */
export function readReservesProof(value: unknown): ReservesProof | string {
	const { published, proof } = fieldsOf(value);
	const { time, treeSize, root, assets } = fieldsOf(published);
	const { accountId, salt, amounts, leafIndex, path } = fieldsOf(proof);
	if (typeof time !== 'string' || !isCount(treeSize) || !isHash(root)) {
		return 'the publication has no time, treeSize or root of the right form';
	}
	if (!isListOf(assets, isPublishedAsset)) return 'an asset of the publication has a wrong form';
	const isAmounts = (list: unknown): list is readonly string[] =>
		isListOf(list, isAmount) && list.length === assets.length;
	const isStep = (step: unknown): step is InclusionProof['path'][number] =>
		isHash(fieldsOf(step)['hash']) && isAmounts(fieldsOf(step)['amounts']);
	if (typeof accountId !== 'string' || !isHash(salt) || !isCount(leafIndex)) {
		return 'the proof has no accountId, salt or leafIndex of the right form';
	}
	if (!isAmounts(amounts)) return 'the amounts of the proof have a wrong form';
	if (!isListOf(path, isStep)) return 'a step of the path has a wrong form';
	return {
		published: { time, treeSize, root, assets },
		proof: { accountId, salt, amounts, leafIndex, path },
	};
}

function isPublishedAsset(value: unknown): value is PublishedAsset {
	const { asset, decimals, liabilities, reserves } = fieldsOf(value);
	return (
		typeof asset === 'string' && isCount(decimals) && isAmount(liabilities) && isAmount(reserves)
	);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isListOf<Item>(
	value: unknown,
	isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
	return Array.isArray(value) && value.every(isItem);
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: unknown): value is string {
	return typeof value === 'string' && hashForm.test(value);
}

function isAmount(value: unknown): value is string {
	return typeof value === 'string' && amountForm.test(value);
}

function checkAmounts({ accountId, amounts }: Liability, assetsCount: number): void {
	if (amounts.length !== assetsCount || amounts.some((amount) => amount < 0n)) {
		throw new Error(`${accountId} is owed ${amounts.join()}, not ${assetsCount} amounts from 0 up`);
	}
}

function levelsOver(leaves: readonly Node[]): readonly (readonly Node[])[] {
	const levels = [leaves];
	for (let below = leaves; below.length > 1;) {
		const level: Node[] = [];
		for (let at = 0; at < below.length; at += 2) {
			const [left, right] = below.slice(at, at + 2);
			if (left !== undefined) level.push(right === undefined ? left : innerNode(left, right));
		}
		levels.push(level);
		below = level;
	}
	return levels;
}

function leafNode({ accountId, salt, amounts }: Liability): Node {
	return { hash: sha256(0, json([accountId, salt, amounts.map(String)])), amounts };
}

function innerNode(left: Node, right: Node): Node {
	const both = [left.amounts.map(String), right.amounts.map(String)];
	return {
		hash: sha256(1, left.hash, right.hash, json(both)),
		amounts: left.amounts.map((amount, at) => amount + (right.amounts[at] ?? 0n)),
	};
}

/** RFC 6962 hashes the empty list to the hash of nothing. */
function emptyNode(assetsCount: number): Node {
	return {
		hash: hash('sha256', '', 'buffer'),
		amounts: Array.from({ length: assetsCount }, () => 0n),
	};
}

function rootHash(
	top: Buffer,
	{ time, treeSize, assets }: Omit<PublishedReserves, 'root'>,
): string {
	const listed = assets.map(({ asset, decimals, liabilities, reserves }) => {
		return [asset, decimals, liabilities, reserves];
	});
	return sha256(2, top, json([time, treeSize, listed])).toString('hex');
}

function sha256(prefix: number, ...parts: readonly Buffer[]): Buffer {
	return hash('sha256', Buffer.concat([Buffer.of(prefix), ...parts]), 'buffer');
}

function json(value: unknown): Buffer {
	return Buffer.from(JSON.stringify(value), 'utf8');
}

function half(whole: number): number {
	return Math.floor(whole / 2);
}
