/** The storage in the console, in a real browser: from signing in to a file that others downloaded and that is gone. */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { send } from '../../support/clients/requests';
import { signInOn } from '../../support/programs/console';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';
import { StorageClient } from '../../service/storage/shared-storage';

const hostile = '<img src=x onerror=alert(1)> report.txt';
const content = Buffer.from('What was agreed.\n');

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({
		pagesFolder: builtPagesFolder(),
		config: { storedBytesPerOrganisationMax: 20_000_000 },
	});
	({ page, faults } = await watchedPage(browser, running.url));
});

afterAll(async () => {
	await closeRouted(page);
	await browser.close();
	await running.close();
});

const saying = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function signIn(on: Page, email: string): Promise<void> {
	await signInOn(on, running, email);
	await on.getByRole('link', { name: 'Storage' }).first().click();
	await on.getByRole('heading', { name: 'Storage', exact: true }).waitFor();
}

const choose = (name: string, buffer: Buffer) =>
	page.getByLabel('A file to store').setInputFiles({ name, mimeType: 'text/plain', buffer });

test('an empty storage says so, with its buckets and what may be stored', async () => {
	await signIn(page, running.organisation.admin.email);
	await saying('No file is stored yet.');
	await saying('Your organisation stores 0 bytes of 20 MB.');
	await saying('takes and gives files');
	expect(await page.locator('tbody tr').count()).toBe(8);
	expect(await violations(page)).toEqual([]);
});

test('a file is uploaded, and listed with its size and its end', async () => {
	await choose(hostile, content);
	await page.getByLabel('Delete it by itself at').fill('2999-12-31T10:00');
	await button('Upload').click();
	await saying(/report\.txt is stored\./);
	const row = page.getByRole('row', { name: /report\.txt/ });
	expect(await row.innerText()).toMatch(/17 bytes.*2999/s);
	expect(await row.locator('img').count()).toBe(0);
	expect(await button('Upload').isDisabled()).toBe(true);
	expect(await violations(page)).toEqual([]);
});

test('an upload shows how far it is, and leaves nothing when it is cancelled', async () => {
	const files = new StorageClient(running);
	const before = files.shards();
	let release = (): void => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/storage/files', async (route) => {
		await held;
		await route.abort();
	});
	await choose('large.bin', Buffer.alloc(3_000_000, 'a'));
	await button('Upload').click();
	await page.getByRole('progressbar', { name: 'How much was sent' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await button('Cancel').click();
	await saying('The upload was cancelled; nothing of it is kept.');
	release();
	await page.unrouteAll({ behavior: 'wait' });
	expect(files.shards()).toEqual(before);
});

test('a refusal of an upload is told', async () => {
	await choose('larger.bin', Buffer.alloc(18_000_000, 'a'));
	await button('Upload').click();
	await saying(/The organisation stores .* of the 20000000 bytes it may/);
});

test('a file is downloaded byte for byte', async () => {
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: /^Download .*report\.txt$/ }).click();
	expect(fs.readFileSync(await (await download).path())).toEqual(content);
});

test('a link is made, shown once, used by a stranger, counted, and taken back', async () => {
	await page.getByRole('link', { name: /^<img.*report\.txt$/ }).click();
	await saying('No link to this file was made yet.');
	await saying('Every shard lies in its bucket.');
	await page.getByLabel('It works for').selectOption('a day');
	await page.getByLabel('Number of downloads').fill('2');
	await button('Make a link').click();
	await saying('Here is the link. It is shown this once.');
	expect(await violations(page)).toEqual([]);
	const url = await page.locator('.notice .mono').innerText();
	expect((await send({ method: 'GET', url })).text).toBe(content.toString());
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await button('Copy link').click();
	await saying('Copied');
	expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);

	await page.reload();
	const row = page.getByRole('row', { name: /Works/ });
	expect(await row.innerText()).toContain('1 of 2');
	expect(await page.content()).not.toContain(url);
	await button(/^Revoke the link/).click();
	await page.getByRole('group').getByRole('button', { name: 'Revoke' }).click();
	await page.getByRole('cell', { name: 'Revoked' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.goto(url);
	await saying('The link has ended: it was taken back.');
	expect(await violations(page)).toEqual([]);
	await page.goBack();
});

test('it holds on a phone and in the dark', async () => {
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.setViewportSize({ width: 390, height: 800 });
	const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
	await saying('Revoked');
	expect(await page.evaluate(wide)).toBe(0);
	expect(await violations(page)).toEqual([]);
	await page.getByRole('link', { name: 'To all files' }).click();
	await saying('The newest first');
	expect(await page.evaluate(wide)).toBe(0);
	expect(await violations(page)).toEqual([]);
});

test('a file is deleted once the person has said so', async () => {
	await button(/^Delete .*report\.txt$/).click();
	await saying(/The file is erased from every bucket/);
	await button('Leave it').click();
	await button(/^Delete .*report\.txt$/).click();
	await page.getByRole('group').getByRole('button', { name: 'Delete' }).click();
	await saying('No file is stored yet.');
	await saying('Your organisation stores 0 bytes of 20 MB.');
	// What was refused, cancelled and had ended.
	const expected = /status of (404|410|507)|net::ERR_/;
	expect(faults.filter((fault) => !expected.test(fault))).toEqual([]);
});

test('who may only read neither uploads, deletes nor shares', async () => {
	const stored = await new StorageClient(running).stored(content);
	const reader = await watchedPage(browser, running.url);
	await signIn(reader.page, running.organisation.byRole.StorageRead.email);
	await reader.page.getByRole('link', { name: 'a.bin', exact: true }).click();
	await saying('No link to this file was made yet.', reader.page);
	expect(reader.page.url()).toContain(stored);
	for (const name of ['Upload', 'Make a link', /^Delete/]) {
		expect(await reader.page.getByRole('button', { name }).count()).toBe(0);
	}
	expect(reader.faults).toEqual([]);
	await reader.page.close();
});
