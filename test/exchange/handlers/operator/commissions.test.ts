/** Commissions are taken out by the operator, by a transfer at the tracker as any other. */
import { listActs } from '../../../../exchange/guard/audit';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { Accounts } from '../../../../exchange/accounts/accounts';
import { listAccounts } from '../../../../exchange/reading/managed-accounts';
import { systemClock } from '../../../../server/clock';
import { TestDatabases } from '../../../support/servers/databases';
import {
	escrow,
	startScriptedSettling,
	type ScriptedSettling,
} from '../../support/scripted-settling';

const bank = 'bank@first.test';
const databases = new TestDatabases();
let settling: ScriptedSettling;

beforeAll(async () => {
	const settings = { windowMs: 100, commissionsEmail: bank };
	settling = await startScriptedSettling(await databases.place(), settings);
	settling.tracker.addUser({ email: bank, key: 'key-of-the-bank-at-the-tracker' });
});
afterAll(async () => {
	await settling.close();
	await databases.close();
});

const call = (method: string, path: string, key: string, body?: object) =>
	settling.exchange.call(method, path, { key, ...(body && { body }) });

const asAdministrator = (method: string, path: string, body?: object) =>
	call(method, path, settling.exchange.administratorKey, body);

const payOut = (fields: object) =>
	asAdministrator('POST', '/admin/commissions/payouts', { asset: 'EUR', reason: 'due', ...fields });

const listed = async () => (await asAdministrator('GET', '/admin/commissions')).body;

test('commissions leave by a transfer, once, never more than there are, and stand in the log', async () => {
	const { seller, buyer, tracker, exchange } = settling;
	const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '10', quantity: '50', fund: true };
	await call('POST', '/orders', seller.key, { ...order, side: 'SELL', clientOrderId: 's' });
	const purchase = { ...order, side: 'BUY', clientOrderId: 'b' };
	expect(await call('POST', '/orders', buyer.key, purchase)).toMatchObject({ status: 201 });
	// 10 and 20 hundredths of a percent of 500.
	expect(await listed()).toEqual([{ asset: 'EUR', amount: '1.5' }]);
	expect(await payOut({ amount: '1.51' })).toMatchObject({
		status: 422,
		body: { errorCode: 'Exchange_InsufficientBalance' },
	});
	const first = await payOut({ amount: '1', clientPayoutId: 'first' });
	expect(first).toMatchObject({ status: 201, body: { amount: '1', status: 'SETTLED' } });
	expect((await payOut({ amount: '1', clientPayoutId: 'first' })).status).toBe(200);
	expect(tracker.heldBy(bank, 'EUR')).toBe(100);
	expect(await payOut({})).toMatchObject({ status: 201, body: { amount: '0.5' } });
	expect(tracker.heldBy(bank, 'EUR')).toBe(150);
	expect(await listed()).toEqual([]);
	const { database } = exchange.exchange;
	expect(await auditLedger(database)).toEqual([]);
	const acts = await listActs(database, { limit: 10, offset: 0 });
	expect(acts.map(({ action, details, reason }) => ({ action, details, reason }))).toEqual([
		{
			action: 'COMMISSIONS_PAY_OUT',
			details: { asset: 'EUR', amount: '0.5', email: bank },
			reason: 'due',
		},
		{
			action: 'COMMISSIONS_PAY_OUT',
			details: { asset: 'EUR', amount: '1', email: bank },
			reason: 'due',
		},
	]);
});

test('they go to no account of the exchange itself, and no trader can ask for them', async () => {
	const invalid = { status: 400, body: { errorCode: 'Request_Invalid' } };
	expect(await payOut({ email: escrow.email })).toMatchObject(invalid);
	expect(await payOut({ email: 'nobody' })).toMatchObject(invalid);
	const request = { asset: 'EUR', email: settling.seller.email, reason: 'mine' };
	const asked = await call('POST', '/admin/commissions/payouts', settling.seller.key, request);
	expect(asked.status).toBe(401);
	const { database } = settling.exchange.exchange;
	const accounts = new Accounts(database, systemClock);
	const names = (await listAccounts(database, { limit: 10, offset: 0 })).map(({ name }) => name);
	expect(names.toSorted()).toEqual(['buyer', 'seller']);
	expect(await accounts.find('fees')).toBeUndefined();
});
