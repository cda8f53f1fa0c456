/** Orders of every kind, placed by the form of the venue page at an exchange that settles at a real tracker. */
import type { Page } from 'playwright-core';
import type { SettlingTrader } from '../../exchange/support/settling';
import { violations } from '../../support/servers/watched-page';
import { book, giveKey, unexpected, VenueStage } from './venue-page';

let stage: VenueStage;
let seller: SettlingTrader;
let buyer: SettlingTrader;

beforeAll(async () => {
	stage = await VenueStage.open();
	({ seller, buyer } = stage.settling);
	await stage.bring(seller, 'CREDIT', '100');
	await stage.bring(buyer, 'EUR', '2000');
});

afterAll(() => stage.close());

interface Typed {
	readonly side: 'Buy' | 'Sell';
	readonly type: string;
	/** By their labels. */
	readonly amounts: Readonly<Record<string, string>>;
}

async function fillIn(page: Page, { side, type, amounts }: Typed): Promise<void> {
	await page.getByRole('button', { name: side, exact: true }).click();
	await page.getByLabel('Type', { exact: true }).selectOption({ label: type });
	for (const [label, amount] of Object.entries(amounts)) {
		await page.getByLabel(label, { exact: true }).fill(amount);
	}
}

const submit = (page: Page, name: 'Buy CREDIT' | 'Sell CREDIT') =>
	page.getByRole('button', { name }).click();

const openOrders = (page: Page) => page.getByRole('region', { name: 'Open orders' });

/** Both sides of a trade at a price, over HTTP. */
async function tradeAt(price: string, quantity: string): Promise<void> {
	const terms = { symbol: 'CREDIT-EUR', type: 'LIMIT', price, quantity };
	for (const [side, { key }] of [
		['SELL', seller],
		['BUY', buyer],
	] as const) {
		const placed = await stage.settling.exchange.call('POST', '/orders', {
			...{ key, body: { ...terms, side } },
		});
		expect(placed.status).toBe(201);
	}
}

