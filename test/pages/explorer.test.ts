/**
 * The explorer on a running service, in a real browser: what the log holds, and what is said when it
 * is not the one that was seen, by a service that was set back and by one that lies.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { builtPagesFolder } from '../support/built-pages';
import { openBrowser } from '../support/chromium';
import { send, until } from '../support/requests';
import { startService, type RunningService } from '../support/service';
import { violations, watchedPage } from '../support/watched-page';

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
}, 120_000);

afterAll(async () => {
	await browser.close();
	await running.close();
});

/** Ids of assets that were entered, in their order. */
const assets: string[] = [];

async function enter(count: number): Promise<void> {
	const { products, admin } = running.organisation;
	for (let left = count; left > 0; left -= 1) {
		const answer = await send({
			method: 'POST',
			url: `${running.url}/tracker/${products.Tracker}/assets`,
			headers: { 'x-api-key': admin.key },
			json: { name: `<b>Asset</b> ${left}` },
		});
		assets.push((answer.json() as { readonly id: string }).id);
	}
	await until(async () => (await logSize()) >= assets.length);
}

async function logSize(): Promise<number> {
	const answer = await send({ method: 'GET', url: `${running.url}/log` });
	return (answer.json() as { readonly treeSize: number }).treeSize;
}

const open = (location: string, on = page) => on.goto(`${running.url}/explorer${location}`);
const said = (on = page) => on.locator('main').innerText();
const saying = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();

test('a log without entries is shown as one', async () => {
	await open('');
	await saying('None yet');
	await open('/checkpoints');
	await saying('so there is no checkpoint');
	await open('/entries');
	await saying('Nothing has been entered yet.');
	expect(await violations(page)).toEqual([]);
});

test('the log is shown with its name, key, size and last entry, and the browser remembers it', async () => {
	await enter(60);
	await open('');
	await saying('This browser sees this log for the first time.');
	await saying('60');
	const { origin, vkey } = (
		await send({ method: 'GET', url: `${running.url}/log` })
	).json() as Record<string, string>;
	expect(await said()).toContain(origin);
	expect(await said()).toContain(vkey);
	expect(await page.locator('dl time').count()).toBe(1);
});

test('at the next visit it says since when and by how much the log has grown', async () => {
	await enter(3);
	await open('');
	await saying('The log goes on from what this browser saw.');
	expect(await said()).toMatch(/it had 60 entries.*All of them are still there, and 3 came since/);
});

test('entries stand on pages, and a page has an address', async () => {
	await open('/entries');
	await saying('1 to 50');
	expect(await page.locator('tbody tr').count()).toBe(50);
	await page.getByRole('button', { name: 'More' }).click();
	await saying('51 to 63');
	expect(new URL(page.url()).search).toBe('?from=50');
	await page.reload();
	await saying('51 to 63');
	await page.goBack();
	await saying('1 to 50');
});

test('a record is found by its id, and one that is not there is said not to be', async () => {
	await open('');
	await page.getByLabel('Id of a record').fill(` ${assets[61]} `);
	await page.keyboard.press('Enter');
	await page.getByRole('link', { name: '61', exact: true }).click();
	await page.getByRole('heading', { name: 'Entry 61' }).waitFor();
	expect(await said()).toContain(assets[61]);
	await open('/records/%3Cb%3Enone%2F');
	await saying('No entry has this id.');
	expect(await said()).toContain('<b>none/');
});

test('an entry is proven in the browser, step by step up to the signature', async () => {
	await open('/entries/61');
	await saying('The entry stands in the log.');
	expect(await said()).toMatch(/has signed a tree of 63 entries/);
	expect(await said()).toMatch(/hashes lead from entry 61 to the root that was signed/);
	expect(await page.locator('tbody tr').count()).toBeGreaterThan(3);
	expect(await page.locator('tbody').innerText()).toContain('on the left');
});

test('checkpoints are listed, the newest first', async () => {
	await open('/checkpoints');
	await page.locator('tbody tr').first().waitFor();
	expect(await page.locator('tbody tr').first().innerText()).toMatch(/^63\s/);
});

test('the key the server shows can be taken to check a proof with', async () => {
	await open('/check');
	await page.getByRole('button', { name: 'Take the key this server shows' }).click();
	expect(await page.getByLabel('Public key of the log').inputValue()).toMatch(/\+[0-9a-f]{8}\+/);
});

test.each([
	['light', 1280],
	['dark', 360],
] as const)('in a %s theme, %d wide, no part keeps anybody out', async (colorScheme, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	for (const [part, text] of [
		['', 'The log goes on'],
		['/entries', '1 to 50'],
		['/entries/61', 'The entry stands in the log.'],
	] as const) {
		await open(part);
		await saying(text);
		expect(await violations(page)).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	}
	expect(faults).toEqual([]);
});

