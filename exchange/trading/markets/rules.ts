/**
 * The rules of a market that may change while it trades, as people read them and as the engine
 * does, and their form in the database. Pure.
 */
import { FieldFault } from '../../../server/commands/command-fault';
import { readStored, storedText } from '../../database/stored-text';
import type { MarketRules } from '../../engine/command';
import { checkedRules, NO_RULES } from '../../engine/rules';
import { formatDecimal, parseDecimal } from './decimal';
import { priceTicksOf, type Market } from './market';

/** What may be said about a market's rules; '0' and 0 for one that is not in force. */
export interface RulesDescription {
	/** How far from the reference price a limit price may stand and a trade may happen, in percent. */
	readonly staticBandPercent: string;
	/** How far from the last trade, or from the best price, a trade may happen, in percent. */
	readonly dynamicBandPercent: string;
	/** Sets the reference price; '0' leaves it as it is. */
	readonly referencePrice: string;
	/** After this long the last price becomes the reference price; 0 for never. */
	readonly referenceWindowMs: number;
	/** How long the market is CANCEL_ONLY after an order met the static band. */
	readonly pauseMs: number;
	/** The most open orders of an account. */
	readonly maxNumOrders: number;
}

/**
 * What a new market has unless it is said otherwise: no order trades a tenth away from the last
 * price, no price stands half away from that of five minutes ago, where the market pauses for two
 * minutes, and nobody has more than 200 orders open, as the largest venues do.
 */
export const safeRules: RulesDescription = {
	staticBandPercent: '50',
	dynamicBandPercent: '10',
	referencePrice: '0',
	referenceWindowMs: 300_000,
	pauseMs: 120_000,
	maxNumOrders: 200,
};

/** The rules in whole numbers; throws a FieldFault that names the field. */
export function rulesOf(market: Market, description: RulesDescription): MarketRules {
	const { referencePrice, referenceWindowMs, pauseMs, maxNumOrders } = description;
	const isSet = parseDecimal(referencePrice, 0) !== 0n;
	const referencePriceTicks = isSet ? priceTicksOf(market, referencePrice) : 0;
	if (referencePriceTicks === null || referencePriceTicks > market.engine.maxPriceTicks) {
		throw ruleFault('referencePrice', 'must be a price of the market, or 0');
	}
	const rules = {
		staticBandBps: bpsOf('staticBandPercent', description),
		dynamicBandBps: bpsOf('dynamicBandPercent', description),
		...{ referencePriceTicks, referenceWindowMs, pauseMs, maxNumOrders },
	};
	if (pauseMs > 0 && rules.staticBandBps === 0) {
		throw ruleFault('pauseMs', 'needs staticBandPercent: the market pauses at that band');
	}
	const checked = checkedRules(rules, market.engine.maxPriceTicks);
	if (checked === null) {
		throw ruleFault(
			'referenceWindowMs',
			'must be whole, as pauseMs and maxNumOrders, and at most a year',
		);
	}
	return checked;
}

function ruleFault(field: keyof RulesDescription, fault: string): FieldFault {
	return new FieldFault(field, fault, `${field} ${fault}`);
}

/** The rules as people read them. */
export function describeRules(rules: MarketRules): Omit<RulesDescription, 'referencePrice'> {
	const { referenceWindowMs, pauseMs, maxNumOrders } = rules;
	return {
		staticBandPercent: formatDecimal(BigInt(rules.staticBandBps), percentDecimals),
		dynamicBandPercent: formatDecimal(BigInt(rules.dynamicBandBps), percentDecimals),
		...{ referenceWindowMs, pauseMs, maxNumOrders },
	};
}

const percentDecimals = 2;

/** A band of this many percent is none. */
const bandPercentMax = 10_000n;

function bpsOf(
	field: 'staticBandPercent' | 'dynamicBandPercent',
	description: RulesDescription,
): number {
	const bps = parseDecimal(description[field], percentDecimals);
	if (bps === null || bps > bandPercentMax * 100n) {
		throw ruleFault(
			field,
			`must be a decimal from 0 to ${bandPercentMax} with at most ${percentDecimals} digits behind the point`,
		);
	}
	return Number(bps);
}

const version = 1;

export function rulesText(rules: MarketRules): string {
	return storedText(version, rules);
}

/** The rules of a column; a market without any has none. */
export function readRules(text: string | null): MarketRules {
	if (text === null) return NO_RULES;
	const { version: _version, ...rules } = readStored<MarketRules>(text, version);
	return { ...NO_RULES, ...rules };
}
