/**
 * Money in and out on the venue page, the statement of it, what is published of it, and a page that is
 * lied to: at an exchange that settles at a real tracker.
 */
import fs from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { publishNow } from '../../exchange/support/publishing';
import { until } from '../../support/clients/requests';
import { closeRouted, violations, watchedPage } from '../../support/servers/watched-page';
import { giveKey, unexpected, VenueStage } from './venue-page';

let stage: VenueStage;

beforeAll(async () => {
	stage = await VenueStage.open();
});

afterAll(() => stage.close());

const transfers = ['transfers', 'Transfers'] as const;
const formOf = (page: Page, name: 'Deposit' | 'Withdraw') => page.getByRole('form', { name });

interface Transfer {
	readonly status: string;
	readonly trackerTransactionId?: string;
}

/** The transaction of the tracker that the newest transfer has come to. */
function settled(path: '/deposits' | '/payouts'): Promise<string> {
	return until(async () => {
		const [newest] = await stage.asked<readonly Transfer[]>(stage.settling.seller.key, path);
		return newest?.status === 'SETTLED' ? newest.trackerTransactionId : undefined;
	});
}

/** Ids stand behind a row until somebody asks for them. */
async function transactionOf(row: Locator): Promise<string | null> {
	const id = row.locator('code').first();
	expect(await id.isVisible()).toBe(false);
	await row.getByText('Ids').click();
	await row.getByText('Transaction of the tracker', { exact: true }).waitFor();
	expect(await id.isVisible()).toBe(true);
	return id.textContent();
}

/** Lists are read when somebody turns to them. */
async function turnTo(page: Page, name: 'Deposits' | 'Withdrawals'): Promise<void> {
	await page.getByRole('link', { name: 'Markets', exact: true }).click();
	await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor();
	await page.getByRole('link', { name: 'Transfers', exact: true }).click();
	await page.getByRole('link', { name, exact: true }).click();
}

