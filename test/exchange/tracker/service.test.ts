/** The client against the service: what settlement will ask of it, and every refusal it can get. */
import { createTracker, type TrackerClient } from '../../../exchange/tracker/client';
import type { TransferRequest } from '../../../exchange/tracker/tracker';
import { send } from '../../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';

let running: RunningService;
let tracker: TrackerClient;
let assetId: string;
let admin: TestUser;
let escrow: TestUser;
let trader: TestUser;

beforeAll(async () => {
	running = await startService();
	admin = running.organisation.admin;
	escrow = await running.addUser('escrow@first.test', ['TrackerUser']);
	trader = await running.addUser('trader@first.test', ['TrackerUser']);
	tracker = open(running, running.organisation.products.Tracker);
	assetId = await createAsset('Gold');
	await issue(assetId, 1000);
});

afterAll(async () => {
	await tracker.close();
	await running.close();
});

function open({ url }: RunningService, productId: string): TrackerClient {
	return createTracker({
		baseUrl: url,
		productId,
		timeoutMs: 20_000,
		connectTimeoutMs: 5_000,
		connections: 4,
		callsPerMinuteMax: 0,
	});
}

async function post(path: string, json: object): Promise<unknown> {
	const url = `${running.url}/tracker/${running.organisation.products.Tracker}/${path}`;
	const answer = await send({ method: 'POST', url, headers: { 'x-api-key': admin.key }, json });
	expect([200, 201]).toContain(answer.status);
	return answer.json();
}

async function createAsset(name: string): Promise<string> {
	return ((await post('assets', { name })) as { readonly id: string }).id;
}

async function issue(asset: string, amount: number): Promise<void> {
	await post(`assets/${asset}/issue`, { recipientEmail: escrow.email, amount });
}

let transfers = 0;

function transfer(change: Partial<TransferRequest> = {}) {
	return tracker.transfer({
		key: escrow.key,
		assetId,
		senderEmail: escrow.email,
		recipientEmail: trader.email,
		units: 1,
		idempotencyKey: `transfer${transfers++}`,
		sendBefore: Number.MAX_SAFE_INTEGER,
		...change,
	});
}

async function unitsOf(key: string, asset = assetId): Promise<bigint> {
	const answer = await tracker.balances(key);
	if (answer.kind !== 'READ') throw new Error(`no balances: ${JSON.stringify(answer)}`);
	return answer.value.get(asset) ?? 0n;
}

test('a transfer moves units from the sender to the recipient', async () => {
	const [had, traderHad] = [await unitsOf(escrow.key), await unitsOf(trader.key)];
	const answer = await transfer({ units: 30 });
	expect(answer).toEqual({ kind: 'DONE', transactionId: expect.stringMatching(/^[0-9a-f]{24}$/) });
	expect(await unitsOf(escrow.key)).toBe(had - 30n);
	expect(await unitsOf(trader.key)).toBe(traderHad + 30n);
});

test('who holds nothing has no balances', async () => {
	const nobody = await running.addUser('nobody@first.test', ['TrackerUser']);
	expect(await tracker.balances(nobody.key)).toEqual({ kind: 'READ', value: new Map() });
});

test('a repeated transfer answers as the first did and moves nothing more', async () => {
	const first = await transfer({ units: 7, idempotencyKey: 'repeated' });
	const had = await unitsOf(escrow.key);
	expect(first.kind).toBe('DONE');
	expect(await transfer({ units: 7, idempotencyKey: 'repeated' })).toEqual(first);
	expect(await unitsOf(escrow.key)).toBe(had);
	expect(await transfer({ units: 8, idempotencyKey: 'repeated' })).toMatchObject({
		kind: 'REFUSED',
		status: 422,
		code: 'Request_IdempotencyKeyReused',
	});
});

test('transactions are those the caller took part in, the oldest first', async () => {
	const asset = await createAsset('Silver');
	await issue(asset, 50);
	const answers = [];
	for (const units of [3, 2, 1]) answers.push(await transfer({ assetId: asset, units }));
	const list = await tracker.transactions(trader.key, asset);
	if (list.kind !== 'READ') throw new Error('no list');
	expect(list.value.map(({ units }) => units)).toEqual([3n, 2n, 1n]);
	expect(answers).toEqual(list.value.map(({ id }) => ({ kind: 'DONE', transactionId: id })));
	expect(list.value[0]).toMatchObject({ sender: escrow.email, recipient: trader.email });
	const sent = await tracker.transactions(escrow.key, asset);
	expect(sent.kind === 'READ' && sent.value.map(({ units }) => units)).toEqual([50n, 3n, 2n, 1n]);
	expect(await tracker.transactions(admin.key, asset)).toEqual(sent);
});

test('transfers side by side all arrive', async () => {
	const [had, traderHad] = [await unitsOf(escrow.key), await unitsOf(trader.key)];
	const answers = await Promise.all(Array.from({ length: 40 }, () => transfer()));
	expect(answers.every(({ kind }) => kind === 'DONE')).toBe(true);
	expect(await unitsOf(escrow.key)).toBe(had - 40n);
	expect(await unitsOf(trader.key)).toBe(traderHad + 40n);
});

