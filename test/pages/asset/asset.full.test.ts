/** The page of an asset on a running service, in a real browser: who may see what, and how it is shown. */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { exactJson } from '../../../pages/parts/client';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { send } from '../../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { violations, watchedPage } from '../../support/servers/watched-page';

const longName = `${'Wind'.repeat(40)} <script>document.title = 1</script>`.slice(0, 200);

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];
let users: readonly TestUser[];
let assetId: string;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
	users = [
		await running.addUser('ann@harbour.test', ['TrackerAdmin', 'TrackerUser']),
		await running.addUser('=ben@harbour.test', ['TrackerUser']),
		await running.addUser('cid@harbour.test', ['TrackerUser']),
	];
	assetId = await newAsset(longName);
	await newAsset('Nobody has it');
	await issue(users[0], 1_000_000);
	for (let round = 0; round < 55; round += 1) await transfer(users[0], users[1], 1_000 + round);
	await transfer(users[1], users[2], 20_000, {
		...{ reference: 'Invoice & 7', metadata: { order: '4711', costCentre: 'Harbour' } },
	});
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const tracker = () => `${running.url}/tracker/${running.organisation.products.Tracker}`;

async function post(location: string, by: TestUser, json: object): Promise<{ id: string }> {
	const url = `${tracker()}${location}`;
	const answer = await send({ method: 'POST', url, headers: { 'x-api-key': by.key }, json });
	if (answer.status >= 300) throw new Error(answer.text);
	return answer.json() as { id: string };
}

const admin = () => running.organisation.admin;
const newAsset = async (name: string) => (await post('/assets', admin(), { name })).id;
const issue = (to: TestUser | undefined, amount: number) =>
	post(`/assets/${assetId}/issue`, admin(), { recipientEmail: to?.email, amount });
const transfer = (from = admin(), to = admin(), amount = 0, purpose: object = {}) =>
	post(`/assets/${assetId}/transfer`, from, { recipientEmail: to.email, amount, ...purpose });

const address = (rest = '') => `/assets/${running.organisation.products.Tracker}/${assetId}${rest}`;
const said = () => page.locator('main').innerText();
const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function openAs(user: TestUser | undefined, location: string): Promise<void> {
	await page.goto(running.url + location);
	await page.getByLabel('API key').fill(user?.key ?? 'none');
	await page.getByRole('button', { name: 'Open' }).click();
}

async function downloaded(button: string): Promise<readonly string[]> {
	const coming = page.waitForEvent('download');
	await page.getByRole('button', { name: button }).click();
	const file = await (await coming).path();
	return fs.readFileSync(file, 'utf8').split('\r\n');
}

test('a key that is none is refused, with what to do about it', async () => {
	await openAs(undefined, '/assets');
	await page.getByRole('alert').waitFor();
	expect(await said()).toContain('The API key is not valid.');
});

test('with a key somebody comes from the tracker over the asset to its holders', async () => {
	await openAs(users[0], '/assets');
	await page.getByRole('link', { name: 'Tracker of first.test' }).click();
	await page.getByRole('link', { name: /^WindWind/ }).click();
	await saying('Who holds it now');
	const rows = await page.locator('tbody tr').allInnerTexts();
	expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
		expect.stringMatching(/^ann@harbour.test .*943,515$/),
		expect.stringMatching(/^=ben@harbour.test .*36,485$/),
		expect.stringMatching(/^cid@harbour.test .*20,000$/),
	]);
	expect(await said()).toContain(longName);
	expect(await page.title()).toBe(`${longName} · Sealkeeper`);
});

test('the key is in no address and in nothing the browser keeps', async () => {
	const kept = 'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])';
	expect(await page.evaluate(kept)).not.toContain(users[0]?.key);
	await page.reload();
	await page.getByLabel('API key').waitFor();
});

test('movements stand on pages, and a link leads to one', async () => {
	await openAs(users[0], address('/movements?from=50'));
	await saying('51 to 57');
	await page.getByRole('button', { name: 'Back' }).click();
	await saying('1 to 50');
	expect(await page.locator('tbody tr').first().innerText()).toMatch(
		/admin@first\.test\s+ann@harbour\.test\s+1,000,000/,
	);
});

