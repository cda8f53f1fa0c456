/** The console in German and French, in a real browser: on a phone, nothing is left in English, cut off or hidden. */
import type { Browser, Page } from 'playwright-core';
import { texts as access } from '../../../pages/console/access/texts';
import { texts as contracts } from '../../../pages/console/contracts/texts';
import { texts as operating } from '../../../pages/console/operating-texts';
import { texts as first } from '../../../pages/console/texts';
import { languages } from '../../../pages/parts/language/languages';
import { sharedTexts } from '../../../pages/parts/language/shared-texts';
import type { TextTable } from '../../../pages/parts/language/text-table';
import { signInLink } from '../../../service/accounts/sign-in-links';
import { signInToken } from '../../exchange/support/console-codes';
import { SealerClient } from '../../service/contracts/sealer-client';
import { StorageClient } from '../../service/storage/shared-storage';
import { send } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { testPort } from '../../support/run/ports';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';

const viewport = { width: 390, height: 844 };
const tables: readonly TextTable[] = [sharedTexts, first, access, operating, contracts];

let browser: Browser;
let running: RunningService;
let fileId: string;
let webhookId: string;
let contractPlace: string;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	const headers = { 'x-api-key': running.organisation.admin.key };
	const make = async (location: string, json: object) => {
		const made = await send({ method: 'POST', url: running.url + location, headers, json });
		return made.json() as { readonly id: string };
	};
	await make('/invitations', { email: 'eve@first.test', roles: ['SealerUser'] });
	const target = `http://localhost:${await testPort()}/hook`;
	webhookId = (await make('/subscriptions', { url: target })).id;
	const contract = { signerEmails: ['ben@signers.example'], displayName: 'Miete' };
	const made = await new SealerClient(running).create(running.organisation.admin.key, contract);
	contractPlace = `${running.organisation.products.Sealer}/${String(made.body['id'])}`;
	fileId = await new StorageClient(running).stored(Buffer.from('What was agreed.\n'));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const spoken = [
	{ language: 'German', column: 0, date: /^\d{2}\.\d{2}\.\d{4}, / },
	{ language: 'French', column: 1, date: /^\d{1,2} \S+ \d{4}, / },
] as const;

/** The whole text of every element, and what stands in attributes for people. */
const shownTexts = `[...document.querySelectorAll('*:not(script, style)')]
	.flatMap((one) => [one.textContent, ...['aria-label', 'placeholder', 'alt'].map((name) => one.getAttribute(name))])
	.map((text) => (text ?? '').replace(/\\s+/g, ' ').trim())`;

/** Tells a text in English that reads otherwise in the language, whatever is put in; too short a one could be any. */
function isEnglishFor(column: 0 | 1): (shown: string) => boolean {
	const rows = tables.flatMap((table) => Object.entries(table));
	const own = new Set(rows.map(([, row]) => row[column]));
	const english = rows.map(([name]) => name).filter((name) => !own.has(name));
	const whole = new Set(english);
	const filled = english
		.filter((name) => /\{\w+\}/.test(name) && name.replace(/\{\w+\}/g, '').length > 10)
		.map((name) => new RegExp(`^${name.replace(/[.?+()]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`));
	return (shown) => whole.has(shown) || filled.some((pattern) => pattern.test(shown));
}

