/**
 * What is told of an order beforehand against what then happens, in books of random orders of all types.
 * Where others hide lots, or where an own order stands behind others of its price, no less trades than was
 * told; everywhere else it is told to the unit.
 */
import fc from 'fast-check';
import { protectionAt } from '../../../../exchange/engine/bands';
import { oppositeSide, restingSide, type Book } from '../../../../exchange/engine/book';
import type { CancelReplace, Command, Place } from '../../../../exchange/engine/command';
import { apply, createBook } from '../../../../exchange/engine/engine';
import type { Event, RejectReason } from '../../../../exchange/engine/event';
import { levelsFromBest } from '../../../../exchange/engine/ladder';
import type { Market } from '../../../../exchange/engine/market';
import { findOrder } from '../../../../exchange/engine/view';
import type { Market as ListedMarket } from '../../../../exchange/trading/markets/market';
import { shownOutcome, type VisibleBook } from '../../../../exchange/trading/rehearsal/shown-book';
import { countOf } from '../../../support/run/tier';
import { commandLog, MARKETS } from '../../engine/random-commands';

/** Of logs; about 30 orders of each are compared. */
const logCount = countOf({ quick: 90, full: 360 });

/** What depends on the book; all else is refused before it, by the fields of the order alone. */
const bookReasons: readonly RejectReason[] = [
	...(['MAX_NUM_ORDERS_REACHED', 'PRICE_OUTSIDE_BAND'] as const),
	...(['STOP_WOULD_TRIGGER', 'POST_ONLY_WOULD_TAKE'] as const),
];

type Asked = Place | CancelReplace;

function isAsked(command: Command): command is Asked {
	return command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE';
}

function shownOf(book: Book, asked: Asked): VisibleBook {
	const { side, accountId } = asked;
	const replaced = asked.kind === 'CANCEL_REPLACE' && findOrder(book, asked.origOrderId) !== null;
	const { orders, levels } = book;
	const shownLevels = [...levelsFromBest(oppositeSide(book, side))];
	const { rules, referenceTicks } = protectionAt(book, asked.time);
	return {
		lastTicks: book.lastPriceTicks,
		ownBestTicks: restingSide(book, side).bestTicks,
		levels: shownLevels.map((level) => ({
			priceTicks: levels.priceTicks.at(level),
			quantityLots: levels.visibleLots.at(level),
		})),
		resting: shownLevels.flatMap((level) =>
			[...levels.queue(level)]
				.map((slot) => orders.state(slot))
				.filter((order) => order.accountId === accountId)
				.map(({ orderId, priceTicks, leavesLots, icebergQtyLots }) => ({
					...{ orderId, priceTicks, leavesLots, icebergQtyLots },
				})),
		),
		rules: { ...rules, referencePriceTicks: referenceTicks },
		ownOrders: orders.own.count(accountId) - (replaced ? 1 : 0),
	};
}

/** Whether nothing that its owner is not shown can make a difference. */
function isWhollyShown(book: Book, { accountId, side, selfTradePreventionMode }: Asked): boolean {
	const levels = [...levelsFromBest(oppositeSide(book, side))];
	const isHidden = levels.some((level) => book.levels.hiddenLots(level) > 0);
	const placeCounts = !['NONE', 'EXPIRE_MAKER', undefined].includes(selfTradePreventionMode);
	const isMet = levels.some((level) =>
		[...book.levels.queue(level)].some((slot) => book.orders.own.accountId(slot) === accountId),
	);
	return !isHidden && !(placeCounts && isMet);
}

/** What a command did to its own order, before others were set off by it. */
function happened(asked: Asked, events: readonly Event[]) {
	const end = events.findIndex(({ execType }) => execType === 'TRIGGERED');
	const own = end < 0 ? events : events.slice(0, end);
	let [status, reason] = ['NEW', null as string | null];
	let [executedLots, quote, commission] = [0, 0n, 0n];
	for (const event of own) {
		if (event.execType === 'TRADE' && event.takerOrderId === asked.orderId) {
			executedLots += event.quantityLots;
			quote += event.quoteAmount;
			commission += event.takerCommission;
			status = event.takerStatus;
		}
		if (event.execType === 'EXPIRED' && event.orderId === asked.orderId) {
			({ status, reason } = event);
		}
	}
	return { status, reason, executedLots, quote, commission };
}

function foretold(market: Market, shown: VisibleBook, asked: Asked) {
	const listed = { engine: market } as ListedMarket;
	const { refused, trades, status, reason, commission, leavesLots } = shownOutcome(
		...[listed, shown, asked],
	);
	const executedLots = trades.reduce((sum, { quantityLots }) => sum + quantityLots, 0);
	const quote = trades.reduce((sum, { quoteAmount }) => sum + quoteAmount, 0n);
	return { refused, leavesLots, told: { status, reason, executedLots, quote, commission } };
}

test('random orders of all types do what was told, and where something is hidden no less', () => {
	const counts = { exact: 0, traded: 0, ended: 0, refused: 0, hidden: 0 };
	const compare = (market: Market, book: Book, asked: Asked) => {
		const shown = shownOf(book, asked);
		// Some random commands have ids that no log gives.
		if (shown.resting.some(({ orderId }) => orderId > 1_000)) return void apply(book, asked);
		const exact = isWhollyShown(book, asked);
		const { refused, told } = foretold(market, shown, asked);
		const events = apply(book, asked);
		const [first] = events;
		if (first?.execType === 'REJECTED') {
			if (!bookReasons.includes(first.reason)) return;
			expect(refused).toBe(first.reason);
			counts.refused += 1;
			return;
		}
		expect(refused).toBeNull();
		const real = happened(asked, events);
		if (exact) {
			expect(told).toEqual(real);
			counts.exact += 1;
			if (real.executedLots > 0) counts.traded += 1;
			if (real.reason !== null) counts.ended += 1;
		} else if (asked.quoteOrderQty === undefined) {
			expect(real.executedLots).toBeGreaterThanOrEqual(told.executedLots);
			counts.hidden += 1;
		}
	};
	fc.assert(
		fc.property(fc.constantFrom(...MARKETS), commandLog(200), (market, log) => {
			const book = createBook(market);
			for (const command of log) {
				if (isAsked(command)) compare(market, book, command);
				else apply(book, command);
			}
		}),
		{ seed: 20_261_123, numRuns: logCount },
	);
	expect(counts.exact + counts.refused).toBeGreaterThan(28 * logCount);
	for (const what of ['traded', 'ended', 'refused', 'hidden'] as const) {
		expect([what, counts[what] >= logCount / 2]).toEqual([what, true]);
	}
});
