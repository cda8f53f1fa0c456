/**
 * The administrator's page in a browser, at an exchange that settles at a real tracker: who may open it,
 * markets, accounts and their keys, commissions, and the audit log that has it all.
 */
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';
import type { Settling } from '../../exchange/support/settling';
import { act, actAndClose, bank, close, giveKey, openPart, startWatched } from './admin-page';

const hostile = `<img src=x onerror="document.title='broken'"> ${'Northwind'.repeat(5)}`;

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

/** A browser notes each refusal, of which an administrator is told in the page. */
const unexpected = (faults: readonly string[]) =>
	faults.filter((fault) => !/status of 4(01|09|22)/.test(fault));

const operator = (method: string, path: string, body?: object) =>
	settling.exchange.call(method, path, {
		key: settling.exchange.administratorKey,
		...(body && { body }),
	});

test('a key of nobody and one of a trader are told apart, and the right one opens the page', async () => {
	const { url, administratorKey } = settling.exchange;
	const { page, faults } = await watchedPage(browser, url);
	const answer = await page.goto(`${url}/admin`);
	expect(new URL(page.url()).pathname).toBe('/admin/console');
	expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
	await giveKey(page, 'nobody');
	await page.getByText('The API key is not valid.').waitFor();
	await giveKey(page, settling.seller.key);
	await page.getByText('This is the key of a trader').waitFor();
	expect(await violations(page)).toEqual([]);
	await giveKey(page, administratorKey);
	await page.getByRole('heading', { name: 'Overview' }).waitFor();
	await page.getByRole('cell', { name: 'CREDIT-EUR' }).waitFor();
	await page.getByText('Payouts flow.').waitFor();
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
	await page.goto(`${url}/admin/console/nothing/here`);
	await giveKey(page, administratorKey);
	await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('a market is added, and takes another status and other rules', async () => {
	const { page, faults } = await openPart(stage, '/assets');
	await actAndClose(page, {
		...{ name: 'Add an asset', says: 'stay for good', told: 'GOLD is there.' },
		fields: { Asset: 'GOLD', Decimals: '3' },
	});
	await page.getByRole('button', { name: 'Link: GOLD' }).waitFor();
	await page.getByRole('link', { name: 'Markets' }).click();
	const market = { Symbol: 'GOLD-EUR', 'Base asset': 'GOLD', 'Quote asset': 'EUR' };
	const sizes = {
		'Tick size': '0.01',
		'Step size': '0.01',
		'Highest price': '9000',
		'Least quantity': '0.01',
	};
	const fees = {
		'Largest quantity': '100',
		'Maker fee in hundredths of a percent': '5',
		'Taker fee in hundredths of a percent': '15',
	};
	const fields = { ...market, ...sizes, ...fees };
	const adding = { name: 'Add a market', says: 'its fees stay for good', fields } as const;
	await actAndClose(page, { ...adding, told: 'GOLD-EUR is there.' });
	await page.getByRole('row', { name: 'GOLD-EUR Trading 0.05 % 0.15 %' }).waitFor();
	await act(page, { ...adding, told: 'there is a market GOLD-EUR' });
	expect(await page.getByLabel('Highest price').inputValue()).toBe('9000');
	await page.getByRole('button', { name: 'Leave it' }).click();

	await page.getByRole('link', { name: 'GOLD-EUR' }).click();
	const halting = {
		...{ name: 'Change the status', says: 'GOLD-EUR then takes nothing' },
		...{ choices: { Status: 'HALT' }, told: 'GOLD-EUR takes nothing' },
	} as const;
	await actAndClose(page, halting);
	await until(async () => {
		const { body } = await operator('GET', '/markets/GOLD-EUR');
		return (body as { readonly status: string }).status === 'HALT' ? true : undefined;
	});
	await page.getByRole('button', { name: 'Look again' }).click();
	await page.getByText('Halted', { exact: true }).waitFor();
	await actAndClose(page, {
		...{ name: 'Change the rules', says: 'What you leave as it is' },
		...{ fields: { 'Most open orders': '7' }, told: 'other rules' },
	});
	const { body } = await operator('GET', '/admin/actions?subject=GOLD-EUR');
	expect(body).toMatchObject([
		{ action: 'MARKET_SET_RULES', reason: 'looked into' },
		{ action: 'MARKET_SET_STATUS', reason: 'looked into' },
		{ action: 'MARKET_ADD', reason: 'looked into' },
	]);
	expect(await violations(page)).toEqual([]);
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('nothing is done by opening a question, by a comma in a number, or by leaving it', async () => {
	const { page, faults } = await openPart(stage, '/accounts');
	await page.getByRole('link', { name: 'seller' }).click();
	await page.getByRole('button', { name: 'Freeze: seller' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Reason').fill('looked into');
	expect(await violations(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'detached' });
	const focused = 'document.activeElement.getAttribute("aria-label")';
	expect(await page.evaluate(focused)).toBe('Freeze: seller');
	await page.getByRole('button', { name: 'Credit by hand: seller' }).click();
	await dialog.getByLabel('Amount').fill('1,5');
	await dialog.getByText('Digits, with a point before the decimals').waitFor();
	expect(await dialog.getByRole('button', { name: 'Credit by hand' }).isDisabled()).toBe(true);
	const { accountId } = settling.seller;
	expect((await operator('GET', `/admin/actions?subject=${accountId}`)).body).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('an account is frozen and let go on, and what it is called stays text', async () => {
	const { page, faults } = await openPart(stage, '/accounts');
	await actAndClose(page, {
		...{ name: 'Add an account', says: 'It has no key yet' },
		...{ fields: { Name: hostile }, told: 'The account is there.' },
	});
	await page.getByRole('link', { name: hostile }).click();
	await page.getByRole('heading', { name: hostile }).waitFor();
	await actAndClose(page, {
		...{ name: 'Freeze', what: hostile, says: 'Its open orders in all markets are cancelled.' },
		...{ fields: { 'What its owner is told': hostile }, checks: ['Cancel its open orders, too'] },
		told: 'The account is frozen.',
	});
	await page.getByText('Frozen since').waitFor();
	await page.getByText('It has nothing here.').waitFor();
	expect(await page.locator('main img').count()).toBe(0);
	expect(await violations(page)).toEqual([]);
	await page.getByRole('link', { name: 'To all accounts' }).click();
	await page.getByRole('link', { name: 'Frozen', exact: true }).click();
	await page.getByRole('link', { name: 'seller' }).waitFor({ state: 'detached' });
	await page.getByRole('link', { name: hostile }).waitFor();
	expect(await page.locator('tbody tr').count()).toBe(1);
	await page.getByRole('link', { name: hostile }).click();
	await actAndClose(page, {
		...{ name: 'Unfreeze', what: hostile, says: 'It begins orders' },
		told: 'The account goes on.',
	});
	await page.getByText('Active', { exact: true }).waitFor();
	const account = `/admin/accounts/${new URL(page.url()).pathname.split('/').at(-1)}`;
	expect((await operator('POST', `${account}/freeze`, { reason: 'by another' })).status).toBe(200);
	await page.getByRole('button', { name: 'Look again' }).click();
	await page.getByText('Frozen since').waitFor();
	expect(await page.title()).toContain('<img src=x');
	expect(faults).toEqual([]);
	await page.close();
});

test('keys are made, shown once and taken out of use, and none travels in an address', async () => {
	const { page, faults } = await openPart(stage, '/accounts');
	const own = 'a-key-of-the-buyer-at-the-tracker';
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.getByRole('link', { name: 'buyer' }).click();
	await act(page, {
		...{ name: 'Make a key', what: 'buyer', says: 'acts for the account' },
		...{ fields: { 'What it is for': 'bot' }, choices: { 'What it may do': 'READ' } },
		told: 'The key is made.',
	});
	const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
	expect((await settling.exchange.call('GET', '/account', { key })).status).toBe(200);
	await close(page);
	await actAndClose(page, {
		...{ name: 'Take its key of the tracker', what: 'buyer', says: 'Only its hash is kept.' },
		...{ fields: { 'The key': own, 'What it is for': 'second' }, told: 'speaks for the account' },
	});
	expect((await settling.exchange.call('GET', '/account', { key: own })).status).toBe(200);
	await page.getByRole('link', { name: 'Its keys' }).click();
	await page.getByRole('cell', { name: 'second (of the tracker, too)' }).waitFor();
	expect(await page.getByText(key).count()).toBe(0);
	await actAndClose(page, {
		...{ name: 'Take out of use', what: 'bot', says: 'It ends for good' },
		told: 'The key has ended.',
	});
	await page.getByRole('cell', { name: 'not since' }).waitFor();
	expect((await settling.exchange.call('GET', '/account', { key })).status).toBe(401);
	expect(asked.filter((url) => url.includes(own) || url.includes(key))).toEqual([]);
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('commissions are taken out, with every digit of their asset', async () => {
	const { seller, buyer, exchange } = settling;
	const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '12.5', quantity: '40', fund: true };
	for (const [trader, side] of [
		[seller, 'SELL'],
		[buyer, 'BUY'],
	] as const) {
		const body = { ...order, side, clientOrderId: side };
		expect((await exchange.call('POST', '/orders', { key: trader.key, body })).status).toBe(201);
	}
	await until(async () => {
		const { body } = await operator('GET', '/admin/commissions');
		return (body as readonly object[]).length > 0 ? true : undefined;
	});
	const { page, faults } = await openPart(stage, '/commissions');
	await page.getByText('5.0000 EUR').waitFor();
	await act(page, {
		...{ name: 'Take out', what: 'EUR', says: '2 EUR of the commissions are paid out' },
		...{ fields: { Amount: '2' }, told: /Settled|On its way|Planned|Not known yet/ },
	});
	await page.getByRole('dialog').getByText('2.0000 EUR').waitFor();
	expect(await violations(page)).toEqual([]);
	await close(page);
	await page.getByText('3.0000 EUR').waitFor();
	await page.getByRole('link', { name: 'What was taken out' }).click();
	await page.getByRole('link', { name: 'Payout' }).click();
	await page.getByText(bank).waitFor();
	await page.getByText('2.0000 EUR').waitFor();
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('where no answer comes, it is said that the outcome is not known', async () => {
	const { page } = await openPart(stage, '/markets/CREDIT-EUR');
	await page.route('**/admin/markets/*/status', (route) => route.abort());
	await act(page, {
		...{ name: 'Change the status', says: 'takes cancellations and no order' },
		choices: { Status: 'CANCEL_ONLY' },
		told: 'It is not known whether it was done.',
	});
	expect(await page.getByRole('dialog').getByLabel('Reason').count()).toBe(0);
	expect(await violations(page)).toEqual([]);
	await close(page);
	await page.getByText('Trading', { exact: true }).waitFor();
	await closeRouted(page);
});

test('the audit log has what was done, narrowed to what it was done to', async () => {
	const { page, faults } = await openPart(stage, '/actions');
	await page.getByRole('cell', { name: 'Commissions pay out', exact: true }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByLabel('To what').fill(settling.buyer.accountId);
	await page.getByRole('button', { name: 'Narrow the list' }).click();
	await page
		.getByRole('cell', { name: 'Commissions pay out', exact: true })
		.waitFor({ state: 'detached' });
	await page.getByRole('cell', { name: 'Key add' }).first().waitFor();
	expect(await page.locator('tbody tr').count()).toBe(3);
	await page.getByLabel('Until').fill('2001-01-01T00:00');
	await page.getByRole('button', { name: 'Narrow the list' }).click();
	await page.getByText('Nothing was done that fits.').waitFor();
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

/** With their headings. */
const parts = {
	...{ '': 'Overview', '/markets': 'Markets', '/markets/CREDIT-EUR': 'CREDIT-EUR' },
	...{ '/assets': 'Assets', '/accounts': 'Accounts', '/keys': 'Keys', '/transfers': 'Transfers' },
	...{ '/commissions': 'Commissions', '/comparisons': 'Books and tracker', '/alarms': 'Alarms' },
	'/actions': 'Audit log',
};

test.each(['light', 'dark'] as const)('every part holds on a phone, %s', async (colorScheme) => {
	const viewport = { width: 360, height: 740 };
	const { page, faults } = await openPart(stage, '', { viewport, colorScheme });
	const wide = 'document.documentElement.scrollWidth - innerWidth';
	for (const [part, name] of Object.entries(parts)) {
		await page.evaluate((to) => {
			const { history, dispatchEvent, Event: Moved } = globalThis as unknown as Moving;
			history.pushState(null, '', to);
			dispatchEvent(new Moved('popstate'));
		}, `/admin/console${part}`);
		await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
		await page.getByText('Loading…').first().waitFor({ state: 'detached' });
		expect({ part, found: await violations(page) }).toEqual({ part, found: [] });
		expect({ part, wide: Number(await page.evaluate(wide)) <= 0 }).toEqual({ part, wide: true });
	}
	expect(faults).toEqual([]);
	await page.close();
});

test('a long list stands on pages, of which each begins where it began', async () => {
	const names = Array.from({ length: 50 }, (_, at) => `trader ${at}`);
	for (const name of names) {
		expect((await operator('POST', '/admin/accounts', { name })).status).toBe(201);
	}
	const { page, faults } = await openPart(stage, '/accounts');
	await page.getByText('50 accounts').waitFor();
	expect(await page.getByRole('link', { name: 'seller' }).count()).toBe(0);
	await page.getByRole('button', { name: 'More' }).click();
	await page.getByRole('link', { name: 'seller' }).waitFor();
	await page.getByText('3 accounts').waitFor();
	await page.getByRole('button', { name: 'Newest' }).click();
	await page.getByRole('link', { name: 'trader 49' }).waitFor();
	await page.getByLabel('Name, as it is written').fill('buyer');
	await page.getByRole('button', { name: 'Find' }).click();
	await page.getByRole('link', { name: 'trader 49' }).waitFor({ state: 'detached' });
	await page.getByRole('link', { name: 'buyer' }).waitFor();
	expect(faults).toEqual([]);
	await page.close();
});

interface Moving {
	readonly history: { pushState(state: null, unused: string, address: string): void };
	readonly dispatchEvent: (event: object) => void;
	readonly Event: new (name: string) => object;
}
