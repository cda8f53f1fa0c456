/** What the service shows without a key, and what it keeps to itself. */
import { openService } from '../../../service/app';
import { readConfig } from '../../../service/config';
import { programs } from '../../../api/programs';
import { openApiText } from '../../../server/http/documents/openapi';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { send, type Answer } from '../../support/clients/requests';
import { SealerClient } from '../contracts/sealer-client';
import { startService, type RunningService } from '../../support/programs/service';

let running: RunningService;

beforeAll(async () => {
	running = await startService({ pagesFolder: builtPagesFolder() });
});

afterAll(() => running.close());

function get(location: string): Promise<Answer> {
	return send({ method: 'GET', url: running.url + location });
}

test('the start page names the addresses to call', async () => {
	const page = await get('/');
	expect(page.status).toBe(200);
	expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
	expect(page.text).toContain(`<code>${running.url}</code>`);
	expect(page.text).toContain(`<code>${running.storageUrl}</code>`);
});

test('every page the start page links to is there', async () => {
	const { text } = await get('/');
	const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '');
	expect(links.length).toBeGreaterThan(1);
	for (const link of links) {
		const url = new URL(link, running.url).href;
		const page = await send({ method: 'GET', url });
		expect({ link, status: page.status }).toEqual({ link, status: 200 });
	}
});

test('the interface description is the committed one', async () => {
	const document = await get('/openapi.json');
	expect(document.headers['content-type']).toBe('application/json; charset=utf-8');
	expect(document.text).toBe(openApiText(programs.service));
});

test('an address that is none has a page with a way on for a browser, and JSON for a program', async () => {
	const url = `${running.url}/nothere`;
	const page = await send({ method: 'GET', url, headers: { accept: 'text/html,*/*;q=0.8' } });
	expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
	expect(page.text).toContain('There is no GET /nothere.');
	expect(page.text).toContain('<a href="/">');
	const program = await send({ method: 'GET', url, headers: { accept: '*/*' } });
	expect(program.json()).toMatchObject({ errorCode: 'Request_RouteNotFound' });
});

test('the icon is there under the name that browsers ask for', async () => {
	const icon = await get('/favicon.ico');
	expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
	expect(icon.text).toContain('<svg');
});

test('the sample agreement is a text', async () => {
	const sample = await get('/samples/agreement.txt');
	expect(sample.headers['content-type']).toBe('text/plain; charset=utf-8');
	expect(sample.text).toContain('SERVICE AGREEMENT');
	const amended = await get('/samples/agreement-amended.txt');
	const changed = amended.text
		.split('\n')
		.filter((line, index) => line !== sample.text.split('\n')[index]);
	expect(changed).toHaveLength(3);
});

test('the sample to sign is a page with a signature, a name and a date of each signer', async () => {
	const { admin } = running.organisation;
	const sample = await fetch(`${running.url}/samples/agreement.pdf`);
	expect(sample.headers.get('content-type')).toBe('application/pdf');
	const created = await new SealerClient(running).create(admin.key, {
		file: { text: Buffer.from(await sample.arrayBuffer()), name: 'agreement.pdf' },
		signerEmails: ['one', 'two', 'three'].map((name) => `${name}@demo.sealkeeper.test`),
	});
	const fields = created.body.fields as ReadonlyArray<{ readonly name: string }>;
	expect(fields.map(({ name }) => name).sort()).toEqual([
		...['Date 1', 'Date 2', 'Date 3', 'Name 1', 'Name 2', 'Name 3'],
		...['Signature 1', 'Signature 2', 'Signature 3'],
	]);
});

test('the service says that it lives and is ready', async () => {
	expect((await get('/health/live')).json()).toEqual({ status: 'live' });
	expect((await get('/health/ready')).json()).toEqual({
		status: 'ready',
		database: 'up',
		storage: 'complete',
		log: 'up',
		comparison: 'up',
		mail: 'folder',
	});
});

test('a page says what a browser may do with it', async () => {
	const { headers } = await get('/');
	expect(headers['content-security-policy']).toContain("default-src 'self'");
	expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
	expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a secret in an address is not written to the log', async () => {
	const token = 'secret-token-of-a-link';
	await get(`/sign/${token}`);
	await get(`/reports/${token}`);
	await get(`/sign/${token}?again=1`);
	await get(`/signing/${token}`);
	await get(`/signing/${token}/file?inline=true`);
	expect(running.log()).toContain('"route":"/sign/*"');
	expect(running.log()).toContain('"route":"/signing/:token/file"');
	expect(running.log()).toContain('"route":"/reports/:token"');
	expect(running.log()).not.toContain(token);
});

test('a head that is too long is answered in the form of the interface', async () => {
	const headers = { 'x-long': 'a'.repeat(20_000) };
	const answer = await send({ method: 'GET', url: `${running.url}/products`, headers });
	expect(answer.status).toBe(431);
	expect(answer.json()).toMatchObject({ errorCode: 'Request_HeadTooLarge' });
});

test('a second service on the same data folder is refused', async () => {
	const config = { ...readConfig({ LOG_LEVEL: 'silent' }), dataFolder: running.dataFolder };
	await expect(openService(config)).rejects.toThrow('another process serves the data folder');
	expect((await get('/health/ready')).status).toBe(200);
});