describe.each(spoken)('in $language', ({ language, column, date }) => {
	const { tag, locale } = languages[language];
	let page: Page;
	let faults: readonly string[];

	beforeAll(async () => {
		await new StorageClient(running).link(fileId, { downloadsMax: 2_000 });
		({ page, faults } = await watchedPage(browser, running.url, { locale, viewport }));
	});

	afterAll(() => page.close());

	const text = (table: TextTable, name: string) => table[name]?.[column] ?? '';
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

	async function expectSpoken(): Promise<void> {
		const closed = page.locator('details:not([open]) > summary');
		while ((await closed.count()) > 0) await closed.first().click();
		expect(await page.locator('html').getAttribute('lang')).toBe(tag);
		const shown = await page.evaluate<readonly string[]>(shownTexts);
		expect(shown.filter(isEnglishFor(column))).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
		expect(await violations(page)).toEqual([]);
	}

	test('somebody asks for a link and signs in', async () => {
		const { email } = running.organisation.admin;
		await page.goto(`${running.url}/console/people`);
		await page.getByRole('link', { name: text(sharedTexts, 'Sign in'), exact: true }).waitFor();
		await expectSpoken();
		await page.goto(`${running.url}/console/sign-in`);
		await heading(text(sharedTexts, 'Sign in')).waitFor();
		await expectSpoken();
		await page.getByLabel(text(access, 'Your e-mail address')).fill(email);
		await page.getByRole('button', { name: text(access, 'Send me a link') }).click();
		await heading(text(access, 'Look into your mailbox')).waitFor();
		await expectSpoken();
		await page.goto('about:blank');
		await page.goto(signInLink(running.url, await signInToken(running, email)));
		const enter = page.getByRole('button', { name: text(sharedTexts, 'Sign in'), exact: true });
		await enter.waitFor();
		await expectSpoken();
		await enter.click();
		await page.getByRole('navigation', { name: text(sharedTexts, 'Console') }).waitFor();
		await expectSpoken();
	});

	const parts = ['people', 'keys', 'sessions', 'storage', 'webhooks', 'health', 'settings'];
	const ofContracts = ['contracts', 'contracts/:contract', 'search?q=nichts', 'search?q=Miete'];
	test.each([...parts, 'storage/:file', 'webhooks/:webhook', ...ofContracts])(
		'%s says everything',
		async (part) => {
			const place = part
				.replace(':file', fileId)
				.replace(':webhook', webhookId)
				.replace(':contract', contractPlace);
			await page.goto(`${running.url}/console/${place}`);
			await page.locator('main h1').waitFor();
			const loading = page.getByText(text(sharedTexts, 'Loading…')).first();
			await loading.waitFor({ state: 'detached' });
			await expectSpoken();
		},
	);

	test('a contract is prepared, with every kind of field', async () => {
		const { Sealer } = running.organisation.products;
		await page.goto(`${running.url}/console/contracts/${Sealer}/new`);
		const button = (name: string) =>
			page.getByRole('button', { name: text(contracts, name), exact: true });
		await button('Take the sample agreement').click();
		await page.locator('.pages li').first().scrollIntoViewIfNeeded();
		await page.locator('.pages canvas').first().waitFor({ state: 'visible' });
		for (const type of ['Signature', 'Select', 'Number', 'Date of signing']) {
			await button(type).focus();
			await page.keyboard.press('Enter');
		}
		await page
			.getByRole('group', { name: text(contracts, 'Number') })
			.first()
			.waitFor();
		await page.locator('select').nth(1).selectOption({ index: 2 });
		await expectSpoken();
		await button('Start again').click();
	});

	test('times and numbers are written as the reader writes them', async () => {
		await page.goto(`${running.url}/console/storage/${fileId}`);
		expect(await page.locator('time').first().innerText()).toMatch(date);
		const count = new Intl.NumberFormat(locale).format(2_000);
		const [before = '', between = ''] = text(operating, '{downloads} of {downloadsMax}').split(
			/\{\w+\}/,
		);
		await page
			.getByRole('cell', { name: `${before}0${between}${count}`, exact: true })
			.first()
			.waitFor();
	});

	test('what is done for good is asked in the language', async () => {
		const act = text(operating, 'Revoke');
		await page.getByRole('button', { name: new RegExp(`^${act}.?: `) }).click();
		await page.getByText(text(operating, 'It leads nowhere from now on.')).waitFor();
		await expectSpoken();
		await page.getByRole('group').getByRole('button', { name: act }).click();
		await page
			.getByRole('cell', { name: text(operating, 'Revoked'), exact: true })
			.first()
			.waitFor();
		await page.getByRole('link', { name: text(operating, 'To all files') }).click();
		await heading(text(sharedTexts, 'Storage')).waitFor();
		await page.getByRole('cell', { name: text(operating, 'never'), exact: true }).waitFor();
	});

	test('a server that does not answer is told', async () => {
		await page.route('**/session/keys', (route) => route.abort());
		await page.goto(`${running.url}/console/keys`);
		await page.getByText(text(sharedTexts, 'The server does not answer.')).waitFor();
		await expectSpoken();
		await page.unrouteAll({ behavior: 'wait' });
		await page.getByRole('button', { name: text(sharedTexts, 'Try again') }).click();
		await page
			.getByRole('cell', { name: text(access, 'never'), exact: true })
			.first()
			.waitFor();
	});

	test('no page met a fault', () => {
		expect(faults.filter((fault) => !/net::ERR_FAILED/.test(fault))).toEqual([]);
	});
});

test('another language is chosen in the frame, at once, and stays', async () => {
	const { page } = await watchedPage(browser, running.url, { locale: 'en-US', viewport });
	const { email } = running.organisation.admin;
	await page.goto(signInLink(running.url, await signInToken(running, email)));
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await page.getByRole('navigation', { name: 'Console' }).waitFor();
	await page.goto(`${running.url}/console/settings`);
	await page.getByLabel('Colour of buttons').fill('#0b6e4f');
	const shown = await page.evaluate<readonly string[]>(shownTexts);
	expect(shown.filter(isEnglishFor(0))).toContain('Colour of buttons');
	await page.getByLabel('Language').selectOption('Deutsch');
	await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
	expect(await page.locator('html').getAttribute('lang')).toBe('de');
	// What was entered stays.
	expect(await page.getByLabel('Farbe der Schaltflächen').inputValue()).toBe('#0b6e4f');
	await page.reload();
	await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
	await page.getByLabel('Sprache').selectOption('English');
	await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
	await page.close();
});
