/**
 * The pages that are open to everybody in German and French, in a real browser on a phone: the log, verifying a file and
 * comparing two.
 */
import type { Browser, Page } from 'playwright-core';
import { texts as compare } from '../../pages/compare/texts';
import { saidTexts, texts as explorer } from '../../pages/explorer/texts';
import { languages } from '../../pages/parts/language/languages';
import type { TextTable } from '../../pages/parts/language/text-table';
import { faultTexts, texts as verify } from '../../pages/verify/texts';
import { ed25519Type } from '../../proof/verifier-key';
import { proofOf, Signer } from '../proof/small-log';
import { plainPdf } from '../service/sealing/pdf-files';
import { sealedContract } from '../service/sealing/sealed-contracts';
import { startService, type RunningService } from '../support/programs/service';
import { builtPagesFolder } from '../support/servers/built-pages';
import { openBrowser } from '../support/servers/chromium';
import { violations, watchedPage } from '../support/servers/watched-page';
import { expectOneLanguage, phone as viewport, spoken } from './one-language';

const tables: readonly TextTable[] = [explorer, saidTexts, verify, faultTexts, compare];

let browser: Browser;
let running: RunningService;
let sealed: Buffer;
let log: Signer;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder(), config: { openCompare: true } });
	const contract = { bytes: await plainPdf(), fileName: 'miete.pdf' };
	({ sealed } = await sealedContract(running, contract));
	log = await Signer.of('log.example/one', ed25519Type, 1);
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

const file = (name: string, content: Buffer | string) => ({
	...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content as string) },
});

describe.each(spoken)('in $language', ({ language, column, date }) => {
	const { locale } = languages[language];
	let page: Page;
	let faults: readonly string[];

	beforeAll(async () => {
		({ page, faults } = await watchedPage(browser, running.url, { locale, viewport }));
	});

	afterAll(() => page.close());

	const text = (table: TextTable, name: string) => table[name]?.[column] ?? '';
	const saying = (words: string) => page.getByText(words).first().waitFor();
	const field = (table: TextTable, name: string) =>
		page.getByLabel(text(table, name), { exact: true });
	const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

	async function expectSpoken(): Promise<void> {
		await expectOneLanguage(page, { language, tables });
		expect(await violations(page)).toEqual([]);
	}

	test.each([
		['', 'This browser sees this log for the first time.'],
		['/checkpoints', 'The newest first'],
		['/entries', 'All entries'],
		['/records/65f0c0ffee0123456789abcd', 'Entries of a record'],
		['/entries/1', 'The entry stands in the log.'],
		['/nowhere', 'There is no such page'],
	])('the log says everything at %s', async (part, awaited) => {
		await page.goto(`${running.url}/explorer${part}`);
		await saying(text(explorer, awaited));
		await expectSpoken();
	});

	test('times of the log are written as the reader writes them', async () => {
		await page.goto(`${running.url}/explorer/entries/1`);
		expect(await page.locator('time').first().innerText()).toMatch(date);
	});

	test('a proof is checked, one that holds and one that does not', async () => {
		await page.goto(`${running.url}/explorer/check`);
		const check = () => press(text(explorer, 'Check'));
		await field(explorer, 'Public key of the log').waitFor();
		await check();
		await saying(text(explorer, 'Choose the proof first, a file that ends in .tlog-proof.'));
		await expectSpoken();
		const proof = proofOf({ log, witnesses: [] }, { hash: '00'.repeat(32) });
		await field(explorer, 'Proof').setInputFiles(file('a.tlog-proof', proof));
		await field(explorer, 'Public key of the log').fill(log.vkey);
		await check();
		await saying(text(explorer, 'What is proven'));
		await expectSpoken();
		await field(explorer, 'Proof').setInputFiles(file('a.tlog-proof', 'nothing'));
		await check();
		await saying(text(explorer, 'The proof has not the form that it must have'));
		await expectSpoken();
	});

	test('a file is verified, a whole one, a changed one and one without a seal', async () => {
		const choose = async (content: Buffer, awaited: string) => {
			await page.goto(`${running.url}/verify`);
			await field(verify, 'Sealed file').setInputFiles(file('a.pdf', content));
			await saying(text(verify, awaited));
			await expectSpoken();
		};
		await choose(sealed, 'This file is whole, and was signed as it says.');
		const changed = Buffer.from(sealed);
		changed[300] = (changed[300] ?? 0) ^ 1;
		await choose(changed, 'This file is not what was sealed.');
		await choose(Buffer.concat([sealed, Buffer.from('more')]), 'This file is not what was sealed.');
		await choose(Buffer.from('%PDF-1.7'), 'This file carries no seal of Sealkeeper.');
	});

	test('two files are compared without a key', async () => {
		await page.goto(`${running.url}/compare`);
		await field(compare, 'Kept file').setInputFiles(file('alt.txt', 'eins\nzwei\n'));
		await field(compare, 'Sent file').setInputFiles(file('neu.txt', 'eins\n2\n'));
		await press(text(compare, 'Compare'));
		await page.getByRole('link', { name: text(compare, 'Open the report') }).waitFor();
		await expectSpoken();
	});

	test('no page met a fault', () => {
		expect(faults).toEqual([]);
	});
});
