import { Intake } from '../../exchange/trading/intake/intake';
import { auditLedger } from '../../exchange/history/reconciliation/audit';
import { Markets } from '../../exchange/trading/markets/markets';
import type { SettlementSettings } from '../../exchange/settlement/setup/settings';
import { openAlarms } from '../../exchange/guard/alarms';
import { payoutsStopped } from '../../exchange/settlement/carrying/claims';
import { eventually, until } from '../support/clients/requests';
import { TestDatabases } from '../support/servers/databases';
import { patientWaits } from './support/exchange';
import {
	escrow,
	granted,
	landedMs,
	startScriptedSettling,
	type ScriptedSettling,
	type ScriptedTrader,
} from './support/scripted-settling';
import {
	refusal,
	type Script,
	type ScriptedAnswer,
	type TrackerCall,
} from './support/scripted-tracker';
import { trackerAssets, unitOf } from './support/settling';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';

let settling: ScriptedSettling;
afterEach(() => settling.close());

async function start(settings: Partial<SettlementSettings> = {}): Promise<void> {
	settling = await startScriptedSettling(await databases.place(), settings);
}

interface IntentBody {
	readonly depositId?: string;
	readonly payoutId?: string;
	readonly status: string;
	readonly reason?: string;
}

async function post(path: string, { key }: ScriptedTrader, body: object) {
	const answer = await settling.exchange.call('POST', path, { key, body });
	return { status: answer.status, body: answer.body as IntentBody };
}

const deposit = (trader: ScriptedTrader, amount: number, id = `deposit-${amount}`) =>
	post('/deposits', trader, { asset: 'CREDIT', amount: String(amount), clientDepositId: id });

const payout = (trader: ScriptedTrader, amount: number, id = `payout-${amount}`) =>
	post('/payouts', trader, { asset: 'CREDIT', amount: String(amount), clientPayoutId: id });

const order = (trader: ScriptedTrader, fields: object) =>
	post('/orders', trader, { symbol, type: 'LIMIT', price: '10', quantity: '5', ...fields });

function stateOf(reference: string) {
	return settling.exchange.exchange.database
		.selectFrom('intents')
		.select(['state', 'reason'])
		.where('reference', '=', `client-${reference}`)
		.executeTakeFirst();
}

/** Resolves when every transfer has ended. */
async function allEnded(): Promise<void> {
	await until(async () => {
		const open = await settling.exchange.exchange.database
			.selectFrom('intents')
			.select('id')
			.where('state', 'not in', ['SETTLED', 'REFUSED'])
			.execute();
		return open.length === 0 ? true : undefined;
	});
}

/** Without those of comparisons: whether one came meanwhile is up to its schedule. */
async function alarms(): Promise<readonly string[]> {
	const standing = await openAlarms(settling.exchange.exchange.database);
	return standing
		.filter(({ kind }) => kind !== 'UNREAD')
		.map(({ kind, message }) => `${kind} ${message}`);
}

/** What escrow holds is what the books owe, and no unit has gone or come from nowhere. */
async function nothingIsLost({ goneByItself = 0 } = {}): Promise<void> {
	const { tracker, exchange, seller, buyer } = settling;
	const { database } = exchange.exchange;
	expect(await auditLedger(database)).toEqual([]);
	const rows = await database.selectFrom('balances').selectAll().execute();
	for (const asset of trackerAssets) {
		const gone = asset === 'CREDIT' ? goneByItself : 0;
		const owed = rows
			.filter((row) => row.asset === asset && row.account_id !== 'external')
			.reduce((sum, { available, held }) => sum + available + held, 0n);
		expect(BigInt(tracker.heldBy(escrow.email, asset) + gone) * unitOf[asset]).toBe(owed);
		const emails = [escrow.email, seller.email, buyer.email];
		const total = emails.reduce((sum, email) => sum + tracker.heldBy(email, asset), 0);
		expect(total + gone).toBe(2 * granted);
	}
	const sealed = await database.selectFrom('sealed_keys').selectAll().execute();
	expect(sealed).toEqual([]);
	const log = exchange.log();
	for (const key of [escrow.key, seller.key, buyer.key]) expect(log).not.toContain(key);
}

