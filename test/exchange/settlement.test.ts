import { auditLedger } from '../../exchange/history/reconciliation/audit';
import { until } from '../support/clients/requests';
import { bothDatabaseKinds, TestDatabases } from '../support/servers/databases';
import { hasSettled, startSettling, type Settling } from './support/settling';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';

/** Sends the order until its funding has an outcome, as a client of the exchange does. */
async function place({ exchange }: Settling, key: string, order: object) {
	return until(async () => {
		const answer = await exchange.call('POST', '/orders', { key, body: { symbol, ...order } });
		return answer.status === 202 ? undefined : answer;
	});
}

describe.each(bothDatabaseKinds)('on %s', (kind) => {
	let settling: Settling;
	afterEach(() => settling.close());

	test('two traders fund crossing orders, trade, and have at the tracker what they should', async () => {
		settling = await startSettling(await databases.place(kind));
		const { seller, buyer, escrow, exchange } = settling;
		const sale = await place(settling, seller.key, {
			side: 'SELL',
			type: 'LIMIT',
			price: '12.5',
			quantity: '40',
			clientOrderId: 'sale',
			fund: true,
		});
		expect(sale).toMatchObject({ status: 201, body: { status: 'NEW' } });
		expect(await settling.held(seller.user, 'CREDIT')).toBe(960);
		expect(await settling.held(escrow, 'CREDIT')).toBe(40);
		const purchase = await place(settling, buyer.key, {
			side: 'BUY',
			type: 'LIMIT',
			price: '13',
			quantity: '30',
			clientOrderId: 'purchase',
			fund: true,
		});
		expect(purchase).toMatchObject({ status: 201, body: { status: 'FILLED', executedQty: '30' } });
		await until(async () => (await hasSettled(exchange.exchange.database)) || undefined);
		// 30 at 12.50 are 375.00, and the taker pays 1 % of that on top.
		expect(await settling.held(buyer.user, 'CREDIT')).toBe(30);
		expect(await settling.held(seller.user, 'EUR')).toBe(37_500);
		expect(await settling.held(buyer.user, 'EUR')).toBe(1_000_000 - 37_500 - 375);
		expect(await settling.held(seller.user, 'CREDIT')).toBe(960);
		expect(await settling.held(escrow, 'CREDIT')).toBe(10);
		expect(await settling.held(escrow, 'EUR')).toBe(375);
		expect(await auditLedger(exchange.exchange.database)).toEqual([]);
		const log = exchange.log();
		for (const key of [seller.key, buyer.key, escrow.key]) expect(log).not.toContain(key);
	});
});
