import { Intake } from '../../../../exchange/trading/intake/intake';
import type { OrderTerms } from '../../../../exchange/trading/intake/order-terms';
import type { Submission } from '../../../../exchange/trading/intake/submission';
import type { Lane } from '../../../../exchange/trading/lane/lane';
import { LaneState, type LoggedCommand } from '../../../../exchange/trading/lane/lane-state';
import { isOpenStatus } from '../../../../exchange/trading/lane/report';
import { Snapshots } from '../../../../exchange/trading/lane/snapshots';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { Refusal } from '../../../../server/refusal';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { listOf, openLane, startTime, untoldLane, type TestLane } from '../../support/lane';
import { readLog, stateOf } from '../../support/lane-states';
import { countOf } from '../../../support/run/tier';

const databases = new TestDatabases();
afterAll(() => databases.close());

const commandsCount = 600;

/** Every kind of command and order, good and bad, from one seed. */
class RandomTrader {
	private state: number;
	private time = startTime;

	constructor(
		seed: number,
		private readonly accounts: readonly string[],
	) {
		this.state = seed >>> 0;
	}

	below(limit: number): number {
		this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((this.state / 2 ** 32) * limit);
	}

	private of<Choice>(choices: readonly Choice[]): Choice {
		const choice = choices[this.below(choices.length)];
		if (choice === undefined) throw new Error('there is nothing to choose from');
		return choice;
	}

	/** Mostly about an order not long before the end of the log. */
	next(lastSequence: number): Submission {
		const accountId = this.of(this.accounts);
		const orderId = 1 + Math.abs(lastSequence - this.below(6));
		switch (this.below(16)) {
			case 0:
				return { kind: 'CANCEL', accountId, orderId };
			case 1:
				return { kind: 'REDUCE', accountId, orderId, newQuantityLots: 1 + this.below(10) };
			case 2:
				this.time += this.below(3_000);
				return { kind: 'EXPIRE', time: this.time };
			case 3:
				return this.below(8) === 0
					? { kind: 'CANCEL_ALL', accountId }
					: this.order(accountId, orderId);
			case 4:
			case 5:
				return this.order(accountId, orderId);
			case 6:
				return this.pair(accountId);
			default:
				return this.order(accountId, undefined);
		}
	}

	private order(accountId: string, origOrderId: number | undefined): Submission {
		return {
			kind: 'ORDER',
			accountId,
			clientOrderId: undefined,
			terms: this.terms(),
			origOrderId,
		};
	}

	/** Around 100, so that some pairs could trade at once, and are refused. */
	private pair(accountId: string): Submission {
		const side = this.of(['BUY', 'SELL'] as const);
		const sign = side === 'BUY' ? -1 : 1;
		const both = { side, quantityLots: 1 + this.below(20) };
		const limit = { ...both, type: 'LIMIT', priceTicks: 100 + sign * this.below(8) } as const;
		const stop = { ...both, ...this.stop(side, 100 - sign * this.below(8)) };
		return listOf(accountId, { limit, stop });
	}

	/** With a limit price or none; every other one follows the market. */
	private stop(side: 'BUY' | 'SELL', stopPriceTicks: number) {
		const trails = this.below(2) === 0 && { trailingDelta: 100 + this.below(900) };
		const priceTicks = stopPriceTicks + (side === 'BUY' ? 3 : -3);
		return this.below(2) === 0
			? ({ type: 'STOP_LOSS_LIMIT', priceTicks, stopPriceTicks, ...trails } as const)
			: ({ type: 'STOP_LOSS', stopPriceTicks, ...trails } as const);
	}

	private takeProfit(side: 'BUY' | 'SELL', stopPriceTicks: number) {
		const priceTicks = stopPriceTicks + (side === 'BUY' ? 3 : -3);
		return this.below(2) === 0
			? ({ type: 'TAKE_PROFIT_LIMIT', priceTicks, stopPriceTicks } as const)
			: ({ type: 'TAKE_PROFIT', stopPriceTicks } as const);
	}

	private terms(): OrderTerms {
		const side = this.of(['BUY', 'SELL'] as const);
		const selfTradePreventionMode = this.of([
			'NONE',
			'EXPIRE_TAKER',
			'EXPIRE_MAKER',
			'EXPIRE_BOTH',
			'DECREMENT',
		] as const);
		const priceTicks = 90 + this.below(20);
		const stopPriceTicks = 90 + this.below(20);
		const quantityLots = 1 + this.below(20);
		const quoteOrderQty = BigInt(10_000 + this.below(100_000));
		const shared = { side, selfTradePreventionMode };
		switch (this.below(8)) {
			case 0:
				return { ...shared, type: 'MARKET', quantityLots };
			case 1:
				return { ...shared, type: 'MARKET', quoteOrderQty };
			case 2:
				return this.below(2) === 0
					? { ...shared, type: 'STOP_LOSS', stopPriceTicks, quoteOrderQty }
					: { ...shared, type: 'STOP_LOSS', stopPriceTicks, quantityLots };
			case 3:
				return this.below(2) === 0
					? { ...shared, ...this.stop(side, stopPriceTicks), quantityLots }
					: { ...shared, ...this.takeProfit(side, stopPriceTicks), quantityLots };
			case 4: {
				const timeInForce = this.of(['IOC', 'FOK'] as const);
				return { ...shared, type: 'LIMIT', priceTicks, quantityLots, timeInForce };
			}
			case 5: {
				const expireTime = this.time + 1 + this.below(20_000);
				return {
					...shared,
					type: 'LIMIT',
					priceTicks,
					quantityLots,
					timeInForce: 'GTD',
					expireTime,
				};
			}
			case 6:
				return {
					...shared,
					type: 'LIMIT',
					priceTicks,
					quantityLots,
					icebergQtyLots: 1 + this.below(quantityLots),
				};
			default:
				return {
					...shared,
					type: 'LIMIT',
					priceTicks,
					quantityLots,
					postOnly: this.below(2) === 0,
				};
		}
	}
}

