/**
 * The document of the exchange's WebSocket: valid by AsyncAPI's own schema, whole by the description,
 * and true of what goes over a real socket, both ways.
 */
import fs from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { socket } from '../../api/exchange/socket';
import { programs } from '../../api/programs';
import { asyncApiDocument } from '../../server/http/documents/asyncapi';
import { operationEndpoint } from '../../server/http/routing/socket-operations';
import { startExchange, type RunningExchange } from '../exchange/support/exchange';
import { TestSocket, type SocketAnswer, type SocketEvent } from '../exchange/support/socket';
import { TestDatabases } from '../support/servers/databases';

type Message = Readonly<Record<'payload', Readonly<Record<string, unknown>>>>;

const document = asyncApiDocument(programs.exchange) as {
	readonly channels: { readonly socket: { readonly messages: Readonly<Record<string, Message>> } };
	readonly operations: Readonly<Record<string, { readonly messages: readonly { $ref: string }[] }>>;
};
const { messages } = document.channels.socket;

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
ajv.addSchema(document, 'document');

const validators = new Map<string, ValidateFunction>();

/** What is wrong with a message by what it is described as. */
function faults(name: string, message: unknown): string[] {
	const pointer = name.replace(/~/g, '~0').replace(/\//g, '~1');
	const known = validators.get(name);
	const validate =
		known ?? ajv.compile({ $ref: `document#/channels/socket/messages/${pointer}/payload` });
	validators.set(name, validate);
	if (name in messages && validate(message)) return [];
	return [`${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(message)}`];
}

test("is valid by AsyncAPI's schema", () => {
	const file = require.resolve('@asyncapi/specs/schemas/3.0.0.json');
	const schema = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
	// The schema brings the one it is written in itself.
	const draft07 = new Ajv({
		strict: false,
		meta: false,
		validateSchema: false,
		validateFormats: false,
	});
	const validate = draft07.compile(schema);
	validate(document);
	expect(validate.errors).toBeNull();
});

test('every reference leads somewhere', () => {
	const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
		([, ref]) => ref,
	);
	const broken = refs.filter((ref = '') => {
		let at: unknown = document;
		for (const step of ref.split('/'))
			at = (at as Readonly<Record<string, unknown>> | undefined)?.[step];
		return at === undefined;
	});
	expect(broken).toEqual([]);
	expect(refs.length).toBeGreaterThan(50);
});

test('has every method, its answer, and every event of every channel', () => {
	const methods = [...Object.keys(socket.methods), ...Object.keys(socket.own)];
	const events = Object.entries(socket.channels).flatMap(([channel, operation]) => {
		const { reply } = operationEndpoint(programs.exchange, operation);
		return reply.kind === 'stream'
			? Object.keys(reply.events).map((event) => `${channel}.${event}`)
			: [];
	});
	const wanted = [...methods.map((method) => `${method}.answer`), ...events, 'refusal'];
	expect(wanted.filter((name) => !(name in messages))).toEqual([]);
	expect(methods.filter((method) => !(method in document.operations))).toEqual([]);
	const readme = fs.readFileSync(path.join(__dirname, '../../docs/exchange.md'), 'utf8');
	expect(
		Object.keys(socket.channels).filter((channel) => !readme.includes(`\`${channel}\``)),
	).toEqual([]);
});

