/**
 * Proof of reserves for traders: a Merkle tree of an exchange's liabilities, hashed as in RFC 6962.
 * Every node commits to the amounts of both children, so that nothing can be left out or balanced by
 * a negative amount without making a trader's proof invalid.
 *
 *   leaf   SHA-256(0x00 | [account, salt, amounts])
 *   node   SHA-256(0x01 | left hash | right hash | [left amounts, right amounts])
 *   root   SHA-256(0x02 | top node's hash | [time, tree size, assets with their totals])
 *
 * Lists are JSON without white space, amounts are decimal text in the smallest unit.
 */
import { concat, fromHex, toHex, utf8 } from './bytes';
import { fieldsOf } from './fields';
import { sha256 } from './sha256';

/** One asset of a publication; amounts are decimal text in its smallest unit. */
export interface PublishedAsset {
	readonly asset: string;
	readonly decimals: number;
	/** Total owed to all traders. */
	readonly liabilities: string;
	/** Balance of the exchange's own accounts at the tracker. */
	readonly reserves: string;
}

/** The public part. */
export interface PublishedReserves {
	/** ISO 8601 in UTC. */
	readonly time: string;
	readonly treeSize: number;
	/** SHA-256 in lower-case hex; commits to all other fields. */
	readonly root: string;
	readonly assets: readonly PublishedAsset[];
}

/** What one trader needs to verify their amounts in a publication. */
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
	| { readonly valid: true }
	| { readonly valid: false; readonly reason: string };

interface Node {
	readonly hash: Uint8Array;
	readonly amounts: readonly bigint[];
}

/** The bytes to hash for a leaf. */
export function leafBytes({
	accountId,
	salt,
	amounts,
}: Pick<InclusionProof, 'accountId' | 'salt' | 'amounts'>): Uint8Array {
	return hashed(0, json([accountId, salt, amounts]));
}

/** The bytes to hash for the node above two others. */
export function innerBytes(left: Node, right: Node): Uint8Array {
	const both = [left.amounts.map(String), right.amounts.map(String)];
	return hashed(1, left.hash, right.hash, json(both));
}

/** The bytes to hash for a publication, including the top node's hash. */
export function rootBytes(
	top: Uint8Array,
	{ time, treeSize, assets }: Omit<PublishedReserves, 'root'>,
): Uint8Array {
	const listed = assets.map(({ asset, decimals, liabilities, reserves }) => {
		return [asset, decimals, liabilities, reserves];
	});
	return hashed(2, top, json([time, treeSize, listed]));
}

function hashed(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array {
	return concat([Uint8Array.of(prefix), ...parts]);
}

function json(value: unknown): Uint8Array {
	return utf8(JSON.stringify(value));
}

/** Checks a publication and one proof in it, parsed from untrusted JSON. */
export async function verifyReserves(value: unknown): Promise<Verification> {
	const given = readReservesProof(value);
	if (typeof given === 'string') return { valid: false, reason: given };
	const { published, proof } = given;
	const top = await topOf(proof, published.treeSize);
	if (top === undefined) return { valid: false, reason: 'the path does not fit the tree size' };
	const totals = published.assets.map(({ liabilities }) => liabilities);
	if (top.amounts.map(String).join() !== totals.join()) {
		return { valid: false, reason: 'the amounts on the path do not add up to the liabilities' };
	}
	if (toHex(await sha256(rootBytes(top.hash, published))) !== published.root) {
		return { valid: false, reason: 'the path does not lead to the root' };
	}
	return { valid: true };
}

/**
 * The top node a proof leads to (RFC 9162, 2.1.3.2); undefined if the path does not fit the tree.
 */
async function topOf(proof: InclusionProof, treeSize: number): Promise<Node | undefined> {
	let at = proof.leafIndex;
	let last = treeSize - 1;
	if (at > last) return undefined;
	let node: Node = {
		hash: await sha256(leafBytes(proof)),
		amounts: proof.amounts.map(BigInt),
	};
	for (const step of proof.path) {
		if (last === 0) return undefined;
		const hash = fromHex(step.hash);
		if (hash === undefined) return undefined;
		const neighbour = { hash, amounts: step.amounts.map(BigInt) };
		const isAlone = at === last && at % 2 === 0;
		node = await (at % 2 === 1 || isAlone ? parentOf(neighbour, node) : parentOf(node, neighbour));
		// A node without a neighbour moves up until it has one.
		while (isAlone && at % 2 === 0 && at > 0) [at, last] = [half(at), half(last)];
		[at, last] = [half(at), half(last)];
	}
	return last === 0 ? node : undefined;
}

async function parentOf(left: Node, right: Node): Promise<Node> {
	return {
		hash: await sha256(innerBytes(left, right)),
		amounts: left.amounts.map((amount, at) => amount + (right.amounts[at] ?? 0n)),
	};
}

const hashForm = /^[0-9a-f]{64}$/;
/** No sign and no leading zero, so each amount has one text and none is negative. */
const amountForm = /^(0|[1-9]\d{0,39})$/;

/** The checked proof, or a sentence on what is wrong with its form. */
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

function half(whole: number): number {
	return Math.floor(whole / 2);
}
