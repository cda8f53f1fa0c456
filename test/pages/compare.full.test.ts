/** Two files are compared on the page, in a real browser: by a key, and by none where it is open. */
import type { Browser, Page } from 'playwright-core';
import { openLimits } from '../../api/keeper/two-files';
import { builtPagesFolder } from '../support/servers/built-pages';
import { openBrowser } from '../support/servers/chromium';
import { startService, type RunningService } from '../support/programs/service';
import { violations, watchedPage } from '../support/servers/watched-page';

let browser: Browser;
let running: RunningService;
let open: RunningService;

beforeAll(async () => {
	browser = await openBrowser();
	const pagesFolder = builtPagesFolder();
	running = await startService({ pagesFolder });
	open = await startService({ pagesFolder, config: { openCompare: true } });
});

afterAll(async () => {
	await browser.close();
	await open.close();
	await running.close();
});

const named = (name: string, content: string | Buffer) => ({
	...{ name, mimeType: 'text/plain', buffer: Buffer.from(content) },
});

async function choose(page: Page, kept: string | Buffer, sent: string | Buffer): Promise<void> {
	await page.getByLabel('Kept file').setInputFiles(named('lease.txt', kept));
	await page.getByLabel('Sent file').setInputFiles(named('lease-2.txt', sent));
}

async function compared(page: Page): Promise<string> {
	await page.getByRole('button', { name: 'Compare', exact: true }).click();
	const result = page.locator('.result');
	await result.locator('.notice').waitFor();
	return result.innerText();
}

async function opened(service: RunningService, width = 1200) {
	const viewport = { width, height: 800 };
	const watched = await watchedPage(browser, service.url, { viewport });
	await watched.page.goto(`${service.url}/compare`);
	return watched;
}

const rent = 'The rent is 12.50.\nIt is paid on Monday.\n';
const newRent = 'The rent is 13.90.\nIt is paid on Monday.\n';

test('by a key two files are compared: the sentence, the differences and the report', async () => {
	const { page, faults } = await opened(running);
	await page.getByLabel('API key').fill(running.organisation.byRole.KeeperAdmin.key);
	await page.getByRole('button', { name: 'Open' }).click();
	expect(await page.getByRole('button', { name: 'Compare', exact: true }).isDisabled()).toBe(true);
	await choose(page, rent, newRent);
	const said = await compared(page);
	for (const text of [
		'lease-2.txt compared with lease.txt',
		'They differ',
		'1 word changed',
		'13.90',
	]) {
		expect(said).toContain(text);
	}
	const link = page.getByRole('link', { name: 'Open the report' });
	const report = await (await fetch(String(await link.getAttribute('href')))).text();
	expect(report).toContain('Comparison of lease.txt and lease-2.txt');
	expect(await violations(page)).toEqual([]);
	await page.getByLabel('Accuracy').selectOption('Lowest');
	await page.getByText('Leave something out').click();
	await page.getByLabel('Patterns that are left out').fill('[0-9.]+');
	expect(await compared(page)).toContain('Nothing differs.');
	await page.getByLabel('Regions that are left out').fill('the upper half');
	await page.getByRole('button', { name: 'Compare', exact: true }).click();
	await page.getByText(/is no region/).waitFor();
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('a file is dropped, an empty one is named, and one that cannot be read as well', async () => {
	const { page } = await opened(open);
	await choose(page, '', newRent);
	expect(await compared(page)).toContain(
		"lease.txt, the kept file: The file in field 'kept' is empty.",
	);
	const dropped = await page.evaluateHandle(`(() => {
		const transfer = new DataTransfer();
		transfer.items.add(new File(['%PDF-1.7 and nothing of the kind'], 'dropped.pdf'));
		return transfer;
	})()`);
	const label = page.getByText('Kept file', { exact: true });
	await label.dispatchEvent('drop', { dataTransfer: dropped });
	await page.getByLabel('Sent file').setInputFiles(named('b.pdf', '%PDF-1.7\nnothing at all'));
	expect(await compared(page)).toContain('Could not be compared. The kept file cannot be read');
	const large = Buffer.alloc(openLimits.fileMebibytesMax * 1024 ** 2 + 1, 'One.\n');
	await choose(page, rent, large);
	expect(await compared(page)).toContain('lease-2.txt, the sent file, has more than 20 MiB.');
	await page.close();
});

test('where it is open nobody needs a key, on a phone as well, by the keyboard, and it can be cancelled', async () => {
	const { page, faults } = await opened(open, 360);
	await choose(page, rent, newRent);
	await page.getByLabel('Accuracy').focus();
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.locator('.result .notice').waitFor();
	expect(await page.locator('.result').innerText()).toContain('1 word changed');
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
	expect(await violations(page)).toEqual([]);
	const lines = (word: string) =>
		Array.from({ length: 150_000 }, (_, index) => `${word} ${index}\n`).join('');
	await choose(page, lines('a'), lines('b'));
	await page.getByRole('button', { name: 'Compare', exact: true }).click();
	await page.getByRole('button', { name: 'Cancel' }).click();
	await page.getByText('The comparison was cancelled.').waitFor();
	await choose(page, rent, rent);
	expect(await compared(page)).toContain('Nothing differs.');
	await page.getByRole('button', { name: 'Use an API key' }).click();
	await page.getByLabel('API key').waitFor();
	expect(faults).toEqual([]);
	await page.close();
});
