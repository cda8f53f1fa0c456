/**
 * The lists the editor offers where an id is asked for, in n8n's own context for the editor:
 * against the running service, and against a server with more records than a page holds.
 */
import { additionalData, removeN8nFolder } from '../engine/engine';
import { answeringServer, json, type AnsweringServer } from '../engine/answering-server';
import { realService, type RealService } from '../engine/real-service';
import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { Exchange } from '../../../nodes/Exchange/Exchange.node';
import { Keeper } from '../../../nodes/Keeper/Keeper.node';
import { Sealer } from '../../../nodes/Sealer/Sealer.node';
import { Storage } from '../../../nodes/Storage/Storage.node';
import { Tracker } from '../../../nodes/Tracker/Tracker.node';

let real: RealService;
let server: AnsweringServer;

beforeAll(async () => {
	real = await realService();
	server = await answeringServer();
});

beforeEach(() => {
	server.received.length = 0;
});

afterAll(async () => {
	await server.close();
	await real.service.close();
	removeN8nFolder();
});

interface Search {
	readonly node: INodeType;
	readonly method: string;
	readonly credential: IDataObject;
	readonly filter?: string;
	readonly page?: string;
	readonly parameters?: INodeParameters;
}

function editorOf({ node: type, credential, parameters = {} }: Search): ILoadOptionsFunctions {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'test.node',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { sealkeeperApi: { id: '1', name: 'Sealkeeper' } },
	};
	const workflow = new Workflow({
		id: 'search-test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	const data = { ...additionalData(credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, data, '');
}

async function search(wanted: Search): Promise<INodeListSearchResult> {
	const method = wanted.node.methods?.listSearch?.[wanted.method];
	if (method === undefined) throw new Error(`There is no method ${wanted.method}`);
	return await method.call(editorOf(wanted), wanted.filter, wanted.page);
}

/** The id of what was made. */
async function post(url: string, body: object): Promise<string> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: {
			'x-api-key': real.service.organisation.admin.key,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	expect([200, 201]).toContain(answer.status);
	const [made] = [await answer.json()].flat() as { readonly id: string }[];
	return made?.id ?? '';
}

test('records are offered newest first, by name, state and day, with their ids, and can be filtered in any case', async () => {
	const { url, organisation } = real.service;
	for (const name of ['Solar', 'Wind', 'Offshore wind']) {
		await post(`${url}/tracker/${organisation.products.Tracker}/assets`, { name });
	}
	const base = { node: new Tracker(), method: 'searchAssets', credential: real.credential() };
	const all = await search(base);
	const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();
	const named = (name: string) => expect.stringMatching(`^${name}(, Unconfirmed)?, ${today}$`);
	const newestFirst = ['Offshore wind', 'Wind', 'Solar'].map(named);
	expect(all.results.map(({ name }) => name)).toEqual(newestFirst);
	expect(all.results.every(({ value }) => /^[0-9a-f]{24}$/.test(String(value)))).toBe(true);
	expect(all.paginationToken).toBeUndefined();
	const filtered = await search({ ...base, filter: 'WIND' });
	expect(filtered.results.map(({ name }) => name)).toEqual(newestFirst.slice(0, 2));
	const [, wind] = all.results;
	for (const filter of [' wind,', ` ${String(wind?.value)}\n`, String(wind?.value).toUpperCase()]) {
		const found = await search({ ...base, filter });
		expect(found.results.map(({ value }) => value)).toContain(wind?.value);
	}
	const parameters = { options: { productId: '={{ $json.product }}' } };
	await expect(search({ ...base, parameters })).rejects.toMatchObject({
		message: "'Product Name or ID' has no fixed value to list for",
	});
});

test('entities are offered by name, and the batches of the chosen asset by what was issued to whom', async () => {
	const { url, organisation } = real.service;
	const below = `${url}/tracker/${organisation.products.Tracker}`;
	await post(`${below}/entities`, { ownedIdentifier: 'Warehouse 3' });
	const assetId = await post(`${below}/assets`, { name: 'Grain' });
	const { email } = organisation.admin;
	for (const amount of [5, 7]) {
		await post(`${below}/assets/${assetId}/issue`, { recipientEmail: email, amount });
	}
	const base = { node: new Tracker(), credential: real.credential() };
	const entities = await search({ ...base, method: 'searchEntities', filter: 'ware' });
	expect(entities.results).toMatchObject([{ name: expect.stringMatching(/^Warehouse 3, /) }]);
	const batches = { ...base, method: 'searchBatches' };
	const chosen = { __rl: true, mode: 'list', value: assetId };
	const { results } = await search({ ...batches, parameters: { assetId: chosen } });
	expect(results.map(({ name }) => name)).toEqual([
		expect.stringMatching(/^7 to /),
		expect.stringMatching(new RegExp(`^5 to ${email}(, Unconfirmed)?, \\d{4}-\\d\\d-\\d\\d$`)),
	]);
	for (const value of ['', '={{ $json.id }}']) {
		const parameters = { assetId: { ...chosen, mode: 'id', value } };
		await expect(search({ ...batches, parameters })).rejects.toMatchObject({
			message: "'Asset' has no fixed value to list for",
			description: "Choose one in 'Asset' first, or enter the ID here.",
		});
	}
});

const methods: ReadonlyArray<readonly [INodeType, string, string, string]> = [
	[new Sealer(), 'searchContracts', '/sealer/p/contracts', 'displayName'],
	[new Sealer(), 'searchTemplates', '/sealer/p/templates', 'displayName'],
	[new Tracker(), 'searchAssets', '/tracker/p/assets', 'name'],
	[new Keeper(), 'searchFolders', '/keeper/p/folders', 'name'],
	[new Keeper(), 'searchFiles', '/keeper/p/files', 'displayName'],
	[new Storage(), 'searchFiles', '/storage/files/', 'fileName'],
];

const credential = () => ({
	apiKey: 'k',
	baseUrl: server.url,
	storageUrl: `${server.url}/storage`,
	sealerProductId: 'p',
	trackerProductId: 'p',
	keeperProductId: 'p',
});

test.each(methods)(
	'%#: %s of the node asks the right list',
	async (node, method, path, nameField) => {
		server.answer = (_request, response) => json(response, 200, [{ id: 'x', [nameField]: 'Name' }]);
		expect(await search({ node, method, credential: credential() })).toEqual({
			results: [{ name: 'Name', value: 'x' }],
		});
		expect(server.received[0]?.url).toBe(`${path}?limit=5000&offset=0`);
	},
);

test('a long list is fetched in pages of full size and offered a hundred at a time', async () => {
	const records = Array.from({ length: 5001 }, (_value, index) => ({
		...{ id: String(index), name: `Asset ${index}`, blockchainStatus: 'Confirmed' },
		creationDate: '2027-01-31T23:30:00.000Z',
	}));
	server.answer = (request, response) => {
		const query = new URL(request.url, server.url).searchParams;
		const offset = Number(query.get('offset'));
		json(response, 200, records.slice(offset, offset + Number(query.get('limit'))));
	};
	const base = { node: new Tracker(), method: 'searchAssets', credential: credential() };
	const first = await search(base);
	expect([first.results.length, first.paginationToken]).toEqual([100, '100']);
	expect(first.results[0]).toEqual({ name: 'Asset 5000, 2027-01-31', value: '5000' });
	expect(server.received.map(({ url }) => url)).toEqual([
		'/tracker/p/assets?limit=5000&offset=0',
		'/tracker/p/assets?limit=5000&offset=5000',
	]);
	const last = await search({ ...base, page: '5000' });
	expect([last.results.length, last.paginationToken]).toEqual([1, undefined]);
	const found = await search({ ...base, filter: 'asset 249,' });
	expect(found.results).toEqual([{ name: 'Asset 249, 2027-01-31', value: '249' }]);
});

test('open orders beyond the first page begin at the last one of it', async () => {
	const all = Array.from({ length: 1001 }, (_value, index) => ({ orderId: `M.${index}` }));
	server.answer = ({ url }, response) => {
		const query = new URL(url, server.url).searchParams;
		const from = all.findIndex(({ orderId }) => orderId === (query.get('fromId') ?? 'M.0'));
		json(response, 200, all.slice(from, from + Number(query.get('limit'))));
	};
	const credential = { apiKey: 'key', exchangeUrl: server.url };
	const orders = { node: new Exchange(), method: 'searchOpenOrders', credential };
	const { results } = await search({ ...orders, page: '1000' });
	expect(results.map(({ value }) => value)).toEqual(['M.1000']);
	expect(server.received.map(({ url }) => url)).toEqual([
		'/orders?limit=1000&offset=0',
		'/orders?limit=1000&fromId=M.999',
	]);
});

test('a signer is offered their own contracts, each with its state', async () => {
	const { organisation, url } = real.service;
	const form = new FormData();
	form.append('file', new Blob(['contract']), 'lease.txt');
	form.append('displayName', 'Lease');
	form.append('signerEmails', organisation.byRole.SealerUser.email);
	const answer = await fetch(`${url}/sealer/${organisation.products.Sealer}/contracts`, {
		...{ method: 'POST', headers: { 'x-api-key': organisation.admin.key }, body: form },
	});
	const { id } = (await answer.json()) as { readonly id: string };
	const credential = real.credential(organisation.byRole.SealerUser);
	const base = { node: new Sealer(), method: 'searchContracts', credential };
	const { results } = await search(base);
	expect(results).toEqual([
		{ name: expect.stringMatching(/^Lease, Unsigned, \d{4}-\d\d-\d\d$/), value: id },
	]);
	const nobody = real.credential(organisation.byRole.StorageRead);
	await expect(search({ ...base, credential: nobody })).rejects.toMatchObject({ httpCode: '403' });
});

test('the only product of a kind is taken for a list without being chosen', async () => {
	const bare = { ...real.credential(), trackerProductId: '' };
	const found = await search({ node: new Tracker(), method: 'searchAssets', credential: bare });
	expect(found.results.length).toBeGreaterThan(0);
});

test('the products of a node are offered by name', async () => {
	const node = new Keeper();
	const editor = editorOf({ node, method: '', credential: real.credential() });
	const { products } = real.service.organisation;
	expect(await node.methods.loadOptions.getProducts.call(editor)).toEqual([
		{ name: 'Keeper of first.test', value: products.Keeper },
	]);
});

test('the product chosen in the node goes before the one of the credential', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	const parameters = { options: { productId: 'other' } };
	await search({
		node: new Keeper(),
		method: 'searchFolders',
		credential: credential(),
		parameters,
	});
	expect(server.received[0]?.url).toMatch(/^\/keeper\/other\/folders/);
});

