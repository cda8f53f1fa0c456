/**
 * The report of every format in a real browser: by day and by night, on a phone, on paper, and as mail
 * programs show it that drop the style. What a report is made of is held by the tests of each format.
 */
import type { Browser, Page } from 'playwright-core';
import { Comparisons } from '../../comparison/worker/comparisons';
import { reportPolicy } from '../../service/http/report-pages';
import { openBrowser } from '../support/servers/chromium';
import { violations, watchedPage } from '../support/servers/watched-page';
import { pageOf, somebody } from './comparing';
import { reportPairs } from './report-pairs';

/** Whatever a report asks for beside itself is a fault. */
const address = 'http://reports.test/one';

const phone = { width: 360, height: 760 };
/** A sheet of A4 within its margins. */
const paper = { width: 718, height: 1000 };
const desk = { width: 1280, height: 900 };

let browser: Browser;
let page: Page;
let faults: readonly string[];
/** What stands at the address, under the policy that the service sends. */
let shown = '';
let reports: ReadonlyArray<readonly [fileName: string, html: string]>;

beforeAll(async () => {
	const comparisons = new Comparisons();
	const pairs = await reportPairs();
	const making = [...pairs].map(async ([fileName, files]) => {
		const outcome = await comparisons.run(files, somebody);
		return [fileName, pageOf(outcome)] as const;
	});
	[browser, reports] = await Promise.all([openBrowser(), Promise.all(making)]);
	({ page, faults } = await watchedPage(browser, address));
	await page.route(address, (route) =>
		route.fulfill({
			contentType: 'text/html; charset=utf-8',
			headers: { 'content-security-policy': reportPolicy },
			body: shown,
		}),
	);
});

afterAll(() => browser.close());

async function opened(html: string, size = desk): Promise<void> {
	await page.setViewportSize(size);
	shown = html;
	await page.goto(address);
}

/** What the browser finds by an expression on each report, as it is or changed before. */
const inEach = (expression: string, size = desk, change = (html: string) => html) =>
	ofEach(async (html) => {
		await opened(change(html), size);
		return page.evaluate<string[]>(expression);
	});

/** Of all reports, by the file, so that one answer names every report that is wrong. */
async function ofEach(find: (html: string) => Promise<readonly string[]>): Promise<string[]> {
	const all: string[] = [];
	for (const [fileName, html] of reports) {
		for (const one of await find(html)) all.push(`${fileName}: ${one}`);
	}
	return all;
}

test('a report keeps nobody out, by day and, as for contrast, by night', async () => {
	const found = await ofEach(async (html) => {
		await page.emulateMedia({ colorScheme: 'light' });
		await opened(html);
		const byDay = await violations(page);
		await page.emulateMedia({ colorScheme: 'dark' });
		return [...byDay, ...(await violations(page, ['wcag2aa']))];
	});
	expect(found).toEqual([]);
	await page.emulateMedia({ colorScheme: null });
});

test('a report has no script, asks for nothing, and all its links lead to a place in it', async () => {
	const found = await inEach(`[
		...[...document.querySelectorAll('script, [onclick], [onload]')].map(({ tagName }) => tagName),
		...[...document.querySelectorAll('a')]
			.map((link) => link.getAttribute('href'))
			.filter((href) => !href.startsWith('data:') && !document.getElementById(href.slice(1))),
		...[...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ alt }) => alt),
	]`);
	expect(found).toEqual([]);
	expect(faults).toEqual([]);
});

test.each([
	['agreement.txt', 'Unified diff', /\.diff$/],
	['answer.json', 'JSON Patch', /^answer\.patch\.json$/],
	['lease.docx', 'DOCX with tracked changes', /^lease\.tracked-changes\.docx$/],
])('what lies beside the report on %s can be saved from it', async (name, link, fileName) => {
	await opened(reports.find(([of]) => of === name)?.[1] ?? '');
	const saving = page.waitForEvent('download');
	await page.getByRole('link', { name: link }).click();
	expect((await saving).suggestedFilename()).toMatch(fileName);
});

