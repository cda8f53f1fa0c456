import { Redis } from 'ioredis';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange, type RunningExchange } from '../support/exchange';

const databases = new TestDatabases();
let running: RunningExchange;

beforeAll(async () => {
	running = await startExchange(await databases.place('SQLite'));
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

const get = (headers: Readonly<Record<string, string>>, path = '/api/queues') =>
	fetch(`${running.url}/admin/queues${path}`, { headers });

describe('the dashboard of the queues', () => {
	test.each(['any', 'administrator', ''])('takes the key as the password of %p', async (name) => {
		const answer = await get({ authorization: basic(`${name}:${running.administratorKey}`) });
		expect(await answer.json()).toMatchObject({
			queues: [
				{ name: 'lanes', readOnlyMode: true },
				{ name: 'schedules', readOnlyMode: true },
				{ name: 'settlement', readOnlyMode: true },
				{ name: 'events', readOnlyMode: true },
			],
		});
	});

	test('takes the key from the x-api-key header', async () => {
		expect((await get({ 'x-api-key': running.administratorKey }, '/')).status).toBe(200);
	});

	test.each([
		['no key', () => ({})],
		['an empty key', () => ({ 'x-api-key': '' })],
		["a trader's key", () => ({ 'x-api-key': running.harbour.key })],
		['a wrong password', () => ({ authorization: basic('administrator:wrong') })],
		['an empty password', () => ({ authorization: basic('administrator:') })],
		[
			"a trader's key as the password",
			() => ({ authorization: basic(`a:${running.harbour.key}`) }),
		],
		['the key as the name', () => ({ authorization: basic(`${running.administratorKey}:`) })],
		['the key and a rest', () => ({ authorization: basic(`a:${running.administratorKey}:b`) })],
		['the key as a bearer', () => ({ authorization: `Bearer ${running.administratorKey}` })],
		['no base64', () => ({ authorization: 'Basic %' })],
	])('refuses %s, page and data alike, and the browser is to ask', async (_what, headers) => {
		for (const path of ['', '/', '/api/queues', '/static/css/none.css', '/queue/lanes']) {
			const answer = await get({ ...headers() }, path);
			expect(answer.status).toBe(401);
			expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="queues"/);
			expect(await answer.json()).toMatchObject({
				errorCode: expect.stringMatching(/^Auth_Key(Missing|Invalid)$/),
			});
		}
	});

	test.each([
		['PUT', '/api/queues/lanes/pause'],
		['PUT', '/api/queues/lanes/obliterate'],
		['PUT', '/api/queues/schedules/job-schedulers/ringAll/remove'],
		['POST', '/api/queues/lanes/add'],
	])('changes nothing: %s %s', async (method, path) => {
		const answer = await fetch(`${running.url}/admin/queues${path}`, {
			method,
			headers: { 'x-api-key': running.administratorKey },
		});
		expect(answer.status).toBe(405);
	});
});

test('a fault leaves in our form, says nothing of itself, and is logged under its id', async () => {
	const redis = new Redis(running.exchange.redisUrl);
	const [meta = ''] = await redis.keys('*:lanes:meta');
	const key = meta.replace(/meta$/, 'failed');
	await redis.set(key, 'no set of jobs');
	const answer = await get({ 'x-api-key': running.administratorKey });
	await redis.del(key);
	redis.disconnect();
	const requestId = answer.headers.get('x-request-id') ?? '';
	expect(answer.status).toBe(500);
	expect(await answer.json()).toEqual({
		errorCode: 'Core_Unhandled',
		message: expect.not.stringMatching(/WRONGTYPE|redis|script/i),
		arguments: [requestId],
		requestId,
	});
	const lines = running.log().split('\n');
	const fault = lines.find((line) => line.includes(requestId) && line.includes('"level":50'));
	expect(fault).toContain('unexpected fault');
});

describe('the board in a browser', () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openBrowser();
	}, 20 * 60_000);
	afterAll(() => browser.close());

	test('asks for the key, shows the queues and needs nothing from elsewhere', async () => {
		const context = await browser.newContext({
			httpCredentials: { username: 'administrator', password: running.administratorKey },
		});
		const page = await context.newPage();
		const faults: string[] = [];
		page.on('console', (message) => {
			if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
		});
		page.on('pageerror', (fault) => faults.push(fault.message));
		page.on('request', (request) => {
			if (!request.url().startsWith(running.url)) faults.push(request.url());
		});
		await page.goto(`${running.url}/admin/queues`);
		expect(await page.title()).toBe('Sealkeeper exchange');
		await page.getByRole('link', { name: 'lanes' }).first().waitFor();
		await page.getByRole('link', { name: 'schedules' }).first().click();
		await page.getByText('ringAll').first().waitFor();
		await page.getByRole('link', { name: 'Schedulers' }).first().click();
		await page.getByText('snapshotAll').first().waitFor();
		expect(page.url()).not.toContain(running.administratorKey);
		expect(faults).toEqual([]);
		await context.close();
	});

	test('says why when the key is wrong', async () => {
		const context = await browser.newContext({
			httpCredentials: { username: 'administrator', password: 'wrong' },
		});
		const page = await context.newPage();
		const answer = await page.goto(`${running.url}/admin/queues`);
		expect(answer?.status()).toBe(401);
		await context.close();
	});
});

test('no key of the board stands in the log', () => {
	const { administratorKey } = running;
	const log = running.log();
	expect(log).toContain('/admin/queues');
	for (const text of [administratorKey, basic(`administrator:${administratorKey}`)]) {
		expect(log).not.toContain(text);
	}
	expect(log).not.toContain('Basic ');
});