describe('a transfer is refused', () => {
	test.each<readonly [string, () => Partial<TransferRequest>, number, string]>([
		[
			'without the funds',
			() => ({ units: 1_000_000 }),
			422,
			'Factory_FactoryTransferInsufficientFund',
		],
		['to somebody unknown', () => ({ recipientEmail: 'no@first.test' }), 422, 'User_NotFound'],
		[
			'to another organisation',
			() => ({ recipientEmail: running.other.admin.email }),
			422,
			'User_NotFound',
		],
		['to no address', () => ({ recipientEmail: 'no address' }), 400, 'Request_Invalid'],
		['of an unknown asset', () => ({ assetId: 'f'.repeat(24) }), 404, 'Factory_FactoryNotFound'],
		['with a wrong key', () => ({ key: 'wrong' }), 401, 'Auth_KeyInvalid'],
		[
			'with a key without the role',
			() => ({ key: running.organisation.byRole.StorageRead.key }),
			403,
			'Auth_RoleMissing',
		],
		[
			'with a key of another organisation',
			() => ({ key: running.other.admin.key }),
			404,
			'Product_NotFound',
		],
	])('%s', async (_what, change, status, code) => {
		const had = await unitsOf(escrow.key);
		const answer = await transfer(change());
		expect(answer).toEqual({ kind: 'REFUSED', status, code, message: expect.any(String) });
		expect(await unitsOf(escrow.key)).toBe(had);
	});
});

test.each<readonly [string, () => string, number, string]>([
	['a wrong key', () => 'wrong', 401, 'Auth_KeyInvalid'],
	[
		'a key without the role',
		() => running.organisation.byRole.StorageRead.key,
		403,
		'Auth_RoleMissing',
	],
	['a key of another organisation', () => running.other.admin.key, 404, 'Product_NotFound'],
])('lists are refused to %s', async (_what, key, status, code) => {
	const refused = { kind: 'REFUSED', status, code };
	expect(await tracker.balances(key())).toMatchObject(refused);
	expect(await tracker.transactions(key(), assetId)).toMatchObject(refused);
});

test('transactions of an unknown asset are refused, not unsupported', async () => {
	expect(await tracker.transactions(escrow.key, 'f'.repeat(24))).toMatchObject({
		kind: 'REFUSED',
		code: 'Factory_FactoryNotFound',
	});
});

test('an address beside the interface is one where no lists are', async () => {
	const beside = createTracker({
		baseUrl: `${running.url}/elsewhere`,
		productId: running.organisation.products.Tracker,
		timeoutMs: 20_000,
		connectTimeoutMs: 5_000,
		connections: 1,
		callsPerMinuteMax: 0,
	});
	expect(await beside.balances(escrow.key)).toEqual({ kind: 'UNSUPPORTED' });
	await beside.close();
});

test('a service that ended and began again is called anew', async () => {
	expect((await transfer()).kind).toBe('DONE');
	await running.restart();
	expect((await transfer()).kind).toBe('DONE');
});

test('a service that asks for fewer calls says for how long, and an ended one is not reached', async () => {
	const strict = await startService({ config: { requestsPerMinuteMax: 1 } });
	const { products, byRole } = strict.organisation;
	const other = open(strict, products.Tracker);
	const { key } = byRole.TrackerUser;
	expect(await other.balances(key)).toEqual({ kind: 'READ', value: new Map() });
	const answer = await other.balances(key);
	expect(answer).toEqual({
		kind: 'UNAVAILABLE',
		cause: 'status 429',
		retryAfterMs: expect.any(Number),
	});
	const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : undefined;
	expect(retryAfterMs).toBeGreaterThan(0);
	expect(retryAfterMs).toBeLessThanOrEqual(60_000);
	const call = { units: 1, idempotencyKey: 'a', sendBefore: Number.MAX_SAFE_INTEGER };
	const request = { ...call, key, assetId, senderEmail: null, recipientEmail: trader.email };
	expect(await other.transfer(request)).toMatchObject({ kind: 'UNKNOWN', cause: 'status 429' });
	await strict.close();
	// The connection from before may be found broken only once the request is on it.
	expect((await other.transfer(request)).kind).toMatch(/^(UNKNOWN|NOT_SENT)$/);
	expect(await other.transfer(request)).toEqual({
		kind: 'NOT_SENT',
		cause: 'no connection: ECONNREFUSED',
	});
	await other.close();
});

test('a list that is longer than a page can be, for what its transactions say, is read whole', async () => {
	const asset = await createAsset('Told at length');
	const pairs = Array.from({ length: 20 }, (_, at) => [`n${at}`.padEnd(40, 'n'), '😀'.repeat(200)]);
	const one = { assetId: asset, recipientEmail: escrow.email, amount: 1 };
	const item = {
		...one,
		reference: '😀'.repeat(140),
		metadata: Object.fromEntries(pairs) as object,
	};
	for (let sent = 0; sent < 600; sent += 40) {
		await post('assets/issue/bulk', { items: Array<object>(40).fill(item) });
	}
	const answer = await tracker.transactions(escrow.key, asset);
	if (answer.kind !== 'READ') throw new Error(JSON.stringify(answer));
	expect(answer.value).toHaveLength(600);
});
