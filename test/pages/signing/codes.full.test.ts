/**
 * The code of a signer in a real browser, on a telephone: who has the link reads nothing before the code, who entered it
 * reads, signs and fetches the sealed file, and another browser begins anew.
 */
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { MovableClock } from '../../support/clocks/movable-clock';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';
import { mailsAbout, SealerClient } from '../../service/contracts/sealer-client';
import { plainPdf } from '../../service/sealing/pdf-files';
import { arrive, draw } from './signing-page';

const width = 390;
const clock = new MovableClock();
let browser: Browser;
let running: RunningService;
let sealer: SealerClient;
let page: Page;
let faults: readonly string[];
let named = 0;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder(), clock });
	sealer = new SealerClient(running);
	({ page, faults } = await phone());
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const phone = () => watchedPage(browser, running.url, { viewport: { width, height: 844 } });
const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click();
const saying = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();

async function fits(): Promise<void> {
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
}

interface Coded {
	readonly id: string;
	readonly name: string;
	readonly link: string;
}

async function coded(
	more: Readonly<Record<string, string>>,
	file: { readonly text: string | Buffer<ArrayBuffer>; readonly name: string },
): Promise<Coded> {
	const name = `Lease ${(named += 1)}`;
	const signerEmails = [`coded${named}@elsewhere.test`];
	const { admin } = running.organisation;
	const { body } = await sealer.create(admin.key, { displayName: name, signerEmails, more, file });
	const [mail] = await mailsAbout(running, name);
	return { id: String(body['id']), name, link: mail?.link ?? '' };
}

async function newestCode(name: string): Promise<string> {
	const mails = await mailsAbout(running, name);
	return mails.flatMap(({ text }) => /^(\d{6})$/m.exec(text)?.[1] ?? []).at(-1) ?? '';
}

test('a mailed code opens the contract, which is read, signed and fetched behind it', async () => {
	const file = { text: await plainPdf(2), name: 'lease.pdf' };
	const { name, link } = await coded({ signerCodes: 'Mail' }, file);
	await page.goto(link);
	await page.getByRole('heading', { level: 1, name: `“${name}”` }).waitFor();
	await saying(`${running.organisation.admin.email} of first.test sends you this contract.`);
	await fits();
	expect(await page.locator('.contract').count()).toBe(0);
	await press('Send me a code');
	const entry = page.getByLabel('Your code');
	await entry.waitFor();
	const code = await newestCode(name);
	await entry.fill(code === '000000' ? '000001' : '000000');
	await press('Open the contract');
	await saying('The code is wrong.');
	await saying('It can be entered 4 more times.');
	await fits();
	await entry.fill(code);
	await entry.press('Enter');
	await page.getByText('Page 1, line 39: the parties agree').waitFor();
	// It lasts as long as the tab, and no longer than the tab.
	await arrive(page, link);
	await fits();
	const other = await phone();
	await other.page.goto(link);
	await other.page.getByRole('button', { name: 'Send me a code' }).waitFor();
	await other.page.close();
	const reading = page.waitForEvent('download');
	await press('Download');
	expect((await reading).suggestedFilename()).toBe('lease.pdf');
	expect(fs.readFileSync((await (await reading).path()) ?? '').equals(file.text)).toBe(true);
	await draw(page);
	await page.getByRole('checkbox').check();
	await press('Sign');
	await saying('Everybody has signed.');
	const coming = page.waitForEvent('download');
	await press('Download the sealed file');
	expect((await coming).suggestedFilename()).toBe('lease (sealed).pdf');
	const proof = page.waitForEvent('download');
	await press('Download the proof');
	await proof;
	await fits();
});

test('a told code is asked for in the language of the contract, and locked after five wrong ones', async () => {
	const more = { signerCodes: 'Given', givenCodes: 'Blaues Pferd', language: 'German' };
	const { id, name, link } = await coded(more, { text: 'Einig.\n', name: 'vertrag.txt' });
	await page.goto(link);
	await saying(/^Geben Sie den Code ein, den .* Ihnen genannt hat\.$/);
	const entry = page.getByLabel('Ihr Code');
	for (const left of ['4 Mal', '3 Mal', '2 Mal', 'einmal']) {
		await entry.fill('Rotes Pferd');
		await press('Vertrag öffnen');
		await saying(`Er kann noch ${left} eingegeben werden.`);
	}
	await entry.fill('Rotes Pferd');
	await press('Vertrag öffnen');
	await saying('Zu oft wurde ein falscher Code eingegeben.');
	await entry.waitFor({ state: 'detached' });
	await page.reload();
	await saying('Bitten Sie den Absender des Vertrags, Ihnen den Link noch einmal zu senden.');
	await fits();
	const { key } = running.organisation.admin;
	await sealer.step(key, id, 'resend', { signerEmail: `coded${named}@elsewhere.test` });
	const newest = (await mailsAbout(running, name)).at(-1)?.link;
	await page.goto(newest ?? '');
	await entry.fill('blaues pferd');
	await press('Vertrag öffnen');
	await saying('Der Code ist falsch.');
	await entry.fill('Blaues Pferd');
	await press('Vertrag öffnen');
	await saying('Einig.');
	clock.pass(2 * 60 * 60_000);
	await page.reload();
	await entry.waitFor();
	await entry.fill('Blaues Pferd');
	await press('Vertrag öffnen');
	await draw(page, { field: 'Feld zum Zeichnen' });
	await page.getByRole('checkbox').check();
	clock.pass(2 * 60 * 60_000);
	await press('Unterschreiben');
	await entry.waitFor();
});

test('nothing went wrong on the way but what was refused', () => {
	expect(faults.filter((fault) => !/status of (403|409|422)/.test(fault))).toEqual([]);
});
