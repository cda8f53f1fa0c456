/**
 * The rules of a market that may change while it trades: how far prices may go, how long it pauses
 * when they go too far, and how many orders an account may have open. All whole numbers, 0 for a
 * rule that is not in force. What an order beyond a band becomes is decided in engine.ts.
 *
 *   static band   from the reference price: the last price when its window began, or one that was
 *                 set. A limit price beyond it is refused; a trade beyond it does not happen, and
 *                 pauses the market where it has a pause.
 *   dynamic band  from the last trade, or from the best price where the book has left it behind.
 *                 A trade beyond it does not happen.
 */
import type { MarketRules, Side } from './command';

export const NO_RULES: MarketRules = {
	staticBandBps: 0,
	dynamicBandBps: 0,
	referencePriceTicks: 0,
	referenceWindowMs: 0,
	pauseMs: 0,
	maxNumOrders: 0,
};

const BPS_PER_ONE = 10_000;
const BAND_BPS_MAX = 1_000_000;
/** One year: the longest window or pause. */
const DURATION_MS_MAX = 31_536_000_000;

/**
 * Returns a copy with known fields only, so that equal rules serialise equally; null if they are
 * invalid.
 */
export function checkedRules(rules: MarketRules, maxPriceTicks: number): MarketRules | null {
	if (typeof rules !== 'object' || rules === null) return null;
	const most: MarketRules = {
		staticBandBps: BAND_BPS_MAX,
		dynamicBandBps: BAND_BPS_MAX,
		referencePriceTicks: maxPriceTicks,
		referenceWindowMs: DURATION_MS_MAX,
		pauseMs: DURATION_MS_MAX,
		maxNumOrders: Number.MAX_SAFE_INTEGER,
	};
	for (const name of Object.keys(most) as (keyof MarketRules)[]) {
		const value = rules[name];
		if (!Number.isSafeInteger(value) || value < 0 || value > most[name]) return null;
	}
	return {
		staticBandBps: rules.staticBandBps,
		dynamicBandBps: rules.dynamicBandBps,
		referencePriceTicks: rules.referencePriceTicks,
		referenceWindowMs: rules.referenceWindowMs,
		pauseMs: rules.pauseMs,
		maxNumOrders: rules.maxNumOrders,
	};
}

/** The current state of the rules; part of the book. */
export interface RulesState {
	readonly rules: MarketRules;
	/** 0: none yet. */
	readonly referenceTicks: number;
	/** When the reference price's window ends. */
	readonly referenceUntil: number;
	/** End of a pause; 0: none. */
	readonly pausedUntil: number;
}

export const INITIAL_RULES_STATE: RulesState = {
	rules: NO_RULES,
	referenceTicks: 0,
	referenceUntil: 0,
	pausedUntil: 0,
};

/**
 * Returns the state for an order that arrives at `now`; an elapsed window is replaced by the next.
 */
export function inWindow(state: RulesState, now: number, lastPriceTicks: number): RulesState {
	const { staticBandBps, referenceWindowMs } = state.rules;
	if (staticBandBps === 0 || lastPriceTicks === 0) return state;
	const isOver = referenceWindowMs > 0 && now >= state.referenceUntil;
	if (state.referenceTicks > 0 && !isOver) return state;
	return { ...state, referenceTicks: lastPriceTicks, referenceUntil: now + referenceWindowMs };
}

/** True if a price is further than `bps` from `fromTicks`, either way; 0 bps is no band. */
export function isBeyondBand(priceTicks: number, fromTicks: number, bps: number): boolean {
	if (bps === 0 || fromTicks === 0) return false;
	const width = shareDown(fromTicks, bps);
	return priceTicks > fromTicks + width || priceTicks < fromTicks - width;
}

/**
 * Reference of the dynamic band: the last price, moved to the best bid or ask if the book has left
 * it behind.
 */
export function dynamicReference(
	lastPriceTicks: number,
	takerSide: Side,
	best: { readonly bidTicks: number; readonly askTicks: number },
): number {
	const { bidTicks, askTicks } = best;
	if (lastPriceTicks === 0) return takerSide === 'BUY' ? askTicks : bidTicks;
	if (askTicks > 0 && lastPriceTicks > askTicks) return askTicks;
	return lastPriceTicks < bidTicks ? bidTicks : lastPriceTicks;
}

/** `bps` of a price in ticks, rounded down, exact: no product here exceeds 2^53. */
export function shareDown(ticks: number, bps: number): number {
	const rest = ticks % BPS_PER_ONE;
	const whole = ((ticks - rest) / BPS_PER_ONE) * bps;
	return whole + Math.floor((rest * bps) / BPS_PER_ONE);
}

/** The same rounded up. */
export function shareUp(ticks: number, bps: number): number {
	const rest = ticks % BPS_PER_ONE;
	return ((ticks - rest) / BPS_PER_ONE) * bps + Math.ceil((rest * bps) / BPS_PER_ONE);
}