/** In the payouts account: on its way to traders, out of their reach and of nobody else's. */
async function onItsWay(): Promise<bigint | undefined> {
	const row = await settling.exchange.exchange.database
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', 'payouts')
		.where('asset', '=', 'CREDIT')
		.executeTakeFirst();
	return row?.available;
}

/** Answers nobody can rely on, and what is said of them. `honest` is what should have come. */
const doubtful: readonly (readonly [string, (honest: string) => string, string])[] = [
	['not JSON', () => '<html>', 'status 200 with a body that is not JSON'],
	['another shape', () => '{"ok":true}', 'status 200 with a body of the wrong shape'],
	[
		'an error inside',
		() => '{"errorCode":"Core_Unhandled","message":"no","arguments":[]}',
		'status 200 with an error inside',
	],
	[
		'amounts as strings',
		(honest) => honest.replace(/"amount":(\d+)/g, '"amount":"$1"'),
		'status 200 with a body of the wrong shape',
	],
	[
		'amounts as floats',
		(honest) => honest.replace(/"amount":(\d+)/g, '"amount":$1.0'),
		'status 200 with a body of the wrong shape',
	],
];

describe('an answer to a transfer that says nothing', () => {
	test('is asked for again until it is known, and nothing happens twice', async () => {
		await start();
		const { tracker, seller } = settling;
		expect((await deposit(seller, 1_000)).status).toBe(201);
		// Each kind of answer has its own amount; those from 50 on come without the effect.
		const answerOf = ({ kind, units }: TrackerCall) =>
			kind === 'TRANSFER' ? doubtful[units % 10]?.[1] : undefined;
		const bad =
			(takesEffect: boolean): Script =>
			(call, { body }) => {
				if (call.units >= 50 === takesEffect) return undefined;
				const text = answerOf(call)?.(body);
				return text === undefined ? undefined : { status: 200, body: text };
			};
		tracker.after = bad(true);
		tracker.before = bad(false);
		const amounts = doubtful.flatMap((_, index) => [10 + index, 50 + index]);
		settling.waits.transferMs = 0;
		const answers = await Promise.all(
			amounts.flatMap((amount) => [deposit(seller, amount), payout(seller, amount)]),
		);
		for (const { status, body } of answers) {
			expect(status).toBe(202);
			expect(['PLANNED', 'UNKNOWN', 'SENDING']).toContain(body.status);
		}
		for (const amount of amounts) {
			const words = doubtful[amount % 10]?.[2] ?? '';
			for (const name of [`deposit-${amount}`, `payout-${amount}`]) {
				// Between two tries it stands in SENDING for a moment, without a reason.
				await until(async () => ((await stateOf(name))?.reason === words ? true : undefined));
			}
		}
		tracker.after = () => undefined;
		tracker.before = () => undefined;
		await allEnded();
		for (const amount of amounts) {
			expect(tracker.made.filter(({ units }) => units === amount)).toHaveLength(2);
			expect((await deposit(seller, amount)).body.status).toBe('SETTLED');
			expect((await payout(seller, amount)).body.status).toBe('SETTLED');
		}
		expect(tracker.heldBy(escrow.email, 'CREDIT')).toBe(1_000);
		expect(await alarms()).toEqual([]);
		await nothingIsLost();
	});
});

