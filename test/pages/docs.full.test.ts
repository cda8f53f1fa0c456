/** The page of the interface, which is a package's, can be read and used by everybody. */
import type { Browser } from 'playwright-core';
import { startService, type RunningService } from '../support/programs/service';
import { openBrowser } from '../support/servers/chromium';
import { violations, watchedPage } from '../support/servers/watched-page';

let browser: Browser;
let running: RunningService;

beforeAll(async () => {
	browser = await openBrowser();
	running = await startService();
});

afterAll(async () => {
	await browser.close();
	await running.close();
});

test('its colours, pictures and fields are for everybody', async () => {
	const { page, faults } = await watchedPage(browser, running.url);
	await page.goto(`${running.url}/docs`);
	await page.locator('.opblock').first().waitFor();
	await page.locator('.opblock-summary-control').first().click();
	await page.locator('.parameters-container, .opblock-body').first().waitFor();
	const found = await violations(page);
	expect(found.filter((each) => /^(color-contrast|image-alt|label):/.test(each))).toEqual([]);
	expect(faults).toEqual([]);
});
