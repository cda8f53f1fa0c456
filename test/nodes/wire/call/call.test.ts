/**
 * What a node sends and what it makes of answers no sound service gives: web pages, redirects,
 * closed ports, cut connections. Run in n8n's engine against a server that answers as told.
 */
import {
	outcomeOf,
	removeN8nFolder,
	runNode,
	runStored,
	startNode,
	storedAtBegin,
	type Run,
} from '../../engine/engine';
import { answeringServer, json, type AnsweringServer } from '../../engine/answering-server';
import type http from 'node:http';
import { Keeper } from '../../../../nodes/Keeper/Keeper.node';
import { Storage } from '../../../../nodes/Storage/Storage.node';
import { Tracker } from '../../../../nodes/Tracker/Tracker.node';

const apiKey = 'sk-very-secret-0123456789';

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

const credential = () => ({
	apiKey,
	baseUrl: server.url,
	storageUrl: `${server.url}/storage`,
	trackerProductId: 'tracker 1',
	keeperProductId: 'keeper1',
});

const listAssets = (change: Partial<Run> = {}) =>
	runNode({
		node: new Tracker(),
		parameters: { resource: 'asset', operation: 'getAll' },
		credential: credential(),
		...change,
	});

const createAsset = (parameters: Run['parameters'], change: Partial<Run> = {}) =>
	runNode({
		node: new Tracker(),
		parameters: { resource: 'asset', operation: 'create', ...parameters },
		credential: credential(),
		...change,
	});

function page(
	response: http.ServerResponse,
	status: number,
	headers: http.OutgoingHttpHeaders = {},
) {
	response.writeHead(status, { 'content-type': 'text/html', ...headers });
	response.end('<!doctype html><title>Hello</title>');
}

test('the calls of one execution are of one trace, and those of another of another', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	const run: Run = {
		node: new Tracker(),
		parameters: { resource: 'asset', operation: 'getAll' },
		items: [{}, {}],
		credential: credential(),
	};
	for (const execution of ['1', '2']) await runStored(run, storedAtBegin(run), execution);
	const parents = server.received.map(({ headers }) => String(headers['traceparent']));
	for (const parent of parents) expect(parent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
	const [first, again, other] = parents;
	expect([again, parents.length]).toEqual([first, 4]);
	expect(other?.slice(0, 35)).not.toBe(first?.slice(0, 35));
});

interface Strange {
	readonly name: string;
	readonly answer: (response: http.ServerResponse) => void;
	readonly message: RegExp;
	readonly description: RegExp;
}

const strangeAnswers: readonly Strange[] = [
	{
		name: 'a web page with status 200',
		answer: (response) => page(response, 200),
		message: /not as a Sealkeeper service does/,
		description: /^Check 'Base Address' in the credential\.$/,
	},
	{
		name: 'a web page with status 404',
		answer: (response) => page(response, 404),
		message: /status 404, but not as a Sealkeeper service does/,
		description: /^Check 'Base Address' in the credential\.$/,
	},
	{
		name: 'a redirect',
		answer: (response) => page(response, 301, { location: 'https://elsewhere.test/' }),
		message: /leads on to another one/,
		description: /'Base Address'/,
	},
	{
		name: 'the page of a proxy whose service is down',
		answer: (response) => page(response, 502),
		message: /status 502/,
		description: /Try again later/,
	},
	{
		name: 'an error record of another service',
		answer: (response) => json(response, 400, { error: { message: 'no' } }),
		message: /status 400, but not as a Sealkeeper service does/,
		description: /'Base Address'/,
	},
	{
		name: 'a refused key',
		answer: (response) =>
			json(response, 401, { errorCode: 'Auth_KeyInvalid', message: 'x', arguments: [] }),
		message: /^The API key is not valid\.$/,
		description: /Check the key/,
	},
	{
		name: 'a code newer than this node',
		answer: (response) =>
			json(response, 409, { errorCode: 'Rule_New', message: 'A new rule.', arguments: [] }),
		message: /^A new rule\.$/,
		description: /code Rule_New/,
	},
	{
		name: 'a list of something other than records',
		answer: (response) => json(response, 200, ['a', 'b']),
		message: /something other than records/,
		description: /addresses in the credential/,
	},
];

