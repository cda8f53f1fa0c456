/** What a trader has at the tracker, over HTTP, at a real tracker that goes away, falls silent and comes back. */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Accounts } from '../../../../exchange/accounts/accounts';
import { systemClock } from '../../../../server/clock';
import { TestDatabases } from '../../../support/servers/databases';
import { until } from '../../../support/clients/requests';
import { SwitchingProxy } from '../../../support/hostile/switching-proxy';
import { startExchange } from '../../support/exchange';
import { addTrader, startSettling, type Settling } from '../../support/settling';

const databases = new TestDatabases();
/** Stands before the tracker. */
const proxy = new SwitchingProxy();
let settling: Settling;
let trackerPort: number;

beforeAll(async () => {
	const trackerUrl = `http://127.0.0.1:${await proxy.listen(1)}`;
	proxy.switchTo(undefined);
	settling = await startSettling(await databases.place(), { trackerUrl });
	trackerPort = Number(new URL(settling.service.url).port);
	proxy.switchTo(trackerPort);
});

afterAll(async () => {
	await settling.close();
	await proxy.close();
	await databases.close();
});

const ask = (key: string, headers: Readonly<Record<string, string>> = {}) =>
	settling.exchange.call('GET', '/account/tracker-balances', { key, headers });

const away = { status: 503, body: { errorCode: 'Exchange_TrackerAway' } };

const buyersBalances = {
	status: 200,
	body: { balances: [{ asset: 'EUR', amount: '10000' }] },
};

/** A connection of before may still have to end. */
async function back(): Promise<void> {
	await until(async () => (await ask(settling.buyer.key)).status === 200 || undefined);
}

test('it is told in decimals of the exchange, of each asset there is something of', async () => {
	expect(await ask(settling.buyer.key)).toMatchObject(buyersBalances);
});

test('a key of the exchange alone needs another beside it, and one of the exchange itself is none', async () => {
	const { database } = settling.exchange.exchange;
	const accounts = new Accounts(database, systemClock);
	const { key } = await accounts.addKey(settling.buyer.accountId, 'here alone');
	const invalid = { status: 400, body: { arguments: ['x-tracker-key', expect.any(String)] } };
	expect(await ask(key)).toMatchObject(invalid);
	expect(await ask(key, { 'x-tracker-key': settling.buyer.key })).toMatchObject(buyersBalances);
	expect(await ask(key, { 'x-tracker-key': settling.escrow.key })).toMatchObject(invalid);
	expect(await ask(key, { 'x-tracker-key': 'of-nobody' })).toMatchObject({
		...{ status: 422, body: { errorCode: 'Exchange_TrackerRefused' } },
	});
});

test('a tracker that is away is said at once, with when to ask again', async () => {
	proxy.switchTo(undefined);
	const answer = await ask(settling.buyer.key);
	expect(answer).toMatchObject(away);
	expect(answer.headers.get('retry-after')).toBe('5');
	proxy.switchTo(trackerPort);
	await back();
});

test('a tracker that is silent holds up nobody but who asks it', async () => {
	const { service, exchange, seller, buyer } = settling;
	const third = await addTrader(service, exchange.exchange.database, 'third');
	const arrived = new Map(
		[seller.key, buyer.key].map((key) => [key, Promise.withResolvers<boolean>()]),
	);
	const sockets: Socket[] = [];
	const silent = net.createServer((socket) => {
		sockets.push(socket);
		socket.on('data', (chunk) => {
			for (const [key, { resolve }] of arrived) if (chunk.includes(key)) resolve(true);
		});
	});
	silent.listen(0, '127.0.0.1');
	await once(silent, 'listening');
	proxy.switchTo((silent.address() as AddressInfo).port);
	/** Asks until it has come to where nothing answers; one over a connection of before ends with that. */
	const unanswered = async (key: string) => {
		for (;;) {
			const question = ask(key);
			const ended = question.then(() => false);
			if (await Promise.race([arrived.get(key)?.promise, ended])) return { question };
		}
	};
	const asked = [await unanswered(seller.key), await unanswered(buyer.key)];
	expect(await ask(third.key)).toMatchObject(away);
	expect(await exchange.call('GET', '/account', { key: buyer.key })).toMatchObject({ status: 200 });
	for (const socket of sockets) socket.destroy();
	for (const { question } of asked) expect(await question).toMatchObject(away);
	silent.close();
	proxy.switchTo(trackerPort);
	await back();
});

test('without a tracker there is none to ask, and the answer says so', async () => {
	const bare = await startExchange(await databases.place());
	const { key } = bare.harbour;
	expect(await bare.call('GET', '/account/tracker-balances', { key })).toMatchObject({
		...{ status: 404, body: { errorCode: 'Exchange_SettlementOff' } },
	});
	await bare.close();
});
