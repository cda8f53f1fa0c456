/**
 * A lane for tests: real database, intake and lane, one market, two funded traders. Nothing
 * drains by itself; a test says when.
 */
import type { Clock } from '../../../server/clock';
import { Accounts } from '../../../exchange/accounts/accounts';
import {
	openDatabase,
	type Database,
	type DatabasePlace,
} from '../../../exchange/database/database';
import type { Accepted } from '../../../exchange/trading/intake/append';
import { Intake } from '../../../exchange/trading/intake/intake';
import {
	orderTerms,
	type OrderRequest,
	type OrderTerms,
} from '../../../exchange/trading/intake/order-terms';
import type { NewOrderSubmission } from '../../../exchange/trading/intake/submission';
import { Lane, type LaneParts } from '../../../exchange/trading/lane/lane';
import { deposit } from '../../../exchange/trading/ledger/deposits';
import { parseDecimal } from '../../../server/decimal';
import type { Market, MarketDescription } from '../../../exchange/trading/markets/market';
import { Markets } from '../../../exchange/trading/markets/markets';
import { putMigratedFile } from '../../support/servers/migrated-databases';

export const demoMarket: MarketDescription = {
	symbol: 'CREDIT-EUR',
	baseAsset: 'CREDIT',
	quoteAsset: 'EUR',
	tickSize: '0.01',
	stepSize: '1',
	maxPrice: '100000',
	minQty: '1',
	maxQty: '1000000',
	minNotional: '1',
	makerFeeBps: 10,
	takerFeeBps: 20,
};

/** The edges of a lane of which nobody wants to know, and in which no fault may happen. */
export const untoldLane = {
	onCommitted: () => undefined,
	onUnusableSnapshot: (fault: unknown) => {
		throw fault;
	},
} as const;

export interface TestLane {
	readonly database: Database;
	readonly markets: Markets;
	readonly market: Market;
	readonly intake: Intake;
	readonly lane: Lane;
	/** Account ids by name. */
	readonly anna: string;
	readonly ben: string;
	/** A clock that stands still until a test moves it. */
	readonly clock: Clock & { time: number };
	/** A second lane on the same database, as another process would have. */
	newLane(differing?: Partial<LaneParts>): Lane;
	fund(account: string, asset: string, amount: string): Promise<void>;
	place(account: string, order: OrderRequest, clientOrderId?: string): Promise<Accepted>;
	/** Places an order instead of an earlier one. */
	replace(account: string, origOrderId: number, order: OrderRequest): Promise<Accepted>;
	drain(): Promise<void>;
	/** 'available/held' in decimals. */
	balance(account: string, asset: string): Promise<string>;
	status(orderId: number): Promise<string>;
	close(): Promise<void>;
}

/** 2026-11-20T00:00:00Z */
export const startTime = 1_795_132_800_000;

export async function openLane(
	place: DatabasePlace,
	description: Partial<MarketDescription> = {},
): Promise<TestLane> {
	const clock = {
		time: startTime,
		now: () => clock.time,
	};
	await putMigratedFile('exchange', place);
	const database = await openDatabase(place);
	const markets = new Markets(database, clock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	const market = await markets.add({ ...demoMarket, ...description });
	const accounts = new Accounts(database, clock);
	const anna = (await accounts.add('anna')).id;
	const ben = (await accounts.add('ben')).id;
	const intake = new Intake({ database, clock, onAccepted: () => undefined });
	const newLane = (differing: Partial<LaneParts> = {}) =>
		new Lane({ database, markets, clock, ...untoldLane, ...differing });
	const lane = newLane();
	const symbol = market.description.symbol;
	return {
		...{ database, markets, market, intake, lane, anna, ben, clock, newLane },
		fund: funding({ database, markets, clock }),
		...ordering({ intake, market }),
		...reading(database, symbol),
		async drain() {
			const outcome = await lane.drain(symbol);
			if (outcome !== 'DRAINED') throw new Error(`the lane was ${outcome}`);
		},
		async close() {
			await intake.idle();
			await database.destroy();
		},
	};
}

function funding({
	database,
	markets,
	clock,
}: Pick<TestLane, 'database' | 'markets' | 'clock'>): TestLane['fund'] {
	let deposits = 0;
	return async (accountId, asset, amount) => {
		deposits += 1;
		const units = parseDecimal(amount, (await markets.decimalsOf(asset)) ?? 0) ?? 0n;
		const reference = `test ${deposits}`;
		await deposit({ database, clock }, { accountId, asset, amount: units, reference });
	};
}

function ordering({
	intake,
	market,
}: Pick<TestLane, 'intake' | 'market'>): Pick<TestLane, 'place' | 'replace'> {
	const submit = (
		order: OrderRequest,
		who: Pick<NewOrderSubmission, 'accountId' | 'clientOrderId' | 'origOrderId'>,
	) => {
		const terms = orderTerms(market, order);
		return intake.submit(market, { kind: 'ORDER', ...who, terms });
	};
	return {
		place: (accountId, order, clientOrderId) =>
			submit(order, { accountId, clientOrderId, origOrderId: undefined }),
		replace: (accountId, origOrderId, order) =>
			submit(order, { accountId, clientOrderId: undefined, origOrderId }),
	};
}

function reading(database: Database, symbol: string): Pick<TestLane, 'balance' | 'status'> {
	return {
		async balance(account, asset) {
			const row = await database
				.selectFrom('balances')
				.selectAll()
				.where('account_id', '=', account)
				.where('asset', '=', asset)
				.executeTakeFirst();
			return `${row?.available ?? 0n}/${row?.held ?? 0n}`;
		},
		async status(orderId) {
			const row = await database
				.selectFrom('order_states')
				.selectAll()
				.where('market', '=', symbol)
				.where('order_id', '=', BigInt(orderId))
				.executeTakeFirstOrThrow();
			return row.reason === null ? row.status : `${row.status} ${row.reason}`;
		},
	};
}

/** The submission of a list: a post-only limit order, and the stop order linked to it. */
export function listOf(
	accountId: string,
	{ limit, stop, listClientOrderId }: ListTerms,
): NewOrderSubmission {
	const unnamed = { clientOrderId: undefined, origOrderId: undefined };
	const list = { listClientOrderId, stop: { clientOrderId: undefined, terms: stop } };
	return { kind: 'ORDER', accountId, ...unnamed, terms: { ...limit, postOnly: true }, list };
}

interface ListTerms {
	readonly limit: OrderTerms;
	readonly stop: OrderTerms;
	readonly listClientOrderId?: string | undefined;
}
