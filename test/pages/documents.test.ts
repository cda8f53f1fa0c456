/** The page of documents on a running service, in a real browser: versions, comparisons, approvals, reports. */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { builtPagesFolder } from '../support/built-pages';
import { openBrowser } from '../support/chromium';
import { send } from '../support/requests';
import { startService, type RunningService } from '../support/service';
import { violations, watchedPage } from '../support/watched-page';

const longName = `${'Lease'.repeat(30)} <script>document.title = 1</script>`.slice(0, 200);
const texts = ['one\ntwo\nthree\n', 'one\n2\nthree\n', 'one\ntwo\nthree\n'];

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];
let fileId: string;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
	const folder = await post('/folders', JSON.stringify({ name: 'Agreements' }));
	await post('/folders', JSON.stringify({ name: 'Nothing yet' }));
	const fields = { folderId: folder, accuracy: 'High', displayName: longName };
	fileId = await post('/files', form(texts[0] ?? '', fields));
	for (const text of texts.slice(1)) await post(`/files/${fileId}/versions`, form(text));
}, 120_000);

afterAll(async () => {
	await browser.close();
	await running.close();
});

const productId = () => running.organisation.products.Keeper;
const address = (rest = '') => `/documents/${productId()}/files/${fileId}${rest}`;
const said = () => page.locator('main').innerText();
const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();

function form(text: string, fields: Readonly<Record<string, string>> = {}): FormData {
	const whole = new FormData();
	for (const [name, value] of Object.entries(fields)) whole.append(name, value);
	whole.append('file', new Blob([text]), 'lease.txt');
	return whole;
}

async function post(location: string, body: FormData | string): Promise<string> {
	const headers = {
		'x-api-key': running.organisation.admin.key,
		...(typeof body === 'string' && { 'content-type': 'application/json' }),
	};
	const url = `${running.url}/keeper/${productId()}${location}`;
	const answer = await fetch(url, { method: 'POST', headers, body });
	const text = await answer.text();
	if (!answer.ok) throw new Error(text);
	return (JSON.parse(text) as { id: string }).id;
}

async function openAsAdmin(location: string): Promise<void> {
	await page.goto(running.url + location);
	await page.getByLabel('API key').fill(running.organisation.admin.key);
	await page.getByRole('button', { name: 'Open' }).click();
}

test('with a key somebody comes from the keeper over the folder to the versions of a document', async () => {
	await openAsAdmin('/documents');
	await page.getByRole('link', { name: 'Keeper of first.test' }).click();
	await page.getByRole('link', { name: 'Agreements' }).click();
	await page.getByRole('link', { name: /^LeaseLease/ }).click();
	await saying('The oldest first');
	expect(await page.locator('tbody tr').count()).toBe(3);
	expect(await said()).toContain(longName);
	expect(await page.title()).toBe(`${longName} · Sealkeeper`);
});

test('the page says what counts as a difference of the document at its level, and what does not', async () => {
	const shown = await said();
	expect(shown).toContain('Text, Markdown, code, at accuracy High');
	expect(shown).toMatch(
		/\nCounted\n+letters or digits of a word; .*white space at the end of a line\n/,
	);
	expect(shown).toMatch(/\nNot counted\n+the style of line ends; /);
});

test('a version is approved, and a later approval takes its place', async () => {
	await page.getByRole('button', { name: 'Approve version 1' }).click();
	await saying(/^by admin@first\.test/);
	await page.getByRole('button', { name: 'Approve version 2' }).click();
	await saying(/^earlier, by admin@first\.test/);
	expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(2);
});

test('a version comes back byte for byte', async () => {
	const coming = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download version 2' }).click();
	const file = await coming;
	expect(file.suggestedFilename()).toBe('lease.txt');
	expect(fs.readFileSync(await file.path(), 'utf8')).toBe(texts[1]);
});

test('the two newest versions are compared with one click, and the report opens beside', async () => {
	await page.getByRole('link', { name: 'Compare', exact: true }).click();
	await page.getByRole('button', { name: 'Compare them' }).click();
	await saying(/They differ: /);
	const opening = page.context().waitForEvent('page');
	await page.getByRole('link', { name: 'Open the report' }).click();
	const report = await opening;
	await report.getByText('changed').first().waitFor();
	await report.close();
});

test('a version that came back to an earlier content is equal to it', async () => {
	await page.getByLabel('Older').selectOption({ index: 2 });
	expect(await said()).not.toContain('They differ');
	await page.getByRole('button', { name: 'Compare them' }).click();
	await saying('Nothing differs.');
});

test('a file at hand is compared with a version and not kept', async () => {
	const file = { name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('one\ntwo\n') };
	await page.locator('input[type=file]').setInputFiles(file);
	await page.getByRole('button', { name: 'Compare it' }).click();
	await saying(/They differ: /);
	await page.getByRole('link', { name: 'Versions' }).click();
	await saying('The oldest first');
	expect(await page.locator('tbody tr').count()).toBe(3);
});

test('a report is listed, and its link ends when it is revoked', async () => {
	await page.getByRole('link', { name: 'Reports' }).click();
	await saying(/^The oldest first; the address/);
	const open = await page.getByText('Open', { exact: true }).count();
	await page
		.getByRole('button', { name: /^Revoke/ })
		.first()
		.click();
	await page.getByText('Revoked').waitFor();
	expect(await page.getByText('Open', { exact: true }).count()).toBe(open - 1);
});

test.each([
	['light', 1280],
	['dark', 360],
] as const)('in a %s theme, %d wide, no part keeps anybody out', async (colorScheme, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	await openAsAdmin(address());
	for (const [part, text] of [
		['Versions', 'The oldest first'],
		['Compare', 'Two versions'],
		['Reports', /^The oldest first; the address/],
	] as const) {
		await page.getByRole('link', { name: part, exact: true }).click();
		await saying(text);
		expect(await violations(page)).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
	}
});

test('a deleted document says what is left of it', async () => {
	await send({
		method: 'DELETE',
		url: `${running.url}/keeper/${productId()}/files/${fileId}`,
		headers: { 'x-api-key': running.organisation.admin.key },
	});
	await openAsAdmin(address());
	await saying('This document was deleted.');
	expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0);
	await page.getByRole('link', { name: 'Compare', exact: true }).click();
	await saying('No version has its content any more.');
});

test('an empty folder and a document that is not there are told apart', async () => {
	await openAsAdmin(`/documents/${productId()}`);
	await page.getByRole('link', { name: 'Nothing yet' }).click();
	await saying('No documents are kept in this folder yet.');
	await openAsAdmin(`/documents/${productId()}/files/none`);
	await page.getByRole('alert').waitFor();
	expect(await said()).toContain("'none'");
});

test('nothing was met that should not have been', () => {
	expect(faults.filter((fault) => !/40[134]/.test(fault))).toEqual([]);
});
