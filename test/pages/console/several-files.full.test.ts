/**
 * A contract of several documents in a real browser: prepared in the console with fields on each, signed on
 * a phone, and every document fetched as it was sealed.
 */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { mailsAbout } from '../../service/contracts/sealer-client';
import { plainPdf } from '../../service/sealing/pdf-files';
import { signInOn } from '../../support/programs/console';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';
import { arrive, draw } from '../signing/signing-page';

let browser: Browser;
let running: RunningService;
let page: Page;
let phone: Page;
let faults: readonly string[];
let faultsOfPhone: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
	({ page: phone, faults: faultsOfPhone } = await watchedPage(browser, running.url));
	await phone.setViewportSize({ width: 390, height: 844 });
	await signInOn(page, running, running.organisation.admin.email);
	await page.getByRole('link', { name: 'Send a contract' }).click();
});

afterAll(async () => {
	await closeRouted(page);
	await closeRouted(phone);
	await browser.close();
	await running.close();
});

const saying = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
const layerOf = (fileNumber: number) => page.locator(`[data-file="${fileNumber}"] .layer`).first();
const fileInput = () =>
	page.getByRole('region', { name: 'Document' }).locator('input[type=file]').first();

const pdfFile = async (name: string, pages: number) => ({
	...{ name, mimeType: 'application/pdf' },
	buffer: await plainPdf(pages),
});
const schedule = {
	...{ name: 'schedule.txt', mimeType: 'text/plain' },
	buffer: Buffer.from('Who pays what, and when.\n'),
};

test('documents are given at once or one by one, and removed again with their fields', async () => {
	await fileInput().setInputFiles([await pdfFile('lease.pdf', 2), await pdfFile('annex.pdf', 1)]);
	await saying('annex.pdf');
	await fileInput().setInputFiles(schedule);
	await saying('No fields can stand on it, as it is no PDF.');
	await page.getByLabel('E-mail address of signer 1').fill('ann@harbour.example');
	for (const [place, tool] of ['Initials', 'Text'].entries()) {
		await layerOf(place + 1).waitFor({ state: 'visible' });
		await button(tool).click();
		await layerOf(place + 1).click({ position: { x: 200, y: 80 } });
	}
	const initials = 'Initials of ann@harbour.example, document 1, page 1';
	await page.getByRole('group', { name: initials }).waitFor();
	await page
		.getByRole('group', { name: 'Text of ann@harbour.example, document 2, page 1' })
		.waitFor();
	expect(await violations(page)).toEqual([]);
	await button('Remove lease.pdf').click();
	await page
		.getByRole('group', { name: 'Text of ann@harbour.example, document 1, page 1' })
		.waitFor();
	expect(await page.getByRole('group', { name: initials }).count()).toBe(0);
	await fileInput().setInputFiles(await pdfFile('lease.pdf', 2));
	await layerOf(3).waitFor({ state: 'visible' });
	await page.reload();
	for (const name of ['annex.pdf', 'schedule.txt', 'lease.pdf']) await saying(name);
});

test('by keyboard a field comes onto the page in sight, of whichever document', async () => {
	await layerOf(3).scrollIntoViewIfNeeded();
	await button('Number').focus();
	await page.keyboard.press('Enter');
	await page
		.getByRole('group', { name: 'Number of ann@harbour.example, document 3, page 1' })
		.first()
		.waitFor();
	await page.getByLabel('Name of the contract').fill('Lease with annex');
	await button('Send').click();
	await page.getByRole('heading', { name: 'Lease with annex' }).waitFor();
	for (const name of ['annex.pdf', 'schedule.txt', 'lease.pdf']) {
		await button(`Download the contract ${name}`).waitFor();
	}
	expect(await violations(page)).toEqual([]);
});

test('on a phone all are read in one page, led through field by field, and signed by one signature', async () => {
	const [mail] = await mailsAbout(running, 'Lease with annex');
	await arrive(phone, mail?.link);
	await phone.getByRole('heading', { name: 'Document 3 of 3' }).waitFor();
	await saying('Who pays what, and when.', phone);
	expect(await violations(phone)).toEqual([]);
	await button('Start', phone).click();
	await saying('in document 1, on page 1', phone);
	await phone.locator('.field-bar input').fill('Lyon');
	await button('Next field', phone).click();
	await saying('in document 3, on page 1', phone);
	await phone.locator('.field-bar input').fill('1200');
	await button('To your signature', phone).click();
	await draw(phone);
	await phone.getByRole('checkbox').check();
	await button('Sign', phone).click();
	await running.service.sealed();
	await saying('Each sealed file holds its document', phone);
	expect(await violations(phone)).toEqual([]);
});

test('every document is fetched as it was sealed, by who signed and in the console', async () => {
	const names = ['annex (sealed).pdf', 'schedule.txt (sealed).zip', 'lease (sealed).pdf'];
	const links = phone.getByRole('link', { name: 'Download the sealed file' });
	await page.reload();
	for (const [place, name] of names.entries()) {
		const given = phone.waitForEvent('download');
		await links.nth(place).click();
		const fetched = await given;
		expect(fetched.suggestedFilename()).toBe(name);
		const kept = page.waitForEvent('download');
		await button(new RegExp(`^Download the sealed file ${name.split(/[ .]/)[0]}`)).click();
		const saved = await kept;
		expect(saved.suggestedFilename()).toBe(name);
		const [one, other] = [await fetched.path(), await saved.path()];
		expect(fs.readFileSync(one).equals(fs.readFileSync(other))).toBe(true);
	}
	expect([...faults, ...faultsOfPhone]).toEqual([]);
});
