/**
 * What a window of trading pays out. Pure. Credits are what trading brought to an account or gave
 * back to it; what of them is still available is due. Netted, an account gets one payout for each
 * asset; gross, one for each credit. Netting is used only where it saves calls.
 */
import { unitsWithin } from '../assets/units';

/** What one command of a market changed in an account's favour; below 0 for a commission. */
export interface Credit {
	/** The market and the place of the command in its log. */
	readonly command: string;
	readonly accountId: string;
	readonly asset: string;
	readonly amount: bigint;
}

/** Where an account stands in an asset that is paid out automatically. */
export interface Payable {
	readonly accountId: string;
	readonly asset: string;
	/** Credits of earlier windows that were not paid out. */
	readonly due: bigint;
	readonly available: bigint;
	/** Our smallest units in one unit of the tracker. */
	readonly unit: bigint;
	/** What may be paid out now, where that is limited; what is beyond stays due. */
	readonly room?: bigint | null;
	/** Nothing is paid at present, and all of it stays due. */
	readonly isFrozen: boolean;
}

export interface Payout {
	readonly accountId: string;
	readonly asset: string;
	readonly units: number;
	readonly amount: bigint;
}

export interface WindowPlan {
	readonly payouts: readonly Payout[];
	/** What stays due, for each payable in its order. */
	readonly dues: readonly bigint[];
}

/** The payouts of a window; `eachTrade` pays every credit by itself whatever that costs. */
export function planWindow(
	credits: readonly Credit[],
	payables: readonly Payable[],
	{ eachTrade }: { readonly eachTrade: boolean },
): WindowPlan {
	const gross = payEach(
		netBy(credits, (credit) => `${credit.command} ${keyOf(credit)}`),
		payables,
	);
	if (eachTrade) return gross;
	const netted = payEach(netBy(credits, keyOf), payables);
	return netted.payouts.length < gross.payouts.length ? netted : gross;
}

/** Credits of the same key as one. */
function netBy(
	credits: readonly Credit[],
	keyOfCredit: (credit: Credit) => string,
): readonly Credit[] {
	const sums = new Map<string, Credit>();
	for (const credit of credits) {
		const key = keyOfCredit(credit);
		const sum = (sums.get(key)?.amount ?? 0n) + credit.amount;
		sums.set(key, { ...credit, amount: sum });
	}
	return [...sums.values()];
}

interface Account extends Payable {
	due: bigint;
	available: bigint;
	room?: bigint | null;
}

function payEach(credits: readonly Credit[], payables: readonly Payable[]): WindowPlan {
	const accounts = payables.map((payable): Account => ({ ...payable }));
	const byKey = new Map(accounts.map((account) => [keyOf(account), account]));
	const payouts: Payout[] = [];
	for (const credit of credits) {
		const account = byKey.get(keyOf(credit));
		if (account === undefined) continue;
		account.due += credit.amount;
		pay(account, payouts);
	}
	// What earlier windows left may be whole units by now, though nothing came in this one.
	for (const account of accounts) pay(account, payouts);
	return { payouts, dues: accounts.map(stillDue) };
}

function pay(account: Account, payouts: Payout[]): void {
	if (account.isFrozen) return;
	const { room = null } = account;
	const due = stillDue(account);
	const units = unitsWithin(room !== null && room < due ? room : due, account.unit);
	if (units === 0) return;
	const amount = BigInt(units) * account.unit;
	account.due -= amount;
	account.available -= amount;
	if (room !== null) account.room = room - amount;
	payouts.push({ accountId: account.accountId, asset: account.asset, units, amount });
}

/** What has been used for new orders since is due no more. */
function stillDue({ due, available }: Account): bigint {
	const least = due < available ? due : available;
	return least > 0n ? least : 0n;
}

function keyOf({ accountId, asset }: Pick<Credit, 'accountId' | 'asset'>): string {
	return `${accountId} ${asset}`;
}