describe('on a real socket', () => {
	const databases = new TestDatabases();
	const symbol = 'CREDIT-EUR';
	const sale = { symbol, side: 'SELL', type: 'LIMIT', price: '12.5', quantity: '4' };
	let running: RunningExchange;
	let seller: TestSocket;
	const sent: { readonly form: string; readonly message: object }[] = [];
	const methodOf = new Map<unknown, string>();
	beforeAll(async () => {
		running = await startExchange(await databases.place('SQLite'));
		seller = await TestSocket.open(running.url, running.northwind.key);
	});
	afterAll(async () => {
		await seller.close();
		await running.close();
		await databases.close();
	});

	let lastId = 0;
	async function ask(method: string, params?: Readonly<Record<string, unknown>>) {
		lastId += 1;
		const message = { id: `m${lastId}`, method, ...(params && { params }) };
		const form = method === 'subscribe' ? `subscribe.${String(params?.['channel'])}` : method;
		sent.push({ form, message });
		methodOf.set(message.id, method);
		seller.webSocket.send(JSON.stringify(message));
		const answer = await seller.answerOf(message.id);
		expect(answer.error).toBeUndefined();
		return answer.result as Readonly<Record<string, unknown>>;
	}

	test('everything that is sent and that comes is as it is described, and all of it is seen', async () => {
		for (const channel of Object.keys(socket.channels)) {
			await ask('subscribe', { channel, ...(channel !== 'account' && { symbol }) });
		}
		const events = new Set<string>();
		const readUntil = async (names: readonly string[]) => {
			while (names.some((name) => !events.has(name))) {
				const { channel, event } = await seller.next();
				// Nothing ends a subscription here, and what has ended would be waited for in vain.
				expect([channel, event]).not.toEqual([channel, 'ended']);
				events.add(`${channel}.${event}`);
			}
		};
		// A subscription is answered before it has begun: what happens until then is no change to it.
		await readUntil(['depth.snapshot', 'reports.openOrders', 'account.openOrders']);
		const limited = `/admin/accounts/${running.northwind.accountId}/limits/orders`;
		const limits = { key: running.administratorKey, body: { maxNumOrders: 9, reason: 'a test' } };
		await running.call('PUT', limited, limits);
		const { orderId } = await ask('order.place', { ...sale, clientOrderId: 'first' });
		const buy = { key: running.harbour.key, body: { ...sale, side: 'BUY', quantity: '1' } };
		expect((await running.call('POST', '/orders', buy)).status).toBe(201);
		await ask('order.get', { orderId });
		await ask('order.getByClientId', { clientOrderId: 'first' });
		await ask('order.test', sale);
		await ask('order.reduce', { orderId, quantity: '3' });
		const { symbol: _symbol, ...terms } = sale;
		const replaced = await ask('order.replace', { orderId, ...terms });
		await ask('order.cancel', { orderId: replaced['orderId'] });
		await ask('orders.batch', { orders: [sale, { ...sale, quantity: '0' }] });
		await ask('orders.batchCancel', { orders: [{ clientOrderId: 'first' }] });
		await ask('order.cancelAfter', { symbol, countdownTime: 0 });
		await ask('order.place', { ...sale, clientOrderId: 'second' });
		await ask('order.cancelByClientId', { clientOrderId: 'second' });
		const oco = { symbol, side: 'SELL', quantity: '1', price: '15', stopPrice: '2' };
		const { orderListId } = await ask('orderList.placeOco', oco);
		await ask('orderList.get', { orderListId });
		await ask('orderList.cancel', { orderListId });
		await ask('order.cancelAll', { symbol });
		for (const method of ['time', 'ping', 'account']) await ask(method);
		const streamed = Object.keys(messages).filter((name) => {
			const [channel = '', event = ''] = name.split('.');
			return channel in socket.channels && !['', 'answer', 'ended'].includes(event);
		});
		await readUntil(streamed);
		await ask('unsubscribe', { subscription: 1 });
		const late = await TestSocket.open(running.url);
		const said = { id: 1, method: 'authenticate', params: { key: running.harbour.key } };
		sent.push({ form: 'authenticate', message: said });
		const { error, ...answer } = await late.ask('authenticate', said.params);
		expect([error, faults('authenticate.answer', answer)]).toEqual([undefined, []]);
		const refused = await late.ask('order.place', {});
		expect(refused.error?.errorCode).toBe('Request_Invalid');
		expect(faults('refusal', refused)).toEqual([]);
		await late.close();
		expect(sent.flatMap(({ form, message }) => faults(form, message))).toEqual([]);
		const nameOf = (message: SocketEvent | SocketAnswer) =>
			'event' in message
				? `${message.channel}.${message.event}`
				: `${methodOf.get(message.id) ?? ''}.answer`;
		const came = seller.all as readonly (SocketEvent | SocketAnswer)[];
		expect(came.flatMap((message) => faults(nameOf(message), message))).toEqual([]);
		const seen = new Set([
			...sent.map(({ form }) => form),
			...came.map(nameOf),
			'refusal',
			'authenticate.answer',
		]);
		const ended = Object.keys(socket.channels).map((channel) => `${channel}.ended`);
		expect(Object.keys(messages).filter((name) => !seen.has(name))).toEqual(ended);
	});

	test('what is described as wrong is refused', async () => {
		const wrong = [
			{ id: 1, method: 'order.place', params: { ...sale, fund: true } },
			{ id: 2, method: 'order.place', params: { ...sale, quantity: 4 } },
			{ id: 3, method: 'subscribe', params: { channel: 'depth', symbol, limit: '5' } },
			{ id: 4, method: 'ping', params: { now: true } },
		];
		for (const message of wrong) {
			const { channel } = message.params as { readonly channel?: string };
			const form = channel === undefined ? message.method : `subscribe.${channel}`;
			expect(faults(form, message)).toHaveLength(1);
			seller.webSocket.send(JSON.stringify(message));
			expect((await seller.answerOf(message.id)).error).toMatchObject({
				errorCode: 'Request_Invalid',
			});
		}
	});

	test('is served as it is committed', async () => {
		const { body } = await running.call('GET', '/asyncapi.json');
		expect(body).toEqual(JSON.parse(JSON.stringify(document)));
	});
});
