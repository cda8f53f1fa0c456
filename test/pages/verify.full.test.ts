/** Verifying a file on the page, in a real browser: nothing of it is sent, and what is told is plain. */
import type { Browser, Page } from 'playwright-core';
import {
	numbersIn,
	otherRent,
	recordOf,
	sealedBy,
	strangersKey,
	updated,
} from '../service/sealing/forgeries';
import { plainPdf } from '../service/sealing/pdf-files';
import { sealedContract, type SealedContract } from '../service/sealing/sealed-contracts';
import { builtPagesFolder } from '../support/servers/built-pages';
import { openBrowser } from '../support/servers/chromium';
import { startService, type RunningService } from '../support/programs/service';
import { violations, watchedPage } from '../support/servers/watched-page';

let browser: Browser;
let running: RunningService;
let pdf: Buffer;
let contract: SealedContract;
let archive: SealedContract;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService({ pagesFolder: builtPagesFolder() });
	pdf = await plainPdf();
	contract = await sealedContract(running, { bytes: pdf, fileName: 'lease.pdf' });
	archive = await sealedContract(running, {
		bytes: Buffer.from('Agreed.\n'),
		fileName: 'lease.txt',
	});
	({ page, faults } = await watchedPage(browser, running.url));
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

beforeEach(() => page.goto(`${running.url}/verify`));

const named = (buffer: Buffer) => ({ name: 'a file', mimeType: 'application/pdf', buffer });

/** Chooses a file and answers what the page says of it. */
async function said(file: Buffer): Promise<string> {
	await page.getByLabel('Sealed file').setInputFiles(named(file));
	const result = page.locator('.result');
	await result.locator('.notice').waitFor();
	return result.innerText();
}

test('a sealed file is told whole, with who signed and who sealed it, and none of it is sent', async () => {
	const asked: string[] = [];
	page.on('request', (request) =>
		asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
	);
	const text = await said(contract.sealed);
	expect(text).toContain('This file is whole, and was signed as it says.');
	expect(text).toContain('That log is the one of this server');
	for (const address of ['ann@first.test', 'bob@first.test']) expect(text).toContain(address);
	expect(text).toContain('on their behalf');
	expect(text).toContain('it is self-signed');
	expect(asked).toEqual(['GET /log']);
	expect(await said(archive.sealed)).toContain('This file is whole, and was signed as it says.');
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
});

test('what was changed or appended is told, and so is a file without a seal', async () => {
	const changed = Buffer.from(contract.sealed);
	changed[300] = (changed[300] ?? 0) ^ 1;
	const told = await said(changed);
	expect(told).toContain('This file is not what was sealed.');
	expect(told).toContain('The bytes of the file are not those that were sealed');
	expect(told).toContain('What the file says');
	await page.reload();
	expect(await said(Buffer.concat([contract.sealed, Buffer.from('more')]))).toContain(
		'4 bytes were appended after it was sealed',
	);
	await page.reload();
	expect(await said(pdf)).toContain('This file carries no seal of Sealkeeper.');
	await page.reload();
	const record = recordOf(contract.sealed);
	const forged = await said(await sealedBy(strangersKey(), pdf, record));
	expect(forged).toContain('This file was signed by somebody else.');
	expect(forged).toContain('It was signed by somebody else: OU=self-signed, CN=Sealkeeper seal');
	await page.reload();
	const { shown } = numbersIn(contract.sealed);
	const later = updated(contract.sealed, { [shown]: otherRent });
	const revised = await said(await sealedBy(strangersKey(), later, record));
	expect(revised).toContain('This file is not what was sealed.');
	expect(revised).toContain('replacing what a page shows');
	expect(await violations(page)).toEqual([]);
});

test('a second file is compared with the contract, and a key of another log is told', async () => {
	await page.getByText('Compare it with more').click();
	await page.getByLabel(/^The contract as it was signed/).setInputFiles(named(pdf));
	expect(await said(contract.sealed)).toContain('The second file is the contract that was signed');
	await page.getByLabel(/^Public key of the log/).fill('another+00000000+AAAA');
	await page.getByText('The log does not know this file.').waitFor();
	await page.getByText('is not the one that is known here').first().waitFor();
});
