/**
 * The package in a real n8n that runs as a server: listed and drawn; told by webhook of what happens while
 * a workflow is published, whatever becomes of n8n, of the registration and of its secret; put to sleep
 * until a contract is signed; used by an agent; and its credential in n8n's own HTTP Request node.
 */
import type { IDataObject } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';
import { present } from '../../server/at';
import type { N8nServer } from '../../start/n8n/server';
import { EventClient, type WireEvent } from '../service/events/event-client';
import { Tracker } from '../service/assets/tracker';
import { SealerClient } from '../service/contracts/sealer-client';
import { startExchange, type RunningExchange } from '../exchange/support/exchange';
import { TestDatabases } from '../support/servers/databases';
import { n8nSetUpMs, TestN8n } from '../support/n8n/n8n';
import {
	endWaits,
	keptExecutions,
	N8nRest,
	staticDataOf,
	type KeptExecution,
	type N8nNode,
	type Saved,
} from '../support/n8n/n8n-rest';
import { eventually, send, until, type Answer } from '../support/clients/requests';
import { ScriptedModel } from '../support/n8n/scripted-model';
import { startService, type RunningService } from '../support/programs/service';

const runMs = 60_000;
const trader = 'Northwind Energy';

const databases = new TestDatabases();
let service: RunningService;
let exchange: RunningExchange;
let n8n: TestN8n;
let server: N8nServer;
let rest: N8nRest;
let client: EventClient;

beforeAll(async () => {
	service = await startService();
	exchange = await startExchange(await databases.place('SQLite'));
	n8n = await TestN8n.open();
	const { admin, products } = service.organisation;
	const { url: baseUrl, storageUrl } = service;
	const access = { baseUrl, storageUrl, products };
	await n8n.importCredential({ apiKey: admin.key, ...access });
	const { url: exchangeUrl, northwind } = exchange;
	await n8n.importTrader({ trader, apiKey: northwind.key, exchangeUrl, ...access });
	server = await n8n.startServer();
	rest = await N8nRest.logIn(server);
	client = new EventClient(service, admin);
}, n8nSetUpMs);

afterAll(async () => {
	await n8n?.close();
	await exchange?.close();
	await service?.close();
	await databases.close();
});

interface Drawn {
	readonly name: string;
	readonly displayName: string;
	readonly iconUrl?: string | { readonly light: string; readonly dark: string };
}

const packaged = (name: string) => `n8n-nodes-sealkeeper.${name}`;
const actionNames = ['sealer', 'tracker', 'keeper', 'storage', 'exchange'].map(packaged);
const triggerNames = actionNames.map((name) => `${name}Trigger`);
const nodeNames = [...actionNames, ...triggerNames];

async function list(kind: 'nodes' | 'credentials'): Promise<readonly Drawn[]> {
	const answer = await fetch(`${server.address}/types/${kind}.json`, { headers: rest.headers });
	expect(answer.status).toBe(200);
	return answer.json() as Promise<Drawn[]>;
}

const iconPaths = ({ iconUrl }: Drawn) =>
	typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl ?? ''];

async function expectSvg(iconPath: string): Promise<void> {
	const answer = await fetch(`${server.address}/${iconPath}`, { headers: rest.headers });
	expect([iconPath, answer.status, answer.headers.get('content-type')]).toEqual([
		iconPath,
		200,
		'image/svg+xml',
	]);
	expect(await answer.text()).toContain('<svg');
}