test.each(strangeAnswers)('$name is explained', async ({ answer, message, description }) => {
	server.answer = (_request, response) => answer(response);
	const { error, items, run } = await listAssets();
	expect(items).toEqual([]);
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
	expect(error?.context.itemIndex).toBe(0);
	expect(JSON.stringify(run)).not.toContain(apiKey);
});

test('a field the service refuses is named by its label', async () => {
	server.answer = (_request, response) =>
		json(response, 400, {
			errorCode: 'Request_Invalid',
			message: '',
			arguments: ['name', 'is longer than 200 characters'],
		});
	const { error } = await createAsset({ name: 'x' });
	expect(error?.message).toBe("Field 'Name' is longer than 200 characters.");
	expect(error?.context.errorCode).toBe('Request_Invalid');
});

test('a closed port is explained, and no error holds the key', async () => {
	const gone = await answeringServer();
	await gone.close();
	const { error, run } = await listAssets({ credential: { ...credential(), baseUrl: gone.url } });
	expect(error?.message).toBe('The service could not be reached: nothing listens there');
	expect(error?.description).toMatch(/'Base Address'/);
	expect(JSON.stringify(run)).not.toContain(apiKey);
});

test('a connection cut before the answer is explained, and no error holds the key', async () => {
	server.answer = (_request, response) => response.destroy();
	const { error, run } = await listAssets();
	expect(error?.message).toBe('The service could not be reached: the connection was cut');
	expect(JSON.stringify(run)).not.toContain(apiKey);
});

test.each(['', 'localhost:8080', 'ftp://host', 'http://'])(
	"the base address '%s' is refused before any call",
	async (baseUrl) => {
		const { error } = await listAssets({ credential: { ...credential(), baseUrl } });
		expect(error?.message).toBe("'Base Address' is not a web address");
		expect(server.received).toEqual([]);
	},
);

test('slashes at the end of an address make no difference', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	await listAssets({ credential: { ...credential(), baseUrl: `${server.url}//` } });
	expect(server.received[0]?.url).toBe('/tracker/tracker%201/assets?limit=51&offset=0');
});

test('the product chosen in the node goes before the one of the credential', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	await listAssets({
		parameters: { resource: 'asset', operation: 'getAll', options: { productId: 'other' } },
	});
	expect(server.received[0]?.url).toMatch(/^\/tracker\/other\/assets/);
});

/** Answers as a service whose key sees these Trackers, beside products of other kinds. */
function withTrackers(...names: readonly string[]): void {
	const others = [{ id: 'k', name: 'Documents', product: 'Keeper' }];
	const trackers = names.map((name) => ({ id: `id of ${name}`, name, product: 'Tracker' }));
	server.answer = (request, response) =>
		json(response, 200, request.url.startsWith('/products') ? [...others, ...trackers] : []);
}

const withoutProduct = () => ({ ...credential(), trackerProductId: ' ' });

test('the only product of its kind that the key sees is used, and asked for once', async () => {
	withTrackers('Credits');
	const items = [{}, {}, {}];
	const { error } = await listAssets({ credential: withoutProduct(), items });
	expect(error).toBeUndefined();
	expect(server.received.map(({ url }) => url)).toEqual([
		'/products',
		...items.map(() => '/tracker/id%20of%20Credits/assets?limit=51&offset=0'),
	]);
});

test('several products are named, and one must be chosen', async () => {
	withTrackers('Credits', 'Points');
	const { error } = await listAssets({ credential: withoutProduct() });
	expect(error?.message).toBe('No Tracker product is chosen');
	expect(error?.description).toMatch(/^The API key sees several: 'Credits', 'Points'\./);
	expect(server.received).toHaveLength(1);
});

