/** The Exchange Trigger in n8n's own context against a running exchange: polled, and registered for a webhook. */
import type { INodeParameters } from 'n8n-workflow';
import { eventTypesOf } from '../../api/events/events';
import { ExchangeTrigger, exchangeTold } from '../../nodes/ExchangeTrigger/ExchangeTrigger.node';
import { eventTypesFor } from '../../nodes/wire/trigger/events';
import { EventClient } from '../exchange/events/event-client';
import { startExchange, type RunningExchange } from '../exchange/support/exchange';
import { TestDatabases } from '../support/servers/databases';
import { WebhookTarget } from '../support/servers/webhook-target';
import { removeN8nFolder } from './engine/engine';
import { publishedTrigger } from './engine/published-trigger';
import { byId } from './engine/real-service';

const databases = new TestDatabases();
let running: RunningExchange;
let seller: EventClient;
let buyer: EventClient;

beforeAll(async () => {
	running = await startExchange(await databases.place('SQLite'));
	seller = new EventClient(running, running.northwind.key);
	buyer = new EventClient(running, running.harbour.key);
});
afterAll(async () => {
	await running.close();
	await databases.close();
	removeN8nFolder();
});

const published = (parameters: INodeParameters) =>
	publishedTrigger(new ExchangeTrigger(), parameters, () => ({
		...{ apiKey: running.northwind.key, baseUrl: '', storageUrl: '', exchangeUrl: running.url },
	}));

test('every event of the exchange starts workflows by this node', () => {
	expect([...eventTypesFor(exchangeTold)].sort()).toEqual([...eventTypesOf('exchange')].sort());
});

test('what happens to own orders in a market starts the workflow, each once and in order', async () => {
	const events = ['order.accepted', 'order.traded', 'order.ended'];
	const { poll, pollFor } = published({ events, subject: byId('CREDIT-EUR') });
	expect(await poll()).toBeNull();
	const { orderId } = await seller.order('SELL', { price: '20', quantity: '2' });
	await buyer.order('BUY', { price: '20', quantity: '2' });
	const found = await pollFor(3);
	expect(found).toMatchObject([
		{ type: 'order.accepted', subject: orderId, data: { symbol: 'CREDIT-EUR' } },
		{ type: 'order.traded', subject: orderId, data: { lastQty: '2' } },
		{ type: 'order.ended', subject: orderId, data: { status: 'FILLED' } },
	]);
	expect(await poll()).toBeNull();
	const { poll: tried } = published({ events: ['payout.settled'] });
	expect(await tried('manual')).toMatchObject([{ type: 'payout.settled', data: { asset: 'EUR' } }]);
});

test('published with a webhook it is registered at the exchange, and removed when it is not', async () => {
	const receiver = await WebhookTarget.open();
	const { hook } = published({
		...{ delivery: 'webhook', events: ['order.accepted'], subject: byId('CREDIT-EUR') },
	});
	const address = receiver.url.replace('/hook', '');
	await hook('create', address);
	expect(await hook('checkExists', address)).toBe(true);
	const [registered] = await seller.must<readonly object[]>('GET', '/subscriptions');
	expect(registered).toMatchObject({ types: ['order.accepted'], symbol: 'CREDIT-EUR' });
	await hook('delete', address);
	expect(await seller.must('GET', '/subscriptions')).toEqual([]);
	await receiver.close();
});
