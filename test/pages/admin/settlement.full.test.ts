/**
 * Settlement as an administrator looks after it in the page, with a real tracker: transfers that are held
 * for review, payouts that wait for approval, books that differ, alarms, and maintenance.
 */
import type { Browser } from 'playwright-core';
import { raiseAlarm } from '../../../exchange/guard/alarms';
import { newId, systemClock } from '../../../server/clock';
import { openBrowser } from '../../support/servers/chromium';
import { TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { violations } from '../../support/servers/watched-page';
import { callTracker, type Settling } from '../../exchange/support/settling';
import { actAndClose, openPart, startWatched } from './admin-page';

const databases = new TestDatabases();
let browser: Browser;
let settling: Settling;
let stage: { readonly browser: Browser; readonly settling: Settling };

beforeAll(async () => {
	settling = await startWatched(await databases.place('SQLite'));
	browser = await openBrowser();
	stage = { browser, settling };
	const { buyer, exchange } = settling;
	await asBuyer('POST', '/deposits', { asset: 'EUR', amount: '500' });
	await until(async () => {
		const { balances } = await asBuyer('GET', '/account');
		return JSON.stringify(balances).includes('"500"') ? true : undefined;
	});
	const limits = { asset: 'EUR', approvalAbove: '1', reason: 'a new trader' };
	const path = `/admin/accounts/${buyer.accountId}/payout-limits`;
	await exchange.call('POST', path, { key: exchange.administratorKey, body: limits });
});

afterAll(async () => {
	await browser.close();
	await settling.close();
	await databases.close();
});

async function asBuyer(method: string, path: string, body?: object) {
	const { key } = settling.buyer;
	const answer = await settling.exchange.call(method, path, { key, ...(body && { body }) });
	return answer.body as Readonly<Record<string, string>>;
}

/** A payout that waits for approval; its id. */
async function waitingPayout(amount: string): Promise<string> {
	const { payoutId = '', status } = await asBuyer('POST', '/payouts', { asset: 'EUR', amount });
	expect(status).toBe('PENDING_APPROVAL');
	return payoutId;
}

/** Leaves a payout as it is left where nothing can tell what became of its call. */
async function hold(id: string): Promise<void> {
	const { database } = settling.exchange.exchange;
	const now = systemClock.now();
	const reason = 'no resolver that is configured can tell what happened';
	const held = { state: 'HELD_FOR_REVIEW', reason, attempt: 1, version: 2 };
	const doubt = { first_doubt_at: now, last_doubt_at: now };
	await database
		.updateTable('intents')
		.set({ ...held, ...doubt })
		.where('id', '=', id)
		.execute();
	await database
		.insertInto('intent_steps')
		.values({ intent_id: id, version: 2, state: held.state, note: reason, at: now })
		.execute();
	const parts = {
		...{ clock: systemClock, newId: () => newId(systemClock), onAlarm: () => undefined },
	};
	const message = `PAYOUT ${id} is held for review`;
	await raiseAlarm(parts, database, { kind: 'INTENT', message, intentId: id });
}

const statusOf = async (id: string) => (await asBuyer('GET', `/payouts/${id}`)).status;

const settled = (id: string) =>
	until(async () => ((await statusOf(id)) === 'SETTLED' ? true : undefined));

test('a transfer held for review is decided on by its evidence, either way', async () => {
	const [refused, again] = [await waitingPayout('10.01'), await waitingPayout('20.02')];
	await hold(refused);
	await hold(again);
	const { page, faults } = await openPart(stage, '');
	await page.getByText('Transfers held for review: 2').waitFor();
	await page.getByText('Open alarms: 2').waitFor();
	await page.getByRole('link', { name: 'Transfers held for review' }).click();
	await page.getByRole('cell', { name: '10.0100 EUR' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await page.getByRole('link', { name: refused }).click();
	await page.getByText('The tracker has no transaction of this amount').waitFor();
	await page.getByText('escrow@first.test').waitFor();
	await page.getByText(`PAYOUT ${refused} is held for review`).waitFor();
	expect(await violations(page)).toEqual([]);
	await actAndClose(page, {
		...{ name: 'Take it as refused', says: '10.0100 EUR go back to the account.' },
		told: 'It is decided: refused.',
	});
	await page.getByRole('button', { name: 'Take it as refused' }).waitFor({ state: 'detached' });
	expect(await statusOf(refused)).toBe('REFUSED');

	await page.getByRole('link', { name: 'Alarms' }).click();
	await page.getByRole('link', { name: 'Look at the transfer' }).waitFor();
	expect(await page.locator('tbody tr').count()).toBe(1);
	await page.getByRole('link', { name: 'Look at the transfer' }).click();
	await page.getByText('The tracker has no transaction of this amount').waitFor();
	await actAndClose(page, {
		...{ name: 'Send it again', says: '20.0200 EUR are sent by a new call.' },
		told: 'It is decided: planned.',
	});
	await settled(again);
	await page.getByRole('button', { name: 'Look again' }).click();
	await page.getByText('Transaction of the tracker').waitFor();
	await page.getByRole('button', { name: 'Read it from the tracker' }).click();
	await page.getByRole('cell', { name: 'buyer@first.test' }).waitFor();
	await page.getByRole('link', { name: 'What was done to it' }).click();
	await page.getByText('decision: SEND_AGAIN').waitFor();
	expect(await violations(page)).toEqual([]);
	expect(faults).toEqual([]);
	await page.close();
});

test('a payout that waits is approved, and another rejected', async () => {
	const [approved, rejected] = [await waitingPayout('30'), await waitingPayout('40')];
	const { page, faults } = await openPart(stage, '/transfers?status=PENDING_APPROVAL');
	await page.getByRole('link', { name: approved }).click();
	await actAndClose(page, {
		...{ name: 'Approve it', says: '30.0000 EUR are paid out.' },
		told: /It is decided/,
	});
	await settled(approved);
	await page.getByRole('link', { name: 'To all transfers' }).click();
	await page.getByRole('link', { name: 'Waiting for approval' }).click();
	await page.getByRole('link', { name: rejected }).click();
	await actAndClose(page, {
		...{ name: 'Reject it', says: '40.0000 EUR go back to the account.' },
		told: 'It is decided: refused.',
	});
	expect(await statusOf(rejected)).toBe('REFUSED');
	await page.goto(`${settling.exchange.url}/admin/console`);
	expect(faults).toEqual([]);
	await page.close();
});

const move = (key: string, recipientEmail: string) =>
	callTracker(
		settling.service,
		'POST',
		`assets/${settling.assetIds.EUR}/transfer`,
		{ recipientEmail, amount: 250 },
		key,
	);

test('books that differ are found, said, and let go on', async () => {
	const { escrow, buyer } = settling;
	const { page, faults } = await openPart(stage, '/comparisons');
	const compare = { name: 'Compare now', says: 'The tracker is read and compared' } as const;
	await actAndClose(page, { ...compare, told: 'The tracker holds what is owed.' });
	await page.getByText('Agree', { exact: true }).waitFor();
	await move(escrow.key, buyer.user.email);
	await actAndClose(page, { ...compare, told: 'Nothing explains what the tracker holds.' });
	await page.getByText('Differ', { exact: true }).waitFor();
	await page.getByText('EUR: differ, by -2.5000').first().click();
	await page.locator('details[open]').getByText('With transfers under way').waitFor();
	expect(await violations(page)).toEqual([]);

	await page.getByRole('link', { name: 'Alarms' }).click();
	await actAndClose(page, {
		...{ name: 'Put it aside', what: 'The books differ', says: 'nothing else changes' },
		told: 'The alarm is put aside.',
	});
	await page.getByRole('cell', { name: 'Payouts are stopped', exact: true }).waitFor();
	await page
		.getByRole('cell', { name: 'The books differ', exact: true })
		.waitFor({ state: 'detached' });
	await page.getByRole('link', { name: 'Overview' }).click();
	await page.getByRole('cell', { name: '2.5000 EUR' }).waitFor();
	expect(await violations(page)).toEqual([]);
	await actAndClose(page, {
		...{ name: 'Let go on', what: 'EUR', says: 'Payouts of EUR are sent again' },
		told: 'Payouts go on.',
	});
	await actAndClose(page, {
		...{ name: 'Let all payouts go on', says: 'Payouts of all assets are sent again' },
		told: 'Payouts go on.',
	});
	await move(buyer.user.key, escrow.email);
	await page.getByRole('link', { name: 'Comparisons' }).click();
	await actAndClose(page, { ...compare, told: 'The tracker holds what is owed.' });
	expect(faults).toEqual([]);
	await page.close();
});

test('maintenance is begun and ended, and everybody can read why', async () => {
	const { page, faults } = await openPart(stage, '');
	await actAndClose(page, {
		...{ name: 'Begin maintenance', says: 'No order, deposit or payout begins' },
		...{ fields: { 'Announced end': '2099-01-01T00:00' }, told: 'is in maintenance.' },
	});
	await page.getByText('looked into').waitFor();
	expect(await asBuyer('GET', '/status')).toMatchObject({ status: 'MAINTENANCE' });
	await actAndClose(page, {
		...{ name: 'Announce another end', says: 'Everybody can read the reason.' },
		...{ fields: { 'Announced end': '2098-01-01T00:00' }, told: 'is in maintenance.' },
	});
	const endsAt = Date.parse('2098-01-01T00:00');
	expect(await asBuyer('GET', '/status')).toMatchObject({ endsAt });
	expect(await violations(page)).toEqual([]);
	await actAndClose(page, {
		...{ name: 'End maintenance', says: 'are taken again' },
		told: 'The exchange goes on.',
	});
	await page.getByText('It takes orders, deposits and payouts.').waitFor();
	expect(faults).toEqual([]);
	await page.close();
});