test('a wrong key is explained in the editor, too', async () => {
	const wrong = { ...real.credential(), apiKey: 'sk-wrong-key' };
	const looked = search({ node: new Tracker(), method: 'searchAssets', credential: wrong });
	await expect(looked).rejects.toMatchObject({
		message: 'The API key is not valid.',
		httpCode: '401',
	});
});

test('the Exchange node offers markets, own open orders and assets, each by what it is sent as', async () => {
	const placed = { symbol: 'CREDIT-EUR', status: 'PARTIALLY_FILLED', createdAt: 1769851800000 };
	const answers: Readonly<Record<string, unknown>> = {
		'/markets': [
			{ symbol: 'CREDIT-EUR', status: 'TRADING' },
			{ symbol: 'SOLAR-EUR', status: 'HALT' },
		],
		'/orders': [
			...[
				{ orderId: 'CREDIT-EUR.9', side: 'BUY', quoteOrderQty: '2', type: 'STOP_LOSS' },
				{ orderId: 'CREDIT-EUR.7', side: 'SELL', quantity: '4', price: '12.5' },
			].map((order) => ({ ...order, ...placed })),
		],
		'/account': { balances: [{ asset: 'EUR', available: '5' }] },
	};
	server.answer = ({ url }, response) => json(response, 200, answers[url.split('?')[0] ?? '']);
	const node = new Exchange();
	const offered = async (method: string) => {
		const credential = { apiKey: 'key', exchangeUrl: server.url };
		const { results } = await search({ node, method, credential });
		return results.map(({ name, value }) => [name, value]);
	};
	expect(await offered('searchMarkets')).toEqual([
		['SOLAR-EUR, HALT', 'SOLAR-EUR'],
		['CREDIT-EUR', 'CREDIT-EUR'],
	]);
	expect(await offered('searchOpenOrders')).toEqual([
		['BUY 2 CREDIT-EUR STOP_LOSS (CREDIT-EUR.9), PARTIALLY_FILLED, 2026-01-31', 'CREDIT-EUR.9'],
		['SELL 4 CREDIT-EUR at 12.5 (CREDIT-EUR.7), PARTIALLY_FILLED, 2026-01-31', 'CREDIT-EUR.7'],
	]);
	expect(await offered('searchAssets')).toEqual([['EUR', 'EUR']]);
	const [markets, orders] = server.received.map(({ url }) => url);
	expect([markets, orders]).toEqual(['/markets', '/orders?limit=1000&offset=0']);
});
