/**
 * The page of documents on a running service, in a real browser: versions, approvals and comparisons in one
 * order, what is under way, rules, reports and the files beside them.
 */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { violations, watchedPage } from '../../support/servers/watched-page';

const longName = `${'Lease'.repeat(30)} <script>document.title = 1</script>`.slice(0, 200);
const texts = ['one\ntwo\nthree\n', 'one\n2\nthree\n', 'one\ntwo\nthree\n'];

const quotaBytes = 16_000_000;

/** Of so many lines of its own that a comparison goes on until it is ended. */
const lines = (word: string) =>
	Array.from({ length: 150_000 }, (_, index) => `${word} ${index}\n`).join('');

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];
let fileId: string;

beforeAll(async () => {
	browser = await openBrowser();
	const config = { storedBytesPerOrganisationMax: quotaBytes };
	running = await startService({ pagesFolder: builtPagesFolder(), config });
	({ page, faults } = await watchedPage(browser, running.url));
	const folder = await post('/folders', JSON.stringify({ name: 'Agreements' }));
	await post('/folders', JSON.stringify({ name: 'Nothing yet' }));
	const fields = { folderId: folder, accuracy: 'High', displayName: longName };
	fileId = await post('/files', form(texts[0] ?? '', fields));
	for (const text of texts.slice(1)) await post(`/files/${fileId}/versions`, form(text));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const productId = () => running.organisation.products.Keeper;
const address = (rest = '') => `/documents/${productId()}/files/${fileId}${rest}`;
const said = () => page.locator('main').innerText();
const entries = () => page.locator('.timeline li').allInnerTexts();
const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();

function form(text: string, fields: Readonly<Record<string, string>> = {}): FormData {
	const whole = new FormData();
	for (const [name, value] of Object.entries(fields)) whole.append(name, value);
	whole.append('file', new Blob([text]), 'lease.txt');
	return whole;
}

async function post(
	location: string,
	body: FormData | string,
	{ admin, products } = running.organisation,
): Promise<string> {
	const headers = {
		'x-api-key': admin.key,
		...(typeof body === 'string' && { 'content-type': 'application/json' }),
	};
	const url = `${running.url}/keeper/${products.Keeper}${location}`;
	const answer = await fetch(url, { method: 'POST', headers, body });
	const text = await answer.text();
	if (!answer.ok) throw new Error(text);
	return (JSON.parse(text) as { id: string }).id;
}

async function openAsAdmin(location: string, { admin } = running.organisation): Promise<void> {
	await page.goto(running.url + location);
	await page.getByLabel('API key').fill(admin.key);
	await page.getByRole('button', { name: 'Open' }).click();
}

test('with a key somebody comes from the keeper over the folder to a document, and what happened to it', async () => {
	await openAsAdmin('/documents');
	await page.getByRole('link', { name: 'Keeper of first.test' }).click();
	await page.getByRole('link', { name: 'Agreements' }).click();
	await page.getByRole('link', { name: /^LeaseLease/ }).click();
	await saying('Version 3 was kept');
	expect(await entries()).toEqual([
		expect.stringMatching(/^Version 3 was kept as lease\.txt.*again what version 1 was\./s),
		expect.stringMatching(/^Version 2 was kept/),
		expect.stringMatching(/^Version 1 was kept as lease\.txt\s+.*, admin@first\.test, log: /s),
	]);
	expect(await said()).toContain(longName);
	expect(await page.title()).toBe(`${longName} · Sealkeeper`);
});

test('the page says what counts as a difference of the document at its level, and what does not', async () => {
	expect(await said()).toContain('Text, Markdown, code, at accuracy High');
	expect(await said()).not.toContain('letters or digits of a word');
	await page.getByText('What counts as a difference').click();
	const shown = await said();
	expect(shown).toMatch(
		/\nCounted: letters or digits of a word; .*white space at the end of a line\n/,
	);
	expect(shown).toMatch(/\nNot counted: the style of line ends; /);
});

test('a version is approved, and a later approval takes its place', async () => {
	await page.getByRole('link', { name: 'Versions' }).click();
	await saying('The oldest first');
	expect(await page.locator('tbody tr').count()).toBe(3);
	expect(await page.locator('tbody tr').last().innerText()).toContain('as version 1');
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
	expect(await said()).toContain('Version 2 compared with version 3');
	expect(await page.locator('tbody tr').innerText()).toMatch(
		/changed\s+line 2, column 1\s+2\s+two/,
	);
});

test('the files beside a report are saved from the page', async () => {
	const coming = page.waitForEvent('download');
	await page.getByRole('link', { name: 'Unified diff, for patch: lease.txt.diff' }).click();
	const file = await coming;
	expect(file.suggestedFilename()).toBe('lease.txt.diff');
	expect(fs.readFileSync(await file.path(), 'utf8')).toMatch(/^-2\n\+two$/m);
});

test('a version that came back to an earlier content is equal to it', async () => {
	await page.getByRole('link', { name: 'Compare others' }).click();
	await page.getByLabel('Older').selectOption({ index: 2 });
	expect(await said()).not.toContain('They differ');
	await page.getByRole('button', { name: 'Compare them' }).click();
	await saying(/^Nothing differs\./);
});

test('a file at hand is compared with a version and not kept', async () => {
	await page.getByRole('link', { name: 'Compare others' }).click();
	const file = { name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('one\ntwo\n') };
	await page.getByLabel('File', { exact: true }).setInputFiles(file);
	await page.getByRole('button', { name: 'Compare it' }).click();
	await saying(/They differ: /);
	await page.getByRole('link', { name: 'Versions' }).click();
	await saying('The oldest first');
	expect(await page.locator('tbody tr').count()).toBe(3);
});

test('a report is listed, and its link ends when it is revoked', async () => {
	await page.getByRole('link', { name: 'Reports' }).click();
	await saying(/^The oldest first; an address/);
	const open = await page.getByText('Open', { exact: true }).count();
	const [row] = await page.locator('tbody tr').all();
	await row?.getByRole('button', { name: /^Make a link to the report of/ }).click();
	const address = await row?.getByRole('link', { name: 'Open the report' }).getAttribute('href');
	expect((await fetch(address ?? '')).status).toBe(200);
	expect(await row?.getByRole('link', { name: /lease\.txt\.diff/ }).count()).toBe(1);
	await page
		.getByRole('button', { name: /^Revoke/ })
		.first()
		.click();
	await page.getByText('Revoked').waitFor();
	expect(await page.getByText('Open', { exact: true }).count()).toBe(open - 1);
	expect((await fetch(address ?? '')).status).toBe(410);
});

test('versions, approvals and comparisons stand in one order, each comparison with what it came to', async () => {
	await page.getByRole('link', { name: 'Timeline' }).click();
	await saying('mine.txt compared with version 3');
	const [newest, second, third, ...others] = await entries();
	expect([newest, second, third]).toEqual([
		expect.stringMatching(/^mine\.txt compared with version 3\n+1 word removed\./),
		expect.stringMatching(/^Version 1 compared with version 3\n+/),
		expect.stringMatching(/^Version 2 compared with version 3\n+1 word changed\./),
	]);
	expect(others.map((text) => text.split('\n')[0])).toEqual([
		'Version 2 was approved',
		'Version 1 was approved; another approval has taken its place',
		'Version 3 was kept as lease.txt',
		'Version 2 was kept as lease.txt',
		'Version 1 was kept as lease.txt',
	]);
	await page.getByRole('link', { name: 'Version 2 compared with version 3' }).click();
	await saying('Its report was revoked, and is erased.');
});

test('rules are set, told where they cannot be used, kept, and hold for comparisons', async () => {
	await page.getByRole('link', { name: 'Rules', exact: true }).click();
	const patterns = page.getByLabel('Patterns that are left out');
	const keep = page.getByRole('button', { name: 'Keep these rules' });
	await patterns.fill('two|2\n(unclosed');
	await keep.click();
	await saying(/ignorePatterns\[1\]/);
	await page.getByText('Rules for other kinds of documents').click();
	await page.getByLabel('Tolerance of numbers').fill('a little');
	await keep.click();
	await saying("Tolerance of numbers: 'a little' is no number: write it as 0.01");
	await page.getByLabel('Tolerance of numbers').fill('0.5');
	await patterns.fill('two|2');
	await keep.click();
	await saying('The rules are kept.');
	await openAsAdmin(address('/compare'));
	await saying('Patterns that are left out; Tolerance of numbers');
	await page.getByRole('button', { name: 'Compare them' }).click();
	await saying(/^Nothing differs\./);
	expect(await said()).toMatch(/What the rules left out of the comparison[^]*two\|2/);
	await page.getByRole('link', { name: 'Rules', exact: true }).click();
	expect(await patterns.inputValue()).toBe('two|2');
	await patterns.fill('');
	await page.getByLabel('Tolerance of numbers').fill('');
	await keep.click();
	await saying('The rules are kept.');
	await page.getByText('Patterns that are left out; ').waitFor({ state: 'detached' });
	await page.getByRole('link', { name: 'Timeline' }).click();
	await saying('The rules were taken away');
	expect(await entries()).toContainEqual(
		expect.stringMatching(/^Rules were set: Patterns that are left out; Tolerance of numbers/),
	);
});

test('a comparison under way shows how far it is, after a reload too, until it is cancelled', async () => {
	const folderId = await post('/folders', JSON.stringify({ name: 'Long ones' }));
	const fields = { folderId, accuracy: 'Excellent', displayName: 'Long' };
	const id = await post('/files', form(lines('kept'), fields));
	await openAsAdmin(`/documents/${productId()}/files/${id}/compare`);
	const file = {
		...{ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(lines('sent')) },
	};
	await page.getByLabel('File', { exact: true }).setInputFiles(file);
	await page.getByRole('button', { name: 'Compare it' }).click();
	await page.getByRole('progressbar').waitFor();
	const underWay = new URL(page.url()).pathname;
	expect(underWay).toMatch(/\/comparisons\/[0-9a-f]{24}$/);
	await openAsAdmin(underWay);
	const progress = page.getByRole('progressbar');
	await until(async () => (Number(await progress.getAttribute('value')) > 0 ? true : undefined));
	await page.getByRole('link', { name: 'Timeline' }).click();
	await page.getByRole('progressbar').waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByRole('button', { name: /^Cancel the comparison: long\.txt/ }).click();
	await saying('Cancelled.');
	expect(await page.getByRole('progressbar').count()).toBe(0);
	expect(await entries()).toEqual([
		expect.stringMatching(/^long\.txt compared with version 1\n+Cancelled\./),
		expect.stringMatching(/^Version 1 was kept/),
	]);
});

test('of many versions any two are chosen, and the timeline goes on by page', async () => {
	const folderId = await post('/folders', JSON.stringify({ name: 'Many' }));
	const named = { folderId, accuracy: 'High', displayName: 'Daily' };
	const id = await post('/files', form('day 1\n', named));
	for (let day = 2; day <= 103; day += 1) await post(`/files/${id}/versions`, form(`day ${day}\n`));
	await openAsAdmin(`/documents/${productId()}/files/${id}`);
	await saying('Version 103 was kept');
	expect((await entries()).length).toBe(50);
	await page.getByRole('button', { name: 'More' }).click();
	await saying('Version 53 was kept');
	await page.getByRole('link', { name: 'Compare', exact: true }).click();
	await saying('Versions 4 to 103 of 103');
	await page.getByRole('button', { name: 'Earlier versions' }).click();
	await saying('Versions 1 to 100 of 103');
	await page.getByLabel('Older').selectOption({ label: await optionOf('Older', /^2: /) });
	await page.getByRole('button', { name: 'Compare them' }).click();
	await saying('Version 2 compared with version 103');
	await saying(/They differ: /);
});

const optionOf = async (label: string, name: RegExp) =>
	(await page.getByLabel(label).locator('option').allInnerTexts()).find((text) =>
		name.test(text),
	) ?? '';

async function storedBytes({ admin }: typeof running.organisation): Promise<number> {
	const headers = { 'x-api-key': admin.key };
	const usage = await send({ method: 'GET', url: `${running.url}/usage`, headers });
	return (usage.json() as { readonly storedBytes: number }).storedBytes;
}

test('a comparison whose report finds no room says so, and what to change', async () => {
	const { other } = running;
	const folderId = await post('/folders', JSON.stringify({ name: 'Full' }), other);
	const named = { folderId, accuracy: 'High', displayName: 'Lease' };
	const id = await post('/files', form(texts[0] ?? '', named), other);
	// Until there is room for what is sent, and none for a report.
	for (let sizeBytes = quotaBytes / 2; sizeBytes > 1000; sizeBytes = Math.floor(sizeBytes / 2)) {
		const leftBytes = quotaBytes - (await storedBytes(other));
		if (sizeBytes * 1.4 + 4_000 > leftBytes) continue;
		await post('/files', form('x'.repeat(sizeBytes), { ...named, displayName: 'Large' }), other);
	}
	const asked = { respondAsync: 'true', generateDiffFile: 'true' };
	await post(`/files/${id}/compare/latest`, form(texts[1] ?? '', asked), other);
	await openAsAdmin(`/documents/${other.products.Keeper}/files/${id}`, other);
	await saying(/^Failed: /);
	expect((await entries())[0]).toMatch(/^lease\.txt compared with version 1\n+Failed: .*quota/is);
});

test.each([
	['light', 1280],
	['dark', 360],
] as const)('in a %s theme, %d wide, no part keeps anybody out', async (colorScheme, width) => {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize({ width, height: 800 });
	await openAsAdmin(address());
	for (const [part, text] of [
		['Timeline', 'Version 3 was kept'],
		['mine.txt compared with version 3', /^The differences in the order/],
		['Versions', 'The oldest first'],
		['Compare', 'Two versions'],
		['Rules', 'Patterns that are left out'],
		['Reports', /^The oldest first; an address/],
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
	await openAsAdmin(address('/versions'));
	await saying('This document was deleted.');
	await saying('The oldest first');
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

test('in a folder that keeps no content documents are compared, and not downloaded', async () => {
	const unkept = JSON.stringify({ name: 'Fingerprints', keepsContent: false });
	const folderId = await post('/folders', unkept);
	const id = await post(
		'/files',
		form(texts[0] ?? '', { folderId, accuracy: 'High', displayName: 'Lease' }),
	);
	await post(`/files/${id}/versions`, form(texts[1] ?? ''));
	await openAsAdmin(`/documents/${productId()}`);
	await saying('fingerprints only');
	await page.getByRole('link', { name: 'Fingerprints' }).click();
	await saying(/only fingerprints are kept/);
	await page.getByRole('link', { name: 'Lease' }).click();
	await saying(/^fingerprints alone, as its folder has it: versions cannot be downloaded/);
	await page.getByRole('link', { name: 'Versions' }).click();
	await saying('The oldest first');
	expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0);
	await page.getByRole('link', { name: 'Rules', exact: true }).click();
	await saying('These rules stay as they are.');
	expect(await page.getByRole('button', { name: 'Keep these rules' }).count()).toBe(0);
	await page.getByRole('link', { name: 'Compare', exact: true }).click();
	await page.getByRole('button', { name: 'Compare them' }).click();
	await saying(/They differ: /);
});

test('nothing was met that should not have been', () => {
	expect(faults.filter((fault) => !/40[0134]/.test(fault))).toEqual([]);
});
