import type { Model } from '../../../api/types';
import { inParts } from '../../../server/http/routing/lists';
import { known } from '../../../server/known';
import { refuse, Refusal } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { marketWire } from '../../market-data/wire';
import { decimalField, decimalsOf } from '../../operations/amounts';
import {
	marketOf,
	type Handlers,
	type InputOf,
	type OperatorParts,
} from '../../operations/handler';
import type { Act, ActionName } from '../../guard/audit';
import { listAssets, type ManagedAsset } from '../../reading/managed-assets';
import { linkAsset } from '../../settlement/assets/asset-links';
import { append } from '../../trading/intake/append';
import type { Submission } from '../../trading/intake/submission';
import { formatDecimal } from '../../../server/decimal';
import type { Market } from '../../trading/markets/market';
import { Markets, safeSelfTradePreventionMode } from '../../trading/markets/markets';
import {
	describeRules,
	rulesOf,
	safeRules,
	type RulesDescription,
} from '../../trading/markets/rules';
import { perform, type By } from './acting';

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
	const { clock } = parts;
	return {
		addMarket: (by, input) => addMarket(parts, by, input),
		setMarketStatus: async (by, input) => {
			const { symbol, status } = input;
			const { sequence } = await submit(parts, { by, ...input }, async () => ({
				submission: { kind: 'STATUS', status },
				action: 'MARKET_SET_STATUS',
				details: { status },
			}));
			return { symbol, status, sequence };
		},
		setMarketRules: async (by, input) => {
			const { symbol, referencePrice } = input;
			const given = known({ ...givenRules(input), referencePrice });
			if (Object.keys(given).length === 0) {
				throw refuse('Request_Invalid', 'maxNumOrders', 'or another rule to change is needed');
			}
			const { sequence, rules } = await submit(
				parts,
				{ by, ...input },
				async (transaction, market) => {
					const listed = await new Markets(transaction, clock).listed(symbol);
					if (listed === undefined) throw refuse('Exchange_MarketNotFound', symbol);
					const wanted = { referencePrice: '0', ...describeRules(listed.rules), ...given };
					const changed = rulesOf(market, wanted);
					return {
						submission: { kind: 'RULES', rules: changed },
						action: 'MARKET_SET_RULES',
						details: { ...wanted },
						rules: describeRules(changed),
					};
				},
			);
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

async function addMarket(parts: OperatorParts, by: By, input: InputOf<'addMarket'>) {
	const { symbol, reason, minNotional = '0', makerFeeBps, takerFeeBps, ...others } = input;
	const { baseAsset, quoteAsset, tickSize, stepSize, maxPrice, minQty, maxQty } = others;
	const { selfTradePreventionMode: selfTradePrevention = safeSelfTradePreventionMode } = others;
	const assets = { baseAsset, quoteAsset, tickSize, stepSize };
	const description = {
		...assets,
		maxPrice,
		minQty,
		maxQty,
		minNotional,
		makerFeeBps,
		takerFeeBps,
	};
	const rules = { ...safeRules, ...givenRules(input) };
	await perform(parts, { by, reason }, async (transaction, record) => {
		const adding = new Markets(transaction, parts.clock);
		await adding.add({ symbol, ...description }, selfTradePrevention, rules);
		await record('MARKET_ADD', symbol, { ...description, selfTradePrevention, ...rules });
	});
	parts.onAppended(symbol);
	const added = await parts.markets.listed(symbol);
	if (added === undefined) throw refuse('Exchange_MarketNotFound', symbol);
	return marketWire(added);
}

/** A command of the market's log, and its entry in the audit log. */
interface Command {
	readonly submission: Submission;
	readonly action: ActionName;
	readonly details: NonNullable<Act['details']>;
}

/** Appends to the market's log, where the workers find it within a second. */
async function submit<Made extends Command>(
	parts: OperatorParts,
	{ by, symbol, reason }: { readonly by: By; readonly symbol: string; readonly reason: string },
	commandFor: (transaction: Database, market: Market) => Promise<Made>,
): Promise<Made & { readonly sequence: number }> {
	const market = await marketOf(parts, symbol);
	const accepted = await perform(parts, { by, reason }, async (transaction, record) => {
		const made = await commandFor(transaction, market);
		const entries = [{ market, submission: made.submission }];
		const { outcomes } = await append(transaction, entries, parts.clock);
		const [outcome] = outcomes;
		if (outcome === undefined) throw new Error('a submission had no outcome');
		if (outcome instanceof Refusal) throw outcome;
		const { sequence } = outcome;
		await record(made.action, symbol, { ...made.details, sequence });
		return { ...made, sequence };
	});
	parts.onAppended(symbol);
	return accepted;
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
	return known({ staticBandPercent, dynamicBandPercent, referenceWindowMs, pauseMs, maxNumOrders });
}

function assetWire({ asset, decimals, link }: ManagedAsset): Model<'ManagedAsset'> {
	const unit = link && formatDecimal(link.unit, decimals);
	return known({ asset, decimals, trackerAssetId: link?.trackerAssetId, unit });
}
