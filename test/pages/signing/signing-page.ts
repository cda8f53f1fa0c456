/**
 * The signing page in a browser, as its tests reach it: a link is followed until nothing moves any more, and a hand
 * draws.
 */
import type { Page } from 'playwright-core';

/** Follows a link to a contract; what stands below the document no longer moves away under a press. */
export async function arrive(page: Page, link: string | undefined): Promise<void> {
	await page.goto(link ?? '');
	await page.locator('.contract').first().waitFor();
	// One for each document.
	const contracts = await page.locator('.contract').all();
	for (const each of contracts)
		await each.locator('> p[role=status]').waitFor({ state: 'detached' });
	// The pages of a PDF are as long as they are once the first is drawn, and the document's end is told.
	const isPdf = (await page.locator('.contract ol.pages').count()) > 0;
	if (isPdf) await page.locator('.contract + p').first().waitFor();
}

/** A stroke across the field of that name, as a hand makes it. */
export async function draw(
	page: Page,
	{
		field = 'Field to draw in',
		length = 200,
	}: { readonly field?: string; readonly length?: number } = {},
): Promise<void> {
	const place = page.getByRole('img', { name: field, exact: true });
	await place.scrollIntoViewIfNeeded();
	const box = await place.boundingBox();
	if (box === null) throw new Error('there is no field to draw in');
	const [x, y] = [box.x + 30, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	for (let at = 0; at <= length; at += 10) {
		await page.mouse.move(x + at, y + 40 * Math.sin(at / 15));
	}
	await page.mouse.up();
}