describe('a real n8n with the packed package', () => {
	test('lists every node, and offers each but the triggers as a tool for agents', async () => {
		const names = (await list('nodes')).map(({ name }) => name);
		const ours = names.filter((name) => name.startsWith('n8n-nodes-sealkeeper.'));
		expect(ours.sort()).toEqual([...nodeNames, ...actionNames.map((name) => `${name}Tool`)].sort());
	});

	test('serves a light and a dark icon of every node', async () => {
		const ours = (await list('nodes')).filter(({ name }) => nodeNames.includes(name));
		expect(ours.map((node) => new Set(iconPaths(node)).size)).toEqual(nodeNames.map(() => 2));
		for (const iconPath of ours.flatMap(iconPaths)) await expectSvg(iconPath);
	});

	test('lists the credential with its icon', async () => {
		const credential = (await list('credentials')).find(({ name }) => name === 'sealkeeperApi');
		expect(credential?.displayName).toBe('Sealkeeper API');
		if (credential) for (const iconPath of iconPaths(credential)) await expectSvg(iconPath);
	});

	test('runs on the clock of the machine', async () => {
		const { timezone } = await rest.call<{ timezone: string }>('GET', '/settings');
		expect(timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
	});
});

interface Listed {
	readonly id: string;
	readonly url: string;
	readonly state: string;
	readonly description: string;
}

const subscriptions = async () =>
	(await client.call('GET', '/subscriptions')).json() as readonly Listed[];

/** Of one workflow, by the name n8n gave it. */
async function subscriptionOf(name: string): Promise<Listed | undefined> {
	return (await subscriptions()).find(({ description }) => description.includes(` of ${name} [`));
}

const credentials = { sealkeeperApi: {} };

/** n8n registers and removes after it has answered. */
async function publish(saved: Saved, name: string): Promise<Listed> {
	await rest.publish(saved);
	return until(async () => {
		const kept = JSON.stringify(staticDataOf(n8n.home.folder, saved.id));
		return kept.includes('whsec_') ? subscriptionOf(name) : undefined;
	});
}

async function unpublish(saved: Saved, name: string): Promise<void> {
	await rest.unpublish(saved);
	await until(async () => ((await subscriptionOf(name)) === undefined ? true : undefined));
}

/** A workflow that begins with a trigger, and does nothing. */
function triggered(name: string, parameters: IDataObject, kind = 'trackerTrigger'): Promise<Saved> {
	const trigger = { name: 'Trigger', type: `n8n-nodes-sealkeeper.${kind}` };
	return rest.save(
		name,
		[
			{ ...trigger, parameters, credentials },
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		],
		{ Trigger: { main: ['End'] } },
	);
}

/** A workflow that a person starts, and that does nothing behind its one node. */
function byHand(name: string, node: Omit<N8nNode, 'name'>): Promise<Saved> {
	return rest.save(
		name,
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{ name: 'Node', ...node },
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		],
		{ Start: { main: ['Node'] }, Node: { main: ['End'] } },
	);
}

/** The last execution of a workflow, once it has come so far. */
async function execution({ id }: Saved, status: string): Promise<KeptExecution> {
	let last: KeptExecution | undefined;
	await eventually(() => {
		last = keptExecutions(n8n.home.folder, id).at(-1);
		expect(last?.status).toBe(status);
	});
	return present(last, 'its last execution');
}

const sealer = () => new SealerClient(service);

async function contract(): Promise<string> {
	const { body } = await sealer().create(admin().key, { signerEmails: [admin().email] });
	return String(body.id);
}

/** What a node that waits for a contract looks like. */
const waiting = (contractId: string, options: IDataObject = {}): Omit<N8nNode, 'name'> => ({
	...{ type: 'n8n-nodes-sealkeeper.sealer', credentials },
	parameters: {
		...{ resource: 'contract', operation: 'waitForCompletion', options },
		contractId: { __rl: true, mode: 'id', value: contractId },
	},
});

/** The ids of the events that started a workflow, in the order of its executions, as far as they are kept. */
class StartedBy {
	private readonly byExecution = new Map<number, readonly string[]>();
	/** What is kept of them does not change any more. */
	private readonly ended = new Set<number>();

	constructor(
		private readonly saved: Saved,
		private readonly events: readonly WireEvent[],
	) {}

	look(): readonly string[] {
		const { ended, saved } = this;
		for (const { id, status, data } of keptExecutions(n8n.home.folder, saved.id, ended)) {
			const named = new Set([...data.matchAll(/"([\w-]+)"/g)].map(([, name]) => name));
			const started = this.events.filter((event) => named.has(event.id)).map((event) => event.id);
			this.byExecution.set(id, started);
			if (['success', 'error', 'crashed'].includes(status)) ended.add(id);
		}
		const inOrder = [...this.byExecution].sort(([one], [other]) => one - other);
		return inOrder.flatMap(([, ids]) => ids);
	}
}

const admin = () => service.organisation.admin;
const tracker = () => new Tracker(service, service.organisation.products.Tracker);

/** Waits until each of the events has started the workflow. */
async function allStarted(saved: Saved, events: readonly WireEvent[]): Promise<readonly string[]> {
	const startedBy = new StartedBy(saved, events);
	return until(() => {
		const seen = startedBy.look();
		const known = new Set(seen);
		const isWhole = events.every(({ id }) => known.has(id));
		return Promise.resolve(isWhole ? seen : undefined);
	});
}

