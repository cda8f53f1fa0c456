/** The interface description of both programs, as a file and as a page in a real browser. */
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../support/servers/chromium';
import { send, until } from '../../../support/clients/requests';
import { watchedPage } from '../../../support/servers/watched-page';
import { programs, type Program } from '../programs';

interface Document {
	readonly openapi: string;
	readonly info: { readonly title: string };
	readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
	readonly webhooks?: Readonly<Record<string, object>>;
}

let browser: Browser;
beforeAll(async () => {
	browser = await openBrowser();
}, 20 * 60_000);
afterAll(() => browser.close());

/** Of a long list the page holds no more than is in view: all of it is, here. */
const tall = { viewport: { width: 1280, height: 20_000 } };

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
		const { info, paths, webhooks = {} } = await document();
		const { page, faults } = await watchedPage(browser, program.url, tall);
		const answer = await page.goto(`${program.url}/docs`);
		expect(answer?.headers()['content-security-policy']).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		);
		expect(await page.title()).toBe(info.title);
		await page.locator('.opblock').first().waitFor();
		const described = [...Object.values(paths), ...Object.values(webhooks)];
		const wanted = described.flatMap((methods) => Object.keys(methods));
		const isWhole = async () => (await page.locator('.opblock').count()) === wanted.length;
		await until(async () => (await isWhole()) || undefined);
		expect(faults).toEqual([]);
		await page.close();
	});

	test('lets a call be tried on the page', async () => {
		const { page, faults } = await watchedPage(browser, program.url, tall);
		await page.goto(`${program.url}/docs`);
		await page.getByRole('button', { name: 'Authorize' }).first().click();
		// Where the cursor is.
		await page.keyboard.type(program.key);
		await page.keyboard.press('Enter');
		await page.locator('.auth-btn-wrapper .btn-done').last().click();
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
