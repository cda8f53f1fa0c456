/**
 * An order of a workflow in the real n8n whose answer is lost, or whose n8n dies before it comes, and what is
 * done again from the list of executions: there is one order in the end.
 */
import type http from 'node:http';
import { startExchange, type RunningExchange } from '../exchange/support/exchange';
import {
	answeringServer,
	type AnsweringServer,
	type Received,
} from '../nodes/engine/answering-server';
import { TestDatabases } from '../support/servers/databases';
import { n8nSetUpMs, TestN8n } from '../support/n8n/n8n';
import { until } from '../support/clients/requests';
import type { N8nServer } from '../../start/n8n/server';

const databases = new TestDatabases();
let exchange: RunningExchange;
let gateway: AnsweringServer;
let n8n: TestN8n;
let server: N8nServer;
let cookie: string;

/** What becomes of answers to orders, which are carried out whatever that is. */
let answers: 'lost' | 'held' | 'given' = 'given';

beforeAll(async () => {
	exchange = await startExchange(await databases.place('SQLite'));
	gateway = await answeringServer();
	gateway.answer = passOn;
	n8n = await TestN8n.open();
	await start();
}, n8nSetUpMs);
afterAll(async () => {
	await n8n?.close();
	await gateway?.close();
	await exchange?.close();
	await databases.close();
});

function passOn({ method, url, headers, body }: Received, response: http.ServerResponse): void {
	const sent = { 'x-api-key': String(headers['x-api-key']), 'content-type': 'application/json' };
	const request = { method, headers: sent, ...(body.length > 0 && { body: new Uint8Array(body) }) };
	void fetch(exchange.url + url, request).then(async (answer) => {
		const text = await answer.text();
		if (answers === 'lost') return void response.destroy();
		if (answers === 'held') return;
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(text);
	});
}

async function start(): Promise<void> {
	server = await n8n.startServer();
	const { email, password } = server.owner;
	const answer = await fetch(`${server.address}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: email, password }),
	});
	cookie = answer.headers.getSetCookie().join('; ');
}

async function rest<Data>(method: string, path: string, body?: object): Promise<Data> {
	const answer = await fetch(`${server.address}/rest${path}`, {
		method,
		headers: { cookie, 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
	return (JSON.parse(text) as { readonly data: Data }).data;
}

interface Made {
	readonly id: string;
	readonly versionId: string;
}

/** A workflow that sells one credit whenever its address is called; answers the address. */
async function published(path: string): Promise<{ readonly id: string; readonly address: string }> {
	const credential = await rest<Made>('POST', '/credentials', {
		...{ name: 'Exchange', type: 'sealkeeperApi' },
		data: {
			...{ apiKey: exchange.northwind.key, baseUrl: '', storageUrl: '' },
			exchangeUrl: gateway.url,
		},
	});
	const base = { typeVersion: 1, position: [0, 0] };
	const webhook = { ...base, id: 'a', name: 'Called', type: 'n8n-nodes-base.webhook' };
	const { id, versionId } = await rest<Made>('POST', '/workflows', {
		name: path,
		nodes: [
			{
				...{ ...base, id: 'b', name: 'Order', type: 'n8n-nodes-sealkeeper.exchange' },
				credentials: { sealkeeperApi: { id: credential.id, name: 'Exchange' } },
				parameters: {
					...{ resource: 'order', operation: 'place', side: 'SELL', type: 'LIMIT' },
					symbol: { __rl: true, mode: 'id', value: 'CREDIT-EUR' },
					...{ price: '12.5', quantity: '1', timeInForce: 'GTC' },
				},
			},
			{ ...webhook, webhookId: path, parameters: { path, responseMode: 'onReceived' } },
		],
		connections: { Called: { main: [[{ node: 'Order', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await rest('POST', `/workflows/${id}/activate`, { versionId });
	return { id, address: `${server.address}/webhook/${path}` };
}

/** n8n registers the address of a workflow some moments after it has published it. */
async function called(address: string): Promise<void> {
	await until(async () => ((await fetch(address)).ok ? true : undefined));
}

interface Execution {
	readonly id: string;
	readonly status: string;
}

/** The newest execution of a workflow, once it stands as is wanted. */
function execution(workflowId: string, status: RegExp): Promise<Execution> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	return until(async () => {
		const { results } = await rest<{ readonly results: readonly Execution[] }>(
			...(['GET', `/executions?filter=${filter}`] as const),
		);
		return results.find((one) => status.test(one.status));
	});
}

async function orders(): Promise<number> {
	const { key } = exchange.northwind;
	const { body } = await exchange.call('GET', '/orders?status=all', { key });
	return (body as readonly unknown[]).length;
}

const retry = (id: string) =>
	rest<Execution>('POST', `/executions/${id}/retry`, { loadWorkflow: false });

test('Retry in the list of executions, which has a new id, finds the order whose answer was lost', async () => {
	answers = 'lost';
	const { id, address } = await published('lost');
	await called(address);
	const failed = await execution(id, /error/);
	expect(await orders()).toBe(1);
	answers = 'given';
	const again = await retry(failed.id);
	expect(again.status).toBe('success');
	expect(again.id).not.toBe(failed.id);
	expect(await orders()).toBe(1);
	await called(address);
	await until(async () => ((await orders()) === 2 ? true : undefined));
});

test('an n8n that was killed between call and answer, started and told to retry, has one order', async () => {
	answers = 'held';
	const { id, address } = await published('held');
	const before = await orders();
	await called(address);
	await until(async () => ((await orders()) === before + 1 ? true : undefined));
	process.kill(-server.child.pid, 'SIGKILL');
	await server.child.ended;
	answers = 'given';
	await start();
	const crashed = await execution(id, /crashed|error/);
	expect((await retry(crashed.id)).status).toBe('success');
	expect(await orders()).toBe(before + 1);
});
