/**
 * The tree a proof of reserves is made from: what the exchange owes to each trader, salted and in the
 * order of the leaves' hashes, which the salts make random. What is hashed, and how a proof is checked,
 * is said in `proof/reserves.ts`; where a publication is kept and what the exchange has, in reserves.ts.
 * A proof shows the amounts of its neighbour leaf, without a name and without a way to find one; that is
 * the price of the amounts in nodes.
 */
import { hash } from 'node:crypto';
import {
	innerBytes,
	leafBytes,
	rootBytes,
	type InclusionProof,
	type PublishedAsset,
	type PublishedReserves,
} from '../../../proof/reserves';
import { at } from '../../../server/at';

/** What is owed to one account, one amount for each asset of the publication in its order. */
export interface Liability {
	readonly accountId: string;
	/** 64 hex digits known to the trader alone, so that the amounts cannot be found by trying. */
	readonly salt: string;
	readonly amounts: readonly bigint[];
}

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
		return { ...claim, root: sha256(rootBytes(this.top.hash, claim)).toString('hex') };
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
	const bytes = leafBytes({ accountId, salt, amounts: amounts.map(String) });
	return { hash: sha256(bytes), amounts };
}

function innerNode(left: Node, right: Node): Node {
	return {
		hash: sha256(innerBytes(left, right)),
		amounts: left.amounts.map((amount, index) => amount + at(right.amounts, index)),
	};
}

/** RFC 6962 hashes the empty list to the hash of nothing. */
function emptyNode(assetsCount: number): Node {
	return { hash: sha256(new Uint8Array()), amounts: Array.from({ length: assetsCount }, () => 0n) };
}

function sha256(bytes: Uint8Array): Buffer {
	return hash('sha256', bytes, 'buffer');
}
