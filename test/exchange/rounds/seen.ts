/**
 * What is seen of tracker and exchange from outside, by their HTTP alone: what every trader has, asked
 * for and traded, what all can see, and every transfer at the tracker. Read again until nothing has
 * moved between the first look and the last. What follows from it is judged in outside-audit.ts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { exchangeClient, type ExchangeClient } from '../../../clients/exchange/client';
import { ExchangeRefusal } from '../../../clients/exchange/faults';
import type {
	Account,
	AccountTrade,
	Deposit,
	Depth,
	Order,
	Payout,
	Reserves,
	ReservesProof,
	Trade,
} from '../../../clients/exchange/operations';
import { demoMarket } from '../../../exchange/demo/demo';
import type { TestUser } from '../../support/programs/service';
import {
	callTracker,
	heldBy,
	trackerAssets,
	type SettlingTrader,
	type TrackerAsset,
	type TrackerPlace,
} from '../support/settling';

export type Units = Readonly<Record<TrackerAsset, number>>;

export interface Transfer {
	readonly id: string;
	readonly asset: TrackerAsset;
	readonly units: number;
	readonly sender: string;
	readonly recipient: string;
}

export interface SeenTrader {
	readonly email: string;
	/** What they hold at the tracker. */
	readonly units: Units;
	readonly account: Account;
	readonly orders: readonly Order[];
	readonly trades: readonly AccountTrade[];
	readonly deposits: readonly Deposit[];
	readonly payouts: readonly Payout[];
	readonly proof: ReservesProof | undefined;
}

export interface Seen {
	readonly traders: readonly SeenTrader[];
	/** Accounts of the exchange at the tracker, by address. */
	readonly own: readonly { readonly email: string; readonly units: Units }[];
	readonly transfers: readonly Transfer[];
	readonly trades: readonly Trade[];
	readonly depth: Depth;
	readonly reserves: Reserves | undefined;
}

/** Where to look, and the keys to look with. */
export interface OutsidePlace {
	readonly exchange: { readonly urls: readonly string[] };
	readonly tracker: TrackerPlace;
	readonly own: readonly TestUser[];
	readonly traders: readonly SettlingTrader[];
	readonly assetIds: Readonly<Record<TrackerAsset, string>>;
}

const { symbol } = demoMarket;

/** Between two looks, for the programs looked at to go on. */
const pauseMs = 200;

/** Resolves when nothing is under way. */
export async function see(place: OutsidePlace): Promise<Seen> {
	for (let before = await look(place); ;) {
		const seen = await look(place);
		if (isStill(seen) && hasNothingMoved(before, seen)) return seen;
		before = seen;
		await delay(pauseMs);
	}
}

/** Between two looks. */
export function hasNothingMoved(before: Seen, after: Seen): boolean {
	return fingerprint(before) === fingerprint(after);
}

/** All that transfers and trades change. */
function fingerprint({ traders, own, transfers, trades }: Seen): string {
	const moving = traders.map(({ units, account, orders, deposits, payouts }) => {
		return [units, account.balances, orders, statuses(deposits), statuses(payouts)];
	});
	return JSON.stringify([moving, own, transfers.length, trades.length]);
}

const statuses = (records: readonly (Deposit | Payout)[]) => records.map(({ status }) => status);

const underWay: readonly string[] = ['PLANNED', 'SENDING', 'UNKNOWN', 'PENDING_NEW'];

function isStill({ traders }: Seen): boolean {
	return traders.every(({ orders, deposits, payouts }) =>
		[...orders, ...deposits, ...payouts].every(({ status }) => !underWay.includes(status)),
	);
}

async function look(place: OutsidePlace): Promise<Seen> {
	const { urls } = place.exchange;
	const [url = ''] = urls;
	const anyone = exchangeClient({ url });
	// Each API in its turn: what one says holds for the other.
	const traders = await Promise.all(
		place.traders.map((trader, at) => lookAtTrader(place, trader, urls[at % urls.length] ?? url)),
	);
	const own = await Promise.all(
		place.own.map(async (user) => ({ email: user.email, units: await unitsOf(place, user) })),
	);
	return {
		...{ traders, own },
		transfers: (await Promise.all(trackerAssets.map((asset) => transfersOf(place, asset)))).flat(),
		trades: await every(anyone.all.trades({ symbol, fromId: 1, limit: 1_000 })),
		depth: await anyone.depth({ symbol, limit: 5_000 }),
		reserves: await unlessMissing(anyone.reserves()),
	};
}

async function lookAtTrader(
	place: OutsidePlace,
	{ user, key }: SettlingTrader,
	url: string,
): Promise<SeenTrader> {
	const client = exchangeClient({ url, key });
	return {
		email: user.email,
		units: await unitsOf(place, user),
		account: await client.account(),
		...(await listsOf(client)),
		proof: await unlessMissing(client.ownReserves()),
	};
}

async function listsOf({ all }: ExchangeClient) {
	const limit = 1_000;
	return {
		orders: await every(all.listOrders({ status: 'all', limit })),
		trades: await every(all.accountTrades({ symbol, limit })),
		deposits: await every(all.listDeposits({ limit })),
		payouts: await every(all.listPayouts({ limit })),
	};
}

async function every<Entry>(list: AsyncIterable<Entry>): Promise<readonly Entry[]> {
	const entries: Entry[] = [];
	for await (const entry of list) entries.push(entry);
	return entries;
}

async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await asked;
	} catch (fault) {
		if (fault instanceof ExchangeRefusal && fault.status === 404) return undefined;
		throw fault;
	}
}

async function unitsOf({ tracker, assetIds }: OutsidePlace, user: TestUser): Promise<Units> {
	return {
		CREDIT: await heldBy(tracker, user, assetIds.CREDIT),
		EUR: await heldBy(tracker, user, assetIds.EUR),
	};
}

interface TrackerRow {
	readonly id: string;
	readonly batchId?: string;
	readonly amount: number;
	readonly senderDisplayName: string;
	readonly recipientDisplayName: string;
}

/** All transfers of an asset, as its administrator sees them; what was issued is left out. */
async function transfersOf(
	{ tracker, assetIds }: OutsidePlace,
	asset: TrackerAsset,
): Promise<readonly Transfer[]> {
	const limit = 100;
	const transfers: Transfer[] = [];
	for (let offset = 0; ; offset += limit) {
		const page = `assets/${assetIds[asset]}/transactions?limit=${limit}&offset=${offset}`;
		const rows = (await callTracker(tracker, 'GET', page)) as readonly TrackerRow[];
		for (const { id, batchId, amount, senderDisplayName, recipientDisplayName } of rows) {
			const parties = { sender: senderDisplayName, recipient: recipientDisplayName };
			// A batch has the id of the issue that made it.
			if (batchId !== id) transfers.push({ id, asset, units: amount, ...parties });
		}
		if (rows.length < limit) return transfers;
	}
}