test('a key that sees no product of the kind says so', async () => {
	withTrackers();
	const { error } = await listAssets({ credential: withoutProduct() });
	expect(error?.message).toBe('The API key sees no Tracker product');
});

test('a required field that is empty for an item is refused before any call', async () => {
	const { error } = await createAsset({ name: '={{ $json.absent }}' });
	expect(error?.message).toBe("'Name' is empty (undefined)");
	expect(error?.context.itemIndex).toBe(0);
	expect(server.received).toEqual([]);
});

const noWhole = 'which is not a whole number up to 9007199254740991';
const noNumber = 'which is no number that it takes';

test.each([
	[1.5, `1.5, ${noWhole}`],
	['1,000', `"1,000", ${noNumber}`],
	['ten', `"ten", ${noNumber}`],
	['1e3', `1e3, ${noWhole}`],
	[2 ** 53, `9007199254740992, ${noWhole}`],
])('the amount %s is refused before any call', async (amount, words) => {
	const { error } = await runNode({
		node: new Tracker(),
		parameters: {
			resource: 'asset',
			operation: 'issue',
			assetId: { __rl: true, mode: 'id', value: 'a' },
			recipientEmail: 'alice@example.com',
			amount: `={{ ${JSON.stringify(amount)} }}`,
		},
		credential: credential(),
	});
	expect(error?.message).toBe(`'Amount' is ${words}`);
	expect(server.received).toEqual([]);
});

const deletedAssets = (given: unknown) =>
	listAssets({
		parameters: {
			...{ resource: 'asset', operation: 'getAll' },
			options: { isDeleted: `={{ ${JSON.stringify(given)} }}` },
		},
	});

test.each([
	...[true, 'true', 'True', ' TRUE '].map((given) => [given, 'true'] as const),
	...[false, 'false', 'False'].map((given) => [given, 'false'] as const),
])('a truth value that comes as %j is %s', async (given, sent) => {
	server.answer = (_request, response) => json(response, 200, []);
	const { error } = await deletedAssets(given);
	expect(error).toBeUndefined();
	const [request] = server.received;
	expect(new URL(request?.url ?? '', server.url).searchParams.get('isDeleted')).toBe(sent);
});

test('JSON, headers and path go out as the interface has them', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	await runNode({
		node: new Tracker(),
		parameters: {
			resource: 'asset',
			operation: 'transfer',
			assetId: { __rl: true, mode: 'id', value: 'a b' },
			recipientEmail: ' alice@example.com ',
			amount: '={{ "12" }}',
			options: { idempotencyKey: 'once' },
		},
		credential: credential(),
	});
	const [request] = server.received;
	expect(request).toMatchObject({
		method: 'POST',
		url: '/tracker/tracker%201/assets/a%20b/transfer',
		headers: {
			'x-api-key': apiKey,
			'content-type': 'application/json',
			'idempotency-key': 'once',
		},
	});
	expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
		recipientEmail: 'alice@example.com',
		amount: 12,
	});
});

test.each([200, 201, 202])('an answer of status %d is a success', async (status) => {
	server.answer = (_request, response) => json(response, status, { id: 'a1', name: 'x' });
	const { items } = await createAsset({ name: 'x' });
	expect(items.map((item) => item.json)).toEqual([{ id: 'a1', name: 'x' }]);
});

test('an answer without a body is a success that says so', async () => {
	server.answer = (_request, response) => {
		response.writeHead(204);
		response.end();
	};
	const { items } = await createAsset({ name: 'x' });
	expect(items.map((item) => item.json)).toEqual([{ success: true }]);
});

test('whole numbers beyond the reach of JavaScript stay exact, as text', async () => {
	server.answer = (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end('[{"id":"a","amount":9007199254740993},{"id":"b","amount":7}]');
	};
	const { items } = await runNode({
		node: new Tracker(),
		parameters: { resource: 'balance', operation: 'getAll' },
		credential: credential(),
	});
	expect(items.map((item) => item.json.amount)).toEqual(['9007199254740993', 7]);
});

