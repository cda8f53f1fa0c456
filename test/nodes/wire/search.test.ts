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

test('records are offered by name, with their ids, and can be filtered in any case', async () => {
	const { url, organisation } = real.service;
	for (const name of ['Solar', 'Wind', 'Offshore wind']) {
		await post(`${url}/tracker/${organisation.products.Tracker}/assets`, { name });
	}
	const base = { node: new Tracker(), method: 'searchAssets', credential: real.credential() };
	const all = await search(base);
	expect(all.results.map(({ name }) => name)).toEqual(['Solar', 'Wind', 'Offshore wind']);
	expect(all.results.every(({ value }) => /^[0-9a-f]{24}$/.test(String(value)))).toBe(true);
	expect(all.paginationToken).toBeUndefined();
	const filtered = await search({ ...base, filter: 'WIND' });
	expect(filtered.results.map(({ name }) => name)).toEqual(['Wind', 'Offshore wind']);
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
	expect(entities.results.map(({ name }) => name)).toEqual(['Warehouse 3']);
	const batches = { ...base, method: 'searchBatches' };
	const chosen = { __rl: true, mode: 'list', value: assetId };
	const { results } = await search({ ...batches, parameters: { assetId: chosen } });
	expect(results.map(({ name }) => name)).toEqual([
		expect.stringMatching(new RegExp(`^5 to ${email}, \\d{4}-\\d\\d-\\d\\d$`)),
		expect.stringMatching(/^7 to /),
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
		expect(server.received[0]?.url).toBe(`${path}?limit=100&offset=0`);
	},
);

test('a long list comes page by page, and a filter looks through pages of full size', async () => {
	const records = Array.from({ length: 250 }, (_value, index) => ({
		id: String(index),
		name: `Asset ${index}`,
	}));
	server.answer = (request, response) => {
		const query = new URL(request.url, server.url).searchParams;
		const offset = Number(query.get('offset'));
		json(response, 200, records.slice(offset, offset + Number(query.get('limit'))));
	};
	const base = { node: new Tracker(), method: 'searchAssets', credential: credential() };
	const first = await search(base);
	expect([first.results.length, first.paginationToken]).toEqual([100, '100']);
	const last = await search({ ...base, page: '200' });
	expect([last.results.length, last.paginationToken]).toEqual([50, undefined]);
	const found = await search({ ...base, filter: 'asset 249' });
	expect(found.results).toEqual([{ name: 'Asset 249', value: '249' }]);
	expect(server.received.at(-1)?.url).toBe('/tracker/p/assets?limit=5000&offset=0');
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