test(
	'a published trigger is told as it happens, and forgotten when it is unpublished',
	async () => {
		const saved = await triggered('told', { events: ['asset.created'] });
		expect(await publish(saved, 'told')).toMatchObject({
			url: expect.stringContaining(`${server.address}/webhook/`),
			state: 'Active',
		});
		const after = await client.cursor();
		await tracker().asset(admin(), 'Told at once');
		await allStarted(saved, await client.events(after, 1));
		await unpublish(saved, 'told');
	},
	runMs,
);

test(
	'what is forged, late, cut off or too large starts nothing, and what is repeated starts nothing again',
	async () => {
		const saved = await triggered('forged', { events: ['asset.created'] });
		const { url } = await publish(saved, 'forged');
		const secret = String(
			((staticDataOf(n8n.home.folder, saved.id)['node:Trigger'] as IDataObject).live as IDataObject)
				.secrets,
		);
		const body = JSON.stringify({ id: 'made-1', type: 'asset.created', subject: 'x', data: {} });
		const post = (text: string, { at = Date.now(), by = secret, signed = text } = {}) => {
			const signature = new Webhook(by).sign('made-1', new Date(at), signed);
			const headers = { 'webhook-id': 'made-1', 'webhook-signature': signature };
			const timestamp = String(Math.floor(at / 1000));
			return send({
				...{ method: 'POST', url, text },
				headers: { ...headers, 'webhook-timestamp': timestamp, 'content-type': 'application/json' },
			});
		};
		const statusOf = async (answer: Promise<Answer>) => (await answer).status;
		const stranger = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
		expect(await statusOf(post(body, { by: stranger }))).toBe(401);
		const old = Date.now() - 400_000;
		expect(await statusOf(post(body, { at: old }))).toBe(401);
		expect(await statusOf(post(`${body} `, { signed: body }))).toBe(401);
		expect(await statusOf(post(`"${'x'.repeat(300_000)}"`))).toBe(413);
		expect(await statusOf(send({ method: 'POST', url, json: {} }))).toBe(401);
		expect(await statusOf(post(body))).toBe(200);
		expect(await statusOf(post(body))).toBe(200);
		const made = [{ id: 'made-1' } as WireEvent];
		expect(await allStarted(saved, made)).toEqual(['made-1']);
		await unpublish(saved, 'forged');
	},
	runMs,
);

test(
	'who listens in the editor gets what happened last, or a sample where nothing did',
	async () => {
		const recent = await triggered('recent', { events: ['asset.created'] });
		const none = await triggered('none', { events: ['contract.expired'] }, 'sealerTrigger');
		const after = await client.cursor();
		await tracker().asset(admin(), 'The newest');
		const newest = await client.events(after, 1);
		// One after the other: n8n holds itself up for minutes when one listener ends while another begins.
		await listenOnce(recent);
		await allStarted(recent, newest);
		await listenOnce(none);
		const [sample] = keptExecutions(n8n.home.folder, none.id);
		expect(sample?.mode).toBe('manual');
		expect(sample?.data).toContain('"contract.expired"');
	},
	runMs,
);

/** Until it has started, and the listener is gone from the service. */
async function listenOnce(saved: Saved): Promise<void> {
	expect(await rest.run(saved, 'Trigger')).toEqual({ waitingForWebhook: true });
	await until(async () => {
		const isListening = (await subscriptions()).some(({ url }) => url.includes('/webhook-test/'));
		const [first] = keptExecutions(n8n.home.folder, saved.id);
		return first !== undefined && !isListening ? first : undefined;
	});
}

/** Issues in the middle of which n8n is killed; the long test has a thousand. */
const issues = Number(process.env.EVENTS ?? 80);

/** Of eight assets in turn, all of them in one call. */
async function issueMany(): Promise<readonly string[]> {
	const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
	const assets = await Promise.all(names.map((name) => tracker().asset(admin(), name)));
	const items = Array.from({ length: issues }, (_, at) => ({
		...{ assetId: assets[at % assets.length], recipientEmail: admin().email, amount: at + 1 },
	}));
	const { status } = await tracker().send(admin(), 'POST', 'assets/issue/bulk', {
		json: { items },
	});
	expect(status).toBe(200);
	return assets;
}