const assets = Array.from({ length: 12_000 }, (_value, index) => ({ id: String(index) }));

function servePages(): void {
	server.answer = (request, response) => {
		const query = new URL(request.url, server.url).searchParams;
		const offset = Number(query.get('offset'));
		json(response, 200, assets.slice(offset, offset + Number(query.get('limit'))));
	};
}

const pageCases: ReadonlyArray<readonly [Run['parameters'], number, readonly string[]]> = [
	[{}, 50, ['limit=51&offset=0']],
	[{ limit: 3 }, 3, ['limit=4&offset=0']],
	[{ limit: 5001 }, 5001, ['limit=5000&offset=0', 'limit=2&offset=5000']],
	[
		{ returnAll: true },
		12_000,
		['limit=5000&offset=0', 'limit=5000&offset=5000', 'limit=5000&offset=10000'],
	],
];

test.each(pageCases)('a list with %j gives %i records in pages', async (paging, count, queries) => {
	servePages();
	const { items } = await listAssets({
		parameters: { resource: 'asset', operation: 'getAll', ...paging },
	});
	expect(items.map((item) => item.json)).toEqual(assets.slice(0, count));
	expect(items.every((item) => JSON.stringify(item.pairedItem) === '{"item":0}')).toBe(true);
	expect(server.received.map((request) => request.url.split('?')[1])).toEqual(queries);
});

test('files go out streamed, in order, with their names in UTF-8 and a known length', async () => {
	server.answer = (_request, response) => json(response, 201, { id: 'f' });
	const bytes = Buffer.alloc(3 * 1024 * 1024, 'Ümläut ');
	const { items, error } = await runNode({
		node: new Keeper(),
		parameters: {
			resource: 'file',
			operation: 'create',
			folderId: { __rl: true, mode: 'id', value: 'folder' },
			inputField: 'report',
			displayName: 'Résumé "2027"',
			accuracy: 'Excellent',
		},
		items: [
			{ files: { report: { bytes, fileName: 'Bericht «ä».pdf', mimeType: 'application/pdf' } } },
		],
		credential: credential(),
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ id: 'f' });
	const [request] = server.received;
	expect(Number(request?.headers['content-length'])).toBe(request?.body.length);
	const form = await new Response(request?.body, {
		headers: { 'content-type': String(request?.headers['content-type']) },
	}).formData();
	const file = form.get('file');
	if (!(file instanceof File)) throw new Error('The form has no file');
	expect([...form.keys()]).toEqual(['folderId', 'file', 'displayName', 'accuracy']);
	expect(form.get('displayName')).toBe('Résumé "2027"');
	expect(file.name).toBe('Bericht «ä».pdf');
	expect(file.type).toBe('application/pdf');
	expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a file that n8n keeps in memory goes out as one that it keeps on disk', async () => {
	server.answer = (_request, response) => json(response, 201, { id: 'f' });
	const bytes = Buffer.from([0, 255, 13, 10, 128]);
	const { error } = await runNode({
		node: new Storage(),
		parameters: { resource: 'file', operation: 'upload', inputField: 'data' },
		items: [{ files: { data: { bytes, fileName: 'inline.bin', inline: true } } }],
		credential: credential(),
	});
	expect(error).toBeUndefined();
	const [request] = server.received;
	expect(Number(request?.headers['content-length'])).toBe(request?.body.length);
	expect(request?.body.includes(bytes)).toBe(true);
});

test('a file can also be given by an expression that reaches back for it', async () => {
	server.answer = (_request, response) => json(response, 201, { id: 'f' });
	const { error } = await runNode({
		node: new Storage(),
		parameters: {
			resource: 'file',
			operation: 'upload',
			inputField: "={{ $('Source').first().binary.report }}",
		},
		items: [{ files: { report: { bytes: Buffer.from('reached'), fileName: 'a.txt' } } }],
		credential: credential(),
	});
	expect(error).toBeUndefined();
	expect(server.received[0]?.body.toString()).toMatch(/filename="a\.txt"[\s\S]*reached/);
});

