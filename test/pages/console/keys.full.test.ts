/** Keys of programs in the console, in a real browser: one's own, made, used and revoked, and one for somebody else. */
import type { Browser, Page } from 'playwright-core';
import { send } from '../../support/clients/requests';
import { signInOn } from '../../support/programs/console';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	const permissions = ['clipboard-read', 'clipboard-write'];
	({ page, faults } = await watchedPage(browser, running.url, { permissions }));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const open = (summary: string) => page.getByText(summary, { exact: true }).click();
const statusOf = async (key: string, location: string) =>
	(await send({ method: 'GET', url: running.url + location, headers: { 'x-api-key': key } }))
		.status;

const signIn = (email: string) => signInOn(page, running, email);

let key: string;

test('who administers nothing makes a key of their own, which is shown and copied once', async () => {
	await running.addUser('ben@first.test', ['TrackerUser', 'StorageRead']);
	await signIn('ben@first.test');
	await page.getByRole('link', { name: 'Your keys' }).click();
	await page.getByRole('heading', { name: 'Your keys' }).waitFor();
	await open('Make a key');
	await page.getByLabel('What the key is for').fill('n8n');
	await page.getByLabel('Whatever its owner may do, also later').uncheck();
	expect(await page.getByRole('checkbox').count()).toBe(3);
	expect(await button('Make the key').isDisabled()).toBe(true);
	await page.getByLabel('StorageRead: downloads files').check();
	await page.getByLabel('Networks it may be used from').fill('here');
	await page.getByLabel('Days until it ends').fill('soon');
	await saying('Enter a whole number of days.');
	await page.getByLabel('Days until it ends').fill('30');
	expect(await violations(page)).toEqual([]);
	await button('Make the key').click();
	await saying(/'here' is none/);
	await page.getByLabel('Networks it may be used from').fill('127.0.0.1, 203.0.113.9/24');
	await button('Make the key').click();
	await saying('The key is shown this once.');
	key = (await page.locator('.notice code').innerText()).trim();
	expect(await violations(page)).toEqual([]);
	await button('Copy the key').click();
	await page.getByText('Copied').first().waitFor();
	const clipboard = 'navigator.clipboard.readText()';
	expect(await page.evaluate<string>(clipboard)).toBe(key);
	const row = page.getByRole('row', { name: /n8n/ });
	expect(await row.innerText()).toMatch(/StorageRead\s+127\.0\.0\.1, 203\.0\.113\.0\/24/);
	const assets = `/tracker/${running.organisation.products.Tracker}/assets`;
	expect([await statusOf(key, '/products'), await statusOf(key, assets)]).toEqual([200, 403]);
});

test('it is revoked in its row, and another of the same person is not', async () => {
	await page.reload();
	await page.getByRole('row', { name: /n8n/ }).waitFor();
	expect(await page.getByText(key).count()).toBe(0);
	await button('Revoke the key for n8n').click();
	await page
		.getByRole('group', { name: 'Revoke the key for n8n' })
		.getByRole('button', { name: 'Revoke' })
		.click();
	await page.getByRole('row', { name: /n8n/ }).waitFor({ state: 'detached' });
	await page.getByRole('row', { name: /test/ }).waitFor();
	expect(await statusOf(key, '/products')).toBe(401);
});

test('a user administrator sends a limited key, and sees and revokes those of others', async () => {
	await signIn(running.organisation.admin.email);
	await page.goto(`${running.url}/console/people`);
	await open('Send somebody a key');
	await page.getByLabel('For whom').selectOption('ben@first.test');
	await page.getByLabel('What the key is for').fill('the accounts');
	await page.getByLabel('Whatever its owner may do, also later').uncheck();
	await page
		.getByRole('group', { name: 'May do' })
		.last()
		.getByLabel('TrackerUser: holds and transfers assets')
		.check();
	expect(await violations(page)).toEqual([]);
	await button('Send the link to the key').click();
	await saying('A mail with the link is on its way to ben@first.test.');
	await running.service.mailsDelivered();
	await page.goto(`${running.url}/outbox`);
	await page.getByRole('link', { name: /A new API key/ }).click();
	const mailed = page.frameLocator('iframe').getByRole('link', { name: 'Get the key' });
	await page.goto((await mailed.getAttribute('href')) ?? '');
	await button('Show the key').click();
	await saying('It may do no more than TrackerUser.');
	const theirs = (await page.locator('#key').innerText()).trim();
	expect(await statusOf(theirs, '/products')).toBe(200);
	await page.goto(`${running.url}/console/people`);
	const row = page.getByRole('row', { name: /the accounts/ });
	expect(await row.innerText()).toMatch(/the accounts\s+ben@first\.test\s+TrackerUser\s+anywhere/);
	await button('Revoke the key for the accounts').click();
	await page
		.getByRole('group', { name: 'Revoke the key for the accounts' })
		.getByRole('button', { name: 'Revoke' })
		.click();
	await row.waitFor({ state: 'detached' });
	expect(await statusOf(theirs, '/products')).toBe(401);
});

test('no page met a fault but what was refused', () => {
	expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
});
