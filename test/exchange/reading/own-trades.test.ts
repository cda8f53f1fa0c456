/**
 * Own trades of all markets, over HTTP, against what each market lists: in one order by time, whole,
 * each once, whatever the size of a page and where it begins.
 */
import { Accounts } from '../../../exchange/accounts/accounts';
import { orderTerms } from '../../../exchange/trading/intake/order-terms';
import type { Market } from '../../../exchange/trading/markets/market';
import { bothDatabaseKinds, TestDatabases } from '../../support/servers/databases';
import { Random } from '../../simulation/world';
import { startBareExchange, type BareExchange } from '../support/exchange';
import { demoMarket, openLane, startTime, type TestLane } from '../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

interface Listed {
	readonly accountTradeId: string;
	readonly symbol: string;
	readonly tradeId: number;
	readonly time: number;
	readonly isMaker: boolean;
	readonly orderId: string;
}

const symbols = ['CREDIT-EUR', 'CREDIT-ONE', 'CREDIT-TWO'];

/** Some at the same moment, in one market or in several, some of one trader with themselves. */
async function trade(lane: TestLane): Promise<void> {
	const random = new Random(5);
	const markets: Market[] = [lane.market];
	for (const symbol of symbols.slice(1)) {
		markets.push(await lane.markets.add({ ...demoMarket, symbol }));
	}
	const { anna, ben } = lane;
	for (const account of [anna, ben]) {
		await lane.fund(account, 'CREDIT', '100000');
		await lane.fund(account, 'EUR', '1000000');
	}
	for (let round = 0; round < 40; round += 1) {
		const market = markets[random.below(3)] ?? lane.market;
		const place = (accountId: string, side: 'BUY' | 'SELL') => {
			const order = { side, type: 'LIMIT', price: '5', quantity: '1' } as const;
			const request = { ...order, selfTradePreventionMode: 'NONE' } as const;
			const terms = orderTerms(market, request);
			const ids = { clientOrderId: undefined, origOrderId: undefined };
			return lane.intake.submit(market, { kind: 'ORDER', accountId, ...ids, terms });
		};
		const seller = random.chance(0.5) ? anna : ben;
		await place(seller, 'SELL');
		await place(random.chance(0.7) ? anna : ben, 'BUY');
		if (random.chance(0.5)) lane.clock.time += random.below(3);
		await lane.lane.drain(market.description.symbol);
	}
}

describe.each(bothDatabaseKinds)('own trades of all markets on %s', (kind) => {
	let running: BareExchange;
	let key: string;
	let wanted: readonly Listed[];

	beforeAll(async () => {
		const place = await databases.place(kind);
		const lane = await openLane(place);
		await trade(lane);
		({ key } = await new Accounts(lane.database, lane.clock).addKey(lane.anna, 'test'));
		await lane.close();
		running = await startBareExchange(place, {
			clock: { now: () => startTime + 1_000 },
		});
		const each = await Promise.all(symbols.map((symbol) => list(`?symbol=${symbol}&limit=1000`)));
		wanted = each.flat().toSorted(byNewest);
	});
	afterAll(() => running.close());

	const ask = (query: string) => running.call('GET', `/account/trades${query}`, { key });
	const list = async (query: string) => (await ask(query)).body as readonly Listed[];

	/** Of the same moment by market, and within one the newest, as taker and then as maker. */
	function byNewest(one: Listed, other: Listed): number {
		return (
			other.time - one.time ||
			symbols.indexOf(one.symbol) - symbols.indexOf(other.symbol) ||
			other.tradeId - one.tradeId ||
			Number(one.isMaker) - Number(other.isMaker)
		);
	}

	test('they are those of each market, in one order', async () => {
		const ids = wanted.map(({ accountTradeId }) => accountTradeId);
		expect(new Set(wanted.map(({ symbol }) => symbol)).size).toBe(3);
		expect(ids.length).toBeGreaterThan(new Set(ids).size);
		expect(new Set(wanted.map(({ time }) => time)).size).toBeLessThan(new Set(ids).size / 2);
		expect(await list('?limit=1000')).toEqual(wanted);
		for (const { accountTradeId, symbol, tradeId } of wanted) {
			expect(accountTradeId).toBe(`${symbol}.${tradeId}`);
		}
	});

	test.each([1, 2, 3, 7, 40])('in pages of %d each comes once', async (limit) => {
		const found: Listed[] = [];
		let next: string | undefined = `?limit=${limit}`;
		while (next !== undefined) {
			const answer = await ask(next);
			const page = answer.body as readonly Listed[];
			expect(page.length).toBeLessThanOrEqual(limit);
			found.push(...page);
			next = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
		}
		expect(found).toEqual(wanted);
	});

	test('a page begins at any of them, an offset passes over some, and times bound it', async () => {
		for (const [at, { accountTradeId }] of wanted.entries()) {
			if (at % 3 !== 0) continue;
			const first = wanted.findIndex((each) => each.accountTradeId === accountTradeId);
			const page = await list(`?limit=5&fromId=${accountTradeId}&offset=2`);
			expect([at, page]).toEqual([at, wanted.slice(first + 2, first + 7)]);
		}
		const times = [...new Set(wanted.map(({ time }) => time))];
		for (const endTime of times) {
			const startTime = endTime - 4;
			const within = wanted.filter(({ time }) => time >= startTime && time <= endTime);
			expect(await list(`?limit=1000&startTime=${startTime}&endTime=${endTime}`)).toEqual(within);
		}
	});

	test('an order names its market, and a tradeId alone does not', async () => {
		const [first] = wanted;
		const ofOrder = wanted.filter(({ orderId }) => orderId === first?.orderId);
		expect(await list(`?orderId=${first?.orderId}`)).toEqual(ofOrder);
		const ofMarket = wanted.filter(({ symbol }) => symbol === 'CREDIT-ONE');
		const second = ofMarket[1];
		for (const id of [second?.accountTradeId, second?.tradeId]) {
			const page = await list(`?symbol=CREDIT-ONE&limit=1&fromId=${id}`);
			expect(page).toMatchObject([{ accountTradeId: second?.accountTradeId }]);
		}
		for (const query of [
			'?fromId=1',
			'?fromId=CREDIT-EUR.999999',
			'?fromId=GOLD-EUR.1',
			'?fromId=CREDIT-EUR.0',
			'?fromId=nonsense',
			'?symbol=CREDIT-ONE&fromId=CREDIT-EUR.1',
		]) {
			expect([query, await ask(query)]).toMatchObject([
				query,
				{
					status: 400,
					body: { errorCode: 'Request_Invalid', arguments: ['fromId', expect.any(String)] },
				},
			]);
		}
		expect(await ask('?symbol=CREDIT-ONE&orderId=CREDIT-EUR.1')).toMatchObject({ status: 404 });
	});
});
