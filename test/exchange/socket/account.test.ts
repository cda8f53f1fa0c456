/**
 * The stream of an account tells all that concerns it: however often the connection is cut, its
 * balances are those of the exchange, and no report and no event is missed or told twice.
 */
import { systemClock } from '../../../server/clock';
import { exchangeClient, type ExchangeClient } from '../../../clients/exchange/client';
import type { Event } from '../../../clients/exchange/operations';
import { demoMarket } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/trading/markets/markets';
import { until } from '../../support/clients/requests';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { cuttableLine } from '../support/cuttable-line';
import { Folded } from '../support/folded-account';
import { startExchange } from '../support/exchange';
import { randomOf } from '../support/random';
import { hasSettled, startSettling } from '../support/settling';

const databases = new TestDatabases();
afterAll(() => databases.close());

let opened: AsyncDisposableStack;
beforeEach(() => {
	opened = new AsyncDisposableStack();
});
afterEach(() => opened.disposeAsync());

const symbols = ['CREDIT-EUR', 'CREDIT2-EUR'];

const random = randomOf(5);

/** One thing that may become of an account, by chance. */
async function act(trader: ExchangeClient, other: ExchangeClient): Promise<void> {
	const symbol = symbols[random(2)] ?? '';
	const terms = { symbol, type: 'LIMIT', quantity: String(1 + random(5)) } as const;
	const price = String(8 + random(5));
	const wish = random(9);
	if (wish === 0) await trader.cancelAllOrders({ symbol });
	else if (wish === 1) await trader.deposit({ asset: 'EUR', amount: '3.5' });
	else if (wish === 2) await trader.payout({ asset: 'EUR', amount: '1.25' });
	else if (wish < 6) await trader.placeOrder({ ...terms, side: 'BUY', price });
	else await other.placeOrder({ ...terms, side: 'SELL', price });
}

describe.each(databaseKinds)('the stream of an account on %s', (kind) => {
	// A trader trades, deposits and is paid out, which takes some windows of settlement.
	test('is the account, however often it is cut', async () => {
		const settling = await startSettling(await databases.place(kind));
		opened.defer(() => settling.close());
		const { exchange, buyer, seller } = settling;
		const { database } = exchange.exchange;
		await new Markets(database, systemClock).add({ ...demoMarket, symbol: 'CREDIT2-EUR' });
		const traders = [buyer, seller].map(({ key }) => exchangeClient({ url: exchange.url, key }));
		const [trader, other] = traders;
		if (trader === undefined || other === undefined) throw new Error('a trader is missing');
		await trader.deposit({ asset: 'EUR', amount: '2000' });
		await other.deposit({ asset: 'CREDIT', amount: '500' });
		await other.setPayouts({ payouts: 'ON_DEMAND' });
		const line = await cuttableLine(exchange.url);
		opened.defer(() => line.close());
		const folded = new Folded();
		opened.defer(() => folded.stop());
		folded.follow(line.url, buyer.key);
		await until(() => Promise.resolve(folded.begun === 1 || undefined));
		const after = Math.max(0, ...(await trader.listEvents({ limit: 1000 })).events.map(sequenceOf));
		const admin = (path: string, body: object, method = 'POST') =>
			exchange.call(method, `/admin/accounts/${buyer.accountId}/${path}`, {
				key: exchange.administratorKey,
				body: { ...body, reason: 'a test' },
			});
		for (let round = 0; round < 60; round += 1) {
			if (random(3) === 0) line.cut();
			await act(trader, other);
		}
		await admin('limits/orders', { maxNumOrders: 7 }, 'PUT');
		await admin('freeze', { publicReason: 'asked by its owner', cancelOrders: true });
		await until(async () => (await hasSettled(database)) || undefined);
		await until(async () => {
			const { balances, ...account } = await trader.account();
			const isSame = jsonOf([folded.allBalances, folded.account]) === jsonOf([balances, account]);
			return isSame || undefined;
		});
		expect(folded.account).toMatchObject({ status: 'FROZEN', limits: { maxNumOrders: 7 } });
		const page = await trader.listEvents({ after, limit: 1000 });
		const wanted = page.events.filter(({ type }) => !type.startsWith('order.'));
		const has = (told: readonly unknown[], count: number) => told.length >= count || undefined;
		await until(() => Promise.resolve(has(folded.messages, wanted.length)));
		expect(folded.messages.filter(({ sequence }) => sequence > after)).toEqual(wanted);
		const states = new Set(wanted.map(({ data }) => data['status']));
		for (const state of ['PLANNED', 'SENDING', 'SETTLED']) expect(states).toContain(state);
		for (const symbol of symbols) {
			const own: string[] = [];
			for await (const { reportId } of trader.all.listReports({
				symbol,
				fromId: `${symbol}.1.0`,
			})) {
				own.push(reportId);
			}
			const ofSymbol = () => folded.reports.filter((id) => id.startsWith(`${symbol}.`));
			await until(() => Promise.resolve(has(ofSymbol(), own.length)));
			expect(ofSymbol()).toEqual(own);
			expect(own.length).toBeGreaterThan(10);
		}
		expect(folded.begun).toBe(1);
	});

	test('has nothing of other accounts, and is for traders alone', async () => {
		const running = await startExchange(await databases.place(kind));
		opened.defer(() => running.close());
		const { northwind, harbour, url, call, administratorKey } = running;
		const folded = new Folded();
		opened.defer(() => folded.stop());
		folded.follow(url, harbour.key);
		await until(() => Promise.resolve(folded.begun === 1 || undefined));
		const [before, reports] = [folded.allBalances, folded.reports.length];
		const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '7', quantity: '1' };
		const place = (key: string, side: string) =>
			call('POST', '/orders', { key, body: { ...order, side } });
		for (let count = 0; count < 5; count += 1) await place(northwind.key, 'SELL');
		await call('POST', `/admin/accounts/${northwind.accountId}/freeze`, {
			key: administratorKey,
			body: { reason: 'a test' },
		});
		expect(folded.reports).toHaveLength(reports);
		expect(folded.allBalances).toEqual(before);
		// Own news comes behind that of the others.
		const { body } = await place(harbour.key, 'BUY');
		await until(() => Promise.resolve(folded.reports.length > reports + 1 || undefined));
		const { orderId } = body as { readonly orderId: string };
		const prefix = orderId.replace(/\d+$/, '');
		expect(folded.reports.every((id) => id.startsWith(prefix))).toBe(true);
		const { body: own } = await call('GET', '/account/reports?symbol=CREDIT-EUR', {
			key: harbour.key,
		});
		expect(folded.reports).toEqual(
			(own as readonly { readonly reportId: string }[]).map(({ reportId }) => reportId),
		);
		expect(folded.messages.every(({ type }) => type !== 'account.changed')).toBe(true);
		expect(folded.account).toMatchObject({ accountId: harbour.accountId, status: 'ACTIVE' });
		for (const key of [administratorKey, 'no-such-key']) {
			expect((await call('GET', '/account/stream', { key })).status).toBe(401);
		}
	});
});

const jsonOf = (value: unknown) => JSON.stringify(value);

function sequenceOf({ sequence }: Event): number {
	return sequence;
}
