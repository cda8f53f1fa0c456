/** A contract that a node behind waits for is only made where that node can wait. */
import { removeN8nFolder, runNode } from '../engine/engine';
import { answeringServer, json, type AnsweringServer } from '../engine/answering-server';
import { byId } from '../engine/real-service';
import { Sealer } from '../../../nodes/Sealer/Sealer.node';

let server: AnsweringServer;

beforeAll(async () => {
	server = await answeringServer();
});
beforeEach(() => {
	server.received.length = 0;
});
afterAll(async () => {
	await server.close();
	removeN8nFolder();
});

/** A service with room for so many subscriptions, whose contracts are signed as soon as they are made. */
function serviceWith(room: number): void {
	const open: object[] = [];
	server.answer = ({ method, url }, response) => {
		const place = `${method} ${url.replace(/\?.*/, '')}`;
		if (place === 'GET /subscriptions') return json(response, 200, open);
		if (place === 'POST /subscriptions') {
			const many = { errorCode: 'Event_SubscriptionsTooMany', arguments: [room] };
			if (open.length >= room) return json(response, 409, many);
			open.push({ id: 'made', url: 'http://127.0.0.1/1' });
			return json(response, 200, open.at(-1));
		}
		if (place === 'POST /subscriptions/made/test') return json(response, 200, { status: 409 });
		const contract = { id: 'c1', contractStatus: 'Signed', status: 'Sealed' };
		return json(response, 200, contract);
	};
}

const create = (operation: string) =>
	runNode({
		node: new Sealer(),
		parameters: {
			...{ resource: 'contract', operation: 'create', displayName: 'Lease' },
			signers: { signer: [{ email: 'a@b.test' }] },
		},
		behind: { resource: 'contract', operation, contractId: byId('={{ $json.id }}') },
		items: [{ files: { data: { bytes: Buffer.from('Text\n') } } }],
		credential: { apiKey: 'key', baseUrl: server.url, sealerProductId: 'p' },
	});

const calls = () =>
	server.received.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`);

test('where there is no room to wait, nobody is asked', async () => {
	serviceWith(0);
	const { error } = await create('waitForCompletion');
	expect(error?.message).toBe('There are 0 subscriptions already, which is as many as may be.');
	expect(error?.description).toMatch(/^Nobody was asked to sign: 'Wait for Completion'/);
	expect(calls()).toEqual(['GET /subscriptions', 'POST /subscriptions']);
});

test('the subscription is there before anybody is asked', async () => {
	serviceWith(1);
	const { error } = await create('waitForCompletion');
	expect(error).toBeUndefined();
	expect(calls().slice(0, 4)).toEqual([
		'GET /subscriptions',
		'POST /subscriptions',
		'POST /subscriptions/made/test',
		expect.stringMatching(/^POST .*\/contracts/),
	]);
	const [, made] = server.received;
	const { expires } = JSON.parse(String(made?.body)) as { readonly expires: string };
	expect(expires).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('where no node behind waits, no subscription is made', async () => {
	serviceWith(0);
	const { error } = await create('get');
	expect(error).toBeUndefined();
	expect(calls()[0]).toMatch(/^POST .*\/contracts/);
});
