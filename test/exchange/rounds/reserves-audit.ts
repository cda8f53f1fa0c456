/**
 * Checks a publication of reserves as its reader does: what everybody is owed stands in it, the way
 * from each leaf leads to the root all see, and nothing on the way is below zero. Written from the
 * form of the proof alone.
 */
import { createHash } from 'node:crypto';
import type { Reserves, ReservesProof } from '../../../clients/exchange/operations';
import { amountOf, unitAmounts } from './amounts';
import type { Seen, SeenTrader } from './seen';

/** Published when nothing was under way, and nothing has been since. */
export function reservesFaults({ traders, own, reserves }: Seen): readonly string[] {
	if (reserves === undefined) return [];
	const faults = traders.flatMap((trader) => proofFaults(trader, reserves));
	for (const { asset, decimals, liabilities, reserves: held } of reserves.assets) {
		const name = asset === 'CREDIT' ? 'CREDIT' : 'EUR';
		const atTracker = own.reduce((sum, { units }) => sum + BigInt(units[name]), 0n);
		if (scaled(held, decimals) !== atTracker * unitAmounts[name]) {
			faults.push(`${held} of ${asset} are published as held, and ${atTracker} units are`);
		}
		const owed = traders.reduce((sum, trader) => sum + owedTo(trader, asset), 0n);
		if (scaled(liabilities, decimals) !== owed) {
			faults.push(`${liabilities} of ${asset} are published as owed, and ${owed} are`);
		}
	}
	return faults;
}

const scaled = (smallest: string, decimals: number) =>
	BigInt(smallest) * 10n ** BigInt(6 - decimals);

function owedTo({ account }: SeenTrader, asset: string): bigint {
	const balance = account.balances.find((row) => row.asset === asset);
	return balance === undefined ? 0n : amountOf(balance.available) + amountOf(balance.held);
}

function proofFaults(trader: SeenTrader, reserves: Reserves): readonly string[] {
	const { email, account, proof: given } = trader;
	const owed = reserves.assets.map(({ asset }) => owedTo(trader, asset));
	if (given === undefined) {
		return owed.every((amount) => amount === 0n) ? [] : [`${email} is in no publication`];
	}
	const { proof, published } = given;
	const proven = proof.amounts.map((amount, at) =>
		scaled(amount, reserves.assets[at]?.decimals ?? 0),
	);
	const isOwn = proof.accountId === account.accountId && proven.join() === owed.join();
	return [
		...(isOwn ? [] : [`the proof of ${email} is of ${proven.join()}, and ${owed.join()} are owed`]),
		...(published.root === reserves.root ? [] : [`${email} is in another publication`]),
		...(leadsToRoot(given) ? [] : [`the proof of ${email} does not lead to the root`]),
	];
}

interface Node {
	readonly hash: Buffer;
	readonly amounts: readonly bigint[];
}

const sha256 = (...parts: readonly (string | Buffer)[]) => {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest();
};

const texts = (amounts: readonly bigint[]) => amounts.map(String);

function leadsToRoot({ published, proof }: ReservesProof): boolean {
	const { accountId, salt, amounts, path, leafIndex } = proof;
	const leaf = JSON.stringify([accountId, salt, amounts]);
	let node: Node = { hash: sha256('\u0000', leaf), amounts: amounts.map(BigInt) };
	let [at, width] = [leafIndex, published.treeSize];
	let steps = path;
	while (width > 1) {
		const isRight = at % 2 === 1;
		// The last of an odd number has no neighbour, and moves up as it is.
		if (isRight || at + 1 < width) {
			const [step, ...rest] = steps;
			if (step === undefined) return false;
			const other = { hash: Buffer.from(step.hash, 'hex'), amounts: step.amounts.map(BigInt) };
			if (other.amounts.some((amount) => amount < 0n)) return false;
			node = isRight ? inner(other, node) : inner(node, other);
			steps = rest;
		}
		[at, width] = [Math.floor(at / 2), Math.ceil(width / 2)];
	}
	const totals = published.assets.map(({ liabilities }) => liabilities);
	return (
		steps.length === 0 && texts(node.amounts).join() === totals.join() && isRoot(node, published)
	);
}

function inner(left: Node, right: Node): Node {
	const both = JSON.stringify([texts(left.amounts), texts(right.amounts)]);
	return {
		hash: sha256('\u0001', left.hash, right.hash, both),
		amounts: left.amounts.map((amount, at) => amount + (right.amounts[at] ?? 0n)),
	};
}

function isRoot({ hash }: Node, { time, treeSize, assets, root }: Reserves): boolean {
	const listed = assets.map(({ asset, decimals, liabilities, reserves }) => {
		return [asset, decimals, liabilities, reserves];
	});
	return sha256('\u0002', hash, JSON.stringify([time, treeSize, listed])).toString('hex') === root;
}
