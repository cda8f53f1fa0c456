/**
 * The price bands of a book as an order meets them: where it may trade when it enters, and which
 * limit prices are refused. The rules themselves, and their arithmetic, are in rules.ts.
 */
import type { Book } from './book';
import type { Side } from './command';
import { dynamicReference, inWindow, isBeyondBand, type RulesState } from './rules';

export type BandBreach = 'PRICE_BAND' | 'CIRCUIT_BREAKER';

/** Where one taker may trade. */
export interface Band {
	/** What is beyond at this price, or null. */
	breachOf(priceTicks: number): BandBreach | null;
}

/** The band of an order that enters now; null in a market without bands. */
export function bandFor(book: Book, side: Side): Band | null {
	const { rules, referenceTicks } = book.protection;
	const { staticBandBps, dynamicBandBps, pauseMs } = rules;
	if (staticBandBps === 0 && dynamicBandBps === 0) return null;
	const best = {
		bidTicks: book.bids.best?.priceTicks ?? 0,
		askTicks: book.asks.best?.priceTicks ?? 0,
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

/** The state of the rules for an order accepted at `time`, or at no time of its own. */
export function protectionAt(book: Book, time: number | undefined): RulesState {
	return inWindow(book.protection, timeOf(book, time), book.lastPriceTicks);
}

/** The time of an order; the book's never goes back. */
export function timeOf(book: Book, time: number | undefined): number {
	return time === undefined || time < book.time ? book.time : time;
}

/** True for a limit price that is refused by an order accepted at `time`. */
export function isOutsideBand(book: Book, priceTicks: number, time: number | undefined): boolean {
	if (book.protection.rules.staticBandBps === 0) return false;
	const { rules, referenceTicks } = protectionAt(book, time);
	return isBeyondBand(priceTicks, referenceTicks, rules.staticBandBps);
}
