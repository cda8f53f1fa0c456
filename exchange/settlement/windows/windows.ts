/**
 * Closes payout windows: counts the credits in the postings of every market since the last window,
 * and plans the payouts, in one transaction. A window closes by time or by number of trades;
 * netting.ts computes the payouts.
 */
import { at, present } from '../../../server/at';
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import { insertRows } from '../../../server/database/bulk';
import { Balances } from '../../trading/ledger/balances';
import { PAYOUTS, type PostingKind } from '../../trading/ledger/posting';
import { planWindow, type Credit, type Payable, type WindowPlan } from './netting';
import { assetLinks } from '../assets/asset-links';
import type { PlanningParts } from '../setup/parts';
import { needsApproval, payoutLimits } from '../store/payout-limits';
import { planIntents, type Planned } from '../store/planning';

export interface ClosedWindow {
	readonly number: number;
	/** Number of planned payouts, and their slots. */
	readonly payouts: number;
	readonly slots: ReadonlySet<string>;
}

/** Most postings counted into one window; the next counts the rest. */
const postingsMax = 20_000;

/** Closes the window if its time is over or it has enough trades; undefined while it stays open. */
export async function closeWindow(parts: PlanningParts): Promise<ClosedWindow | undefined> {
	return parts.database.transaction().execute(async (transaction) => {
		const { last_window: lastWindow, window_opened_at: openedAt } = await lockState(transaction);
		const now = parts.clock.now();
		const { windowMs, windowTrades } = parts.settings;
		const markets = await newPostings(transaction);
		const trades = markets.reduce((sum, market) => sum + market.trades, 0);
		const isFull = markets.length > 0 && trades >= windowTrades;
		// A window opened in the future comes from a clock that was set back.
		const isOver = now < Number(openedAt) || now - Number(openedAt) >= windowMs;
		if (!isFull && !isOver) return undefined;
		const number = Number(lastWindow) + 1;
		const credits = markets.flatMap((market) => market.credits);
		const payouts = await payOut(parts, transaction, { credits, number });
		for (const { symbol, sequence } of markets) {
			await transaction
				.updateTable('due_cursors')
				.set({ sequence })
				.where('market', '=', symbol)
				.execute();
		}
		await transaction
			.updateTable('settlement_state')
			.set({ last_window: number, window_opened_at: now })
			.execute();
		if (payouts.length > 0) {
			const row = { number, closed_at: now, trades, credits: credits.length };
			await transaction
				.insertInto('payout_windows')
				.values({ ...row, payouts: payouts.length })
				.execute();
		}
		const slots = new Set(payouts.map(({ slot }) => slot));
		return { number, payouts: payouts.length, slots };
	});
}

