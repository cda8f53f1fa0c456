/** Changeable rules of a market: as people read them, as the engine does, and as stored. Pure. */
import { FieldFault } from '../../../server/commands/command-fault';
import { readStored, storedText } from '../../database/stored-text';
import type { MarketRules } from '../../engine/command';
import { checkedRules, NO_RULES } from '../../engine/rules';
import { formatDecimal, parseDecimal } from '../../../server/decimal';
import { priceTicksOf, type Market } from './market';

/** Rules in percent and milliseconds; '0' and 0: not in force. */
export interface RulesDescription {
	/** How far from the reference price limit prices and trades may be, in percent. */
	readonly staticBandPercent: string;
	/** How far from the last trade, or the best price, a trade may be, in percent. */
	readonly dynamicBandPercent: string;
	/** Sets the reference price; '0' leaves it as it is. */
	readonly referencePrice: string;
	/** After this time the last price becomes the reference price; 0: never. */
	readonly referenceWindowMs: number;
	/** How long the market is CANCEL_ONLY after an order met the static band. */
	readonly pauseMs: number;
	/** Most open orders of an account. */
	readonly maxNumOrders: number;
}

/**
 * Defaults of a new market, like those of the largest venues: no trade further than 10 % from the
 * last price; no price further than 50 % from that of five minutes ago, where the market pauses for
 * two minutes; at most 200 open orders per account.
 */
export const safeRules: RulesDescription = {
	staticBandPercent: '50',
	dynamicBandPercent: '10',
	referencePrice: '0',
	referenceWindowMs: 300_000,
	pauseMs: 120_000,
	maxNumOrders: 200,
};

/** Converts rules to integers; throws a FieldFault that names the field. */
export function rulesOf(market: Market, description: RulesDescription): MarketRules {
	const { referencePrice, referenceWindowMs, pauseMs, maxNumOrders } = description;
	const isSet = parseDecimal(referencePrice, 0) !== 0n;
	const referencePriceTicks = isSet ? priceTicksOf(market, referencePrice) : 0;
	if (referencePriceTicks === null || referencePriceTicks > market.engine.maxPriceTicks) {
		throw new FieldFault('referencePrice', 'must be a price of the market, or 0');
	}
	const rules = {
		staticBandBps: bpsOf('staticBandPercent', description),
		dynamicBandBps: bpsOf('dynamicBandPercent', description),
		referencePriceTicks,
		referenceWindowMs,
		pauseMs,
		maxNumOrders,
	};
	if (pauseMs > 0 && rules.staticBandBps === 0) {
		const fault =
			'must be above 0 where pauseMs is, since the market pauses at that band: set pauseMs to 0, too';
		throw new FieldFault('staticBandPercent', fault);
	}
	const checked = checkedRules(rules, market.engine.maxPriceTicks);
	if (checked === null) {
		throw new FieldFault(
			'referenceWindowMs',
			'must be whole, as pauseMs and maxNumOrders, and at most a year',
		);
	}
	return checked;
}

/** Converts rules to percent and milliseconds. */
export function describeRules(rules: MarketRules): Omit<RulesDescription, 'referencePrice'> {
	const { referenceWindowMs, pauseMs, maxNumOrders } = rules;
	return {
		staticBandPercent: formatDecimal(BigInt(rules.staticBandBps), percentDecimals),
		dynamicBandPercent: formatDecimal(BigInt(rules.dynamicBandBps), percentDecimals),
		referenceWindowMs,
		pauseMs,
		maxNumOrders,
	};
}

const percentDecimals = 2;

/** The widest band. */
const bandPercentMax = 10_000n;

function bpsOf(
	field: 'staticBandPercent' | 'dynamicBandPercent',
	description: RulesDescription,
): number {
	const bps = parseDecimal(description[field], percentDecimals);
	if (bps === null || bps > bandPercentMax * 100n) {
		throw new FieldFault(
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

/** Parses the column; null means no rules. */
export function readRules(text: string | null): MarketRules {
	if (text === null) return NO_RULES;
	const { version: _version, ...rules } = readStored<MarketRules>(text, version);
	return { ...NO_RULES, ...rules };
}