test('money is pulled in and paid out by the forms, down to the transactions of the tracker', async () => {
	const { seller } = stage.settling;
	const { page, faults } = await stage.openPart(transfers);
	await page.getByText('You have deposited nothing yet.').waitFor();
	const form = formOf(page, 'Deposit');
	await form.getByLabel('Asset').fill('CREDIT');
	await form.getByLabel('Amount').fill('25');
	await form.getByRole('button').click();
	const pulled = await settled('/deposits');
	await turnTo(page, 'Deposits');
	const deposit = page.getByRole('row', { name: /tracker to the exchange 25 CREDIT Settled on/ });
	expect(await transactionOf(deposit)).toBe(pulled);
	expect(await violations(page)).toEqual([]);
	const here = page.getByRole('region', { name: 'Balances at the exchange' });
	await here.getByText('25 CREDIT').waitFor();
	const there = page.getByRole('region', { name: 'Balances at the tracker' });
	await there.getByText('975 CREDIT').waitFor();

	const withdraw = formOf(page, 'Withdraw');
	await withdraw.locator('select').selectOption('CREDIT');
	await withdraw.getByLabel('Amount').fill('10');
	await withdraw.getByRole('button').click();
	const paid = await settled('/payouts');
	await turnTo(page, 'Withdrawals');
	const payout = page.getByRole('row', { name: /exchange to the tracker 10 CREDIT Settled on/ });
	expect(await transactionOf(payout)).toBe(paid);
	expect(await stage.settling.held(seller.user, 'CREDIT')).toBe(985);
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('what the tracker refuses is said beside the form, and moves nothing', async () => {
	const { seller } = stage.settling;
	const { page, faults } = await stage.openPart(transfers);
	const deposit = formOf(page, 'Deposit');
	await deposit.locator('select').selectOption('CREDIT');
	await deposit.getByLabel('Amount').fill('5000');
	await deposit.getByRole('button').click();
	await deposit.getByText(/The tracker refused the deposit/).waitFor();
	await turnTo(page, 'Deposits');
	const refused = page.getByRole('row', {
		name: /5,000 CREDIT Refused on .* The balance of 985 is/,
	});
	await refused.getByText('Ids').click();
	await refused.getByText('The tracker has no transaction of it.').waitFor();
	expect(await stage.settling.held(seller.user, 'CREDIT')).toBe(985);
	expect(unexpected(faults)).toEqual([]);
	await page.close();
});

test('a key that was revoked while the page was open moves nothing, and is asked for again', async () => {
	const { exchange, seller } = stage.settling;
	const { administratorKey: key } = exchange;
	const added = await exchange.call('POST', `/admin/accounts/${seller.accountId}/keys`, {
		...{ key, body: { label: 'of the page', scope: 'FULL', reason: 'a test' } },
	});
	const { keyId, key: own } = added.body as { readonly keyId: string; readonly key: string };
	const { page } = await stage.openPart(transfers, { key: own });
	const before = await stage.asked<readonly object[]>(seller.key, '/payouts');
	const withdraw = formOf(page, 'Withdraw');
	await withdraw.locator('select').selectOption('CREDIT');
	// The key is revoked while the request is on its way; before, something that the page reads by
	// itself could tell of it, and take the form away.
	const revoked = Promise.withResolvers<number>();
	await page.route('**/payouts', async (route) => {
		if (route.request().method() === 'POST') {
			const body = { reason: 'a test' };
			const { status } = await exchange.call('POST', `/admin/keys/${keyId}/revoke`, { key, body });
			revoked.resolve(status);
		}
		await route.continue();
	});
	await withdraw.getByRole('button').click();
	expect(await revoked.promise).toBe(200);
	await page.getByLabel('API key').waitFor();
	await page.getByRole('alert').waitFor();
	expect(await stage.asked(seller.key, '/payouts')).toEqual(before);
	await giveKey(page, seller.key);
	await page.getByRole('heading', { name: 'Transfers', level: 1 }).waitFor();
	await page.close();
});

interface GivenProof {
	readonly proof: { readonly amounts: readonly string[] };
}

test('the proof of reserves is checked in the browser, and a falsified one is refused', async () => {
	const { database } = stage.settling.exchange.exchange;
	await publishNow(database, stage.dataFolder);
	const { page, faults } = await stage.openPart(['reserves', 'Proof of reserves']);
	await page.getByText('You were counted in.').waitFor();
	const counted = page.getByRole('row', { name: /^CREDIT / }).getByRole('cell');
	expect(await counted.allTextContents()).toEqual([
		...['CREDIT', '15 CREDIT', '15 CREDIT', '15 CREDIT'],
	]);
	expect(await violations(page)).toEqual([]);

	const again = async () => {
		await page.getByRole('link', { name: 'Markets', exact: true }).click();
		await page.getByRole('heading', { name: 'Markets', level: 1 }).waitFor();
		await page.getByRole('link', { name: 'Reserves', exact: true }).click();
	};
	await page.route(at('/account/reserves'), async (route) => {
		const response = await route.fetch();
		const { proof, ...rest } = (await response.json()) as GivenProof;
		const amounts = proof.amounts.map((amount) => (amount === '15' ? '14' : amount));
		await route.fulfill({ response, json: { ...rest, proof: { ...proof, amounts } } });
	});
	await again();
	await page.getByText('The proof does not hold.').waitFor();
	await page.unrouteAll({ behavior: 'wait' });

	await page.route(at('/reserves'), async (route) => {
		const response = await route.fetch();
		const shown = (await response.json()) as { readonly root: string };
		const root = shown.root.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
		await route.fulfill({ response, json: { ...shown, root } });
	});
	await again();
	await page.getByText('of another publication than everybody is shown').waitFor();
	await page.unrouteAll({ behavior: 'wait' });
	await again();
	await page.getByText('You were counted in.').waitFor();
	expect(faults).toEqual([]);
	await closeRouted(page);
});

const at = (path: string) => (url: URL) => url.pathname === path;

const statement = ['statement', 'Statement'] as const;

test('a statement of days is asked for in the zone of the reader, and saved', async () => {
	const zone = { timezoneId: 'America/New_York' };
	const { page, faults } = await stage.openPart(statement, zone);
	const download = page.getByRole('button', { name: 'Download' });
	await page.getByLabel('First day').fill('2026-03-08');
	await page.getByLabel('Last day').fill('2026-03-07');
	await page.getByText('Not before the first day.').waitFor();
	expect(await download.isDisabled()).toBe(true);
	await page.getByLabel('Last day').fill('2026-03-08');
	const asking = page.waitForRequest((one) => at('/account/statement')(new URL(one.url())));
	const coming = page.waitForEvent('download');
	await download.click();
	const { searchParams } = new URL((await asking).url());
	// The clocks go forward there on that day, which has 23 hours.
	expect(Object.fromEntries(searchParams)).toEqual({
		...{ format: 'CSV', startTime: String(Date.UTC(2026, 2, 8, 5)) },
		endTime: String(Date.UTC(2026, 2, 9, 4) - 1),
	});
	expect((await coming).suggestedFilename()).toBe('statement-2026-03-08-2026-03-08.csv');
	await page.getByText('Saved as statement-2026-03-08-2026-03-08.csv.').waitFor();

	for (const label of ['First day', 'Last day']) await page.getByLabel(label).fill('');
	await page.getByLabel('Form').selectOption('JSON');
	const next = page.waitForEvent('download');
	await download.click();
	const file = await next;
	expect(file.suggestedFilename()).toBe('statement.json');
	const { account, lines } = JSON.parse(fs.readFileSync(await file.path(), 'utf8')) as {
		readonly account: { readonly id: string };
		readonly lines: readonly object[];
	};
	expect(account.id).toBe(stage.settling.seller.accountId);
	expect(lines).toContainEqual(
		expect.objectContaining({ kind: 'DEPOSIT', asset: 'CREDIT', availableChange: '25' }),
	);
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('a statement that is cancelled or fails says so, and saves nothing', async () => {
	const { page } = await stage.openPart(statement);
	const saved: string[] = [];
	page.on('download', (file) => saved.push(file.suggestedFilename()));
	const download = page.getByRole('button', { name: 'Download' });
	const held = Promise.withResolvers<undefined>();
	await page.route(at('/account/statement'), async (route) => {
		await held.promise;
		await route.continue();
	});
	await download.click();
	await page.getByText('It is being made and fetched.').waitFor();
	await page.getByRole('button', { name: 'Stop it' }).click();
	await page.getByText('Cancelled. Nothing was saved.').waitFor();
	held.resolve(undefined);
	await page.unrouteAll({ behavior: 'wait' });
	await page.route(at('/account/statement'), (route) => route.abort());
	await download.click();
	await page.getByText('The server does not answer.').waitFor();
	await page.unrouteAll({ behavior: 'wait' });
	expect(saved).toEqual([]);
	const coming = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Try again' }).click();
	await coming;
	await page.getByText('Saved as statement.csv.').waitFor();
	expect(saved).toEqual(['statement.csv']);
	await closeRouted(page);
});

// The last that needs the tracker.
test('a tracker that does not answer is said, and an account that has another key there is asked for it', async () => {
	const { exchange, seller } = stage.settling;
	const { administratorKey: key } = exchange;
	const added = await exchange.call('POST', `/admin/accounts/${seller.accountId}/keys`, {
		...{ key, body: { label: 'of the exchange alone', scope: 'FULL', reason: 'a test' } },
	});
	const { key: own } = added.body as { readonly key: string };
	const { page } = await stage.openPart(transfers, { key: own });
	const there = page.getByRole('region', { name: 'Balances at the tracker' });
	await there.getByText('The tracker does not know you by this key.').waitFor();
	await there.getByLabel('Your key there').fill(seller.key);
	await there.getByRole('button', { name: 'Ask with it' }).click();
	await there.getByText('985 CREDIT').waitFor();
	stage.loseTracker();
	await there.getByRole('button', { name: 'Ask again' }).click();
	await there.getByText('The tracker does not answer.').waitFor();
	const here = page.getByRole('region', { name: 'Balances at the exchange' });
	await here.getByText('15 CREDIT').waitFor();
	expect(await violations(page)).toEqual([]);
	await page.close();
});

test('markup in the name of a market stays text', async () => {
	const markup = '<img src=x onerror="document.title=1">';
	const { url } = stage.settling.exchange;
	const { page, faults } = await watchedPage(stage.browser, url);
	await page.route(at('/markets'), async (route) => {
		const response = await route.fetch();
		const markets = (await response.json()) as readonly object[];
		const names = { symbol: markup, baseAsset: markup, quoteAsset: markup };
		await route.fulfill({ response, json: markets.map((market) => ({ ...market, ...names })) });
	});
	await page.goto(`${url}/venue`);
	const link = page.getByRole('link', { name: markup });
	await link.waitFor();
	expect(await page.locator('img').count()).toBe(0);
	expect(await page.title()).not.toBe('1');
	await link.click();
	await page.getByRole('heading', { name: markup, level: 1 }).waitFor();
	await page.getByRole('alert').waitFor();
	expect(await page.locator('img').count()).toBe(0);
	expect(unexpected(faults, 404)).toEqual([]);
	await closeRouted(page);
});