test('a file field the item lacks is refused before any call', async () => {
	const { error } = await runNode({
		node: new Storage(),
		parameters: { resource: 'file', operation: 'upload', inputField: 'missing' },
		items: [{ files: { data: { bytes: Buffer.of(1) } } }],
		credential: credential(),
	});
	expect(error?.message).toMatch(/no binary field 'missing'/);
	expect(server.received).toEqual([]);
});

test('with Continue On Fail a refused item says so, and the others go on, each paired', async () => {
	server.answer = (request, response) =>
		request.body.toString().includes('bad')
			? json(response, 403, {
					errorCode: 'Auth_RoleMissing',
					message: '',
					arguments: ['TrackerAdmin'],
				})
			: json(response, 201, { id: 'new' });
	const names = ['good', 'bad', 'better'];
	const run = (onError: NonNullable<Run['onError']>) =>
		createAsset(
			{ name: '={{ $json.name }}' },
			{ items: names.map((name) => ({ json: { name } })), onError },
		);

	const regular = await run('continueRegularOutput');
	expect(regular.items).toEqual([
		{ json: { id: 'new' }, pairedItem: { item: 0 } },
		{
			json: {
				error: 'The key, or its user, is without the role this call needs: TrackerAdmin.',
				details: {
					description:
						'Use a key that may use that role, of a user who has it, or have the role given to this user.',
					httpCode: '403',
					errorCode: 'Auth_RoleMissing',
				},
			},
			pairedItem: { item: 1 },
		},
		{ json: { id: 'new' }, pairedItem: { item: 2 } },
	]);

	const split = await run('continueErrorOutput');
	expect(split.items.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(split.failed).toHaveLength(1);
	expect(split.failed[0]?.json).toMatchObject({ name: 'bad', error: /./ });
});

const id = (value: string) => ({ __rl: true, mode: 'id', value });

const identifiers: ReadonlyArray<
	readonly [string, Run['node'], (value: string) => Run['parameters']]
> = [
	[
		'Asset',
		new Tracker(),
		(value) => ({ resource: 'transaction', operation: 'getAll', assetId: id(value) }),
	],
	[
		'File',
		new Keeper(),
		(value) => ({ resource: 'version', operation: 'getAll', fileId: id(value) }),
	],
	[
		'File',
		new Storage(),
		(value) => ({ resource: 'file', operation: 'download', fileId: id(value) }),
	],
	[
		'productId',
		new Tracker(),
		(value) => ({ resource: 'asset', operation: 'getAll', options: { productId: id(value) } }),
	],
];

test.each(identifiers)(
	'an identifier in %s that would lead to another path of the host is refused before any call',
	async (label, node, parameters) => {
		for (const value of ['.', '..', '\ud800']) {
			const { error, items } = await runNode({
				node,
				parameters: parameters(value),
				credential: credential(),
			});
			expect(items).toEqual([]);
			expect(error?.message).toBe(`'${label}' is '${value}', which is no identifier`);
			expect(error?.description).toContain('as the service gave it');
		}
		expect(server.received).toEqual([]);
		server.answer = (_request, response) => json(response, 200, []);
		await runNode({ node, parameters: parameters('../..'), credential: credential() });
		expect(server.received[0]?.url).toContain('/..%2F..');
	},
);

test('stopping the execution ends the call that is under way', async () => {
	const asked = new Promise<http.ServerResponse>((resolve) => {
		server.answer = (_request, response) => resolve(response);
	});
	const { execution } = await startNode({
		node: new Tracker(),
		parameters: { resource: 'asset', operation: 'getAll' },
		credential: credential(),
	});
	const response = await asked;
	const closed = new Promise<void>((resolve) => response.on('close', resolve));
	execution.cancel();
	await closed;
	const { error, items, run } = outcomeOf(await execution);
	expect(items).toEqual([]);
	expect(error?.message).toBe('The execution was cancelled');
	expect(JSON.stringify(run)).not.toContain(apiKey);
});
