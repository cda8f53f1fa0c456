/**
 * Price bands of a book: where an entering order may trade, and which limit prices are refused.
 * Rules and arithmetic are in rules.ts.
 */
import type { Book } from './book';
import type { Side } from './command';
import { dynamicReference, inWindow, isBeyondBand, type RulesState } from './rules';

export type BandBreach = 'PRICE_BAND' | 'CIRCUIT_BREAKER';

/** The prices at which one taker may trade. */
export interface Band {
	/** The reason not to trade at this price, or null. */
	breachOf(priceTicks: number): BandBreach | null;
}

/** Returns the band of an order that enters now; null in a market without bands. */
export function bandFor(book: Book, side: Side): Band | null {
	const { rules, referenceTicks } = book.protection;
	const { staticBandBps, dynamicBandBps, pauseMs } = rules;
	if (staticBandBps === 0 && dynamicBandBps === 0) return null;
	const best = {
		bidTicks: book.bids.bestTicks,
		askTicks: book.asks.bestTicks,
	};
	const fromTicks = dynamicReference(book.lastPriceTicks, side, best);
	return {
		breachOf: (priceTicks) => {
			if (isBeyondBand(priceTicks, fromTicks, dynamicBandBps)) return 'PRICE_BAND';
			if (!isBeyondBand(priceTicks, referenceTicks, staticBandBps)) return null;
			return pauseMs > 0 ? 'CIRCUIT_BREAKER' : 'PRICE_BAND';
		},
	};
}

/** State of the rules for an order accepted at `time`; undefined: at the last EXPIRE's time. */
export function protectionAt(book: Book, time: number | undefined): RulesState {
	return inWindow(book.protection, timeOf(book, time), book.lastPriceTicks);
}

/** The order's time, but not before that of the last EXPIRE, which never decreases. */
export function timeOf(book: Book, time: number | undefined): number {
	return time === undefined || time < book.lastExpireTime ? book.lastExpireTime : time;
}

/** True if an order accepted at `time` is refused because of this limit price. */
export function isOutsideBand(book: Book, priceTicks: number, time: number | undefined): boolean {
	if (book.protection.rules.staticBandBps === 0) return false;
	const { rules, referenceTicks } = protectionAt(book, time);
	return isBeyondBand(priceTicks, referenceTicks, rules.staticBandBps);
}
