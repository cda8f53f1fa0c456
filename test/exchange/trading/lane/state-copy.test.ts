/** A copy made while the market goes on is the market as it was at one moment, and nothing else. */
import fc from 'fast-check';
import type { Command } from '../../../../exchange/engine/command';
import type { LaneCommand } from '../../../../exchange/trading/lane/command-text';
import { LaneState, type LoggedCommand } from '../../../../exchange/trading/lane/lane-state';
import { partText } from '../../../../exchange/trading/lane/snapshot-text';
import { StateCopy } from '../../../../exchange/trading/lane/state-copy';
import { createMarket } from '../../../../exchange/trading/markets/market';
import { commandLog, MARKETS } from '../../engine/random-commands';
import { restored, stateOf } from '../../support/lane-states';
import { demoMarket, startTime } from '../../support/lane';

const accounts = ['ann', 'bob', 'eve'];

/** As the intake would have numbered them: an order's id is its place in the log. */
function logged(commands: readonly Command[]): LoggedCommand[] {
	const log: LoggedCommand[] = [];
	for (const command of commands) {
		for (const each of numbered(command, log.length + 1)) {
			const sequence = log.length + 1;
			log.push({ sequence, acceptedAt: startTime + sequence, command: each });
		}
	}
	return log;
}

const owner = (orderId: number) => accounts[orderId % 3] ?? 'ann';

function numbered(command: Command, sequence: number): LaneCommand[] {
	const earlier = (orderId: number) => Math.max(1, sequence - (Math.abs(orderId | 0) % 20));
	switch (command.kind) {
		case 'PLACE':
			return [{ ...command, ...brought(sequence), accountId: owner(sequence) }];
		case 'PLACE_OCO': {
			const accountId = owner(sequence);
			const limit = { ...command.limit, ...brought(sequence), accountId };
			const stop = { ...command.stop, ...brought(sequence + 1), accountId };
			const second = { orderId: sequence + 1, orderListId: sequence } as const;
			return [
				{ ...command, listClientOrderId: `l${sequence}`, limit, stop },
				{ kind: 'SECOND_ORDER', ...second },
			];
		}
		case 'CANCEL_REPLACE': {
			const origOrderId = earlier(command.origOrderId);
			const accountId = owner(origOrderId);
			return [{ ...command, ...brought(sequence), origOrderId, accountId }];
		}
		case 'CANCEL':
		case 'REDUCE': {
			const orderId = earlier(command.orderId);
			return [{ ...command, orderId, accountId: owner(orderId) }];
		}
		case 'CANCEL_ALL':
		case 'EXPIRE':
		case 'STATUS':
		case 'RULES':
		default:
			return [command];
	}
}

function brought(orderId: number) {
	return { orderId, clientOrderId: `c${orderId}`, hold: 10n ** 60n };
}

/** Goes on by as many commands as said between two steps; answers the copy and what it is of. */
function copyWhileRunning(
	state: LaneState,
	log: LoggedCommand[],
	pace: { readonly ordersMax: number; readonly commands: readonly number[] },
) {
	const copy = new StateCopy(state, pace.ordersMax);
	const texts: string[] = [];
	for (let steps = 0; ; steps += 1) {
		const { part, head } = copy.step();
		texts.push(partText(part));
		if (head !== undefined) {
			copy.end();
			return { texts, head, then: stateOf(state) };
		}
		state.advance(log.splice(0, pace.commands[steps % pace.commands.length] ?? 0));
	}
}

test('whatever the market does meanwhile, the copy is of the last step, and goes on like it', () => {
	const pace = fc.record({
		ordersMax: fc.integer({ min: 1, max: 4 }),
		commands: fc.array(fc.nat(6), { minLength: 1, maxLength: 5 }),
	});
	fc.assert(
		fc.property(
			...([fc.constantFrom(...MARKETS), commandLog(160), fc.nat(100), pace] as const),
			(engine, commands, before, steps) => {
				const market = { ...createMarket(demoMarket, { base: 0, quote: 4 }), engine };
				const log = logged(commands);
				const state = LaneState.empty(market);
				state.advance(log.splice(0, before));
				const { texts, head, then } = copyWhileRunning(state, log, steps);
				const again = restored(market, texts, head);
				expect(stateOf(again)).toEqual(then);
				expect(again.sequence).toBe(state.sequence);
				expect(again.advance(log)).toEqual(state.advance(log));
				expect(stateOf(again)).toEqual(stateOf(state));
			},
		),
		{ seed: 20_261_122, numRuns: 120 },
	);
});

const market = createMarket(demoMarket, { base: 0, quote: 4 });

function sells(count: number): LoggedCommand[] {
	const order = {
		orderId: 0,
		accountId: '',
		side: 'SELL',
		type: 'LIMIT',
		quantityLots: 5,
	} as const;
	return logged(
		Array.from({ length: count }, (_, index) => ({
			...({ kind: 'PLACE', ...order } as const),
			priceTicks: 100 + (index % 3),
		})),
	);
}

test('no step takes more orders than it may, however many there are and have changed', () => {
	const state = LaneState.empty(market);
	const log = sells(40);
	state.advance(log.splice(0, 30));
	const copy = new StateCopy(state, 4);
	const sizes: number[] = [];
	for (;;) {
		const { part, head } = copy.step();
		sizes.push(part.orders.length + part.ended.length);
		if (head !== undefined) break;
		state.advance(log.splice(0, 2));
	}
	expect(Math.max(...sizes)).toBe(4);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThanOrEqual(40);
});

test('a lane that changes orders faster than they are copied is copied all the same', () => {
	const state = LaneState.empty(market);
	const log = sells(2_000);
	state.advance(log.splice(0, 10));
	const { texts, head, then } = copyWhileRunning(state, log, { ordersMax: 1, commands: [2] });
	expect(log.length).toBeGreaterThan(0);
	expect(stateOf(restored(market, texts, head))).toEqual(then);
});

test('parts that do not add up to the book are not taken for it', () => {
	const state = LaneState.empty(market);
	state.advance(sells(10));
	const copy = new StateCopy(state, 4);
	const steps = Array.from({ length: 4 }, () => copy.step());
	const texts = steps.map(({ part }) => partText(part));
	const head = state.head();
	expect(() => restored(market, texts.slice(1), head)).toThrow(
		'its parts have 6 orders of 30 lots, not 10 of 50',
	);
	expect(stateOf(restored(market, texts, head))).toEqual(stateOf(state));
});
