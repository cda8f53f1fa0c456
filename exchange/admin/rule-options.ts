/** The options that say what a market's rules are to be, for those commands that set them. */
import { CommandFault } from '../../server/commands/command-fault';
import { safeRules, type RulesDescription } from '../trading/markets/rules';

export const ruleOptions = {
	staticBandPercent: {
		value: 'PERCENT',
		meaning: 'how far from the reference price a price may be; 0 for no such band',
	},
	dynamicBandPercent: {
		value: 'PERCENT',
		meaning: 'how far from the last trade, or from the best price, an order trades; 0 for no band',
	},
	referenceWindowMs: {
		value: 'MS',
		meaning: 'after this long the last price becomes the reference price; 0 for never',
	},
	pauseMs: {
		value: 'MS',
		meaning:
			'how long the market is CANCEL_ONLY after an order met the static band; 0 for no pause',
	},
	maxNumOrders: {
		value: 'N',
		meaning: 'the most open orders of an account; 0 for no such limit',
	},
} as const;

/** The same with what a new market has. */
export const safeRuleOptions = {
	staticBandPercent: {
		...ruleOptions.staticBandPercent,
		default: safeRules.staticBandPercent,
	},
	dynamicBandPercent: {
		...ruleOptions.dynamicBandPercent,
		default: safeRules.dynamicBandPercent,
	},
	referenceWindowMs: {
		...ruleOptions.referenceWindowMs,
		default: String(safeRules.referenceWindowMs),
	},
	pauseMs: { ...ruleOptions.pauseMs, default: String(safeRules.pauseMs) },
	maxNumOrders: { ...ruleOptions.maxNumOrders, default: String(safeRules.maxNumOrders) },
} as const;

type RuleValues = Readonly<Partial<Record<keyof RulesDescription, string | undefined>>>;

/** What is named of the rules. */
export function namedRules(values: RuleValues): Partial<RulesDescription> {
	const { staticBandPercent, dynamicBandPercent, referencePrice } = values;
	return {
		...(staticBandPercent !== undefined && { staticBandPercent }),
		...(dynamicBandPercent !== undefined && { dynamicBandPercent }),
		...(referencePrice !== undefined && { referencePrice }),
		...whole('referenceWindowMs', values),
		...whole('pauseMs', values),
		...whole('maxNumOrders', values),
	};
}

function whole(
	name: 'referenceWindowMs' | 'pauseMs' | 'maxNumOrders',
	values: RuleValues,
): Partial<RulesDescription> {
	const text = values[name];
	if (text === undefined) return {};
	if (!/^\d{1,15}$/.test(text)) throw new CommandFault(`--${name} must be a whole number from 0`);
	return { [name]: Number(text) };
}
