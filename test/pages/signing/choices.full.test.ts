/** Choices and numbers in a real browser, on a telephone: by the keyboard, and numbers as the language writes them. */
import type { Browser, Page } from 'playwright-core';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';
import { mailsAbout, SealerClient } from '../../service/contracts/sealer-client';
import { plainPdf } from '../../service/sealing/pdf-files';
import { arrive, draw } from './signing-page';

const width = 390;
let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	const viewport = { width, height: 844 };
	({ page, faults } = await watchedPage(browser, running.url, { viewport }));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function fits(): Promise<void> {
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
}

test('are filled in by the keyboard, in German with a comma, and kept with a point', async () => {
	const sealer = new SealerClient(running);
	const { key } = running.organisation.admin;
	const place = { signer: 1, page: 1, x: 0.1 };
	const fields = [
		{ type: 'Radio', name: 'Zahlung', options: ['monatlich', 'jährlich'], y: 0.1, ...place },
		{ type: 'Select', name: 'Ort', options: ['Lyon', 'Paris'], y: 0.3, ...place },
		{ type: 'Number', name: 'Miete', min: '0.5', max: '2000', y: 0.5, ...place },
	].map((field) => JSON.stringify(field));
	const { body } = await sealer.create(key, {
		file: { text: await plainPdf(1), name: 'lease.pdf' },
		displayName: 'Mietvertrag',
		signerEmails: ['ann@elsewhere.test'],
		more: { fields, language: 'German' },
	});
	const [mail] = await mailsAbout(running, 'Mietvertrag');
	await arrive(page, mail?.link);
	await press('Beginnen');
	await page.getByRole('group', { name: 'Zahlung' }).waitFor();
	await fits();
	await page.keyboard.press('Space');
	await page.keyboard.press('ArrowDown');
	expect(await page.getByLabel('jährlich').isChecked()).toBe(true);
	await press('Nächstes Feld');
	await page.getByRole('combobox', { name: 'Ort' }).waitFor();
	await page.keyboard.press('P');
	await fits();
	await press('Nächstes Feld');
	const rent = page.getByLabel('Miete', { exact: true });
	await saying('Eine Zahl wie 1234,5, ohne Tausenderpunkte. Ab 0,5. Bis 2000.');
	expect(await rent.getAttribute('inputmode')).toBe('decimal');
	await page.keyboard.type('1.234');
	await fits();
	await page.locator('.mark.filled', { hasText: 'Paris' }).waitFor();
	await draw(page, { field: 'Feld zum Zeichnen' });
	await page.locator('#sign').getByRole('checkbox').check();
	await press('Unterschreiben');
	await saying('„Miete“ ist nicht eindeutig als Zahl zu lesen.');
	await rent.fill('2000,01');
	await press('Unterschreiben');
	await saying('Das Feld „Miete“ fasst eine Zahl bis 2000.');
	await rent.fill('1 234,50');
	await press('Unterschreiben');
	await page.getByRole('heading', { level: 1, name: /Mietvertrag/ }).waitFor();
	await saying('Alle haben unterschrieben.');
	const { body: signed } = await sealer.get(key, `/contracts/${String(body['id'])}`);
	expect(signed['fields']).toMatchObject([
		{ value: 'jährlich' },
		{ value: 'Paris' },
		{ value: '1234.5' },
	]);
	expect(faults.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
});
