/** Keys that may be used from some networks only: over HTTP, sockets and streams, and what they make. */
import { WebSocket } from 'ws';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { startExchange, type RunningExchange } from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

const here = '127.0.0.0/8';
const elsewhere = '203.0.113.0/24';

interface Made {
	readonly keyId: string;
	readonly key: string;
	readonly networks?: readonly string[];
}

describe.each(databaseKinds)('on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
	});
	afterAll(() => running.close());

	const make = (terms: object, key = running.northwind.key) =>
		running.call('POST', '/account/keys', {
			key,
			body: { label: 'own', scope: 'FULL', ...terms },
		});

	async function made(networks: readonly string[]): Promise<Made> {
		const { status, body } = await make({ networks });
		expect({ status, body }).toMatchObject({ status: 201, body: { networks } });
		return body as Made;
	}

	const notAllowed = {
		status: 403,
		body: { errorCode: 'Auth_AddressNotAllowed', arguments: ['127.0.0.1'] },
	};

	test('a key is taken from its networks, and refused from elsewhere by name', async () => {
		const near = await made([elsewhere, here]);
		expect(await running.call('GET', '/account', { key: near.key })).toMatchObject({ status: 200 });
		const far = await made([elsewhere]);
		expect(await running.call('GET', '/account', { key: far.key })).toMatchObject(notAllowed);
		const order = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '9', quantity: '1' };
		const placed = await running.call('POST', '/orders', { key: far.key, body: order });
		expect(placed).toMatchObject(notAllowed);
		expect(await running.call('GET', '/account', { key: 'unknown' })).toMatchObject({
			status: 401,
		});
	});

	test('a socket and a stream ask for the address, too', async () => {
		const far = await made([elsewhere]);
		const url = running.url.replace('http', 'ws');
		const socket = new WebSocket(`${url}/socket`, { headers: { 'x-api-key': far.key } });
		const status = await new Promise((resolve) => {
			socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
			socket.on('open', () => resolve(101));
		});
		expect(status).toBe(403);
		const path = '/account/reports/stream?symbol=CREDIT-EUR';
		expect(await running.call('GET', path, { key: far.key })).toMatchObject(notAllowed);
	});

	test('a key makes keys for its own networks and within them, and no others', async () => {
		const near = await made([here]);
		const same = await make({}, near.key);
		expect(same).toMatchObject({ status: 201, body: { networks: [here] } });
		const within = await make({ networks: ['127.0.0.1'] }, near.key);
		expect(within).toMatchObject({ status: 201, body: { networks: ['127.0.0.1'] } });
		const beyond = await make({ networks: ['127.0.0.1', elsewhere] }, near.key);
		expect(beyond).toMatchObject({
			status: 400,
			body: { arguments: ['networks', expect.any(String)] },
		});
		const { body } = await running.call('GET', '/account/keys', { key: near.key });
		expect(body).toContainEqual(expect.objectContaining({ keyId: near.keyId, networks: [here] }));
	});

	test('what is no network is refused, and no key made', async () => {
		const count = async () => {
			const { body } = await running.call('GET', '/account/keys', { key: running.northwind.key });
			return (body as readonly unknown[]).length;
		};
		const before = await count();
		const none = await make({ networks: [] });
		expect(none).toMatchObject({
			status: 400,
			body: { arguments: ['networks', expect.any(String)] },
		});
		for (const network of ['example.org', '10.0.0.0/40', '10.0.0']) {
			const answer = await make({ networks: [network] });
			expect(answer).toMatchObject({
				status: 400,
				body: { arguments: ['networks', expect.stringContaining(network)] },
			});
		}
		expect(await count()).toBe(before);
	});

	test("an administrator binds a trader's key and another administrator's", async () => {
		const { administratorKey: key, northwind } = running;
		const terms = { label: 'far', networks: [elsewhere] };
		const path = `/admin/accounts/${northwind.accountId}/keys`;
		const trader = await running.call('POST', path, { key, body: { ...terms, scope: 'READ' } });
		expect(trader).toMatchObject({ status: 201, body: { networks: [elsewhere] } });
		const admin = await running.call('POST', '/admin/keys', { key, body: terms });
		expect(admin).toMatchObject({ status: 201, body: { networks: [elsewhere] } });
		for (const { body } of [trader, admin]) {
			const { key: far } = body as Made;
			expect(await running.call('GET', '/account', { key: far })).toMatchObject(notAllowed);
			expect((await running.call('GET', '/admin/queues', { key: far })).status).toBe(403);
		}
	});
});
