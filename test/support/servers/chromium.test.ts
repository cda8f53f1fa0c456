import { openBrowser } from './chromium';

describe('the Chromium of the tests', () => {
	test('renders a page with text of many languages', async () => {
		const browser = await openBrowser();
		try {
			const page = await browser.newPage();
			await page.setContent('<h1 style="width:300px">Größe, prix, ціна</h1>');
			expect(await page.textContent('h1')).toBe('Größe, prix, ціна');
			const box = await page.locator('h1').boundingBox();
			expect(box?.height).toBeGreaterThan(20);
			expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
		} finally {
			await browser.close();
		}
	});
});
