/**
 * The test of the credential, in the context n8n's server runs it in: whatever is wrong with the key,
 * one of the addresses or the way to them is said by name, and nothing that is said holds the key.
 */
import { additionalData, removeN8nFolder } from '../nodes/engine/engine';
import { answeringServer, json, type AnsweringServer } from '../nodes/engine/answering-server';
import type http from 'node:http';
import { CredentialTestContext } from 'n8n-core';
import type { INodeCredentialTestResult } from 'n8n-workflow';
import { SealkeeperApi } from '../../credentials/SealkeeperApi.credentials';
import { Exchange } from '../../nodes/Exchange/Exchange.node';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { Storage } from '../../nodes/Storage/Storage.node';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { startService, type RunningService } from '../support/programs/service';

const type = new SealkeeperApi().name;
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

interface Entered {
	readonly exchangeUrl?: string;
	readonly apiKey?: string;
	readonly baseUrl?: string;
	readonly storageUrl?: string;
}

/** What a person reads after the test; what is left out is sound. */
async function tested(entered: Entered = {}): Promise<INodeCredentialTestResult> {
	const sound = { apiKey: service.organisation.admin.key, baseUrl: service.url };
	const data = { ...sound, storageUrl: service.storageUrl, ...entered };
	const result = await new Tracker().methods.credentialTest.testConnection.call(
		new CredentialTestContext(additionalData(data)),
		{ id: '1', name: 'Sealkeeper', type, data },
	);
	if (data.apiKey !== '') expect(result.message).not.toContain(data.apiKey);
	return result;
}

const fault = (message: RegExp) => ({ status: 'Error', message: expect.stringMatching(message) });
const sound = { status: 'OK', message: 'Both addresses answer, and know the key' };

test.each([new Sealer(), new Tracker(), new Keeper(), new Storage(), new Exchange()])(
	'every node names the test of its credential',
	({ description, methods }) => {
		expect(description.credentials).toMatchObject([{ name: type, testedBy: 'testConnection' }]);
		expect(Object.keys(methods.credentialTest)).toEqual(['testConnection']);
	},
);

test('a sound key at sound addresses connects, with or without a slash at the end', async () => {
	expect(await tested()).toEqual(sound);
	const [baseUrl, storageUrl] = [`${service.url}/`, `${service.storageUrl}/`];
	expect(await tested({ baseUrl, storageUrl })).toEqual(sound);
});

test('an exchange beside the service, or alone, is asked, too, and told from a service', async () => {
	const account = { accountId: '1', balances: [] };
	const answer = (status: number, body: object) => {
		server.answer = (_request, response) => json(response, status, body);
		return { exchangeUrl: server.url };
	};
	const message = 'All addresses answer, and know the key';
	expect(await tested(answer(200, account))).toEqual({ ...sound, message });
	const alone = { baseUrl: '', storageUrl: '' };
	const known = 'The exchange answers, and knows the key';
	expect(await tested({ ...answer(200, account), ...alone })).toEqual({ ...sound, message: known });
	const refused = answer(401, { errorCode: 'Auth_KeyInvalid', message: '', arguments: [] });
	expect(await tested(refused)).toEqual(
		fault(/^'Base Address' knows .* 'Exchange Address' does not/),
	);
	expect(await tested({ ...refused, ...alone })).toEqual(fault(/the API key is not valid there/));
	expect(await tested(answer(403, { errorCode: 'Auth_RoleMissing' }))).toEqual(
		fault(/no trader's key/),
	);
	expect(await tested({ exchangeUrl: service.url })).toEqual(fault(/not as a Sealkeeper exchange/));
	expect(await tested({ exchangeUrl: 'exchange.test' })).toEqual(
		fault(/^'Exchange Address' lacks/),
	);
});

test('a key that may sign but not store connects', async () => {
	expect(await tested({ apiKey: service.organisation.byRole.SealerUser.key })).toEqual(sound);
});

test('what is missing is named before anything is asked', async () => {
	const bare = service.url.replace('http://', '');
	expect(await tested({ apiKey: '' })).toEqual(fault(/^'API Key' is empty/));
	expect(await tested({ storageUrl: '' })).toEqual(fault(/^'Storage Address' is empty/));
	expect(await tested({ baseUrl: bare })).toEqual(
		fault(/^'Base Address' lacks http:\/\/ or https/),
	);
	expect(await tested({ storageUrl: 'ftp://x' })).toEqual(fault(/^'Storage Address' begins with/));
});

test('a wrong key is told from a wrong address', async () => {
	expect(await tested({ apiKey: 'wrong' })).toEqual(fault(/address is right, but the API key/));
	const { url, storageUrl } = service;
	expect(await tested({ baseUrl: storageUrl })).toEqual(
		fault(/at 'Base Address', but not as a Sealkeeper service does/),
	);
	expect(await tested({ storageUrl: url })).toEqual(
		fault(/at 'Storage Address', but not as the storage .* Usual is '.*\/storage'\.$/),
	);
});

test('an address where nothing listens, and one without a host, are named', async () => {
	const gone = await answeringServer();
	await gone.close();
	expect(await tested({ baseUrl: gone.url })).toEqual(
		fault(/^'Base Address' cannot be reached: nothing listens there/),
	);
	expect(await tested({ storageUrl: gone.url })).toEqual(
		fault(/^'Storage Address' cannot be reached: nothing listens there/),
	);
});

test('the storage of another service is told by its not knowing the key', async () => {
	server.answer = (_request, response) => json(response, 401, { message: 'no', status: 401 });
	expect(await tested({ storageUrl: server.url })).toEqual(fault(/storage of another service/));
});

function page(response: http.ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'text/html', location: 'http://127.0.0.1:1/' });
	response.end(text);
}

const others: ReadonlyArray<readonly [string, number, string, RegExp]> = [
	['a web page', 200, '<!doctype html>', /not as .* Sealkeeper service does/],
	['a record of another service', 200, '{"ok":true}', /not as .* Sealkeeper service does/],
	['nothing', 200, '', /not as .* Sealkeeper service does/],
	['a page that was not found', 404, '<html></html>', /not as .* Sealkeeper service does/],
	['a page that forbids', 403, '<html></html>', /not as .* Sealkeeper service does/],
	['a log-in of another kind', 401, '<html></html>', /not as .* Sealkeeper service does/],
	['a redirect', 301, '', /leads on to another address/],
	['a proxy without its service', 502, '<html></html>', /status 502/],
];

test.each(others)('an address that answers with %s is explained', async (_name, ...answer) => {
	const [status, text, said] = answer;
	server.answer = (_request, response) => page(response, status, text);
	expect(await tested({ baseUrl: server.url })).toEqual(fault(said));
	expect(await tested({ storageUrl: server.url })).toEqual(fault(said));
});

test('each address is asked once, with the key in its header', async () => {
	server.received.length = 0;
	server.answer = (_request, response) => json(response, 200, []);
	const addresses = { baseUrl: server.url, storageUrl: `${server.url}/storage` };
	expect(await tested({ ...addresses, apiKey: 'k-1' })).toEqual(sound);
	expect(server.received).toMatchObject([
		{ method: 'GET', url: '/products?limit=1', headers: { 'x-api-key': 'k-1' } },
		{ method: 'GET', url: '/storage/files/?limit=1', headers: { 'x-api-key': 'k-1' } },
	]);
});
