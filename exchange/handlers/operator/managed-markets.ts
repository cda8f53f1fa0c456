import type { Input } from '../../../api/types';
import { inParts } from '../../../server/http/routing/lists';
import { refuse, Refusal } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { marketWire } from '../../market-data/wire';
import { decimalField, decimalsOf } from '../../operations/amounts';
import { marketOf, type Handlers, type OperatorParts } from '../../operations/handler';
import type { Act, ActionName } from '../../operator/audit';
import { listAssets } from '../../reading/managed-assets';
import { linkAsset } from '../../settlement/assets/asset-links';
import { append } from '../../trading/intake/append';
import type { Submission } from '../../trading/intake/submission';
import { formatDecimal } from '../../trading/markets/decimal';
import type { Market } from '../../trading/markets/market';
import { Markets, safeSelfTradePreventionMode } from '../../trading/markets/markets';
import {
	describeRules,
	rulesOf,
	safeRules,
	type RulesDescription,
} from '../../trading/markets/rules';
import { perform, type By } from './acting';
import { assetWire } from './managed-wire';

export function managedAssetHandlers(
	parts: OperatorParts,
): Handlers<'listAssets' | 'addAsset' | 'linkAsset'> {
	const { reader, clock } = parts;
	return {
		listAssets: async (_by, asked) => inParts(await listAssets(reader, asked), assetWire),
		addAsset: (by, { asset, decimals, reason }) =>
			perform(parts, { by, reason }, async (transaction, record) => {
				await new Markets(transaction, clock).addAsset(asset, decimals);
				await record('ASSET_ADD', asset, { decimals });
				return { asset, decimals };
			}),
		linkAsset: async (by, { asset, trackerAssetId, unit: text, reason }) => {
			const decimals = await decimalsOf(parts, asset);
			const link = { asset, trackerAssetId, unit: decimalField('unit', text, decimals), decimals };
			return perform(parts, { by, reason }, async (transaction, record) => {
				await linkAsset(transaction, link);
				const unit = formatDecimal(link.unit, decimals);
				await record('ASSET_LINK', asset, { trackerAssetId, unit });
				return assetWire({ asset, decimals, link });
			});
		},
	};
}

export function managedMarketHandlers(
	parts: OperatorParts,
): Handlers<'addMarket' | 'setMarketStatus' | 'setMarketRules' | 'setSelfTradePrevention'> {
	const { clock, markets } = parts;
	return {
		addMarket: async (by, input) => {
			const { symbol, reason } = input;
			const { selfTradePreventionMode: selfTradePrevention = safeSelfTradePreventionMode } = input;
			const rules = { ...safeRules, ...givenRules(input) };
			const { symbol: _, ...description } = descriptionOf(input);
			await perform(parts, { by, reason }, async (transaction, record) => {
				const adding = new Markets(transaction, clock);
				await adding.add({ symbol, ...description }, selfTradePrevention, rules);
				await record('MARKET_ADD', symbol, { ...description, selfTradePrevention, ...rules });
			});
			parts.onAppended(symbol);
			const added = await markets.listed(symbol);
			if (added === undefined) throw refuse('Exchange_MarketNotFound', symbol);
			return marketWire(added);
		},
		setMarketStatus: async (by, input) => {
			const { symbol, status } = input;
			const sequence = await submit(parts, { by, ...input }, async () => ({
				submission: { kind: 'STATUS', status },
				action: 'MARKET_SET_STATUS',
				details: { status },
			}));
			return { symbol, status, sequence };
		},
		setMarketRules: async (by, input) => {
			const { symbol, referencePrice } = input;
			const given = {
				...givenRules(input),
				...(referencePrice !== undefined && { referencePrice }),
			};
			if (Object.keys(given).length === 0) {
				throw refuse('Request_Invalid', 'maxNumOrders', 'or another rule to change is needed');
			}
			let rules = safeRules as Omit<RulesDescription, 'referencePrice'>;
			const sequence = await submit(parts, { by, ...input }, async (transaction, market) => {
				const listed = await new Markets(transaction, clock).listed(symbol);
				if (listed === undefined) throw refuse('Exchange_MarketNotFound', symbol);
				const wanted = { referencePrice: '0', ...describeRules(listed.rules), ...given };
				const changed = rulesOf(market, wanted);
				rules = describeRules(changed);
				return {
					submission: { kind: 'RULES', rules: changed },
					action: 'MARKET_SET_RULES',
					details: { ...wanted },
				};
			});
			return { symbol, sequence, ...rules };
		},
		setSelfTradePrevention: (by, { symbol, mode, reason }) =>
			perform(parts, { by, reason }, async (transaction, record) => {
				const changing = new Markets(transaction, clock);
				if (!(await changing.setSelfTradePrevention(symbol, mode))) {
					throw refuse('Exchange_MarketNotFound', symbol.slice(0, 100));
				}
				await record('MARKET_SET_SELF_TRADE_PREVENTION', symbol, { mode });
				return { symbol, defaultSelfTradePreventionMode: mode };
			}),
	};
}

/** A command of the market's log, and its entry in the audit log. */
interface Command {
	readonly submission: Submission;
	readonly action: ActionName;
	readonly details: NonNullable<Act['details']>;
}

/** Appends to the market's log and returns the sequence; the workers find it within a second. */
async function submit(
	parts: OperatorParts,
	{ by, symbol, reason }: { readonly by: By; readonly symbol: string; readonly reason: string },
	commandFor: (transaction: Database, market: Market) => Promise<Command>,
): Promise<number> {
	const market = await marketOf(parts, symbol);
	const sequence = await perform(parts, { by, reason }, async (transaction, record) => {
		const { submission, action, details } = await commandFor(transaction, market);
		const entries = [{ market, submission }];
		const { outcomes } = await append(transaction, entries, parts.clock.now());
		const [outcome] = outcomes;
		if (outcome === undefined) throw new Error('a submission had no outcome');
		if (outcome instanceof Refusal) throw outcome;
		await record(action, symbol, { ...details, sequence: outcome.sequence });
		return outcome.sequence;
	});
	parts.onAppended(symbol);
	return sequence;
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
function givenRules({
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