test(
	'n8n killed in the middle of events starts with each at least once, in order per subject; what was lost meanwhile is found',
	async () => {
		const [all, lost] = await Promise.all(
			['all', 'lost'].map((name) =>
				triggered(name, { events: ['asset.created', ...(name === 'all' ? ['asset.issued'] : [])] }),
			),
		);
		if (!all || !lost) throw new Error('two are made');
		await publish(all, 'all');
		await publish(lost, 'lost');
		const [signed, late] = [await contract(), await contract()];
		const sleeping = await byHand('sleeping', waiting(signed));
		const limited = await byHand('limited', waiting(late, { timeLimitDays: 1 }));
		for (const saved of [sleeping, limited]) {
			await rest.run(saved, 'Start');
			await execution(saved, 'waiting');
		}
		const after = await client.cursor();
		const assets = await issueMany();
		await until(() => {
			const { length } = keptExecutions(n8n.home.folder, all.id);
			return Promise.resolve(length >= issues / 4 || undefined);
		});
		await n8n.killServer();
		// The limit is over while n8n is away: one that ends as n8n is killed is a crash to n8n.
		endWaits(n8n.home.folder, limited.id);
		// What n8n can know nothing of: a registration that is gone.
		const gone = await subscriptionOf('lost');
		await client.call('DELETE', `/subscriptions/${gone?.id}`);
		await tracker().asset(admin(), 'While n8n was away');
		server = await n8n.startServer();
		rest = await N8nRest.logIn(server);
		const events = await client.events(after, assets.length + issues + 1);
		const seen = await allStarted(all, events);
		for (const subject of assets) {
			const ids = events.filter((event) => event.subject === subject).map(({ id }) => id);
			const own = new Set(ids);
			expect([...new Set(seen)].filter((id) => own.has(id))).toEqual(ids);
		}
		const created = events.filter(({ type }) => type === 'asset.created');
		await allStarted(lost, created);
		expect(seen.length - new Set(seen).size).toBeLessThan(20);
		await sealer().sign(admin().key, signed, { signature: { text: 'the hand of Ann' } });
		expect((await execution(sleeping, 'success')).data).toContain('"isCompleted"');
		expect((await execution(limited, 'success')).data).toContain('"isEnded"');
		await unpublish(all, 'all');
		await unpublish(lost, 'lost');
		const open = (await subscriptions()).filter(({ url }) => !url.includes('/webhook-waiting/'));
		expect(open).toEqual([]);
	},
	3 * runMs + 500 * issues,
);

test(
	'a workflow sleeps until a contract has ended, and is told nothing by who does not know its address',
	async () => {
		const declined = await contract();
		const saved = await byHand('declined', waiting(declined));
		await rest.run(saved, 'Start');
		const { id } = await execution(saved, 'waiting');
		const forged = `${server.address}/webhook-waiting/${id}`;
		expect((await send({ method: 'POST', url: forged, json: {} })).status).toBe(401);
		const called = (await subscriptions()).find(({ url }) => url.startsWith(forged));
		const url = String(called?.url);
		expect((await send({ method: 'POST', url, json: { type: 'contract.completed' } })).status).toBe(
			200,
		);
		await execution(saved, 'waiting');
		await sealer().step(admin().key, declined, 'decline', { reason: 'Too dear' });
		const ended = await execution(saved, 'success');
		expect(ended.data).toContain('"Declined"');
		expect((await subscriptions()).map((left) => left.url)).not.toContain(url);
		const again = await byHand('ended', waiting(declined));
		await rest.run(again, 'Start');
		expect((await execution(again, 'success')).data).toContain('"Too dear"');
	},
	runMs,
);

test(
	"what has no operation is called by n8n's own HTTP Request node with the credential",
	async () => {
		const saved = await byHand('request', {
			...{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, credentials },
			parameters: {
				...{ url: `${service.url}/subscriptions`, authentication: 'predefinedCredentialType' },
				...{ nodeCredentialType: 'sealkeeperApi', method: 'POST', sendBody: true },
				...{ specifyBody: 'json', jsonBody: '={{ { url: "https://n8n.example/made" } }}' },
			},
		});
		await rest.run(saved, 'Start');
		expect((await execution(saved, 'success')).data).toContain('whsec_');
		const made = (await subscriptions()).find(({ url }) => url === 'https://n8n.example/made');
		expect(made).toBeDefined();
		await client.call('DELETE', `/subscriptions/${made?.id}`);
	},
	runMs,
);

const fromAi = (key: string) => `={{ $fromAI('${key}', '', 'string') }}`;

