/** What happens at the exchange is told: to whom it happened, in its order, and to nobody else. */
import { dayMs, systemClock } from '../../../server/clock';
import { removePlaces } from '../../../exchange/events/removing';
import { deposit } from '../../../exchange/trading/ledger/deposits';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { EventReader, startExchange, type RunningExchange } from '../support/exchange';
import { EventClient, type WireEvent } from './event-client';

const databases = new TestDatabases();
afterAll(() => databases.close());

const shown = (events: readonly WireEvent[]) =>
	events.map(({ type, subject, data }) => [type, subject, data['status']]);

describe.each(databaseKinds)('on %s', (kind) => {
	let running: RunningExchange;
	let seller: EventClient;
	let buyer: EventClient;
	let administrator: EventClient;

	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		seller = new EventClient(running, running.northwind.key);
		buyer = new EventClient(running, running.harbour.key);
		administrator = new EventClient(running, running.administratorKey);
	});
	afterAll(() => running.close());

	test('an order is told as accepted, traded and ended, to the trader whose it is', async () => {
		const { orderId: sale } = await seller.order('SELL', { price: '12.5', quantity: '5' });
		const { orderId: purchase } = await buyer.order('BUY', { price: '12.5', quantity: '2' });
		await seller.must('DELETE', `/orders/${sale}`);
		const ofSeller = await seller.events(0, 3, `subject=${sale}`);
		expect(shown(ofSeller)).toEqual([
			['order.accepted', sale, 'NEW'],
			['order.traded', sale, 'PARTIALLY_FILLED'],
			['order.ended', sale, 'CANCELED'],
		]);
		expect(ofSeller[1]?.data).toMatchObject({ lastPrice: '12.5', lastQty: '2', isMaker: true });
		const ofBuyer = await buyer.events(0, 3, `subject=${purchase}`);
		expect(shown(ofBuyer)).toEqual([
			['order.accepted', purchase, 'NEW'],
			['order.traded', purchase, 'FILLED'],
			['order.ended', purchase, 'FILLED'],
		]);
		const all = [...ofSeller, ...ofBuyer];
		expect(new Set(all.map(({ id }) => id)).size).toBe(6);
		expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(6);
		const { events } = await administrator.page('limit=1000');
		expect(events.filter(({ type }) => type.startsWith('order.'))).toEqual([]);
	});

	test('a trader who meets themselves hears of both sides, and a refused order has ended', async () => {
		const meeting = { price: '40', quantity: '1', selfTradePreventionMode: 'NONE' };
		const { orderId: sale } = await seller.order('SELL', meeting);
		const account = { accountId: running.northwind.accountId, asset: 'EUR', amount: 1_000_000n };
		const { database } = running.exchange;
		await deposit({ database, clock: systemClock }, { ...account, reference: 'means to buy' });
		const { orderId: purchase } = await seller.order('BUY', meeting);
		for (const subject of [sale, purchase]) {
			const own = await seller.events(0, 3, `subject=${subject}`);
			expect(own.map(({ type }) => type)).toEqual([
				...['order.accepted', 'order.traded', 'order.ended'],
			]);
		}
		const [means] = await seller.events(0, 1, 'subject=means to buy');
		expect(means).toMatchObject({
			...{ type: 'deposit.settled', data: { asset: 'EUR', amount: '100', status: 'SETTLED' } },
		});
		const { orderId: refused } = await seller.order('SELL', { ...meeting, price: '50' });
		const crossing = { ...meeting, price: '50', postOnly: true };
		await expect(seller.order('BUY', crossing)).rejects.toThrow('POST_ONLY_WOULD_TAKE');
		const [ended] = await seller.events(0, 1, 'subject=CREDIT-EUR.7');
		expect(ended).toMatchObject({ type: 'order.ended', data: { status: 'REJECTED' } });
		await seller.must('DELETE', `/orders/${refused}`);
		await seller.events(0, 2, `subject=${refused}`);
	});

	test('a page ends where the next begins, whatever its size, and says which types and markets', async () => {
		const whole = await seller.page('limit=1000');
		expect(whole.hasMore).toBe(false);
		const found: WireEvent[] = [];
		let cursor = 0;
		for (let isMore = true; isMore;) {
			const page = await seller.page(`after=${cursor}&limit=2`);
			found.push(...page.events);
			({ cursor, hasMore: isMore } = page);
		}
		expect(found).toEqual(whole.events);
		const sequences = found.map(({ sequence }) => sequence);
		expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
		const { events: traded } = await seller.page('types=order.traded&symbol=CREDIT-EUR');
		expect(traded).toEqual(found.filter(({ type }) => type === 'order.traded'));
		const [first] = traded;
		const ofOne = await seller.page(`subject=${first?.subject}&limit=1000`);
		expect(ofOne.events).toEqual(found.filter(({ subject }) => subject === first?.subject));
		const { events: newest } = await seller.page('latest=true&limit=3');
		expect(newest).toEqual(found.slice(-3));
		expect(await seller.call('GET', '/events?symbol=NONE-NONE')).toMatchObject({ status: 404 });
		const strange = { url: 'http://127.0.0.1:1/hook', types: ['reconciliation.broken'] };
		expect((await seller.call('POST', '/subscriptions', strange)).body).toMatchObject({
			errorCode: 'Event_NotHeard',
		});
	});

	test('where a market stands is told everybody with a key, once for each change', async () => {
		const [one, other] = [await seller.cursor(), await administrator.cursor()];
		for (const status of ['HALT', 'HALT', 'TRADING']) {
			const act = { status, reason: 'a test' };
			await administrator.must('POST', '/admin/markets/CREDIT-EUR/status', act);
		}
		const changes = [
			['market.status', 'CREDIT-EUR', 'HALT'],
			['market.status', 'CREDIT-EUR', 'TRADING'],
		];
		expect(shown(await seller.events(one, 2, 'types=market.status'))).toEqual(changes);
		expect(shown(await administrator.events(other, 2))).toEqual(changes);
		expect((await seller.events(one, 2))[0]).not.toHaveProperty('productId');
	});

	test('who comes back too late is told from where on events are kept', async () => {
		const { database } = running.exchange;
		const { events } = await seller.page('limit=1000');
		await removePlaces(database, systemClock.now() + dayMs);
		const { events: left, oldestSequence, cursor } = await seller.page('limit=1000');
		expect(left.filter(({ type }) => type.startsWith('order.'))).toEqual([]);
		const orders = events.filter(({ type }) => type.startsWith('order.'));
		expect(oldestSequence).toBeGreaterThan(orders.at(-1)?.sequence ?? Infinity);
		const { orderId } = await seller.order('SELL', { price: '77', quantity: '1' });
		expect(shown(await seller.events(cursor, 1))).toEqual([['order.accepted', orderId, 'NEW']]);
	});

	test('a stream tells a trader the same as the list, then what comes, and ends with the key', async () => {
		const wanted = { label: 'stream', scope: 'READ' };
		const { keyId, key } = await seller.must<Record<'keyId' | 'key', string>>(
			...(['POST', '/account/keys', wanted] as const),
		);
		const { cursor: after } = await seller.page('latest=true');
		const headers = { accept: 'text/event-stream', 'x-api-key': key };
		await seller.order('SELL', { price: '99', quantity: '1' });
		await seller.events(after, 1);
		const reader = await EventReader.open(`${running.url}/events?after=${after}`, headers);
		expect(await reader.next()).toMatchObject({ event: 'opened', data: { after } });
		await buyer.order('BUY', { price: '1', quantity: '1' });
		await seller.order('SELL', { price: '98', quantity: '1' });
		const told = [(await reader.next())?.data, (await reader.next())?.data];
		expect(told).toEqual(await seller.events(after, 2));
		await seller.must('DELETE', `/account/keys/${keyId}`);
		expect(await reader.next()).toMatchObject({ event: 'ended', data: { reason: 'KeyEnded' } });
		expect(await reader.next()).toBeUndefined();
	});
});
