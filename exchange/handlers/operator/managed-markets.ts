import type { Input } from '../../../api/types';
import { inParts } from '../../../server/http/routing/lists';
import { refuse } from '../../../server/refusal';
import { safeSelfTradePreventionMode } from '../../trading/markets/markets';
import { describeRules, safeRules, type RulesDescription } from '../../trading/markets/rules';
import * as acts from '../../operator/actions/market-actions';
import { listAssets } from '../../reading/managed-assets';
import { auditContext } from './acting';
import { decimalField, decimalsOf } from '../../operations/amounts';
import { marketOf, type Handlers, type OperatorParts } from '../../operations/handler';
import { assetWire } from './managed-wire';
import { marketWire } from '../../market-data/wire';

export function managedMarketHandlers(
	parts: OperatorParts,
): Handlers<
	| 'listAssets'
	| 'addAsset'
	| 'linkAsset'
	| 'addMarket'
	| 'setMarketStatus'
	| 'setMarketRules'
	| 'setSelfTradePrevention'
> {
	const { reader, markets } = parts;
	return {
		listAssets: async (_by, asked) => inParts(await listAssets(reader, asked), assetWire),
		addAsset: async (by, { asset, decimals, reason }) => {
			await acts.addAsset(auditContext(parts, by, reason), { code: asset, decimals });
			return { asset, decimals };
		},
		linkAsset: async (by, { asset, trackerAssetId, unit: text, reason }) => {
			const decimals = await decimalsOf(parts, asset);
			const unit = decimalField('unit', text, decimals);
			const link = { asset, trackerAssetId, unit, decimals };
			await acts.link(auditContext(parts, by, reason), link);
			return assetWire({ asset, decimals, link });
		},
		addMarket: async (by, input) => {
			const { symbol, reason } = input;
			const { selfTradePreventionMode: mode = safeSelfTradePreventionMode } = input;
			const rules = { ...safeRules, ...rulesOf(input) };
			await acts.addMarket(auditContext(parts, by, reason), descriptionOf(input), {
				selfTradePrevention: mode,
				rules,
			});
			parts.onAppended(symbol);
			const listed = await markets.listed(symbol);
			if (listed === undefined) throw refuse('Exchange_MarketNotFound', symbol);
			return marketWire(listed);
		},
		setMarketStatus: async (by, { symbol, status, reason }) => {
			const market = await marketOf(parts, symbol);
			const change = { market, status };
			const { sequence } = await acts.setMarketStatus(auditContext(parts, by, reason), change);
			parts.onAppended(symbol);
			return { symbol, status, sequence };
		},
		setMarketRules: async (by, { symbol, reason, ...input }) => {
			const market = await marketOf(parts, symbol);
			const { referencePrice } = input;
			const rules = { ...rulesOf(input), ...(referencePrice !== undefined && { referencePrice }) };
			if (Object.keys(rules).length === 0) {
				throw refuse('Request_Invalid', 'maxNumOrders', 'or another rule to change is needed');
			}
			const change = { market, rules };
			const changed = await acts.setMarketRules(auditContext(parts, by, reason), change);
			parts.onAppended(symbol);
			return { symbol, sequence: changed.sequence, ...describeRules(changed.rules) };
		},
		setSelfTradePrevention: async (by, { symbol, mode, reason }) => {
			const change = { symbol, mode };
			const isThere = await acts.setSelfTradePrevention(auditContext(parts, by, reason), change);
			if (!isThere) throw refuse('Exchange_MarketNotFound', symbol.slice(0, 100));
			return { symbol, defaultSelfTradePreventionMode: mode };
		},
	};
}

type MarketInput = Input<'exchange', 'addMarket', never>;

function descriptionOf({ minNotional = '0', ...input }: MarketInput) {
	const { symbol, baseAsset, quoteAsset, tickSize, stepSize } = input;
	const { maxPrice, minQty, maxQty, makerFeeBps, takerFeeBps } = input;
	return {
		symbol,
		baseAsset,
		quoteAsset,
		tickSize,
		stepSize,
		maxPrice,
		minQty,
		maxQty,
		minNotional,
		makerFeeBps,
		takerFeeBps,
	};
}

type RuleInput = Partial<Omit<RulesDescription, 'referencePrice'>>;

/** Returns only the rules that were given. */
function rulesOf({
	staticBandPercent,
	dynamicBandPercent,
	referenceWindowMs,
	pauseMs,
	maxNumOrders,
}: RuleInput): RuleInput {
	return {
		...(staticBandPercent !== undefined && { staticBandPercent }),
		...(dynamicBandPercent !== undefined && { dynamicBandPercent }),
		...(referenceWindowMs !== undefined && { referenceWindowMs }),
		...(pauseMs !== undefined && { pauseMs }),
		...(maxNumOrders !== undefined && { maxNumOrders }),
	};
}