/** Locked first, so that a second process finds the next window open. */
async function lockState(transaction: Database) {
	const query = transaction
		.selectFrom('settlement_state')
		.select(['last_window', 'window_opened_at']);
	return (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

interface MarketPostings {
	readonly symbol: string;
	/** Sequence of the last counted posting. */
	readonly sequence: number;
	readonly trades: number;
	readonly credits: readonly Credit[];
}

async function newPostings(transaction: Database): Promise<readonly MarketPostings[]> {
	const lanes = await transaction
		.selectFrom('lanes')
		.leftJoin('due_cursors', 'due_cursors.market', 'lanes.market')
		.select(['lanes.market', 'lanes.cursor', 'due_cursors.sequence'])
		.orderBy('lanes.market')
		.execute();
	const markets: MarketPostings[] = [];
	for (const { market, cursor, sequence } of lanes) {
		if (sequence === null) {
			await transaction.insertInto('due_cursors').values({ market, sequence: 0 }).execute();
		}
		if (cursor > (sequence ?? 0n)) {
			markets.push(await postingsOf(transaction, market, { after: sequence ?? 0n, upTo: cursor }));
		}
	}
	return markets;
}

/** Effect of a posting on credits: ADDS to the recipient's, TAKES from the payer's. */
const creditOf: Readonly<Record<PostingKind, 'ADDS' | 'TAKES' | 'NONE'>> = {
	TRADE: 'ADDS',
	RELEASE: 'ADDS',
	COMMISSION: 'TAKES',
	HELD_COMMISSION: 'NONE',
	HOLD: 'NONE',
	DEPOSIT: 'NONE',
	PAYOUT: 'NONE',
	PAID: 'NONE',
	RETURN: 'NONE',
};

async function postingsOf(
	transaction: Database,
	symbol: string,
	{
		after,
		upTo,
		limit = postingsMax,
	}: { readonly after: bigint; readonly upTo: bigint; readonly limit?: number },
): Promise<MarketPostings> {
	const rows = await transaction
		.selectFrom('postings')
		.select(['sequence', 'kind', 'asset', 'amount', 'from_account', 'to_account'])
		.where('journal', '=', symbol)
		.where('sequence', '>', after)
		.where('sequence', '<=', upTo)
		.orderBy('sequence')
		.orderBy('position')
		.limit(limit)
		.execute();
	// A command is counted as a whole: if the limit cuts the last one, it is left for later.
	const last = rows.at(-1)?.sequence ?? upTo;
	const cut = rows.length === limit;
	const completeRows = cut ? rows.filter(({ sequence }) => sequence < last) : rows;
	// A single command, such as the cancellation of many orders, can exceed the limit.
	if (cut && completeRows.length === 0) {
		return postingsOf(transaction, symbol, { after, upTo: last, limit: Number.MAX_SAFE_INTEGER });
	}
	const credits = completeRows.flatMap((row): Credit[] => {
		const { kind, asset, amount, from_account, to_account } = row;
		const command = `${symbol}.${row.sequence}`;
		switch (creditOf[kind as PostingKind]) {
			case 'ADDS':
				return [{ command, accountId: to_account, asset, amount }];
			case 'TAKES':
				return [{ command, accountId: from_account, asset, amount: -amount }];
			case 'NONE':
				return [];
		}
	});
	return {
		symbol,
		sequence: Number(cut ? last - 1n : upTo),
		// Each trade has two postings, one for each leg.
		trades: completeRows.filter(({ kind }) => kind === 'TRADE').length / 2,
		credits,
	};
}

async function payOut(
	parts: PlanningParts,
	transaction: Database,
	{ credits, number }: { readonly credits: readonly Credit[]; readonly number: number },
): Promise<readonly Planned[]> {
	const accounts = await paidAutomatically(transaction, credits);
	const links = await assetLinks(transaction);
	if (accounts.size === 0 || links.length === 0) return [];
	const assets = links.map(({ asset }) => asset);
	const balances = await Balances.load(transaction, [...accounts.keys(), PAYOUTS], assets);
	const dues = await duesOf(transaction, [...accounts.keys()]);
	const limitOf = await payoutLimits(transaction, [...accounts.keys()], parts.clock.now());
	const payables = [...accounts.keys()].flatMap((accountId) =>
		links.map(({ asset, unit }): Payable => {
			const { available } = balances.of(accountId, asset);
			const due = dues.get(`${accountId} ${asset}`) ?? 0n;
			const isFrozen = accounts.get(accountId)?.isFrozen === true;
			const { room } = limitOf(accountId, asset);
			return { accountId, asset, unit, available, due, isFrozen, room };
		}),
	);
	const { windowTrades } = parts.settings;
	const plan = planWindow(credits, payables, { eachTrade: windowTrades === 0 });
	await writeDues(transaction, payables, plan);
	const intents = plan.payouts.map((payout, index) => ({
		...payout,
		kind: 'PAYOUT' as const,
		needsApproval: needsApproval(limitOf(payout.accountId, payout.asset), payout.amount),
		reference: `window-${number}-${index + 1}`,
		windowNumber: number,
		traderEmail: accounts.get(payout.accountId)?.email ?? null,
		traderKey: null,
	}));
	const planned = await planIntents(parts, transaction, balances, intents);
	await balances.write();
	return planned;
}

interface PaidAccount {
	readonly email: string;
	readonly isFrozen: boolean;
}

/** Accounts with automatic payouts that have credits or dues. */
async function paidAutomatically(
	transaction: Database,
	credits: readonly Credit[],
): Promise<ReadonlyMap<string, PaidAccount>> {
	const credited = new Set(credits.map(({ accountId }) => accountId));
	const rows = await transaction
		.selectFrom('accounts')
		.leftJoin('dues', (join) =>
			join.onRef('dues.account_id', '=', 'accounts.id').on('dues.amount', '>', 0n),
		)
		.select(['accounts.id', 'email', 'frozen_at', 'dues.amount'])
		.where('payouts', '=', 'AUTOMATIC')
		.where('email', 'is not', null)
		.orderBy('accounts.id')
		.execute();
	const paid = rows.filter(({ id, amount }) => amount !== null || credited.has(id));
	return new Map(
		paid.map(({ id, email, frozen_at: at }) => [
			id,
			{ email: present(email, 'the address of an account'), isFrozen: at !== null },
		]),
	);
}

async function duesOf(
	transaction: Database,
	accounts: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
	const rows = await transaction
		.selectFrom('dues')
		.selectAll()
		.where('account_id', 'in', accounts)
		.execute();
	return new Map(rows.map((row) => [`${row.account_id} ${row.asset}`, row.amount]));
}

const newDue = {
	table: 'dues',
	columns: ['account_id', 'asset', 'amount'],
	ending: 'on conflict (account_id, asset) do update set amount = excluded.amount',
} as const;

async function writeDues(
	transaction: Database,
	payables: readonly Payable[],
	{ dues }: WindowPlan,
): Promise<void> {
	const rows = payables.flatMap(({ accountId, asset, due }, index) => {
		const still = at(dues, index);
		return still === due ? [] : [[accountId, asset, still]];
	});
	await insertRows(transaction, newDue, rows);
}