test('movements and holders are downloaded whole, harmless to a spreadsheet', async () => {
	const movements = await downloaded('Download all movements as CSV');
	expect(movements[0]).toBe('id,time,from,to,amount,batch,log,reversed,reference,metadata');
	expect(movements).toHaveLength(1 + 57 + 1);
	expect(movements[2]).toMatch(/Z,ann@harbour\.test,'=ben@harbour\.test,1000,/);
	expect(movements[57]).toMatch(/,Invoice & 7,"{""costCentre"":""Harbour"",""order"":""4711""}"$/);
	await page.getByRole('link', { name: 'Holders' }).click();
	const holders = await downloaded('Download all holders as CSV');
	expect(holders.slice(0, 3)).toEqual([
		'id,holder,owner,amount',
		expect.stringMatching(/,ann@harbour\.test,,943515$/),
		expect.stringMatching(/,'=ben@harbour\.test,,36485$/),
	]);
});

test('what a movement is for stands beside it, and finds it', async () => {
	await openAs(users[0], address('/movements'));
	await saying('1 to 50');
	await page.getByLabel('Reference').fill('Invoice & 7');
	await page.getByRole('button', { name: 'Find' }).click();
	await page.waitForURL('**/movements?reference=Invoice%20%26%207');
	await saying('costCentre: Harbour');
	expect(await page.locator('tbody tr').count()).toBe(1);
	expect(await downloaded('Download these movements as CSV')).toHaveLength(1 + 1 + 1);
	await page.getByLabel('Reference').fill('Invoice & 8');
	await page.keyboard.press('Enter');
	await saying('Nothing was moved with this reference.');
	await page.getByRole('link', { name: 'All movements' }).click();
	await saying('1 to 50');
	expect(await page.getByLabel('Reference').inputValue()).toBe('');
});

test('where a batch went is drawn, and stands beside it as a table with the same facts', async () => {
	await page.getByRole('link', { name: 'Batches' }).click();
	await saying('Each issue is a batch; the oldest first');
	await page.getByRole('link', { name: /^Where \w+ went$/ }).click();
	await saying('57 movements of this batch, the oldest first');
	const drawn = await page.locator('svg.flow text').allTextContents();
	expect(drawn).toEqual([
		...['Issue', '1,000,000 issued', 'ann@harbour.test', 'holds 943,515'],
		...['=ben@harbour.test', 'holds 36,485', 'cid@harbour.test', 'holds 20,000'],
	]);
	const told = await page.locator('table').first().locator('tbody tr').allInnerTexts();
	expect(told.map((row) => row.replace(/\s+/g, ' '))).toEqual([
		'ann@harbour.test 1,000,000 56,485 943,515',
		'=ben@harbour.test 56,485 20,000 36,485',
		'cid@harbour.test 20,000 0 20,000',
	]);
	expect(await page.locator('svg.flow .band').count()).toBe(3);
	expect(await violations(page)).toEqual([]);
});

test('an asset nobody holds says so', async () => {
	await page.getByRole('link', { name: 'Assets', exact: true }).click();
	await page.getByRole('link', { name: 'Nobody has it' }).click();
	await saying('Nobody holds any of it.');
	await page.getByRole('link', { name: 'Movements' }).click();
	await saying('Nothing was issued or moved yet.');
	await page.getByRole('link', { name: 'Batches' }).click();
	await saying('Nothing was issued yet.');
});

test('a user without the role and an asset that is not there are told apart', async () => {
	await openAs(users[1], address());
	await saying(/without the role this call needs/);
	await openAs(users[0], `/assets/${running.organisation.products.Tracker}/none`);
	await page.getByRole('alert').waitFor();
	expect(await said()).toContain("'none'");
});

test.each([
	['light', 1280],
	['dark', 360],
] as const)('in a %s theme, %d wide, no part keeps anybody out', async (colorScheme, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	await page.goto(running.url + address());
	await page.getByLabel('API key').waitFor();
	expect(await violations(page)).toEqual([]);
	await openAs(users[0], address());
	for (const [part, text] of [
		['Holders', 'Who holds it now'],
		['Movements', '1 to 50'],
		['Batches', 'Each issue is a batch'],
	] as const) {
		await page.getByRole('link', { name: part, exact: true }).click();
		await saying(text);
		expect(await violations(page)).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	}
});

test('a key that ends while the page is open is asked for again, and the place is kept', async () => {
	const { accounts } = running.service;
	const leaving = await running.addUser('dan@harbour.test', ['TrackerAdmin']);
	await openAs(leaving, address());
	await saying('Who holds it now');
	const keys = await accounts.keys(running.organisation.id);
	await accounts.revokeKey(keys.find(({ email }) => email === leaving.email)?.id ?? '');
	await page.getByRole('link', { name: 'Movements' }).click();
	await saying('The API key is not valid.');
	await page.getByLabel('API key').fill(users[0]?.key ?? '');
	await page.keyboard.press('Enter');
	await saying('The oldest first');
});

test('nothing was met that should not have been', () => {
	expect(faults.filter((fault) => !/40[134]/.test(fault))).toEqual([]);
});

test('numbers of a reply keep every digit', () => {
	expect(exactJson('{"a":[9007199254740993,12,1.5,-3],"b":"1"}')).toEqual({
		a: [9_007_199_254_740_993n, 12, 1.5, -3],
		b: '1',
	});
});
