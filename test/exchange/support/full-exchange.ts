/**
 * Fills an exchange as full as its traders could make it: two with many open orders and levels, long
 * lists of trades and transfers, candles of every span, reserves of many accounts. Orders go through
 * the intake and the lane, for the book must know them; what is only read is written as rows.
 */
import { sql } from 'kysely';
import { systemClock } from '../../../server/clock';
import { insertRows } from '../../../server/database/bulk';
import type { Database } from '../../../exchange/database/database';
import { Intake } from '../../../exchange/trading/intake/intake';
import { orderTerms } from '../../../exchange/trading/intake/order-terms';
import { Lane } from '../../../exchange/trading/lane/lane';
import { deposit } from '../../../exchange/trading/ledger/deposits';
import { Markets } from '../../../exchange/trading/markets/markets';
import { multiply } from '../../support/programs/multiplied-rows';
import { untoldLane } from './lane';

export const fullness = { openOrders: 10_000, rows: 12_000, accounts: 10_000 } as const;

interface FullMarket {
	readonly symbol: string;
	readonly base: string;
	readonly quote: string;
	readonly sellerAccount: string;
	readonly buyerAccount: string;
}

export async function fill(database: Database, market: FullMarket): Promise<void> {
	await addMeans(database, market);
	await addOpenOrders(database, market);
	await addLevels(database, market.symbol);
	const { rows: times } = fullness;
	await multiply(database, { table: 'trades', times, copied: { trade_id: 'number' } });
	await addCandles(database, market.symbol);
	const copied = { id: 'own', number: 'number', reference: 'own' } as const;
	await multiply(database, { table: 'intents', times, copied });
	await sql`update settlement_state set last_number = (select max(number) from intents)`.execute(
		database,
	);
	await addAccounts(database, market.quote);
}

async function addMeans(database: Database, market: FullMarket): Promise<void> {
	const give = (accountId: string, asset: string, amount: bigint) =>
		deposit(
			{ database, clock: systemClock },
			{ accountId, asset, amount, reference: `full ${asset}` },
		);
	await give(market.sellerAccount, market.base, 1_000_000_000n);
	await give(market.buyerAccount, market.quote, 1_000_000_000_000n);
}

/** Prices that no golden request trades at. */
const sides = [
	{ side: 'SELL', account: 'sellerAccount', priceOf: (n: number) => `${200 + n}.25` },
	{ side: 'BUY', account: 'buyerAccount', priceOf: (n: number) => `0.${10 + (n % 90)}` },
] as const;

async function addOpenOrders(database: Database, named: FullMarket): Promise<void> {
	const markets = new Markets(database, systemClock);
	const market = await markets.find(named.symbol);
	if (market === undefined) throw new Error(`there is no market ${named.symbol}`);
	const intake = new Intake({ database, clock: systemClock, onAccepted: () => undefined });
	const lane = new Lane({ database, markets, clock: systemClock, ...untoldLane });
	for (const { side, account, priceOf } of sides) {
		const submit = (n: number) => {
			const order = { side, type: 'LIMIT', price: priceOf(n), quantity: '100' } as const;
			const terms = orderTerms(market, order);
			return intake.submit(market, {
				kind: 'ORDER',
				accountId: named[account],
				terms,
				clientOrderId: undefined,
				origOrderId: undefined,
			});
		};
		await Promise.all(Array.from({ length: fullness.openOrders }, (_, n) => submit(n)));
	}
	await lane.drain(named.symbol);
}

/** Of the side whose orders stand at few prices. */
async function addLevels(database: Database, market: string): Promise<void> {
	const rows = Array.from({ length: 5_000 }, (_, n) => [market, 'BUY', 1_000_000 + n, 100]);
	const columns = ['market', 'side', 'price_ticks', 'quantity_lots'];
	await insertRows(database, { table: 'levels', columns }, rows);
}

const spansMs = [60_000, 3_600_000, 86_400_000] as const;

async function addCandles(database: Database, market: string): Promise<void> {
	const columns = [
		'market',
		'span_ms',
		'opened_at',
		'open_ticks',
		'high_ticks',
		'low_ticks',
		'close_ticks',
		'volume_lots',
		'quote_volume',
		'trades',
	];
	const rows = spansMs.flatMap((spanMs) =>
		Array.from({ length: 15_000 }, (_, n) => [
			...[market, spanMs, n * spanMs, 1_250, 9_999_999, 1, 1_250],
			...['123456789012345678901', '123456789012345678901', 100_000],
		]),
	);
	await insertRows(database, { table: 'candles', columns }, rows);
}

/** Something of the asset is owed to each. */
async function addAccounts(database: Database, asset: string): Promise<void> {
	const ids = Array.from({ length: fullness.accounts }, (_, n) => `owed-${n}`);
	const balances = {
		table: 'balances',
		columns: ['account_id', 'asset', 'available', 'held'],
	} as const;
	await insertRows(
		database,
		balances,
		ids.map((id) => [id, asset, 1_000_000, 0]),
	);
}
