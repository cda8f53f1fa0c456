/**
 * The venue page as people meet it in a browser, at an exchange that settles at a real tracker: two
 * traders in two browsers, connections that break, keys that end, markets that halt.
 */
import type { Page } from 'playwright-core';
import type { Settling, SettlingTrader } from '../../exchange/support/settling';
import { SwitchingProxy } from '../../support/hostile/switching-proxy';
import { violations, watchedPage, type WatchedPage } from '../../support/servers/watched-page';
import { book, isLive, unexpected, VenueStage } from './venue-page';

let stage: VenueStage;
let settling: Settling;

beforeAll(async () => {
	stage = await VenueStage.open();
	({ settling } = stage);
});

afterAll(() => stage.close());

const order = (trader: SettlingTrader, side: string, price: string, quantity: string) =>
	settling.exchange.call('POST', '/orders', {
		key: trader.key,
		body: {
			...{ symbol: 'CREDIT-EUR', side, type: 'LIMIT', price, quantity },
			...{ fund: true, clientOrderId: `${side}-${price.replace('.', '_')}-${quantity}` },
		},
	});

async function fillOrder(page: Page, price: string, quantity: string): Promise<void> {
	await page.getByLabel('Price in EUR').fill(price);
	await page.getByLabel('Quantity in CREDIT').fill(quantity);
}