test('the views of two pictures are chosen by keyboard', async () => {
	await opened(reports.find(([of]) => of === 'page.png')?.[1] ?? '');
	await page.getByRole('radio', { name: 'Side by side' }).focus();
	const overlay = page.locator('.view-overlay');
	expect(await overlay.isVisible()).toBe(false);
	await page.keyboard.press('ArrowRight');
	expect(await overlay.isVisible()).toBe(true);
	expect(await page.locator('.view-kept').isVisible()).toBe(false);
});

test.each([
	['a desk', desk],
	['a phone', phone],
])('the first difference is seen in the first third of the screen of %s', async (_name, size) => {
	const found = await inEach(
		`(() => {
			if (document.querySelector('.counts') === null) return [];
			const { bottom = Infinity } = document.querySelector('.first li')?.getBoundingClientRect() ?? {};
			return bottom < innerHeight / 3 ? [] : ['ends at ' + bottom];
		})()`,
		size,
	);
	expect(found).toEqual([]);
});

test('from the first difference one comes to the last, and back, by links alone', async () => {
	const found = await inEach(`(() => {
		const ways = [...document.querySelectorAll('.way[id^="change-"]')];
		const isOpen = document.querySelector('.counts') === null;
		const start = isOpen || document.querySelector('.screen a[href="#change-1"]') ? [] : ['no way in'];
		const wrong = ways.filter((way, at) => {
			const leads = (to) => way.querySelector('a[href="#change-' + to + '"]') !== null;
			const isLast = at + 1 === ways.length;
			return way.id !== 'change-' + (at + 1) || leads(at + 2) === isLast || leads(at) === (at === 0);
		});
		return [...start, ...(ways.length === 0 ? ['nothing to go to'] : []), ...wrong.map(({ id }) => id)];
	})()`);
	expect(found).toEqual([]);
});

test('nothing runs out of the screen of a phone, but for what scrolls in a frame of its own', async () => {
	const found = await inEach(
		`(() => {
			const isFramed = (element) =>
				element !== null &&
				(getComputedStyle(element).overflowX !== 'visible' || isFramed(element.parentElement));
			return [...document.querySelectorAll('main *')]
				.filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
				.filter((element) => !isFramed(element))
				.map(({ outerHTML }) => outerHTML.slice(0, 100))
				.concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []);
		})()`,
		phone,
	);
	expect(found).toEqual([]);
});

test('what differs and what moved is said by a sign or a line, not by colour alone', async () => {
	const found = await inEach(`(() => {
		const isSaid = (element) =>
			/[+−~≠≈]/.test(element.textContent) ||
			element.querySelector('del, ins, mark') !== null ||
			(element.closest('tr, section, li')?.querySelector('.sign, .s, .key, del, ins') ?? null) !== null ||
			getComputedStyle(element).textDecorationLine !== 'none';
		return [...document.querySelectorAll('main :is(.removed, .added, .changed, .moved, .formatted)')]
			.filter((element) => element.textContent.trim() !== '' && !isSaid(element))
			.map(({ outerHTML }) => outerHTML.slice(0, 200));
	})()`);
	expect(found).toEqual([]);
});

test('on paper a report is light, has nothing to press, and is not cut off', async () => {
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
	const found = await inEach(
		`[
			...(getComputedStyle(document.body).color === 'rgb(29, 36, 48)' ? [] : ['dark']),
			...(document.documentElement.scrollWidth > innerWidth ? ['cut off'] : []),
			...[...document.querySelectorAll('.way a, .screen, .by + label')]
				.filter((element) => element.checkVisibility())
				.map(({ outerHTML }) => outerHTML.slice(0, 100)),
		]`,
		paper,
	);
	expect(found).toEqual([]);
	await page.emulateMedia({ media: null, colorScheme: null });
});

test('a mail program that drops the style still shows names, sentences and signs in its width', async () => {
	const found = await inEach(
		`[...document.querySelectorAll('h1, .summary, dd, .note, .files, .counts, .legend')]
			.filter((element) => element.getBoundingClientRect().right > innerWidth)
			.map(({ outerHTML }) => outerHTML.slice(0, 100))`,
		phone,
		(html) => html.replace(/<style>[^]*?<\/style>/, ''),
	);
	expect(found).toEqual([]);
});
