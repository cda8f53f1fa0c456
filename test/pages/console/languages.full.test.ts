/**
 * The console and the pages in its frame in German and French, in a real browser: on a phone, nothing is left in
 * English, cut off or hidden.
 */
import type { Browser, Page } from 'playwright-core';
import type { ErrorCode } from '../../../api/errors';
import { texts as asset } from '../../../pages/asset/texts';
import { texts as compare } from '../../../pages/compare/texts';
import { texts as access } from '../../../pages/console/access/texts';
import { texts as contracts } from '../../../pages/console/contracts/texts';
import { texts as operating } from '../../../pages/console/operating-texts';
import { texts as first } from '../../../pages/console/texts';
import { kindTexts } from '../../../pages/documents/kind-texts';
import { texts as documents } from '../../../pages/documents/texts';
import { texts as outbox } from '../../../pages/outbox/texts';
import { languages } from '../../../pages/parts/language/languages';
import { sharedTexts } from '../../../pages/parts/language/shared-texts';
import type { TextTable } from '../../../pages/parts/language/text-table';
import { refusals } from '../../../pages/parts/refusals/refusals';
import { signInLink } from '../../../service/accounts/sign-in-links';
import { signInToken } from '../../support/programs/console';
import { SealerClient } from '../../service/contracts/sealer-client';
import { StorageClient } from '../../service/storage/shared-storage';
import { send, type Request } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { testPort } from '../../support/run/ports';
import { builtPagesFolder } from '../../support/servers/built-pages';
import { openBrowser } from '../../support/servers/chromium';
import { violations, watchedPage } from '../../support/servers/watched-page';
import {
	expectOneLanguage,
	isEnglishFor,
	phone as viewport,
	shownTexts,
	spoken,
} from '../one-language';

const ofConsole = [sharedTexts, first, access, operating, contracts];
const tables: readonly TextTable[] = [
	...ofConsole,
	...[compare, documents, kindTexts, asset, outbox],
];

let browser: Browser;
let running: RunningService;
let fileId: string;
let webhookId: string;
let contractPlace: string;
let folderPlace: string;
let documentPlace: string;
let comparisonPlace: string;
let assetPlace: string;
let batchPlace: string;
let mailId: string;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	const { admin, products } = running.organisation;
	await make('/invitations', { json: { email: 'eve@first.test', roles: ['SealerUser'] } });
	const target = `http://localhost:${await testPort()}/hook`;
	webhookId = await make('/subscriptions', { json: { url: target } });
	const contract = { signerEmails: ['ben@signers.example'], displayName: 'Miete' };
	const made = await new SealerClient(running).create(admin.key, contract);
	contractPlace = `${products.Sealer}/${String(made.body['id'])}`;
	await keepDocument(products.Keeper);
	await issueAsset(products.Tracker);
	mailId = (await ask<readonly Made[]>('GET', '/mails'))[0]?.id ?? '';
	fileId = await new StorageClient(running).stored(Buffer.from('What was agreed.\n'));
});

type Sent = Pick<Request, 'json' | 'form'>;

async function ask<Reply>(method: string, location: string, sent: Sent = {}): Promise<Reply> {
	const headers = { 'x-api-key': running.organisation.admin.key };
	const answer = await send({ method, url: running.url + location, headers, ...sent });
	if (answer.status >= 300) throw new Error(answer.text);
	return (answer.text === '' ? undefined : answer.json()) as Reply;
}

interface Made {
	readonly id: string;
}

async function make(location: string, sent: Sent): Promise<string> {
	return (await ask<Made>('POST', location, sent)).id;
}

/** A document of two versions that differ, with rules, an approval, and a comparison with its report. */
async function keepDocument(keeper: string): Promise<void> {
	const textFile = (content: string) => ({ name: 'file', fileName: 'miete.txt', content });
	const folderId = await make(`/keeper/${keeper}/folders`, { json: { name: 'Mieten' } });
	const fields = {
		...{ folderId, accuracy: 'High', displayName: 'Miete' },
		rules: JSON.stringify({ ignorePatterns: ['^Seite '], arrays: 'set', ignoreCase: true }),
	};
	const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
	const form = [...parts, textFile('eins\nzwei\nSeite 1\n')];
	const documentId = await make(`/keeper/${keeper}/files`, { form });
	const versions = `/keeper/${keeper}/files/${documentId}/versions`;
	const versionId = await make(versions, { form: [textFile('eins\n2\nSeite 2\n')] });
	await ask('POST', `${versions}/${versionId}/approve`);
	const json = { generateDiffFile: true, respondAsync: true };
	const comparison = `${versions}/${documentId}/compare/${versionId}`;
	const comparisonId = await make(comparison, { json });
	folderPlace = `${keeper}/folders/${folderId}`;
	documentPlace = `${keeper}/files/${documentId}`;
	comparisonPlace = `${documentPlace}/comparisons/${comparisonId}`;
}

/** An asset of which the administrator holds something. */
async function issueAsset(tracker: string): Promise<void> {
	const assetId = await make(`/tracker/${tracker}/assets`, { json: { name: 'Gutschein' } });
	const asset = `/tracker/${tracker}/assets/${assetId}`;
	const { email } = running.organisation.admin;
	await ask('POST', `${asset}/issue`, { json: { recipientEmail: email, amount: 1_000 } });
	const { batches } = await ask<{ batches: readonly Made[] }>('GET', `${asset}/batches`);
	assetPlace = `${tracker}/${assetId}`;
	batchPlace = `${assetPlace}/batches/${batches[0]?.id}`;
}