test('leads from the address of the exchange to its markets', async () => {
	const { page, faults } = await watchedPage(stage.browser, settling.exchange.url);
	await page.goto(settling.exchange.url);
	await page.getByRole('heading', { name: 'Markets' }).waitFor();
	expect(new URL(page.url()).pathname).toBe('/venue');
	const row = page.getByRole('row', { name: 'CREDIT-EUR' });
	await row.getByText('Trading', { exact: true }).waitFor();
	await row.getByText('not traded yet').waitFor();
	expect(await violations(page)).toEqual([]);
	await row.getByRole('link').click();
	await book(page).getByText('Nobody sells').waitFor();
	await page.getByText('Nothing traded yet.').waitFor();
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('two traders trade from two browsers, and both see how it was settled', async () => {
	const { seller, buyer } = settling;
	const [selling, buying] = [
		await stage.openMarket({ key: seller.key }),
		await stage.openMarket({ key: buyer.key, colorScheme: 'dark' }),
	];
	await selling.page.getByRole('button', { name: 'Sell', exact: true }).click();
	await fillOrder(selling.page, '12.505', '40');
	await selling.page.getByText('It goes in steps of 0.01: 12.5 or 12.51.').waitFor();
	await fillOrder(selling.page, '12.5', '40');
	const pulled = 'Missing funds are pulled from the tracker first: 40 CREDIT.';
	await selling.page.getByText(pulled).waitFor();
	await selling.page.getByRole('button', { name: 'Sell CREDIT' }).click();
	await selling.page.getByText('The order is in the book.').waitFor();
	await book(selling.page).getByText('of these yours: 40').waitFor({ state: 'attached' });

	const offer = book(buying.page).getByRole('row', { name: '12.50 40 40' });
	await offer.waitFor();
	await fillOrder(buying.page, '12.50', '40');
	await buying.page.getByRole('button', { name: 'Buy CREDIT' }).click();
	await buying.page.getByText('The order has traded.').waitFor();
	for (const { page, faults } of [selling, buying]) {
		await book(page).getByText('Nobody sells').waitFor();
		await page.getByRole('region', { name: 'Trades' }).getByText('12.50').waitFor();
		expect(await violations(page)).toEqual([]);
		expect(unexpected(faults)).toEqual([]);
	}
	await seesSettlement(selling, { brought: '40 CREDIT', left: '500.0000 EUR' });
	await seesSettlement(buying, { brought: '505.0000 EUR', left: '40 CREDIT' });
});

/** The way of a trade from the deposit to the payout, each with its transaction, then the proof of reserves. */
async function seesSettlement(
	{ page, faults }: WatchedPage,
	{ brought, left }: { readonly brought: string; readonly left: string },
): Promise<void> {
	const { seller, exchange } = settling;
	await page.getByRole('link', { name: 'Orders', exact: true }).click();
	await page.getByRole('cell', { name: 'Traded', exact: true }).waitFor();
	// The last of all is the payout, and what it carries is known to the exchange by then.
	await paidOut(left.endsWith('EUR') ? seller.key : settling.buyer.key);
	await page.getByRole('link', { name: 'Trades', exact: true }).click();
	await page.getByRole('button', { name: 'Show the settlement' }).click();
	const settlement = page.getByRole('region', { name: 'Settlement of trade' });
	const steps = settlement.getByRole('listitem');
	await steps.nth(0).getByText(brought).waitFor();
	await steps.nth(2).getByText(left).waitFor();
	for (const at of [0, 2]) await steps.nth(at).getByText('Transaction of the tracker').waitFor();
	const shown = await steps.nth(2).locator('code').textContent();
	const key = left.endsWith('EUR') ? seller.key : settling.buyer.key;
	const payouts = (await exchange.call('GET', '/payouts', { key })).body as readonly object[];
	expect(payouts).toContainEqual(expect.objectContaining({ trackerTransactionId: shown }));
	expect(await violations(page)).toEqual([]);
	await page.getByRole('link', { name: 'Transfers', exact: true }).click();
	await page.getByRole('cell', { name: brought }).first().waitFor();
	expect(await violations(page)).toEqual([]);
	expect(unexpected(faults)).toEqual([]);
	await page.close();
}

async function paidOut(key: string): Promise<void> {
	for (let isPaid = false; !isPaid;) {
		const { body } = await settling.exchange.call('GET', '/payouts', { key });
		isPaid = (body as readonly { readonly status: string }[]).some(
			({ status }) => status === 'SETTLED',
		);
	}
}

test('an order is placed, replaced and cancelled by the keyboard alone, at 360 pixels', async () => {
	const viewport = { width: 360, height: 740 };
	const { page, faults } = await stage.openMarket({
		...{ key: settling.buyer.key, viewport, colorScheme: 'dark' },
	});
	const { keyboard } = page;
	const press = async (name: string) => {
		await page.getByRole('button', { name }).first().focus();
		await keyboard.press('Enter');
	};
	await page.getByLabel('Price in EUR').focus();
	await keyboard.type('3.1');
	await keyboard.press('Tab');
	await keyboard.type('7');
	await page.getByText('Missing funds are pulled from the tracker first: ').waitFor();
	await keyboard.press('Enter');
	await page.getByText('The order is in the book.').waitFor();
	await press('Replace');
	await page.getByLabel('New price in EUR').fill('3.2');
	await page.getByText('It would be refused now.').waitFor();
	await page.getByLabel('New price in EUR').fill('3.05');
	await press('Replace the order');
	await book(page).getByText('3.05').waitFor();
	expect(await violations(page)).toEqual([]);
	const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
	expect(wide).toBeLessThanOrEqual(0);
	await press('Cancel');
	await page.getByText('You have no open orders here.').waitFor();
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('a connection that breaks is said, and what happened meanwhile is there when it is back', async () => {
	const { exchange, seller } = settling;
	const proxy = new SwitchingProxy();
	const port = Number(new URL(exchange.url).port);
	const url = `http://127.0.0.1:${await proxy.listen(port)}`;
	const { page } = await stage.openMarket({ url });
	proxy.switchTo(undefined);
	await page.getByText('Connection lost').waitFor();
	await page.getByText('What is shown here stands still.').waitFor();
	expect((await order(seller, 'SELL', '14.25', '3')).status).toBe(201);
	expect(await violations(page)).toEqual([]);
	proxy.switchTo(port);
	await isLive(page);
	await book(page).getByText('14.25').waitFor();
	await page.close();
	await proxy.close();
});

test('a page that slept for an hour takes up what it missed', async () => {
	const { exchange, seller } = settling;
	const page = await stage.browser.newPage();
	await page.clock.install();
	await page.goto(`${exchange.url}/venue/markets/CREDIT-EUR`);
	await isLive(page);
	// It comes back by itself, sooner than a busy machine may look.
	const isLost = page.getByText('Connection lost').waitFor();
	await page.clock.fastForward('01:00:00');
	await isLost;
	expect((await order(seller, 'SELL', '15.75', '2')).status).toBe(201);
	await page.clock.fastForward('00:01');
	await isLive(page);
	await book(page).getByText('15.75').waitFor();
	await page.close();
});

test('a key that ends while the page is open is forgotten, with the reason', async () => {
	const { exchange, buyer } = settling;
	const { administratorKey: key } = exchange;
	const added = await exchange.call('POST', `/admin/accounts/${buyer.accountId}/keys`, {
		key,
		body: { label: 'of the page', scope: 'FULL', reason: 'a test' },
	});
	expect(added.status).toBe(201);
	const { keyId, key: own } = added.body as { readonly keyId: string; readonly key: string };
	const { page } = await stage.openMarket({ key: own });
	const ended = await exchange.call('DELETE', `/account/keys/${keyId}`, { key: own });
	expect(ended.status).toBe(200);
	await page.getByRole('alert').waitFor();
	await page.getByLabel('API key').waitFor();
	expect(await page.evaluate('localStorage.length')).toBe(0);
	await isLive(page);
	await page.close();
});

test('a deposit by a key of the tracker alone is pulled in, and the key stands in no address', async () => {
	const { exchange, buyer } = settling;
	const added = await exchange.call('POST', `/admin/accounts/${buyer.accountId}/keys`, {
		key: exchange.administratorKey,
		body: { label: 'of the exchange alone', scope: 'FULL' },
	});
	const { key } = added.body as { readonly key: string };
	const { page, faults } = await watchedPage(stage.browser, exchange.url);
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.goto(`${exchange.url}/venue/transfers`);
	await page.getByLabel('API key').fill(key);
	await page.getByRole('button', { name: 'Open', exact: true }).click();
	const form = page.getByRole('form', { name: 'Deposit' });
	await form.getByLabel('Asset').selectOption('EUR');
	await form.getByLabel('Amount').fill('7.25');
	await form.getByLabel('Key at the tracker').fill(buyer.key);
	await form.getByRole('button', { name: 'Pull it in' }).click();
	await form.getByText('7.2500 EUR').waitFor();
	expect(asked.filter((url) => url.includes(buyer.key))).toEqual([]);
	// The tracker does not know the other key, as the page says.
	expect(unexpected(faults, 400)).toEqual([]);
	await page.close();
});

test('what others have written stays text, and a market that is halted says so', async () => {
	const { exchange, buyer } = settling;
	const { administratorKey: key } = exchange;
	const reason = '<img src=x onerror="document.title=1"> & more';
	const account = `/admin/accounts/${buyer.accountId}`;
	const body = { reason, publicReason: reason };
	expect((await exchange.call('POST', `${account}/freeze`, { key, body })).status).toBe(200);
	const { page, faults } = await stage.openMarket({ key: buyer.key });
	await page.getByText(reason).waitFor();
	const status = '/admin/markets/CREDIT-EUR/status';
	const set = (to: string) => exchange.call('POST', status, { key, body: { status: to, reason } });
	expect((await set('HALT')).status).toBe(200);
	await page.getByText('This market is halted.').waitFor();
	expect(await violations(page)).toEqual([]);
	expect((await set('TRADING')).status).toBe(200);
	await page.getByText('Trading', { exact: true }).waitFor();
	expect(faults).toEqual([]);
	await page.close();
});

test('an address that leads nowhere and a market that is not are said', async () => {
	const page = await stage.browser.newPage();
	await page.goto(`${settling.exchange.url}/venue/nothing`);
	await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
	await page.goto(`${settling.exchange.url}/venue/markets/%3Cb%3E`);
	await page.getByRole('alert').waitFor();
	await page.close();
});
