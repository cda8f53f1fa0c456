/** Fields of a market and its rules. */
import type { Model } from '../../../api/types';
import { decimalText } from '../../parts/decimal';
import { givenNumber, given, type ActField, type Typed } from '../parts/act-fields';

export type Market = Model<'Market'>;

export const selfTradeModes = [
	['EXPIRE_MAKER', 'The order that rests ends'],
	['EXPIRE_TAKER', 'The new order ends'],
	['EXPIRE_BOTH', 'Both end'],
	['DECREMENT', 'Both shrink by the smaller'],
	['NONE', 'They trade'],
] as const;

export type SelfTradeMode = (typeof selfTradeModes)[number][0];

export const selfTradeWords: Readonly<Record<SelfTradeMode, string>> = Object.fromEntries(
	selfTradeModes,
) as Record<SelfTradeMode, string>;

/** Formats basis points as percent. */
export function percentText(bps: number | bigint): string {
	return `${decimalText(BigInt(bps), 2)} %`;
}

export type RuleName =
	| 'staticBandPercent'
	| 'dynamicBandPercent'
	| 'referenceWindowMs'
	| 'pauseMs'
	| 'maxNumOrders';

const ruleForms = [
	[
		'staticBandPercent',
		'amount',
		'Static band in percent',
		'Around the reference price; 0 for none.',
	],
	['dynamicBandPercent', 'amount', 'Dynamic band in percent', 'Around the last trade; 0 for none.'],
	['referenceWindowMs', 'whole', 'Reference window in milliseconds', '0 for never another price.'],
	['pauseMs', 'whole', 'Pause in milliseconds', 'After an order met the static band; 0 for none.'],
	['maxNumOrders', 'whole', 'Most open orders of an account', '0 for no such limit.'],
] as const;

/**
 * Filled with the current rules of a market, if given. Empty fields stay unchanged; for a new
 * market they get safe defaults.
 */
export function ruleFields(market?: Market): readonly ActField<RuleName>[] {
	return ruleForms.map(([name, kind, label, help]) => ({
		name,
		kind,
		label,
		help,
		...(market !== undefined && { initial: String(market[name]) }),
	}));
}

/** The entered rules; for an existing market, only those that differ from its own. */
export function rulesOf(typed: Typed<RuleName>, market?: Market) {
	const changed = (name: RuleName) =>
		market !== undefined && String(market[name]) === typed[name] ? '' : typed[name];
	return {
		staticBandPercent: given(changed('staticBandPercent')),
		dynamicBandPercent: given(changed('dynamicBandPercent')),
		referenceWindowMs: givenNumber(changed('referenceWindowMs')),
		pauseMs: givenNumber(changed('pauseMs')),
		maxNumOrders: givenNumber(changed('maxNumOrders')),
	};
}
