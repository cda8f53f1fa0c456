/** How the built pages are served: what a browser may keep of them, and what they may do in it. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { builtPagesFolder } from '../../../support/servers/built-pages';
import { send } from '../../../support/clients/requests';
import { startService, type RunningService } from '../../../support/programs/service';

let running: RunningService;

beforeAll(async () => {
	running = await startService({ pagesFolder: builtPagesFolder() });
});

afterAll(() => running.close());

const get = (location: string, headers: Record<string, string> = {}) =>
	send({ method: 'GET', url: running.url + location, headers });

/** What a document loads. */
async function filesOf(location: string): Promise<readonly string[]> {
	const { text } = await get(location);
	return [...text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, file = '']) => file);
}

test('a document may be kept nowhere and runs the scripts of its own server alone', async () => {
	const { status, headers } = await get('/explorer');
	expect(status).toBe(200);
	expect(headers).toMatchObject({
		'cache-control': 'no-store',
		'content-type': 'text/html; charset=utf-8',
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
	});
	expect(headers['content-security-policy']).toBe(
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
	);
});

test('an address below a page is the page, and no script stands in it', async () => {
	const { text } = await get('/explorer/entries/7?x=1');
	expect(text).toBe((await get('/explorer')).text);
	expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/);
});

test('what a document loads is named by its content and may be kept for ever', async () => {
	const files = await filesOf('/explorer');
	expect(files.length).toBeGreaterThan(2);
	for (const file of files) {
		expect(file).toMatch(/^\/pages\/[\w-]+-[A-Z0-9]{8}\.(js|css|svg)$/);
		const { status, headers } = await get(file);
		expect({ status, caching: headers['cache-control'] }).toEqual({
			status: 200,
			caching: 'public, max-age=31536000, immutable',
		});
	}
});

test.each([
	['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
	['gzip, deflate', 'gzip', gunzipSync],
	['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
] as const)(
	'a browser that takes %s is given %s, with the same content',
	async (taken, encoding, decode) => {
		for (const file of await filesOf('/explorer')) {
			const plain = await get(file);
			expect(plain.headers).not.toHaveProperty('content-encoding');
			const { headers, body } = await request(running.url + file, {
				headers: { 'accept-encoding': taken },
			});
			expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
			expect(decode(await body.bytes()).toString()).toBe(plain.text);
		}
	},
);

test.each(['/pages/none.js', '/pages/..%2Fexplorer.html', '/pages/', '/pages/explorer.html'])(
	'%s is no file',
	async (location) => {
		const answer = await get(location);
		expect(answer.status).toBe(404);
		expect(answer.json()).toMatchObject({ errorCode: 'Request_RouteNotFound' });
	},
);

test('a service whose pages were not built has none, and says so', async () => {
	const without = await startService({ pagesFolder: running.dataFolder });
	try {
		expect((await send({ method: 'GET', url: `${without.url}/explorer` })).status).toBe(404);
		expect(without.log()).toContain('the pages are not built');
	} finally {
		await without.close();
	}
});