/** One order replaced and one list ended by its other half: on PostgreSQL chance might bring neither. */
async function open(lane: TestLane): Promise<void> {
	const bid = { side: 'BUY', type: 'LIMIT', quantity: '10' } as const;
	await lane.place(lane.anna, { ...bid, price: '0.95' });
	await lane.drain();
	await lane.replace(lane.anna, 1, { ...bid, price: '0.94' });
	const sale = { side: 'SELL', quantityLots: 10 } as const;
	const limit = { ...sale, type: 'LIMIT', priceTicks: 105 } as const;
	const stop = { ...sale, type: 'STOP_LOSS', stopPriceTicks: 90 } as const;
	const list = listOf(lane.ben, { limit, stop });
	const { sequence } = await lane.intake.submit(lane.market, list);
	await lane.drain();
	await lane.intake.submit(lane.market, {
		kind: 'CANCEL',
		accountId: lane.ben,
		orderId: sequence,
	});
	await lane.drain();
}

/** Submits in small groups, half of them beside the owner; drains, takes snapshots and changes owners in between. */
async function trade(lane: TestLane, trader: RandomTrader): Promise<number> {
	let refused = 0;
	const newOwner = () => lane.newLane({ partOrdersMax: 1 + trader.below(5) });
	let owner: Lane = newOwner();
	const beside = new Intake({
		...lane,
		onAccepted: () => undefined,
		appendAndCarryOut: (markets, append) => owner.appendAndCarryOut(markets, append),
	});
	let last = 0;
	for (let sent = 0; sent < commandsCount;) {
		const group = 1 + trader.below(20);
		const outcomes = await Promise.allSettled(
			Array.from({ length: group }, (_, index) =>
				(index % 2 === 0 ? lane.intake : beside).submit(lane.market, trader.next(last)),
			),
		);
		for (const outcome of outcomes) {
			if (outcome.status === 'fulfilled') {
				last = Math.max(last, outcome.value.sequence);
				continue;
			}
			if (!(outcome.reason instanceof Refusal)) throw outcome.reason;
			refused += 1;
		}
		sent += group;
		if (trader.below(3) > 0) await owner.drain('CREDIT-EUR');
		if (trader.below(8) === 0) await owner.takeSnapshot('CREDIT-EUR');
		if (trader.below(8) === 0) owner = newOwner();
		expect(await auditLedger(lane.database)).toEqual([]);
	}
	await owner.drain('CREDIT-EUR');
	await owner.takeSnapshot('CREDIT-EUR');
	return refused;
}

/**
 * A replacement counts on this: while an order leaves as much as it did, it holds as much; or more,
 * where the other order of its list has ended.
 */
function checkHeldFollowsLeaves(state: LaneState, commands: readonly LoggedCommand[]): void {
	const heldBy = new Map<string, bigint>();
	for (const command of commands) {
		const { orders } = state.advance([command]);
		for (const { orderId, status, leavesLots, held, otherOrderId } of orders.values()) {
			if (!isOpenStatus(status)) continue;
			const before = heldBy.get(`${orderId} ${leavesLots}`) ?? held;
			const expected = otherOrderId === undefined || held < before ? before : held;
			expect({ orderId, leavesLots, held }).toEqual({ orderId, leavesLots, held: expected });
			heldBy.set(`${orderId} ${leavesLots}`, held);
		}
	}
}

describe.each(bothDatabaseKinds)('random orders on %s', (kind) => {
	test.each([1, 2, 3].slice(0, countOf({ quick: 1, full: 3 })))(
		'the ledger agrees after every step and a replay gives the same state, seed %i',
		async (seed) => {
			const lane = await openLane(await databases.place(kind));
			for (const account of [lane.anna, lane.ben]) {
				await lane.fund(account, 'EUR', '300');
				await lane.fund(account, 'CREDIT', '300');
			}
			await open(lane);
			const refused = await trade(lane, new RandomTrader(seed, [lane.anna, lane.ben]));
			const { database } = lane;
			const commands = await readLog(database);
			expect(commands.length + refused).toBeGreaterThanOrEqual(commandsCount);
			const replayed = LaneState.empty(lane.market);
			checkHeldFollowsLeaves(LaneState.empty(lane.market), commands);
			const effects = replayed.advance(commands);
			expect(effects.trades.length).toBeGreaterThan(20);
			const met = new Set(effects.reports.map(({ reason }) => reason));
			expect(met).toContain('REPLACED');
			expect(met).toContain('ORDER_LIST');
			const restored = await new Snapshots({ ...lane, ...untoldLane }).restore(lane.market);
			expect(stateOf(restored)).toEqual(stateOf(replayed));
			const levels = await database.selectFrom('levels').selectAll().execute();
			const shown = effects.levels.filter(([, , lots]) => lots > 0);
			expect(
				levels.map((row) => `${row.side} ${row.price_ticks} ${row.quantity_lots}`).sort(),
			).toEqual(shown.map((level) => level.join(' ')).sort());
			const held = await database
				.selectFrom('order_states')
				.select(({ fn }) => fn.countAll<bigint>().as('count'))
				.where('status', 'not in', ['NEW', 'PARTIALLY_FILLED'])
				.where('held', '<>', 0n)
				.executeTakeFirstOrThrow();
			expect(held.count).toBe(0n);
			expect(await auditLedger(database)).toEqual([]);
			await lane.close();
		},
	);
});
