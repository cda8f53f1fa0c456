/** The interface description of both programs, as a file and as a page in a real browser. */
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/chromium';
import { send } from '../../support/requests';
import { watchedPage } from '../../support/watched-page';
import { programs, type Program } from './programs';

interface Document {
	readonly openapi: string;
	readonly info: { readonly title: string };
	readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

let browser: Browser;
beforeAll(async () => {
	browser = await openBrowser();
}, 20 * 60_000);
afterAll(() => browser.close());

describe.each(programs)('%s', (_name, start) => {
	let program: Program;
	beforeAll(async () => {
		program = await start({});
	});
	afterAll(() => program.close());

	const document = async () => {
		const answer = await send({ method: 'GET', url: `${program.url}/openapi.json` });
		expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
		return answer.json() as Document;
	};

	test('shows its description as a page that reaches nothing else', async () => {
		const { info, paths } = await document();
		const { page, faults } = await watchedPage(browser, program.url);
		const answer = await page.goto(`${program.url}/docs`);
		expect(answer?.headers()['content-security-policy']).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		);
		expect(await page.title()).toBe(info.title);
		await page.locator('.opblock').first().waitFor();
		const wanted = Object.values(paths).flatMap((methods) => Object.keys(methods));
		expect(await page.locator('.opblock').count()).toBe(wanted.length);
		expect(faults).toEqual([]);
		await page.close();
	});

	test('lets a call be tried on the page', async () => {
		const { page, faults } = await watchedPage(browser, program.url);
		await page.goto(`${program.url}/docs`);
		await page.getByRole('button', { name: 'Authorize' }).first().click();
		await page.locator('.auth-container input').first().fill(program.key);
		await page.locator('.auth-btn-wrapper .authorize').first().click();
		await page.locator('.auth-btn-wrapper .btn-done').click();
		const call = page.locator('.opblock', {
			has: page.locator(`[data-path="${program.goodPath}"]`),
		});
		await call.first().locator('.opblock-summary-control').click();
		await call.first().getByRole('button', { name: 'Try it out' }).click();
		await call.first().getByRole('button', { name: 'Execute', exact: true }).click();
		const status = call.first().locator('.live-responses-table .response-col_status').last();
		await status.waitFor();
		expect(await status.innerText()).toMatch(/^200/);
		expect(faults).toEqual([]);
		await page.close();
	});
});