describe('balances that say nothing, where the balance is the evidence', () => {
	const below = (honest: string) => honest.replace(/"amount":(\d+)/g, '"amount":-$1');
	const lists = [...doubtful, ['a balance below zero', below, ''] as const];

	test.each(lists)('%s: no transfer leaves before they are read', async (_, bad) => {
		await start({ resolvers: ['balance'] });
		const { tracker, seller } = settling;
		tracker.grant(escrow.email, 'OTHER', 7);
		tracker.after = ({ kind }, { body }) =>
			kind === 'BALANCES' ? { status: 200, body: bad(body) } : undefined;
		const asked = deposit(seller, 20);
		await until(async () => (tracker.calls.length >= 3 ? true : undefined));
		expect(tracker.made).toEqual([]);
		await until(async () => {
			// The tracker may have been called before the deposit is kept.
			const kept = await stateOf('deposit-20');
			return kept?.state === 'PLANNED' && kept.reason === 'the balance before the call is not known'
				? true
				: undefined;
		});
		tracker.after = () => undefined;
		expect((await asked).status).toBeLessThan(300);
		await allEnded();
		expect(tracker.made).toHaveLength(1);
		await nothingIsLost();
	});
});

describe('a refused key of escrow', () => {
	const refuseEscrow: Script = ({ key }) =>
		key === escrow.key ? refusal(401, 'Auth_KeyInvalid') : undefined;

	const stopped =
		`payouts are stopped, for the tracker refuses the key of ${escrow.email}: ` +
		'Auth_KeyInvalid: said Auth_KeyInvalid';

	async function startRefused(onRefusedKey: SettlementSettings['onRefusedKey']): Promise<void> {
		await start({ onRefusedKey });
		const { tracker, seller } = settling;
		expect((await deposit(seller, 100)).status).toBe(201);
		tracker.before = refuseEscrow;
		settling.waits.transferMs = 0;
		const reason =
			'the tracker refuses the key of the exchange: Auth_KeyInvalid: said Auth_KeyInvalid';
		const planned = { status: 202, body: { status: 'PLANNED', reason } };
		await eventually(async () => expect(await payout(seller, 40)).toMatchObject(planned));
		Object.assign(settling.waits, patientWaits);
	}

	test('stops payouts with an alarm while deposits and trading go on', async () => {
		await startRefused('KEEP_TRADING');
		const { seller, buyer, tracker, exchange } = settling;
		const { database } = exchange.exchange;
		expect(await payoutsStopped(database)).toBe(stopped);
		expect(await alarms()).toEqual([`KEY ${stopped}`]);
		expect(exchange.log()).toContain(stopped);
		expect(await onItsWay()).toBe(40n);
		expect((await deposit(seller, 11)).status).toBe(201);
		expect(await order(seller, { side: 'SELL' })).toMatchObject({ status: 201 });
		const purchase = { side: 'BUY', fund: true, clientOrderId: 'purchase' };
		expect(await order(buyer, purchase)).toMatchObject({ body: { status: 'FILLED' } });
		expect(tracker.made.filter(({ sender }) => sender === escrow.email)).toEqual([]);
		await nothingIsLost();
	});

	test('halts trading where the settings ask for it, until an administrator resumes it', async () => {
		await startRefused('HALT');
		const { seller, buyer, tracker, exchange, clock } = settling;
		const { database } = exchange.exchange;
		const markets = new Markets(database, clock);
		const status = async () => (await markets.listed(symbol))?.status;
		await until(async () => ((await status()) === 'HALT' ? true : undefined));
		const halted = `HALT CREDIT-EUR is halted until an administrator resumes it: ${stopped}`;
		expect(await alarms()).toEqual([`KEY ${stopped}`, halted]);
		const refused = await order(buyer, { side: 'BUY', fund: true, clientOrderId: 'refused' });
		expect(refused).toMatchObject({
			status: 409,
			body: { errorCode: 'Exchange_MarketNotTrading' },
		});
		// Nothing is pulled in for an order that is not taken; a plain deposit still is.
		expect(tracker.heldBy(buyer.email, 'EUR')).toBe(granted);
		expect((await deposit(seller, 11)).status).toBe(201);
		tracker.before = () => undefined;
		// The tracker is asked every few seconds whether it takes the key again.
		await until(async () => ((await payoutsStopped(database)) === null ? true : undefined));
		expect(await status()).toBe('HALT');
		const market = await markets.find(symbol);
		if (market === undefined) throw new Error('the market is gone');
		const intake = new Intake({ database, clock, onAccepted: () => undefined });
		await intake.submit(market, { kind: 'STATUS', status: 'TRADING' });
		await until(async () => ((await status()) === 'TRADING' ? true : undefined));
		expect(await order(seller, { side: 'SELL' })).toMatchObject({ status: 201 });
		await nothingIsLost();
	});
});