afterAll(async () => {
	await browser.close();
	await running.close();
});

describe.each(spoken)('in $language', ({ language, column, date }) => {
	const { locale } = languages[language];
	let page: Page;
	let faults: readonly string[];

	beforeAll(async () => {
		await new StorageClient(running).link(fileId, { downloadsMax: 2_000 });
		({ page, faults } = await watchedPage(browser, running.url, { locale, viewport }));
	});

	afterAll(() => page.close());

	const text = (table: TextTable, name: string) => table[name]?.[column] ?? '';
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

	const expectWords = () => expectOneLanguage(page, { language, tables });

	async function expectSpoken(): Promise<void> {
		await expectWords();
		expect(await violations(page)).toEqual([]);
	}

	test('somebody asks for a link and signs in', async () => {
		const { email } = running.organisation.admin;
		for (const part of ['console/people', 'documents', 'compare', 'assets', 'outbox']) {
			await page.goto(`${running.url}/${part}`);
			await page.getByRole('link', { name: text(sharedTexts, 'Sign in'), exact: true }).waitFor();
			await expectSpoken();
		}
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
	const ofConsole = [...parts, 'storage/:file', 'webhooks/:webhook', ...ofContracts];
	const ofDocuments = ['', '/:keeper', '/:folder', '/:document', '/:comparison'];
	const ofDocument = ['versions', 'compare', 'rules', 'reports'];
	const ofAssets = ['', '/:tracker', '/:asset', '/:asset/batches', '/:asset/movements', '/:batch'];
	const others = [
		...['compare', 'outbox', 'outbox/:mail'],
		...ofDocuments.map((part) => `documents${part}`),
		...ofDocument.map((part) => `documents/:document/${part}`),
		...ofAssets.map((part) => `assets${part}`),
	];
	test.each([...ofConsole.map((part) => `console/${part}`), ...others])(
		'%s says everything',
		async (part) => {
			const { Keeper, Tracker } = running.organisation.products;
			const place = part
				.replace(':file', fileId)
				.replace(':webhook', webhookId)
				.replace(':contract', contractPlace)
				.replace(':keeper', Keeper)
				.replace(':folder', folderPlace)
				.replace(':document', documentPlace)
				.replace(':comparison', comparisonPlace)
				.replace(':tracker', Tracker)
				.replace(':asset', assetPlace)
				.replace(':batch', batchPlace)
				.replace(':mail', mailId);
			await page.goto(`${running.url}/${place}`);
			await page.locator('main h1').waitFor();
			const loading = page.getByText(text(sharedTexts, 'Loading…')).first();
			await loading.waitFor({ state: 'detached' });
			expect(await page.getByRole('alert').count()).toBe(0);
			await expectSpoken();
		},
	);

	test('two files are compared, and a rule that is not understood is told', async () => {
		await page.goto(`${running.url}/compare`);
		const field = (name: string) => page.getByLabel(text(compare, name), { exact: true });
		const named = (name: string, content: string) => ({
			...{ name, mimeType: 'text/plain', buffer: Buffer.from(content) },
		});
		await field('Kept file').setInputFiles(named('alt.txt', 'eins\nzwei\nSeite 1\n'));
		await field('Sent file').setInputFiles(named('neu.txt', 'eins\n2\nSeite 2\n'));
		await page.getByText(text(compare, 'Leave something out')).click();
		await field('Patterns that are left out').fill('^Seite .*');
		const regions = field('Regions that are left out');
		const button = page.getByRole('button', { name: text(compare, 'Compare'), exact: true });
		await regions.fill('oben');
		await button.click();
		await page.getByRole('alert').waitFor();
		await expectSpoken();
		await regions.fill('');
		await button.click();
		await page.getByRole('link', { name: text(compare, 'Open the report') }).waitFor();
		await expectSpoken();
	});

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

	/** The first line of a refusal's words. */
	const refusal = (code: ErrorCode, ...args: readonly string[]) =>
		(refusals[code]?.[column] ?? '')
			.replace(/\n.*/s, '')
			.replace(/\{(\d)\}/g, (_place, index: string) => args[Number(index)] ?? '');
	const refused = (words: string) => page.getByRole('alert').getByText(words).first().waitFor();

	test('what the server refuses is told, of any part of it', async () => {
		const unknown = '65f0c0ffee0123456789abcd';
		await page.goto(`${running.url}/console/storage/${unknown}`);
		await refused(refusal('Storage_FileNotFound', unknown));
		await expectWords();
		await page.goto(`${running.url}/assets/${running.organisation.products.Tracker}/${unknown}`);
		await refused(refusal('Factory_FactoryNotFound', unknown));
		await expectWords();
		await page.goto(`${running.url}/compare`);
		const empty = { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
		for (const name of ['Kept file', 'Sent file']) {
			await page.getByLabel(text(compare, name), { exact: true }).setInputFiles(empty);
		}
		await page.getByRole('button', { name: text(compare, 'Compare'), exact: true }).click();
		await refused(refusal('Request_FileEmpty'));
		await expectWords();
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
		// One was aborted, some were refused, and what a test asks of the frame of a mail is told that it runs nothing.
		const expected =
			/net::ERR_FAILED|status of 4\d\d|'postMessage'|Blocked script execution in 'about:srcdoc'/;
		expect(faults.filter((fault) => !expected.test(fault))).toEqual([]);
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
	expect(shown.filter(isEnglishFor(tables, 0))).toContain('Colour of buttons');
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
