/** The brand of an organisation in a real browser: set in the console, and seen in a mail and where somebody signs. */
import type { Browser, Page } from 'playwright-core';
import { signInOn } from '../../support/programs/console';
import { startService, type RunningService } from '../../support/programs/service';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';
import { deliveredMails, SealerClient } from '../../service/contracts/sealer-client';
import { arrive } from '../signing/signing-page';

const logo = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60" fill="#7a1fa2"/></svg>',
);
const purple = 'rgb(122, 31, 162)';

let browser: Browser;
let running: RunningService;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	({ page, faults } = await watchedPage(browser, running.url));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const saying = (text: string | RegExp) => page.getByText(text).first().waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });

interface Picture {
	readonly naturalWidth: number;
}

/** Undefined while it is not drawn. */
const widthDrawn = (on: ReturnType<Page['locator']>) =>
	on.evaluate((element) => (element as unknown as Picture).naturalWidth);

type Styled = { getComputedStyle(element: unknown): { readonly backgroundColor: string } };
const backgroundOf = (element: unknown) =>
	(globalThis as unknown as Styled).getComputedStyle(element).backgroundColor;

test('an administrator sets name, colour and logo, and is told what is wrong', async () => {
	await signInOn(page, running, running.organisation.admin.email);
	await page.getByRole('link', { name: 'Settings' }).click();
	await page.getByRole('heading', { name: 'Settings' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByLabel('Name of the organisation').fill('Harbour Ltd');
	await page.getByLabel('Colour of buttons').fill('purple');
	await button('Save the name and the colour').click();
	await saying(/colour.*must be a colour such as #0b6e4f/);
	await page.getByLabel('Colour of buttons').fill('#7A1FA2');
	await button('Save the name and the colour').click();
	await page.locator('.person').getByText('Harbour Ltd').waitFor();
	const choose = (name: string, buffer: Buffer) =>
		page.getByLabel('A picture').setInputFiles({ name, mimeType: 'image/svg+xml', buffer });
	await choose('logo.txt', Buffer.from('Harbour'));
	await button('Use this logo').click();
	await saying(/logo.*is no PNG, JPEG or SVG of plain shapes/);
	await choose('logo.svg', logo);
	await button('Use this logo').click();
	const shown = page.getByRole('img', { name: 'Harbour Ltd' });
	await shown.waitFor();
	expect(await widthDrawn(shown)).toBe(480);
	expect(await violations(page)).toEqual([]);
});

test('a test mail has them, without a picture from elsewhere', async () => {
	await saying('none: mails are kept in the outbox folder');
	await button('Send a test mail to me').click();
	await saying('The mail is kept in the outbox folder');
	expect(await violations(page)).toEqual([]);
	await running.service.mailsDelivered();
	await page.goto(`${running.url}/outbox`);
	await page.getByRole('link', { name: 'A test of your mails' }).click();
	const mail = page.frameLocator('iframe');
	const picture = mail.getByRole('img', { name: 'Harbour Ltd' });
	await picture.waitFor();
	expect(await picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
	const colour = await mail
		.getByRole('link', { name: 'Back to the settings' })
		.evaluate(backgroundOf);
	expect(colour).toBe(purple);
});

test('who signs sees the logo above, and the colour on the button', async () => {
	const sealer = new SealerClient(running);
	const { key } = running.organisation.byRole.SealerAdmin;
	await sealer.create(key, { signerEmails: ['ben@signers.example'] });
	const mails = await deliveredMails(running);
	const link = mails.find(({ to }) => to === 'ben@signers.example')?.link;
	await arrive(page, link);
	const shown = page.getByRole('img', { name: 'Harbour Ltd' });
	expect(await widthDrawn(shown)).toBe(480);
	const [above, heading] = [await shown.boundingBox(), await page.locator('h1').boundingBox()];
	expect((above?.y ?? Infinity) < (heading?.y ?? 0)).toBe(true);
	const sign = page.getByRole('button', { name: 'Sign', exact: true });
	expect(await sign.evaluate(backgroundOf)).toBe(purple);
	expect(await page.getByRole('button', { name: 'Decline' }).evaluate(backgroundOf)).not.toBe(
		purple,
	);
	expect(await violations(page)).toEqual([]);
});

test('no page met a fault but what was refused', () => {
	expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
});
