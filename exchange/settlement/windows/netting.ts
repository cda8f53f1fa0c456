/**
 * Computes the payouts of a window. Pure. Credits are what trading brought to an account or gave
 * back to it; the part that is still available is due. Netted, an account gets one payout per
 * asset; gross, one per credit. Netting is used only if it saves calls.
 */
import { unitsWithin } from '../assets/units';

/** Change of an account by one command of a market; negative for a commission. */
export interface Credit {
	/** Market and sequence of the command. */
	readonly command: string;
	readonly accountId: string;
	readonly asset: string;
	readonly amount: bigint;
}

/** An account's state in an asset with automatic payouts. */
export interface Payable {
	readonly accountId: string;
	readonly asset: string;
	/** Unpaid credits of earlier windows. */
	readonly due: bigint;
	readonly available: bigint;
	/** Our smallest units in one unit of the tracker. */
	readonly unit: bigint;
	/** Amount that may be paid out now, if limited; the rest stays due. */
	readonly room?: bigint | null;
	/** Nothing is paid out, and everything stays due. */
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
	/** What stays due, in the order of the payables. */
	readonly dues: readonly bigint[];
}

/** Plans the payouts of a window; `eachTrade` pays every credit separately, whatever that costs. */
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

/** Merges credits of the same key. */
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
	// Dues of earlier windows may be whole units by now, even without new credits.
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

/** An amount that was used for new orders is no longer due. */
function stillDue({ due, available }: Account): bigint {
	const least = due < available ? due : available;
	return least > 0n ? least : 0n;
}

function keyOf({ accountId, asset }: Pick<Credit, 'accountId' | 'asset'>): string {
	return `${accountId} ${asset}`;
}
