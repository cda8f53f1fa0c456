import type { OrderRequest } from '../../../../exchange/trading/intake/order-terms';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openLane, type TestLane } from '../../support/lane';

const databases = new TestDatabases();
afterAll(() => databases.close());

const limit = (side: 'BUY' | 'SELL', price: string, quantity: string): OrderRequest => ({
	side,
	type: 'LIMIT',
	price,
	quantity,
});

describe.each(bothDatabaseKinds)('a replaced order on %s', (kind) => {
	let lane: TestLane;

	beforeEach(async () => {
		lane = await openLane(await databases.place(kind), { minNotional: '0' });
		await lane.fund(lane.anna, 'EUR', '1000');
		await lane.fund(lane.ben, 'CREDIT', '100');
	});

	afterEach(async () => {
		expect(await auditLedger(lane.database)).toEqual([]);
		await lane.close();
	});

	/** The ledger must agree while commands are pending, too. */
	const drain = async () => {
		expect(await auditLedger(lane.database)).toEqual([]);
		await lane.drain();
	};

	const postings = async (sequence: number) => {
		const rows = await lane.database
			.selectFrom('postings')
			.select(['kind', 'amount'])
			.where('journal', '=', 'CREDIT-EUR')
			.where('sequence', '=', BigInt(sequence))
			.orderBy('position')
			.execute();
		return rows.map((row) => `${row.kind} ${row.amount}`);
	};

	test('needs no money beside what it holds, and what is handed over is not posted', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '100'));
		await drain();
		await lane.replace(lane.ben, 1, limit('SELL', '0.90', '100'));
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
		await drain();
		expect(await lane.status(1)).toBe('CANCELED REPLACED');
		expect(await lane.status(2)).toBe('NEW');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
		expect(await postings(2)).toEqual([]);
	});

	test('by a larger one is held the difference, by a smaller one given it back', async () => {
		await lane.place(lane.anna, limit('BUY', '1', '400'));
		await drain();
		await lane.replace(lane.anna, 1, limit('BUY', '2', '400'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('1984000/8016000');
		expect(await postings(2)).toEqual(['HOLD 4008000']);
		await drain();
		expect(await lane.balance(lane.anna, 'EUR')).toBe('1984000/8016000');
		await lane.replace(lane.anna, 2, limit('BUY', '2', '100'));
		expect(await lane.balance(lane.anna, 'EUR')).toBe('1984000/8016000');
		await drain();
		expect(await lane.balance(lane.anna, 'EUR')).toBe('7996000/2004000');
		expect(await postings(3)).toEqual(['RELEASE 6012000']);
	});

	test('counts before the lane has reached it, and its replacement counts in turn', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '60'));
		await lane.replace(lane.ben, 1, limit('SELL', '1', '90'));
		await lane.replace(lane.ben, 2, limit('SELL', '1', '100'));
		await lane.replace(lane.ben, 3, limit('SELL', '2', '70'));
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
		await drain();
		expect(await lane.status(3)).toBe('CANCELED REPLACED');
		expect(await lane.status(4)).toBe('NEW');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('30/70');
	});

	test('is replaced once by two of one batch, and its money is given once', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '50'));
		await drain();
		await Promise.all([
			lane.replace(lane.ben, 1, limit('SELL', '2', '60')),
			lane.replace(lane.ben, 1, limit('SELL', '3', '70')),
		]);
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('20/80');
		await drain();
		expect(await lane.status(2)).toBe('NEW');
		expect(await lane.status(3)).toBe('REJECTED UNKNOWN_ORDER');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('40/60');
	});

	test('is replaced by the second of one batch when the book refuses the first', async () => {
		await lane.place(lane.anna, limit('BUY', '1', '1'));
		await lane.place(lane.ben, limit('SELL', '2', '100'));
		await drain();
		await Promise.all([
			lane.replace(lane.ben, 2, { ...limit('SELL', '1', '100'), postOnly: true }),
			lane.replace(lane.ben, 2, limit('SELL', '3', '100')),
		]);
		await drain();
		expect(await lane.status(3)).toBe('REJECTED POST_ONLY_WOULD_TAKE');
		expect(await lane.status(4)).toBe('NEW');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
	});

	test('that trades first stays as it is, and only what was held besides goes back', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '80'));
		await drain();
		await lane.place(lane.anna, limit('BUY', '1', '30'));
		await lane.replace(lane.ben, 1, limit('SELL', '1', '100'));
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('0/100');
		await drain();
		expect(await lane.status(1)).toBe('PARTIALLY_FILLED');
		expect(await lane.status(3)).toBe('REJECTED ORIGINAL_CHANGED');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('20/50');
		expect(await postings(3)).toEqual(['HOLD 20', 'RELEASE 20']);
	});

	test('that is filled first is unknown to its replacement, which gives all back', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '80'));
		await lane.place(lane.anna, limit('BUY', '1', '80'));
		await lane.replace(lane.ben, 1, limit('SELL', '1', '100'));
		await drain();
		expect(await lane.status(3)).toBe('REJECTED UNKNOWN_ORDER');
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('20/0');
	});

	test('may hold a unit less than a new one, its commission having been rounded up already', async () => {
		await lane.place(lane.anna, limit('BUY', '0.01', '5'));
		await lane.place(lane.ben, limit('SELL', '0.01', '1'));
		await drain();
		// Of 501 units a hundred went to Ben and one to the fees; four lots need 401 from the start.
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9999499/400');
		await lane.replace(lane.anna, 1, limit('BUY', '0.01', '4'));
		expect(await postings(3)).toEqual(['HOLD 1']);
		await drain();
		expect(await lane.status(3)).toBe('NEW');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('9999498/401');
	});

	test('cannot be replaced with more than the account has besides', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '80'));
		await drain();
		const refusal = lane.replace(lane.ben, 1, limit('SELL', '1', '101'));
		await expect(refusal).rejects.toMatchObject({
			code: 'Exchange_InsufficientBalance',
			args: ['21', '20', 'CREDIT'],
		});
		expect(await lane.balance(lane.ben, 'CREDIT')).toBe('20/80');
	});

	test('makes room for a market order as far as its money goes', async () => {
		await lane.place(lane.ben, limit('SELL', '10', '100'));
		await lane.place(lane.anna, limit('BUY', '9.98', '100'));
		await drain();
		expect(await lane.balance(lane.anna, 'EUR')).toBe('40/9999960');
		await lane.replace(lane.anna, 2, { side: 'BUY', type: 'MARKET', quantity: '99' });
		await drain();
		expect(await lane.status(3)).toBe('FILLED');
		expect(await lane.balance(lane.anna, 'EUR')).toBe('80200/0');
	});

	test.each([
		['another account', 'Exchange_OrderNotFound', () => lane.anna, 1],
		['an order that is not there', 'Exchange_OrderNotFound', () => lane.ben, 9],
		['a command that is no order', 'Exchange_OrderNotFound', () => lane.ben, 2],
		['an order that has ended', 'Exchange_OrderNotOpen', () => lane.ben, 3],
	])('is not found for %s: %s', async (_what, code, account, origOrderId) => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		await lane.intake.submit(lane.market, { kind: 'EXPIRE', time: lane.clock.now() });
		await lane.place(lane.ben, { ...limit('SELL', '1', '10'), timeInForce: 'IOC' });
		await drain();
		const refusal = lane.replace(account(), origOrderId, limit('SELL', '1', '10'));
		await expect(refusal).rejects.toMatchObject({ code });
	});

	test('cannot change its side', async () => {
		await lane.place(lane.ben, limit('SELL', '1', '10'));
		const refusal = lane.replace(lane.ben, 1, limit('BUY', '1', '10'));
		await expect(refusal).rejects.toMatchObject({
			code: 'Request_Invalid',
			args: ['side', expect.any(String)],
		});
	});
});
