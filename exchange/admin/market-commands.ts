/** The administrator's commands about what is traded: assets, their backing, and markets. */
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { MARKET_STATUSES, SELF_TRADE_PREVENTION_MODES, type MarketStatus } from '../engine/command';
import { parseDecimal } from '../trading/markets/decimal';
import { safeSelfTradePreventionMode } from '../trading/markets/markets';
import { describeRules, safeRules } from '../trading/markets/rules';
import * as acts from '../operator/actions/market-actions';
import { namedRules, ruleOptions, safeRuleOptions } from './rule-options';
import { assetWire, laneWire } from '../handlers/operator/managed-wire';
import { readLanes } from '../reading/lanes';
import { listAssets } from '../reading/managed-assets';
import { acting, listMax, optionalReason, reasonOption, withTools, type Tools } from './tools';

const symbolOption = {
	symbol: { value: 'BASE-QUOTE', meaning: 'the market', isNeeded: true },
} as const;

const needed = <Placeholder extends string>(value: Placeholder, meaning: string) =>
	({ value, meaning, isNeeded: true }) as const;

const preventionMode = {
	value: 'MODE',
	meaning: 'what an order does that names no mode itself and meets one of the same account',
	choices: SELF_TRADE_PREVENTION_MODES,
} as const;

export const assetCommands = [
	command('asset add', {
		does: 'adds an asset',
		options: {
			code: needed('CODE', '1 to 16 capital letters and digits'),
			decimals: needed('N', 'digits behind the point, 0 to 18'),
			...optionalReason,
		},
		run: withTools(async (tools, { code, decimals, reason }) => {
			const asset = { code, decimals: Number(decimals) };
			await acts.addAsset(acting(tools, reason), asset);
			return asset;
		}),
	}),
	command('asset list', {
		does: 'lists the assets and what they stand for at the tracker',
		run: withTools(async ({ database }) =>
			(await listAssets(database, { limit: listMax, offset: 0 })).map(assetWire),
		),
	}),
	command('asset link', {
		does: 'connects an asset for good with one of the tracker',
		options: {
			code: needed('CODE', 'the asset here'),
			trackerAsset: needed('ID', 'the asset there'),
			unit: needed('DECIMAL', 'how much here is one whole unit there'),
			...optionalReason,
		},
		run: withTools(link),
	}),
];

export const marketCommands = [
	command('market add', {
		does: 'adds a market',
		options: {
			...symbolOption,
			base: needed('CODE', 'the asset that is bought and sold'),
			quote: needed('CODE', 'the asset it is paid with'),
			tick: needed('DECIMAL', 'prices are multiples of this'),
			step: needed('DECIMAL', 'quantities are multiples of this'),
			maxPrice: needed('DECIMAL', 'the highest price'),
			minQty: needed('DECIMAL', 'the least quantity of an order'),
			maxQty: needed('DECIMAL', 'the greatest'),
			minNotional: { value: 'DECIMAL', meaning: 'the least worth of an order', default: '0' },
			makerFeeBps: { value: 'N', meaning: 'commission in hundredths of a percent', default: '0' },
			takerFeeBps: { value: 'N', meaning: 'the same for who takes', default: '0' },
			selfTradePrevention: { ...preventionMode, default: safeSelfTradePreventionMode },
			...safeRuleOptions,
			...optionalReason,
		},
		run: withTools(async (tools, { reason, ...values }) => {
			const { symbol, base, quote, tick, step, makerFeeBps, takerFeeBps } = values;
			const { maxPrice, minQty, maxQty, minNotional, selfTradePrevention } = values;
			const rules = { ...safeRules, ...namedRules(values) };
			const description = {
				...{ symbol, maxPrice, minQty, maxQty, minNotional },
				baseAsset: base,
				quoteAsset: quote,
				tickSize: tick,
				stepSize: step,
				makerFeeBps: Number(makerFeeBps),
				takerFeeBps: Number(takerFeeBps),
			};
			await acts.addMarket(acting(tools, reason), description, { selfTradePrevention, rules });
			return { ...description, selfTradePrevention, ...rules };
		}),
	}),
	command('market list', {
		does: 'lists the markets with their status',
		run: withTools(async ({ markets }) =>
			(await markets.list()).map(({ market, status, selfTradePreventionMode, ...listed }) => ({
				...market.description,
				status,
				...describeRules(listed.rules),
				selfTradePrevention: selfTradePreventionMode,
			})),
		),
	}),
	command('market lanes', {
		does: 'shows how far the commands of each market are carried out',
		run: withTools(async ({ database }) => (await readLanes(database, undefined)).map(laneWire)),
	}),
	command('market status', {
		does: 'changes the status of a market',
		options: {
			...symbolOption,
			status: { ...needed('STATUS', 'what is taken from then on'), choices: MARKET_STATUSES },
			...reasonOption,
		},
		run: withTools(setStatus),
	}),
	command('market set-rules', {
		does: 'changes how far prices may go and how many orders an account may have open',
		options: {
			...symbolOption,
			...ruleOptions,
			referencePrice: {
				value: 'DECIMAL',
				meaning: 'what the static band is measured from, until the window is over',
			},
			...reasonOption,
		},
		run: withTools(setRules),
	}),
	command('market prevent-self-trades', {
		does: 'changes what happens when orders accepted from then on meet one of the same account',
		options: { ...symbolOption, mode: { ...preventionMode, isNeeded: true }, ...reasonOption },
		run: withTools(async (tools, { symbol, mode, reason }) => {
			const isThere = await acts.setSelfTradePrevention(acting(tools, reason), { symbol, mode });
			found(isThere || undefined, `--symbol: there is no market ${symbol}`);
			return { symbol, selfTradePrevention: mode };
		}),
	}),
];

async function setStatus(
	tools: Tools,
	{
		symbol,
		status,
		reason,
	}: { readonly symbol: string; readonly status: MarketStatus; readonly reason: string },
): Promise<unknown> {
	const market = found(await tools.markets.find(symbol), `--symbol: there is no market ${symbol}`);
	const { sequence } = await acts.setMarketStatus(acting(tools, reason), { market, status });
	return { symbol, status, sequence };
}

async function setRules(
	tools: Tools,
	values: Parameters<typeof namedRules>[0] & { readonly symbol: string; readonly reason: string },
): Promise<unknown> {
	const { symbol, reason } = values;
	const market = found(await tools.markets.find(symbol), `--symbol: there is no market ${symbol}`);
	const rules = namedRules(values);
	if (Object.keys(rules).length === 0) throw new CommandFault('name at least one rule to change');
	const { sequence } = await acts.setMarketRules(acting(tools, reason), { market, rules });
	return { symbol, ...rules, sequence };
}

async function link(
	tools: Tools,
	values: {
		readonly code: string;
		readonly trackerAsset: string;
		readonly unit: string;
		readonly reason: string | undefined;
	},
): Promise<unknown> {
	const { code: asset, trackerAsset: trackerAssetId } = values;
	const decimals = found(
		await tools.markets.decimalsOf(asset),
		`--code: there is no asset ${asset}`,
	);
	const unit = parseDecimal(values.unit, decimals);
	if (unit === null) {
		throw new CommandFault(
			`--unit must be a decimal with at most ${decimals} digits behind the point`,
		);
	}
	await acts.link(acting(tools, values.reason), { asset, trackerAssetId, unit, decimals });
	return { asset, trackerAssetId, unit: values.unit };
}