describe('a transfer that can never succeed', () => {
	const cases = [
		['the asset is deleted', 404, 'Factory_FactoryNotFound'],
		['the address is unknown to the tracker', 422, 'User_NotFound'],
	] as const;

	test.each(cases)('%s: the payout is held and its money is safe', async (_, status, code) => {
		await start();
		const { tracker, seller, exchange } = settling;
		expect((await deposit(seller, 100)).status).toBe(201);
		tracker.before = ({ kind }) => (kind === 'TRANSFER' ? refusal(status, code) : undefined);
		const reason = `${code}: said ${code}`;
		const answer = await payout(seller, 40);
		expect(answer).toMatchObject({ status: 202, body: { status: 'HELD_FOR_REVIEW', reason } });
		const alarm = `INTENT PAYOUT ${answer.body.payoutId} is held for review: ${reason}`;
		expect(await alarms()).toEqual([alarm]);
		expect(await onItsWay()).toBe(40n);
		const refused = await deposit(seller, 7);
		expect(refused).toMatchObject({
			status: 422,
			body: { errorCode: 'Exchange_TransferRefused' },
		});
		expect(await stateOf('deposit-7')).toEqual({ state: 'REFUSED', reason });
		const balances = await exchange.call('GET', '/account', { key: seller.key });
		expect(balances.body).toMatchObject({ balances: [{ asset: 'CREDIT', available: '60' }] });
		// The same payout again is the same payout, and the tracker is left alone with it.
		tracker.before = () => undefined;
		expect((await payout(seller, 40)).body.status).toBe('HELD_FOR_REVIEW');
		expect(tracker.made).toHaveLength(1);
		await nothingIsLost();
	});
});

describe('a balance that goes down by itself, where the balance is the evidence', () => {
	const failure = { status: 502, body: 'gone' };

	test.each([
		['DEPOSIT', false],
		['DEPOSIT', true],
		['PAYOUT', false],
		['PAYOUT', true],
	] as const)('holds a %s in doubt, whether it took effect: %s', async (kind, takesEffect) => {
		await start({ resolvers: ['balance'] });
		const { tracker, seller, exchange } = settling;
		expect((await deposit(seller, 100)).status).toBe(201);
		const lose: Script = ({ kind: called }) => {
			if (called !== 'TRANSFER') return undefined;
			tracker.grant(escrow.email, 'CREDIT', -3);
			return failure;
		};
		if (takesEffect) tracker.after = lose;
		else tracker.before = lose;
		const asked = (kind === 'DEPOSIT' ? deposit : payout)(seller, 40);
		const moved = (takesEffect ? (kind === 'DEPOSIT' ? 40 : -40) : 0) - 3;
		const reason = `the balance moved by ${moved}, which this transfer of 40 does not explain`;
		const name = kind === 'DEPOSIT' ? 'deposit-40' : 'payout-40';
		const inDoubt = {
			state: 'UNKNOWN',
			reason: 'the balance does not show the transfer yet',
		};
		await eventually(async () => expect(await stateOf(name)).toEqual(inDoubt));
		settling.clock.pass(landedMs);
		const answer = await asked;
		expect(answer).toMatchObject({ status: 202, body: { status: 'HELD_FOR_REVIEW', reason } });
		const id = answer.body.depositId ?? answer.body.payoutId;
		// A reconciliation may have told of the missing units besides.
		expect(await alarms()).toContain(`INTENT ${kind} ${id} is held for review: ${reason}`);
		expect(tracker.calls.filter(({ kind: called }) => called === 'TRANSFER')).toHaveLength(2);
		expect(exchange.log()).toContain(reason);
		// As far as the books can know, nothing has moved: an administrator finds out the rest.
		const unbooked = takesEffect ? (kind === 'DEPOSIT' ? -40 : 40) : 0;
		tracker.grant(escrow.email, 'CREDIT', unbooked);
		tracker.grant(seller.email, 'CREDIT', -unbooked);
		await nothingIsLost({ goneByItself: 3 });
	});
});

