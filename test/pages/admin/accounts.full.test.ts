/**
 * What an administrator does to an account by the page, each seen where it takes hold: its limits, its
 * orders, its keys, what it is credited by hand, and how its proceeds leave. At an exchange that settles at a
 * real tracker.
 */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { violations } from '../../support/servers/watched-page';
import type { Trader } from '../../exchange/support/exchange';
import { SigningTrader } from '../../exchange/support/signing';
import { createAsset, type Settling } from '../../exchange/support/settling';
import { act, actAndClose, close, openPart, startWatched } from './admin-page';

const databases = new TestDatabases();
let browser: Browser;
let settling: Settling;
let stage: { readonly browser: Browser; readonly settling: Settling };

beforeAll(async () => {
	settling = await startWatched(await databases.place('SQLite'));
	browser = await openBrowser();
	stage = { browser, settling };
});

afterAll(async () => {
	await browser.close();
	await settling.close();
	await databases.close();
});

const operator = (method: string, path: string, body?: object) =>
	settling.exchange.call(method, path, {
		key: settling.exchange.administratorKey,
		...(body && { body }),
	});

const asTrader = ({ key }: Trader, method: string, path: string, body?: object) =>
	settling.exchange.call(method, path, { key, ...(body && { body }) });

/** A refusal is told in the page, and noted by the browser. */
const unexpected = (faults: readonly string[]) =>
	faults.filter((fault) => !/status of 4(04|09|22)/.test(fault));

async function openAccount(name: string) {
	const opened = await openPart(stage, '/accounts');
	await opened.page.getByRole('link', { name, exact: true }).click();
	await opened.page.getByRole('heading', { name, level: 1 }).waitFor();
	return opened;
}

const order = (trader: Trader, side: 'BUY' | 'SELL', price: string, quantity: string) =>
	asTrader(trader, 'POST', '/orders', {
		...{ symbol: 'CREDIT-EUR', side, type: 'LIMIT', price, quantity },
	});

async function deposit(trader: Trader, asset: string, amount: string): Promise<void> {
	const stays = await asTrader(trader, 'PATCH', '/account', { payouts: 'ON_DEMAND' });
	expect(stays.status).toBe(200);
	const body = { asset, amount, clientDepositId: `means-${asset}` };
	await until(async () => {
		const { status } = await asTrader(trader, 'POST', '/deposits', body);
		return status === 200 || status === 201 || undefined;
	});
}

async function limitBuyer(page: Page): Promise<void> {
	const told = 'The limit is set.';
	await actAndClose(page, {
		...{ name: 'Limit open orders', says: 'those in the book stay', told },
		fields: { 'Most open orders': '1' },
	});
	await actAndClose(page, {
		...{ name: 'Limit what orders hold', says: 'hold no more of the asset', told },
		fields: { Asset: 'EUR', 'Most of it': '300' },
	});
	await actAndClose(page, {
		...{ name: 'Limit one order', says: 'commission is not counted', told },
		fields: { Asset: 'EUR', 'Most worth': '200' },
	});
	await actAndClose(page, {
		...{ name: 'Limit payouts', says: 'Both are set anew by this.', told },
		fields: { Asset: 'EUR', 'Most in 24 hours': '50', 'Waits for approval above': '20' },
	});
}