/** The tool form of each node, and a file that is named by its id. */
function tools(folderId: unknown): readonly N8nNode[] {
	const tool = (kind: string, name: string, parameters: IDataObject): N8nNode => ({
		...{ name, type: `n8n-nodes-sealkeeper.${kind}Tool`, credentials },
		parameters: { descriptionType: 'manual', toolDescription: name, ...parameters },
	});
	const id = (value: unknown) => ({ __rl: true, mode: 'id', value });
	return [
		tool('tracker', 'make_asset', { resource: 'asset', operation: 'create', name: fromAi('name') }),
		tool('sealer', 'send_contract', {
			...{ resource: 'contract', operation: 'create', inputField: fromAi('fileId') },
			...{ displayName: fromAi('name'), signerSource: 'lists', signerEmails: fromAi('signer') },
		}),
		tool('sealer', 'await_contract', {
			...{
				resource: 'contract',
				operation: 'waitForCompletion',
				contractId: id(fromAi('contract')),
			},
		}),
		tool('keeper', 'keep_file', {
			...{ resource: 'file', operation: 'create', inputField: fromAi('fileId') },
			...{ displayName: fromAi('name'), accuracy: 'High', folderId: id(folderId) },
		}),
		tool('storage', 'fetch_file', {
			...{ resource: 'file', operation: 'download', fileId: id(fromAi('fileId')) },
		}),
		{
			...tool('exchange', 'place_order', {
				...{ resource: 'order', operation: 'place', symbol: id(fromAi('market')), side: 'BUY' },
				...{ type: 'LIMIT', price: fromAi('price'), quantity: '1', timeInForce: 'GTC' },
			}),
			credentials: { sealkeeperApi: { name: `Sealkeeper demo: ${trader}` } },
		},
	];
}

test(
	'an agent uses every node as a tool, and names files by their ids',
	async () => {
		const { key, email } = admin();
		const form = [{ name: 'file', fileName: 'lease.txt', content: 'The lease.\n' }];
		const post = async (url: string, body: object) =>
			(
				await send({ method: 'POST', url, headers: { 'x-api-key': key }, ...body })
			).json() as IDataObject;
		const fileId = String((await post(`${service.storageUrl}/files`, { form })).id);
		const { Keeper } = service.organisation.products;
		const folder = await post(`${service.url}/keeper/${Keeper}/folders`, {
			json: { name: 'Agent' },
		});
		const contractId = await contract();
		const model = await ScriptedModel.open({
			make_asset: { name: 'Made by an agent' },
			send_contract: { fileId, name: 'Sent by an agent', signer: email },
			await_contract: { contract: contractId },
			keep_file: { fileId, name: 'Kept by an agent' },
			fetch_file: { fileId },
			place_order: { market: 'CREDIT-EUR', price: '1.5' },
		});
		const openAi = await rest.call<IDataObject>('POST', '/credentials', {
			...{ name: 'Scripted', type: 'openAiApi', data: { apiKey: 'none', url: model.url } },
		});
		const offered = tools(folder.id);
		const agent = { type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3.1 };
		const parameters = { promptType: 'define', text: 'Do it.', options: { maxIterations: 20 } };
		const saved = await rest.save(
			'agent',
			[
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Agent', ...agent, parameters },
				{
					...{ name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2 },
					parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
					credentials: { openAiApi: { id: openAi.id, name: 'Scripted' } },
				},
				...offered,
			],
			{
				Start: { main: ['Agent'] },
				Model: { ai_languageModel: ['Agent'] },
				...Object.fromEntries(offered.map(({ name }) => [name, { ai_tool: ['Agent'] }])),
			},
		);
		await rest.run(saved, 'Start');
		expect((await execution(saved, 'success')).data).toContain('Everything was called.');
		const results = Object.fromEntries(model.results.map(({ name, result }) => [name, result]));
		expect(results).toMatchObject({
			make_asset: expect.stringContaining('Made by an agent'),
			send_contract: expect.stringContaining('Unsigned'),
			await_contract: expect.stringContaining('An agent cannot wait'),
			keep_file: expect.stringContaining('Kept by an agent'),
			fetch_file: expect.stringContaining('lease.txt'),
			place_order: expect.stringContaining('NEW'),
		});
		const used = offered.map(({ type }) => type);
		expect(actionNames.filter((name) => !used.includes(`${name}Tool`))).toEqual([]);
		await model.close();
	},
	runMs,
);