test('by keyboard alone somebody comes from the log to an entry', async () => {
	await open('');
	await saying('The log goes on');
	await page.keyboard.press('Tab');
	expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
	const entries = page.getByRole('link', { name: 'Entries' });
	await entries.focus();
	await page.keyboard.press('Enter');
	await saying('1 to 50');
	await page.waitForFunction("document.activeElement.textContent === 'Entries'");
	await page.getByRole('link', { name: '0', exact: true }).focus();
	await page.keyboard.press('Enter');
	await saying('The entry stands in the log.');
});

test('a server that is away is said to be, and the page goes on when it is back', async () => {
	const { page: waiting } = await watchedPage(browser, running.url);
	await open('/entries', waiting);
	await saying('1 to 50', waiting);
	await running.service.close();
	await waiting.getByRole('button', { name: 'More' }).click();
	await saying('The server does not answer.', waiting);
	await running.restart();
	await waiting.getByRole('button', { name: 'Try again' }).last().click();
	await saying('51 to 63', waiting);
	await waiting.close();
});

describe('a server that lies', () => {
	/** Answers of the server with something changed in them. */
	async function lying(location: string, change: (body: Record<string, unknown>) => object) {
		const lie = await watchedPage(browser, running.url);
		await lie.page.route(`${running.url}${location}`, async (route) => {
			const response = await route.fetch();
			const body = (await response.json()) as Record<string, unknown>;
			await route.fulfill({ response, json: { ...body, ...change(body) } });
		});
		return lie.page;
	}

	test('about the hashes of an entry is found out', async () => {
		const on = await lying('/log/inclusion?*', ({ hashes }) => ({
			hashes: (hashes as string[]).with(1, '00'.repeat(32)),
		}));
		await open('/entries/5', on);
		await saying('The proof of this entry does not hold.', on);
		await on.close();
	});

	test('about an entry is found out', async () => {
		const on = await lying('/log/entries/5', () => ({ recordId: assets[7] }));
		await open('/entries/5', on);
		await saying('The proof of this entry does not hold.', on);
		await on.close();
	});

	test('about its checkpoint is found out, loudly', async () => {
		const on = await lying('/log', ({ checkpoint }) => ({
			checkpoint: String(checkpoint).replace('\n63\n', '\n64\n'),
		}));
		await open('', on);
		await on.getByRole('alert').waitFor();
		expect(await said(on)).toContain('was not made with its key');
		await on.close();
	});
});

describe('a log that was set back', () => {
	const database = () => path.join(running.dataFolder, 'sealkeeper.sqlite');
	const copy = () => path.join(running.dataFolder, 'earlier.sqlite');

	beforeAll(async () => {
		await running.service.close();
		fs.copyFileSync(database(), copy());
		await running.restart();
		await enter(2);
		await open('');
		await saying('and 2 came since');
		await running.service.close();
		fs.copyFileSync(copy(), database());
		await running.restart();
		assets.length = 63;
	});

	test('is said loudly to be, with both checkpoints to show to others', async () => {
		await open('');
		await page.getByRole('alert').waitFor();
		expect(await said()).toContain('The log was rolled back: it had 65 entries and has 63 now.');
		expect(await page.getByRole('button', { name: 'Copy both checkpoints' }).count()).toBe(1);
		expect(await violations(page)).toEqual([]);
	});

	test('and then went another way stays said to be, on every part and after a reload', async () => {
		await enter(5);
		await open('/entries');
		await page.getByRole('alert').waitFor();
		expect(await said()).toContain('The log was rolled back');
	});

	test('is a fork to a browser that saw only what came before and after', async () => {
		const other = await watchedPage(browser, running.url);
		await open('', other.page);
		await saying('This browser sees this log for the first time.', other.page);
		const place = 'sealkeeper-log';
		const kept = JSON.parse(
			await page.evaluate<string>(`localStorage.getItem('${place}')`),
		) as object;
		const before = JSON.stringify({ ...kept, evidence: undefined });
		await other.page.evaluate(`localStorage.setItem('${place}', ${JSON.stringify(before)})`);
		await open('', other.page);
		await other.page.getByRole('alert').waitFor();
		expect(await said(other.page)).toContain('The log was forked: its first 65 entries');
		await other.page.close();
	});

	test('counts as the first one again when somebody says so', async () => {
		await open('');
		await page.getByRole('button', { name: 'begin anew' }).click();
		await saying('This browser sees this log for the first time.');
		expect(await page.getByRole('alert').count()).toBe(0);
	});
});