test('the limits of an account are set, seen with what is used of them, held to, and taken back', async () => {
	const { buyer } = settling;
	await deposit(buyer, 'EUR', '1000');
	const { page, faults } = await openAccount('buyer');
	await page.getByText('Open orders in each market: as the market has it').waitFor();
	await page.getByText('No asset is limited for it.').waitFor();
	await limitBuyer(page);
	expect((await order(buyer, 'BUY', '10', '21')).status).toBe(422);
	expect((await order(buyer, 'BUY', '10', '15')).status).toBe(201);
	expect((await order(buyer, 'BUY', '10', '1')).status).toBe(422);
	const waiting = await asTrader(buyer, 'POST', '/payouts', { asset: 'EUR', amount: '30' });
	expect(waiting.body).toMatchObject({ status: 'PENDING_APPROVAL' });
	expect((await asTrader(buyer, 'POST', '/payouts', { asset: 'EUR', amount: '31' })).status).toBe(
		422,
	);
	await page.getByRole('button', { name: 'Look again' }).click();
	await page.getByText('Open orders in each market: 1 (it has 1 in CREDIT-EUR)').waitFor();
	const row = page.getByRole('row', { name: /^EUR 300\.0000 EUR/ });
	// The taker's fee is held with the price.
	const cells = ['300', '151.5', '200', '50', '30', '20'].map((amount) => {
		const [whole, decimals = ''] = amount.split('.');
		return `${whole}.${decimals.padEnd(4, '0')} EUR`;
	});
	await row.getByText('30.0000 EUR', { exact: true }).waitFor();
	expect(await row.getByRole('cell').allInnerTexts()).toEqual(['EUR', ...cells]);
	expect(await violations(page)).toEqual([]);

	await act(page, {
		...{ name: 'Limit one order', says: 'commission is not counted', told: /GOLD/ },
		fields: { Asset: 'GOLD', 'Most worth': '1' },
	});
	await page.getByRole('button', { name: 'Leave it' }).click();
	await actAndClose(page, {
		...{ name: 'Limit one order', says: 'commission is not counted', told: 'The limit is set.' },
		fields: { Asset: 'EUR', 'Most worth': '' },
	});
	await actAndClose(page, {
		...{ name: 'Limit open orders', says: 'those in the book stay', told: 'The limit is set.' },
		fields: { 'Most open orders': '' },
	});
	await row.getByRole('cell', { name: 'none' }).waitFor();
	expect((await order(buyer, 'BUY', '10', '1')).status).toBe(201);
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('the orders of an account are cancelled, and told market by market', async () => {
	const { seller } = settling;
	await deposit(seller, 'CREDIT', '50');
	for (const price of ['90', '91']) {
		expect((await order(seller, 'SELL', price, '5')).status).toBe(201);
	}
	const { page, faults } = await openAccount('seller');
	const cancel = { name: 'Cancel its orders', what: 'seller' } as const;
	await act(page, {
		...{ ...cancel, says: 'Its open orders in CREDIT-EUR are cancelled' },
		...{ fields: { Symbol: 'CREDIT-EUR' }, told: 'Where it had open orders:' },
	});
	await page.getByText('CREDIT-EUR: its open orders are cancelled at once.').waitFor();
	expect(await violations(page)).toEqual([]);
	await close(page);
	await until(async () => {
		const { body } = await asTrader(seller, 'GET', '/orders?status=open');
		return (body as readonly object[]).length === 0 || undefined;
	});
	await actAndClose(page, {
		...{ ...cancel, says: 'Its open orders in all markets are cancelled' },
		told: 'It had no open orders there.',
	});
	expect(faults).toEqual([]);
	await page.close();
});

test('an account is disabled and enabled again, and its keys have ended for good', async () => {
	const added = await operator('POST', '/admin/accounts', { name: 'trial' });
	const { accountId } = added.body as { readonly accountId: string };
	const made = await operator('POST', `/admin/accounts/${accountId}/keys`, {
		...{ label: 'bot', scope: 'FULL', reason: 'a test' },
	});
	const { key } = made.body as { readonly key: string };
	const { page, faults } = await openAccount('trial');
	await actAndClose(page, {
		...{ name: 'Disable', what: 'trial', says: 'Every key of it ends for good' },
		told: 'The account is disabled.',
	});
	await page.getByText('Disabled since').waitFor();
	const status = async () => (await settling.exchange.call('GET', '/account', { key })).status;
	expect(await status()).toBe(401);
	await actAndClose(page, {
		...{ name: 'Enable', what: 'trial', says: 'Those that ended stay ended.' },
		told: 'The account can have keys.',
	});
	await page.getByText('Active', { exact: true }).waitFor();
	expect(await status()).toBe(401);
	expect(faults).toEqual([]);
	await page.close();
});

test('a key that signs is made of a public key as it was copied, and shown by its id', async () => {
	const signer = new SigningTrader();
	const { page, faults } = await openAccount('seller');
	await act(page, {
		...{ name: 'Make a key', what: 'seller', says: 'Who has it acts for the account.' },
		fields: { 'What it is for': 'market maker', 'Public key, if it is to sign': signer.pem },
		choices: { 'What it may do': 'TRADE' },
		told: 'It signs, under the id',
	});
	expect(await violations(page)).toEqual([]);
	const code = page.getByRole('dialog').locator('code');
	expect(await code.count()).toBe(1);
	signer.keyId = (await code.textContent()) ?? '';
	const headers = signer.headers({ method: 'GET', path: '/account', timestamp: Date.now() });
	const answer = await fetch(`${settling.exchange.url}/account`, { headers });
	expect(answer.status).toBe(200);
	await close(page);
	expect(faults).toEqual([]);
	await page.close();
});

test('what an asset of no tracker is credited with by hand comes once, and a linked one is refused', async () => {
	await operator('POST', '/admin/assets', { asset: 'POINT', decimals: 2 });
	const { page, faults } = await openAccount('seller');
	const credit = { name: 'Credit by hand', what: 'seller' } as const;
	const fields = { Asset: 'POINT', Amount: '12.5', Reference: 'gift-1' };
	const says = 'The account then has 12.5 POINT more, which nothing at the tracker stands behind.';
	await actAndClose(page, { ...credit, says, fields, told: '12.5 POINT are credited.' });
	await page.getByRole('cell', { name: '12.50 POINT' }).waitFor();
	await actAndClose(page, { ...credit, says, fields, told: '12.5 POINT are credited.' });
	await page.getByRole('button', { name: 'Look again' }).click();
	const held = async () => {
		const { body } = await asTrader(settling.seller, 'GET', '/account');
		return (body as { readonly balances: readonly object[] }).balances;
	};
	expect(await held()).toContainEqual(
		expect.objectContaining({ asset: 'POINT', available: '12.5' }),
	);
	await act(page, {
		...{ ...credit, says: 'Assets of the tracker are deposited instead.' },
		...{ fields: { ...fields, Asset: 'EUR', Reference: 'gift-2' }, told: /EUR/ },
	});
	await page.getByRole('dialog').getByRole('alert').waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Leave it' }).click();

	const trackerAssetId = await createAsset(settling.service, 'Point');
	await operator('POST', '/admin/assets', { asset: 'METER', decimals: 2 });
	await page.getByRole('link', { name: 'Assets' }).click();
	const link = (asset: string) => ({
		...{ name: 'Link', what: asset, says: `${asset} then stands for an asset of the tracker` },
		fields: {
			...{ 'Asset of the tracker': trackerAssetId },
			'One whole unit there': '0.01',
		},
	});
	await act(page, { ...link('POINT'), told: /accounts hold POINT that no tracker backs/ });
	await page.getByRole('button', { name: 'Leave it' }).click();
	await actAndClose(page, { ...link('METER'), told: 'METER is linked.' });
	await page.getByRole('row', { name: `METER 2 ${trackerAssetId} 0.01 METER` }).waitFor();
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('where proceeds go and when they leave is set, and another administrator has a key', async () => {
	const { page, faults } = await openAccount('buyer');
	await actAndClose(page, {
		...{ name: 'Set its address', what: 'buyer', says: 'go to this user of the tracker' },
		fields: { 'E-mail address at the tracker': 'desk@first.test' },
		told: 'Payouts go to desk@first.test.',
	});
	await page.getByText('desk@first.test', { exact: true }).waitFor();
	await actAndClose(page, {
		...{ name: 'Set its proceeds', what: 'buyer', says: 'what trading brings to it' },
		...{ choices: { Proceeds: 'AUTOMATIC' }, told: 'Proceeds: paid out by themselves.' },
	});
	await page.getByText('Paid out by themselves', { exact: true }).waitFor();
	const { body } = await asTrader(settling.buyer, 'GET', '/account');
	expect(body).toMatchObject({ payouts: 'AUTOMATIC' });

	await page.getByRole('link', { name: 'Keys', exact: true }).click();
	await act(page, {
		...{ name: 'Make an administrator’s key', says: 'does whatever this page does' },
		...{ fields: { 'What it is for': 'deputy' }, told: 'The key is made.' },
	});
	const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
	expect((await settling.exchange.call('GET', '/admin/lanes', { key })).status).toBe(200);
	await close(page);
	await page.getByRole('row', { name: /^deputy an administrator’s everything here/ }).waitFor();
	expect(await page.getByText(key).count()).toBe(0);
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('what becomes of orders that meet their own account is set for a market', async () => {
	const { page, faults } = await openPart(stage, '/markets/CREDIT-EUR');
	await actAndClose(page, {
		...{ name: 'Change self-trades', says: 'that name no mode of their own' },
		...{
			choices: { 'When an account meets itself': 'EXPIRE_BOTH' },
			told: 'When an account meets itself: both end.',
		},
	});
	const { body } = await operator('GET', '/markets/CREDIT-EUR');
	expect(body).toMatchObject({ defaultSelfTradePreventionMode: 'EXPIRE_BOTH' });
	await page.getByText('Both end').waitFor();
	expect(faults).toEqual([]);
	await page.close();
});
