/**
 * The pictures of docs/first-trade.md: the workflow as n8n's editor shows it once it was run by a click, and
 * the venue page as the trader finds it behind it, down to the tracker's transaction. Service, exchange and n8n
 * are those of `npm start`.
 */
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { shippedWorkflows } from '../../start/n8n/contents';
import { projectRoot } from '../../start/machine/project-root';
import { TestN8n } from '../support/n8n/n8n';
import { symbol, WorkflowStage, type Order } from '../support/n8n/workflow-stage';

interface Taking {
	readonly browser: Browser;
	/** Where a picture of that name is put. */
	readonly picture: (name: string) => string;
	readonly pagesFolder: string;
}

const sizes = {
	desktop: { width: 1280, height: 850 },
	editor: { width: 1600, height: 640 },
	phone: { width: 390, height: 780 },
};

export async function firstTrade({ browser, picture, pagesFolder }: Taking): Promise<void> {
	const stage = await WorkflowStage.open({ pagesFolder });
	try {
		await workflow(browser, stage, picture('first-trade-workflow'));
		for (const [person, order] of beside) await stage.order(person, order);
		const venue = await traderAt(browser, stage, { viewport: sizes.desktop });
		await market(venue, stage, { from: 'body', file: picture('first-trade-venue') });
		await settlement(venue, picture('first-trade-settlement'));
		await venue.context().close();
		const viewport = sizes.phone;
		const phone = await traderAt(browser, stage, { viewport, deviceScaleFactor: 2 });
		await market(phone, stage, { from: '#book-title', file: picture('first-trade-phone') });
		await phone.context().close();
	} finally {
		await stage.close();
	}
}

/** What stands in the book beside the trade, so that it looks like one. */
const beside: ReadonlyArray<readonly ['alice' | 'bob', Order]> = [
	['alice', { side: 'SELL', price: '12.6', quantity: '25' }],
	['alice', { side: 'SELL', price: '12.75', quantity: '60' }],
	['bob', { side: 'SELL', price: '12.8', quantity: '15' }],
	['bob', { side: 'BUY', price: '12.4', quantity: '30' }],
	['bob', { side: 'BUY', price: '12.25', quantity: '80' }],
	['alice', { side: 'BUY', price: '12.1', quantity: '10' }],
];

/** Runs the workflow by the button of the editor, and waits until its last node has given what it came to. */
async function workflow(browser: Browser, stage: WorkflowStage, file: string): Promise<void> {
	const shipped = shippedWorkflows(path.join(projectRoot(), 'workflows'), stage.service.url);
	const shown = shipped.find(({ name }) => name === 'Exchange: a first trade, settled');
	if (shown === undefined) throw new Error('the workflow to show is shipped');
	const n8n = await TestN8n.open();
	try {
		const { url: baseUrl, storageUrl } = stage.service;
		const access = { baseUrl, storageUrl, products: stage.products };
		const exchangeUrl = stage.exchange.url;
		for (const [trader, person] of [
			['Northwind Energy', 'alice'],
			['Harbour Cooperative', 'bob'],
		] as const) {
			await n8n.importTrader({ ...access, trader, apiKey: stage.key(person), exchangeUrl });
		}
		await n8n.importWorkflows([shown]);
		const server = await n8n.startServer();
		const page = await browser.newPage({ viewport: sizes.editor });
		await page.goto(`${server.address}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(server.owner.email);
		await page.locator('input[name="password"]').fill(server.owner.password);
		await page.locator('[data-test-id="form-submit-button"]').click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		await page.goto(`${server.address}/workflow/${shown.id}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.waitForLoadState('networkidle');
		await page.locator('[data-test-id="execute-workflow-button"]').click();
		await page
			.locator('[data-test-id="canvas-node"]', { hasText: 'What It Came To' })
			.locator('[data-test-id="canvas-node-status-success"]')
			.waitFor({ timeout: 120_000 });
		const button = page.locator('[data-test-id="execute-workflow-button"]');
		await button.getByText('Execute workflow').waitFor();
		await page.mouse.move(0, 0);
		await page.getByText('Workflow executed successfully').waitFor({ state: 'detached' });
		await page.screenshot({ path: file });
		await page.close();
	} finally {
		await n8n.close();
	}
}

/** The venue page with the key of Northwind, who sold. */
async function traderAt(
	browser: Browser,
	stage: WorkflowStage,
	options: BrowserContextOptions,
): Promise<Page> {
	const context = await browser.newContext({ colorScheme: 'light', ...options });
	const page = await context.newPage();
	await page.goto(`${stage.exchange.url}/venue/markets/${symbol}`);
	await page.getByLabel('API key').fill(stage.key('alice'));
	await page.getByRole('button', { name: 'Open', exact: true }).click();
	await page.getByRole('heading', { name: 'Open orders' }).waitFor();
	return page;
}

interface Shown {
	/** What stands at the top of the picture. */
	readonly from: string;
	readonly file: string;
}

async function market(page: Page, stage: WorkflowStage, { from, file }: Shown): Promise<void> {
	const book = page.getByRole('region', { name: 'Order book' });
	const own = (await stage.openOrders('alice')).length;
	await book
		.getByText('of these yours')
		.nth(own - 1)
		.waitFor({ state: 'attached' });
	await page.getByRole('region', { name: 'Trades' }).getByText('12.50').waitFor();
	await page.waitForLoadState('networkidle');
	await page.evaluate(`document.querySelector('${from}').scrollIntoView()`);
	await page.screenshot({ path: file });
}

async function settlement(page: Page, file: string): Promise<void> {
	await page.getByRole('link', { name: 'Trades', exact: true }).click();
	await page.getByRole('button', { name: 'Show the settlement' }).click();
	const shown = page.getByRole('region', { name: 'Settlement of trade' });
	const steps = shown.getByRole('listitem');
	for (const at of [0, 2]) await steps.nth(at).getByText('Transaction of the tracker').waitFor();
	await page.screenshot({ path: file });
}
