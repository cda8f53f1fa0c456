/** Sending from the console in a real browser: a template kept and taken, the same to a list of people, search, and a DOCX. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { paragraph, wordFile } from '../../comparison/formats/office/word-files';
import { plainPdf } from '../../service/sealing/pdf-files';
import { signInOn } from '../../support/programs/console';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { libreOfficeProgram } from '../../support/servers/libreoffice';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';

let browser: Browser;
let running: RunningService;
let programFolder: string;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	programFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sending-'));
	const config = { officeConverter: libreOfficeProgram(programFolder) };
	running = await startService({ pagesFolder: builtPagesFolder(), config });
	({ page, faults } = await watchedPage(browser, running.url));
	await signInOn(page, running, running.organisation.admin.email);
	await page.getByRole('link', { name: 'Send a contract' }).click();
});

afterAll(async () => {
	await closeRouted(page);
	await browser.close();
	await running.close();
	fs.rmSync(programFolder, { recursive: true });
});

const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const signer = (place: number) => page.getByLabel(`E-mail address of signer ${place}`);
const field = (what: string) => page.getByRole('group', { name: what });

test('a document of 200 pages is kept with its fields as a template', async () => {
	const buffer = await plainPdf(200);
	await page
		.getByRole('region', { name: 'Document' })
		.locator('input[type=file]')
		.setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer });
	await signer(1).fill('ann@harbour.example');
	await button('Add a signer').click();
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	await button('Initials').click();
	await page
		.locator('.layer')
		.first()
		.click({ position: { x: 200, y: 60 } });
	await page.locator('.tools select').selectOption({ index: 1 });
	await button('Text').click();
	await page
		.locator('.layer')
		.first()
		.click({ position: { x: 300, y: 160 } });
	await page.getByText('Keep it as a template').click();
	await page.getByLabel('Name of the template').fill('Lease of a flat');
	await button('Keep the template').click();
	await saying('Lease of a flat is kept.');
	expect(await violations(page)).toEqual([]);
	await button('Start again').click();
});

test('a contract begins with the template: its document, its fields, and places for who signs', async () => {
	await button('Take the template').click();
	await saying('lease.pdf');
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	expect(await page.getByLabel('Name of the contract').inputValue()).toBe('Lease of a flat');
	await signer(1).fill('owner@harbour.example');
	await field('Initials of owner@harbour.example, page 1').waitFor();
	await signer(2).fill('tenant@signers.example');
	await field('Text of tenant@signers.example, page 1').waitFor();
	await signer(2).fill('');
});

const listed = (lines: readonly string[]) =>
	page.getByLabel('List of people').setInputFiles({
		name: 'people.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
	});

test('the same goes to each person of a list, and what was sent is not sent twice', async () => {
	await page.getByText('Send the same to each person of a list').click();
	await listed(['name;e-mail', 'Flat 1;bad address']);
	await saying('The list has no column of e-mail addresses in its first line.');
	await listed(['name;e-mail', 'Flat 1;ann@tenants.example', 'Flat 2;owner@harbour.example']);
	await saying('A contract for each line of people.csv: 2');
	expect(await violations(page)).toEqual([]);
	await button('Send').click();
	// In the second, the owner would sign twice.
	await saying('1 of 2 sent');
	await saying(/^owner@harbour\.example, owner@harbour\.example/);
	// A reload keeps what is left of the list.
	await page.reload();
	await saying('A contract for each line of people.csv: 1');
	await button('Send').click();
	await saying(/names owner@harbour.example more than once/);
	expect(await violations(page)).toEqual([]);
	const made = await running.service.database
		.selectFrom('contracts')
		.select('display_name')
		.execute();
	expect(made.map(({ display_name }) => display_name)).toEqual(['Lease of a flat (Flat 1)']);
	await button('Leave the list out').click();
	await page.getByText('Send the same to each person of a list').click();
	await listed(['ann@tenants.example', 'bo@tenants.example', 'cem@tenants.example']);
	await button('Send').click();
	await page.getByRole('heading', { name: 'Contracts', exact: true }).waitFor();
	await page.getByRole('cell', { name: /cem@tenants\.example/ }).waitFor();
	expect(await page.locator('tbody tr').count()).toBe(4);
});

test('contracts are searched by name and by signer, in the list and in everything', async () => {
	const search = page.getByRole('searchbox', { name: 'A name' });
	await search.fill('CEM@');
	await button('Search').click();
	await page.waitForURL(/search=CEM/);
	await page.getByRole('cell', { name: /cem@tenants/ }).waitFor();
	expect(await page.locator('tbody tr').count()).toBe(1);
	await search.fill('nobody');
	await button('Search').click();
	await saying('None has “nobody” in its name or in the address of a signer.');
	const everything = page.getByRole('searchbox', { name: 'Search', exact: true });
	await everything.fill('flat 1');
	await everything.press('Enter');
	const found = page.getByRole('region', { name: 'Contracts', exact: true });
	await found.getByRole('link', { name: 'Lease of a flat (Flat 1)' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await found.getByRole('link').click();
	await page.getByRole('heading', { name: 'Lease of a flat (Flat 1)' }).waitFor();
	await everything.fill('<img src=x>%');
	await everything.press('Enter');
	await saying('Nothing has “<img src=x>%” in its name.');
});

const documentField = () =>
	page.getByRole('region', { name: 'Document' }).locator('input[type=file]');

const given = (name: string, buffer: Uint8Array) =>
	documentField().setInputFiles({ name, mimeType: '', buffer: Buffer.from(buffer) });

test('of a DOCX a PDF is made, on whose pages fields are put, and the draft keeps that', async () => {
	await page.goto(`${running.url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	await given('house rules.docx', wordFile({ body: paragraph('Quiet after ten.') }));
	await saying('Converting to a PDF…');
	expect(await violations(page)).toEqual([]);
	await saying('house rules.pdf');
	await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
	await page.reload();
	await saying('house rules.pdf');
	await signer(1).fill('ann@tenants.example');
	await button('Initials').click();
	await page
		.locator('.layer')
		.first()
		.click({ position: { x: 200, y: 300 } });
	await button('Send').click();
	await page.getByRole('heading', { name: 'house rules.pdf' }).waitFor();
});

test('a document that cannot be converted is signed as it is, or another one is taken', async () => {
	await page.goto(`${running.url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	await given('rules.rtf', Buffer.from('{\\rtf1 Quiet after ten.}'));
	await saying('The file cannot be made into a PDF: It is neither a DOCX nor an ODT.');
	expect(await violations(page)).toEqual([]);
	await button('Take another document').click();
	await given('rules.rtf', Buffer.from('{\\rtf1 Quiet after ten.}'));
	await button('Sign the file as it is').click();
	await signer(1).fill('ann@tenants.example');
	await button('Send').click();
	await page.getByRole('heading', { name: 'rules.rtf' }).waitFor();
});

test('documents given at once are taken in their order, each as it is converted', async () => {
	await page.goto(`${running.url}/console`);
	await page.getByRole('link', { name: 'Send a contract' }).click();
	await documentField().setInputFiles([
		{ name: 'lease.pdf', mimeType: 'application/pdf', buffer: await plainPdf(1) },
		{ name: 'rules.rtf', mimeType: '', buffer: Buffer.from('{\\rtf1 Quiet after ten.}') },
		{
			name: 'annex.docx',
			mimeType: '',
			buffer: Buffer.from(wordFile({ body: paragraph('What it is about.') })),
		},
		{ name: 'schedule.txt', mimeType: 'text/plain', buffer: Buffer.from('Who pays what.') },
	]);
	await saying('It is neither a DOCX nor an ODT.');
	await button('Sign the file as it is').click();
	// What the one met is not told of the next.
	await saying('Converting to a PDF…');
	await saying('schedule.txt');
	const labels = page.locator('button[aria-label^="Remove "]');
	const said = await labels.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
	expect(said).toEqual(
		['lease.pdf', 'rules.rtf', 'annex.pdf', 'schedule.txt'].map((name) => `Remove ${name}`),
	);
	await button('Start again').click();
});

test('the browser has reported no fault', () => {
	// The refusals of the line that names the owner again, and of the file that is no document.
	expect(faults.map((fault) => fault.match(/status of \d+/)?.[0] ?? fault)).toEqual([
		'status of 422',
		'status of 422',
		'status of 422',
		'status of 422',
		'status of 422',
	]);
});
