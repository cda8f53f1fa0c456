/**
 * The connection test of the credential, run the way n8n's server runs it: the request through
 * n8n's routing node, then the rules in order, by status when the request was refused and by
 * content when it was not. A wrong key, a wrong address and a sound pair must read differently.
 */
import { additionalData, removeN8nFolder } from '../nodes/engine/engine';
import { answeringServer, json, type AnsweringServer } from '../nodes/engine/answering-server';
import type http from 'node:http';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ICredentialTestRequest,
	type INode,
	type INodeType,
} from 'n8n-workflow';
import { SealkeeperApi } from '../../credentials/SealkeeperApi.credentials';
import { startService, type RunningService } from '../support/service';

const credentialType = new SealkeeperApi();
let server: AnsweringServer;
let service: RunningService;

beforeAll(async () => {
	server = await answeringServer();
	service = await startService();
});

afterAll(async () => {
	await server.close();
	await service.close();
	removeN8nFolder();
});

/** The node n8n makes up for a connection test: its one parameter carries the request. */
function testNodeType(request: ICredentialTestRequest['request']): INodeType {
	return {
		description: {
			displayName: 'Test',
			name: 'test',
			group: ['transform'],
			version: 1,
			description: 'Connection test',
			defaults: { name: 'Test' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: credentialType.name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	};
}

function contextOf(nodeType: INodeType, secrets: Record<string, string>): ExecuteContext {
	const node: INode = {
		id: '1',
		name: 'Test',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [credentialType.name]: { id: '1', name: 'Sealkeeper' } },
	};
	const workflow = new Workflow({
		id: 'credential-test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	return new ExecuteContext(
		workflow,
		node,
		additionalData(secrets),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
}

interface Refused {
	readonly cause?: { readonly response?: { readonly status: number }; readonly code?: string };
}

/** What a person reads after the test: the message of the first rule that applies. */
async function connectionTest(baseUrl: string, apiKey: string): Promise<string> {
	const secrets = { apiKey, baseUrl };
	const { request, rules = [] } = credentialType.test;
	const nodeType = testNodeType(request);
	const routing = new RoutingNode(contextOf(nodeType, secrets), nodeType, {
		id: '1',
		name: 'Sealkeeper',
		type: credentialType.name,
		data: secrets,
	});
	try {
		const body: unknown = (await routing.runNode())?.[0]?.[0]?.json;
		const applies = rules.find(
			({ type, properties }) =>
				type === 'responseSuccessBody' && String(body)[Number(properties.key)] === properties.value,
		);
		return applies?.properties.message ?? 'Connection successful!';
	} catch (error) {
		const { response, code } = (error as Refused).cause ?? {};
		const applies = rules.find(
			({ type, properties }) => type === 'responseCode' && properties.value === response?.status,
		);
		return applies?.properties.message ?? code ?? String(error);
	}
}

test('a sound key at a sound address connects, with or without a slash at the end', async () => {
	const { key } = service.organisation.admin;
	expect(await connectionTest(service.url, key)).toBe('Connection successful!');
	expect(await connectionTest(`${service.url}/`, key)).toBe('Connection successful!');
});

test('a wrong key is told from a wrong address by the service itself', async () => {
	expect(await connectionTest(service.url, 'wrong')).toMatch(
		/^The address is right, but the API key is not valid/,
	);
	expect(await connectionTest(service.storageUrl, service.organisation.admin.key)).toMatch(
		/not as a Sealkeeper service does/,
	);
});

test('a key that may use no product yet connects', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	expect(await connectionTest(server.url, 'k')).toBe('Connection successful!');
});

test('the test sends the key in its header and asks for the products', async () => {
	server.received.length = 0;
	server.answer = (_request, response) => json(response, 200, []);
	await connectionTest(server.url, 'k-1');
	expect(server.received).toMatchObject([
		{ method: 'GET', url: '/products', headers: { 'x-api-key': 'k-1' } },
	]);
});

function page(response: http.ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'text/html', location: 'http://127.0.0.1:1/' });
	response.end(text);
}

const others: ReadonlyArray<readonly [string, number, string, RegExp]> = [
	['a web page', 200, '<!doctype html>', /not as a Sealkeeper service does/],
	['a web page after empty lines', 200, '\n\n<html></html>', /not as a Sealkeeper service does/],
	['a record of another service', 200, '{"ok":true}', /not as a Sealkeeper service does/],
	['nothing', 200, '', /not as a Sealkeeper service does/],
	['a page that was not found', 404, '<html></html>', /not as a Sealkeeper service does/],
	['a page that forbids', 403, '<html></html>', /refuses this API key/],
	['a redirect', 301, '', /leads on to another address/],
	['a proxy without its service', 502, '<html></html>', /status 502/],
];

test.each(others)(
	'an address that answers with %s is explained',
	async (_name, status, text, said) => {
		server.answer = (_request, response) => page(response, status, text);
		expect(await connectionTest(server.url, 'k')).toMatch(said);
	},
);

test('an address where nothing listens is no matter of the key', async () => {
	const gone = await answeringServer();
	await gone.close();
	expect(await connectionTest(gone.url, 'k')).toBe('ECONNREFUSED');
});