test('a stop order waits for its price, and stands in the book once that was traded', async () => {
	const { page, faults } = await stage.openMarket({ key: seller.key });
	await fillIn(page, {
		...{ side: 'Sell', type: 'Stop limit' },
		amounts: { 'Price in EUR': '11', 'Quantity in CREDIT': '5', 'Stop price in EUR': '11.505' },
	});
	await page.getByText('It goes in steps of 0.01: 11.5 or 11.51.').waitFor();
	await page.getByLabel('Stop price in EUR').fill('11.5');
	await page.getByText('It would wait for its stop price.').waitFor();
	await submit(page, 'Sell CREDIT');
	await page.getByText('The order waits for its stop price.').waitFor();
	await openOrders(page).getByText('from 11.50').waitFor();
	await book(page).getByText('Nobody sells').waitFor();
	expect(await violations(page)).toEqual([]);
	await tradeAt('11.5', '2');
	await book(page).getByText('11.00').first().waitFor();
	await book(page).getByText('of these yours: 5').waitFor({ state: 'attached' });
	await openOrders(page).getByText('11.00, set off at 11.50').waitFor();
	expect(await violations(page)).toEqual([]);
	const open = '/orders?status=open';
	const [left] = await stage.asked<readonly { readonly orderId: string }[]>(seller.key, open);
	await openOrders(page)
		.getByRole('button', { name: `Cancel ${left?.orderId}` })
		.click();
	await openOrders(page).getByText('You have no open orders here.').waitFor();
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('of two orders placed together the one that trades cancels the other', async () => {
	const { page, faults } = await stage.openMarket({ key: seller.key });
	const buying = await stage.openMarket({ key: buyer.key });
	await fillIn(page, {
		...{ side: 'Sell', type: 'One cancels the other' },
		amounts: {
			...{ 'Price in EUR': '14', 'Quantity in CREDIT': '4' },
			...{ 'Stop price in EUR': '10.5', 'Limit of the stop order in EUR': '10.4' },
		},
	});
	await page.getByText('It would rest in the book.').waitFor();
	await submit(page, 'Sell CREDIT');
	await page.getByText('Both orders are placed; one cancels the other.').waitFor();
	await openOrders(page).getByText('from 10.50').waitFor();
	await book(page).getByText('of these yours: 4').waitFor({ state: 'attached' });
	expect(await violations(page)).toEqual([]);

	await book(buying.page).getByText('14.00').first().waitFor();
	await fillIn(buying.page, {
		...{ side: 'Buy', type: 'Market order', amounts: { 'Quantity in CREDIT': '4' } },
	});
	await buying.page.getByText('It would trade at once, all of it.').waitFor();
	await submit(buying.page, 'Buy CREDIT');
	await buying.page.getByText('The order has traded.').waitFor();
	await openOrders(page).getByText('You have no open orders here.').waitFor();
	await page.getByRole('link', { name: 'Orders', exact: true }).click();
	const row = (kind: string) => page.getByRole('row', { name: new RegExp(kind) }).first();
	await row('Sell, limit').getByRole('cell', { name: 'Traded', exact: true }).waitFor();
	await row('Sell, stop limit')
		.getByRole('cell', { name: /^Ended/ })
		.waitFor();
	for (const opened of [{ page, faults }, buying]) {
		expect(unexpected(opened.faults)).toEqual([]);
		await opened.page.close();
	}
});

test('two orders together are not funded by a pull, and what lacks refuses them', async () => {
	const { page, faults } = await stage.openMarket({ key: buyer.key });
	const amounts = { 'Price in EUR': '10', 'Quantity in CREDIT': '1000' };
	await fillIn(page, { side: 'Buy', type: 'Limit', amounts });
	await page.getByText('Missing funds are pulled from the tracker first: ').waitFor();
	const stop = { 'Stop price in EUR': '16' };
	await fillIn(page, { side: 'Buy', type: 'One cancels the other', amounts: stop });
	await page.getByText('It would be refused now.').waitFor();
	expect(await page.getByRole('button', { name: 'Buy CREDIT' }).isDisabled()).toBe(true);
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

const tick = (page: Page, checked: boolean) =>
	page.getByRole('checkbox', { name: 'Pull missing funds', checked });

const answered = (page: Page, path: string) =>
	page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(path));

async function offer(quantity: string): Promise<void> {
	const body = { symbol: 'CREDIT-EUR', side: 'SELL', type: 'LIMIT', price: '10', quantity };
	const { exchange } = stage.settling;
	expect((await exchange.call('POST', '/orders', { key: seller.key, body })).status).toBe(201);
}

/** Places what the form holds; returns what was sent. */
async function sent(page: Page): Promise<Readonly<Record<string, unknown>>> {
	const coming = page.waitForRequest((request) => new URL(request.url()).pathname === '/orders');
	await submit(page, 'Buy CREDIT');
	return (await coming).postDataJSON() as Readonly<Record<string, unknown>>;
}

test('missing funds are pulled unless the trader says otherwise, and what it costs is shown before', async () => {
	await offer('5');
	const { page, faults } = await stage.openMarket({ key: buyer.key });
	await tick(page, true).waitFor();
	const lacking = { 'Price in EUR': '10', 'Quantity in CREDIT': '300' };
	await fillIn(page, { side: 'Buy', type: 'Limit', amounts: lacking });
	await page
		.getByText(/^Missing funds are pulled from the tracker first: [\d,.]+ EUR\.$/)
		.waitFor();
	const figures = page.getByRole('form', { name: 'Place an order' }).locator('dl');
	for (const cost of ['0.5000 EUR', '50.5000 EUR', '3,030.0000 EUR']) {
		await figures.getByText(cost, { exact: true }).waitFor();
	}
	expect(await page.getByText('It would be refused now.').count()).toBe(0);
	expect(await violations(page)).toEqual([]);

	await tick(page, true).uncheck();
	await page.getByText('It would be refused now.').waitFor();
	expect(await figures.count()).toBe(0);
	const again = [answered(page, '/account'), answered(page, '/account/tracker-balances')];
	await page.getByRole('button', { name: 'Ask again' }).click();
	await tradeAt('9', '1');
	await Promise.all(again);
	await tick(page, false).waitFor();

	await page.getByLabel('Quantity in CREDIT').fill('1');
	await page.getByText('It would trade at once, all of it.').waitFor();
	expect(await sent(page)).not.toHaveProperty('fund');
	await page.getByText('The order has traded.').waitFor();
	await tick(page, false).check();
	await page.getByText('It would trade at once, all of it.').waitFor();
	expect(await sent(page)).not.toHaveProperty('fund');
	await page.getByText('The order has traded.').waitFor();
	await page.getByLabel('Quantity in CREDIT').fill('300');
	await page.getByText('Missing funds are pulled from the tracker first: ').waitFor();
	expect(await sent(page)).toMatchObject({ fund: true });
	await page.getByText('The order has traded in part.').waitFor();
	// Another of the same is tried anew, for this one holds what there was.
	await page.getByText(/^Missing funds are pulled from the tracker first: 3,0/).waitFor();
	await tick(page, true).waitFor();
	await openOrders(page)
		.getByRole('button', { name: /^Cancel/ })
		.click();
	await openOrders(page).getByText('You have no open orders here.').waitFor();
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('what a market order needs is not known before it trades, so nothing is pulled for it', async () => {
	await offer('1');
	const { page, faults } = await stage.openMarket({ key: buyer.key });
	await tick(page, true).waitFor();
	await fillIn(page, { side: 'Buy', type: 'Market order', amounts: { 'Quantity in CREDIT': '1' } });
	await page.getByText('Funds are pulled only for one order').waitFor();
	expect(await tick(page, true).count()).toBe(0);
	// Before its preview has come, too.
	expect(await sent(page)).not.toHaveProperty('fund');
	await page.getByText('The order has traded.').waitFor();
	await offer('2');
	const amounts = { 'Quantity in CREDIT': '', 'Or for how much EUR': '5000' };
	await fillIn(page, { side: 'Buy', type: 'Market order', amounts });
	await tick(page, true).waitFor();
	await page.getByText('Missing funds are pulled from the tracker first: ').waitFor();
	await page.getByLabel('Or for how much EUR').fill('20');
	await page.getByText('It would trade at once, all of it.').waitFor();
	expect(await sent(page)).not.toHaveProperty('fund');
	await page.getByText('The order has traded.').waitFor();
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('nothing is pulled by itself with a key that the tracker does not know', async () => {
	const { administratorKey: key, call } = stage.settling.exchange;
	const added = await call('POST', `/admin/accounts/${buyer.accountId}/keys`, {
		...{ key, body: { label: 'of the exchange alone', scope: 'FULL', reason: 'a test' } },
	});
	const { key: own } = added.body as { readonly key: string };
	const { page, faults } = await stage.openMarket({ key: own });
	await page.getByText('The tracker does not know you by this key.').waitFor();
	await tick(page, false).waitFor();
	const amounts = { 'Price in EUR': '10', 'Quantity in CREDIT': '1000' };
	await fillIn(page, { side: 'Buy', type: 'Limit', amounts });
	await page.getByText('It would be refused now.').waitFor();
	await tick(page, false).check();
	await page.getByText('your key here is not known to be your key at the tracker').waitFor();
	await page.getByText('More about the order').click();
	await page.getByLabel('Key at the tracker').fill(buyer.key);
	await page.getByText('Missing funds are pulled from the tracker first: ').waitFor();

	await page.getByRole('button', { name: 'Forget the key' }).click();
	await giveKey(page, own);
	await page.getByText('The tracker does not know you by this key.').waitFor();
	await tick(page, false).waitFor();
	await page.getByRole('button', { name: 'Forget the key' }).click();
	await giveKey(page, buyer.key);
	await tick(page, true).waitFor();
	const refused = faults.filter((fault) => !fault.includes('status of 400'));
	expect(unexpected(refused)).toEqual([]);
	await page.close();
});

test('what few orders say goes with the order, and all of a market are cancelled at once', async () => {
	const { page, faults } = await stage.openMarket({ key: seller.key });
	const amounts = { 'Price in EUR': '16', 'Quantity in CREDIT': '6' };
	await fillIn(page, { side: 'Sell', type: 'Limit', amounts });
	await page.getByText('More about the order').click();
	await page.getByLabel('How long').selectOption({ label: 'Until a time' });
	expect(await page.getByRole('button', { name: 'Sell CREDIT' }).isDisabled()).toBe(true);
	await page.getByLabel('Ends at').fill('2099-01-01T00:00');
	await page.getByLabel('Show at most, in CREDIT').fill('2');
	await page.getByLabel('Refuse it where it would trade at once').check();
	await page.getByText('It would rest in the book.').waitFor();
	await submit(page, 'Sell CREDIT');
	await page.getByText('The order is in the book.').waitFor();
	await book(page).getByRole('row', { name: '16.00 of these yours: 6 2 2' }).waitFor();
	const open = () =>
		stage.asked<readonly Readonly<Record<string, unknown>>[]>(seller.key, '/orders?status=open');
	expect(await open()).toMatchObject([
		{
			...{ timeInForce: 'GTD', icebergQty: '2', postOnly: true },
			expireTime: new Date('2099-01-01T00:00').getTime(),
		},
	]);

	await fillIn(page, { side: 'Sell', type: 'Stop', amounts: { 'Quantity in CREDIT': '3' } });
	await page.getByLabel('Or follow the price at a distance').fill('100');
	await page.getByText('It would wait for its stop price.').waitFor();
	await submit(page, 'Sell CREDIT');
	await page.getByText('The order waits for its stop price.').waitFor();
	await openOrders(page).getByText('Sell, stop', { exact: true }).waitFor();
	expect(await open()).toHaveLength(2);
	await openOrders(page).getByRole('button', { name: 'Cancel all' }).click();
	await openOrders(page).getByText('You have no open orders here.').waitFor();
	expect(await open()).toEqual([]);
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('an amount that is none is explained at its field, and no order of it is sent', async () => {
	const { page, faults } = await stage.openMarket({ key: seller.key });
	const asked: string[] = [];
	page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
	await fillIn(page, { side: 'Sell', type: 'Limit', amounts: { 'Quantity in CREDIT': '1' } });
	const wrong = {
		'12,5': 'without separators',
		'1e2': 'Digits',
		'1 000': 'Digits',
		'-1': 'Digits',
	};
	for (const [typed, said] of Object.entries(wrong)) {
		await page.getByLabel('Price in EUR').fill(typed);
		await page.getByText(said).waitFor();
		expect(await page.getByRole('button', { name: 'Sell CREDIT' }).isDisabled()).toBe(true);
		await page.getByLabel('Price in EUR').press('Enter');
		await page.getByLabel('Price in EUR').fill('');
		await page.getByText(said).waitFor({ state: 'detached' });
	}
	expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});