describe('a proxy that answers success for the tracker', () => {
	/** By the amount of the transfer. */
	const answers: Readonly<Record<number, ScriptedAnswer>> = {
		11: { status: 204, body: '' },
		12: { status: 200, body: '' },
		13: { status: 200, body: '[]' },
		14: { status: 200, body: '<html>fine</html>' },
	};
	const amounts = Object.keys(answers).map(Number);
	const instead: Script = ({ kind, units }) => (kind === 'TRANSFER' ? answers[units] : undefined);

	test('credits no deposit and settles no payout', async () => {
		await start();
		const { seller, tracker } = settling;
		expect((await deposit(seller, 100)).status).toBe(201);
		tracker.before = instead;
		settling.waits.transferMs = 0;
		const transfers = amounts.flatMap((amount) => [
			() => deposit(seller, amount),
			() => payout(seller, amount),
		]);
		await Promise.all(transfers.map((ask) => ask()));
		for (const ask of transfers) {
			await eventually(async () => {
				const { status, body } = await ask();
				expect(status).toBe(202);
				expect(['UNKNOWN', 'HELD_FOR_REVIEW']).toContain(body.status);
			});
		}
		expect(await onItsWay()).toBe(50n);
		expect(tracker.heldBy(escrow.email, 'CREDIT')).toBe(100);
		expect(await auditLedger(settling.exchange.exchange.database)).toEqual([]);
	});

	test('is believed where the settings say so, but for what is no answer of a tracker', async () => {
		await start({ onEmptyAnswer: 'BELIEVE' });
		const { seller, tracker } = settling;
		// As one of the older generation: it does what it is asked, and says nothing of it.
		tracker.after = instead;
		const believed = amounts.filter((amount) => amount !== 14);
		const made = await Promise.all(believed.map((amount) => deposit(seller, amount)));
		expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
		expect(made[0]?.body).not.toHaveProperty('trackerTransactionId');
		settling.waits.transferMs = 0;
		expect((await deposit(seller, 14)).status).toBe(202);
		await eventually(async () =>
			expect(await stateOf('deposit-14')).toEqual({ state: 'UNKNOWN', reason: doubtful[0]?.[2] }),
		);
		tracker.after = () => undefined;
		await eventually(async () =>
			expect(await stateOf('deposit-14')).toMatchObject({ state: 'SETTLED' }),
		);
		await nothingIsLost();
	});
});

test('an order whose time is over when its money has come is refused, and keeps the money', async () => {
	await start();
	const { tracker, buyer, clock } = settling;
	// Less than a call may take, so that nobody gives this one up when it has passed.
	const leftMs = 120_000;
	const expireTime = clock.now() + leftMs;
	tracker.after = ({ kind }) => {
		if (kind === 'TRANSFER') clock.pass(leftMs);
		return undefined;
	};
	const times = { timeInForce: 'GTD', expireTime, fund: true, clientOrderId: 'late' };
	const late = await order(buyer, { side: 'BUY', ...times });
	expect(late).toMatchObject({ status: 400, body: { errorCode: 'Request_Invalid' } });
	expect(tracker.heldBy(escrow.email, 'EUR')).toBeGreaterThan(0);
});
