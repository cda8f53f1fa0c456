/** The page of mails on a running service, in a real browser: from a key to a mail and the link in it. */
import type { Browser, Page } from 'playwright-core';
import { builtPagesFolder } from '../support/servers/built-pages';
import { openBrowser } from '../support/servers/chromium';
import { startService, type RunningService } from '../support/programs/service';
import { violations, watchedPage } from '../support/servers/watched-page';
import { SealerClient } from '../service/contracts/sealer-client';

const hostile = `<img src=x onerror="document.title='broken'"> gnp.exe ${'Lease'.repeat(20)}`;
const mailCount = 52;

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
	const sealer = new SealerClient(running);
	const { key } = running.organisation.admin;
	const signerEmails = Array.from({ length: mailCount - 1 }, (_, at) => `s${at}@signers.test`);
	await sealer.create(key, { displayName: 'Earlier', signerEmails });
	await sealer.create(key, {
		...{ displayName: hostile, signerEmails: ['ben@signers.test'] },
		more: { signatureRequestMessage: '<script>alert(1)</script>\nhttps://evil.test/sign/x' },
	});
	await running.service.mailsDelivered();
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

type Styled = { getComputedStyle(element: unknown): { readonly paddingTop: string } };
const paddingOf = (element: unknown) =>
	(globalThis as unknown as Styled).getComputedStyle(element).paddingTop;

const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function openAs(key: string, location = '/outbox'): Promise<void> {
	await page.goto(running.url + location);
	await page.getByLabel('API key').fill(key);
	await page.getByRole('button', { name: 'Open' }).click();
}

test('an organisation without mails says so', async () => {
	await openAs(running.other.admin.key);
	await saying('No mail was written yet');
	expect(await violations(page)).toEqual([]);
});

test('a user who is no administrator is told whose page it is', async () => {
	await openAs(running.organisation.byRole.SealerAdmin.key);
	await saying(/without the role this call needs: Admin/);
});

test('mails stand on pages, the newest first', async () => {
	await openAs(running.organisation.admin.key);
	await saying('The newest first');
	expect(await page.locator('tbody tr').count()).toBe(50);
	expect(await page.locator('tbody tr').first().innerText()).toContain('gnp.exe');
	expect(await violations(page)).toEqual([]);
	await page.getByRole('button', { name: 'More' }).click();
	await saying('2 mails');
	expect(await page.locator('tbody tr').last().innerText()).toContain('s0@signers.test');
	await page.getByRole('button', { name: 'Newest' }).click();
	await saying('50 mails');
});

test('a mail is shown in a frame that runs nothing, and its link leads to the contract', async () => {
	await page.getByRole('link', { name: /gnp\.exe/ }).click();
	const frame = page.frameLocator('iframe');
	await frame.getByRole('heading').waitFor();
	expect(await frame.locator('img, script').count()).toBe(0);
	const sheet = frame.locator('.sheet');
	// Of its own styles, which the policy of every other page keeps out.
	expect(await sheet.evaluate(paddingOf)).toBe('24px');
	const opened = page.context().waitForEvent('page');
	await frame.getByRole('link', { name: 'Open the contract to sign' }).click();
	const signing = await opened;
	await signing.getByRole('button', { name: 'Sign', exact: true }).waitFor();
	await signing.close();
	const links = page.locator('dl a');
	expect(await links.allInnerTexts()).toEqual([
		expect.stringMatching(new RegExp(`^${running.url}/sign/[\\w-]{43}$`)),
	]);
	await page.getByRole('tab', { name: 'Plain text' }).click();
	await saying('> <script>alert(1)</script>');
	expect(await page.title()).toMatch(/^Please sign ".* · Sealkeeper$/);
	expect(await violations(page)).toEqual([]);
});

test('it holds in the dark and on a phone', async () => {
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.getByRole('tab', { name: 'As it looks' }).click();
	const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
	expect(await page.evaluate(wide)).toBe(0);
	expect(await violations(page)).toEqual([]);
	await page.getByRole('link', { name: 'To all mails' }).click();
	await saying('The newest first');
	expect(await page.evaluate(wide)).toBe(0);
	expect(await violations(page)).toEqual([]);
	// One was refused, and what a test asks of the frame is told that it runs nothing.
	const expected = /status of 403|'postMessage'|Blocked script execution in 'about:srcdoc'/;
	const met = faults.filter((fault) => !expected.test(fault));
	expect(met).toEqual([]);
});
