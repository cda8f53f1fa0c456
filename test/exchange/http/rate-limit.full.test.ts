import { Pool } from 'undici';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange, type Trader } from '../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

/** One of them asks twice as often as it may. */
const requestsPerMinuteMax = 500;
const floodCount = 2 * requestsPerMinuteMax;
/** One request of another trader goes between so many of the flood. */
const floodBetween = 100;

interface Answer {
	readonly clientOrderId: string;
	readonly status: number;
	readonly retryAfter: string | undefined;
	readonly body: Readonly<Record<string, unknown>>;
}

describe.each(databaseKinds)('orders as fast as they go from one key on %s', (kind) => {
	let running: RunningExchange;
	let pool: Pool;

	beforeAll(async () => {
		running = await startExchange(await databases.place(kind), {
			...{ requestsPerMinuteMax, logLevel: 'warn' },
			// No minute ends, however long the flood takes.
			nowMs: () => 0,
		});
		pool = new Pool(running.url, { connections: 100 });
	});

	afterAll(async () => {
		await pool.close();
		await running.close();
	});

	const place = async ({ key }: Trader, clientOrderId: string): Promise<Answer> => {
		const order = { symbol: 'CREDIT-EUR', side: 'BUY', type: 'LIMIT', price: '1', quantity: '1' };
		const { statusCode, headers, body } = await pool.request({
			method: 'POST',
			path: '/orders',
			headers: { 'x-api-key': key, 'content-type': 'application/json' },
			body: JSON.stringify({ ...order, clientOrderId, newOrderRespType: 'ACK' }),
		});
		return {
			clientOrderId,
			status: statusCode,
			retryAfter: headers['retry-after']?.toString(),
			body: (await body.json()) as Answer['body'],
		};
	};

	test('are accepted up to the limit and each once, while another trader is served', async () => {
		const flood: Promise<Answer>[] = [];
		const others: Promise<Answer>[] = [];
		for (let sent = 0; sent < floodCount; sent += 1) {
			flood.push(place(running.harbour, `flood-${sent}`));
			if (sent % floodBetween === 0) others.push(place(running.northwind, `other-${sent}`));
		}
		const answers = await Promise.all(flood);
		const accepted = answers.filter(({ status }) => status === 201);
		expect(accepted).toHaveLength(requestsPerMinuteMax);

		const refused = answers.filter(({ status }) => status !== 201);
		for (const { status, retryAfter, body } of refused) {
			const seconds = Number(retryAfter);
			const known = status === 429 && Number.isInteger(seconds) && seconds >= 1 && seconds <= 60;
			if (known && body['errorCode'] === 'Request_TooMany') continue;
			expect({ status, retryAfter, body }).toEqual('a refusal that says when to try again');
		}
		const served = await Promise.all(others);
		expect(new Set(served.map(({ status }) => status))).toEqual(new Set([201]));

		const { database } = running.exchange;
		const rows = await database.selectFrom('orders').selectAll().execute();
		const kept = rows.map((row) => `${row.client_order_id} ${row.market}.${row.order_id}`);
		const told = [...accepted, ...served].map(
			({ clientOrderId, body }) => `${clientOrderId} ${String(body['orderId'])}`,
		);
		expect(kept.sort()).toEqual(told.sort());
		const commands = await database.selectFrom('commands').select('sequence').execute();
		expect(commands).toHaveLength(told.length);
		expect(await auditLedger(database)).toEqual([]);
	});
});
