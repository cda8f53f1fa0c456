/** The administrator's commands about what is traded: assets, their backing, and markets. */
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { MARKET_STATUSES, SELF_TRADE_PREVENTION_MODES, type MarketStatus } from '../engine/command';
import { Intake } from '../intake/intake';
import { parseDecimal } from '../markets/decimal';
import { safeSelfTradePreventionMode } from '../markets/markets';
import { linkAsset } from '../settlement/assets/asset-links';
import { edges, withTools, type Tools } from './tools';

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
		},
		run: withTools(async ({ markets }, { code, decimals }) => {
			await markets.addAsset(code, Number(decimals));
			return { code, decimals: Number(decimals) };
		}),
	}),
	command('asset link', {
		does: 'connects an asset for good with one of the tracker',
		options: {
			code: needed('CODE', 'the asset here'),
			trackerAsset: needed('ID', 'the asset there'),
			unit: needed('DECIMAL', 'how much here is one whole unit there'),
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
		},
		run: withTools(async ({ markets }, values) => {
			const { base, quote, tick, step, makerFeeBps, takerFeeBps, ...rest } = values;
			const { selfTradePrevention, ...limits } = rest;
			const description = {
				...limits,
				baseAsset: base,
				quoteAsset: quote,
				tickSize: tick,
				stepSize: step,
				makerFeeBps: Number(makerFeeBps),
				takerFeeBps: Number(takerFeeBps),
			};
			await markets.add(description, selfTradePrevention);
			return { ...description, selfTradePrevention };
		}),
	}),
	command('market list', {
		does: 'lists the markets with their status',
		run: withTools(async ({ markets }) =>
			(await markets.list()).map(({ market, status, selfTradePreventionMode }) => ({
				...market.description,
				status,
				selfTradePrevention: selfTradePreventionMode,
			})),
		),
	}),
	command('market status', {
		does: 'changes the status of a market',
		options: {
			...symbolOption,
			status: { ...needed('STATUS', 'what is taken from then on'), choices: MARKET_STATUSES },
		},
		run: withTools(setStatus),
	}),
	command('market prevent-self-trades', {
		does: 'changes what happens when orders accepted from then on meet one of the same account',
		options: { ...symbolOption, mode: { ...preventionMode, isNeeded: true } },
		run: withTools(async ({ markets }, { symbol, mode }) => {
			const isThere = await markets.setSelfTradePrevention(symbol, mode);
			found(isThere || undefined, `--symbol: there is no market ${symbol}`);
			return { symbol, selfTradePrevention: mode };
		}),
	}),
];

/** Appended to the log like any command; the workers find it there within a second. */
async function setStatus(
	{ database, markets }: Tools,
	{ symbol, status }: { readonly symbol: string; readonly status: MarketStatus },
): Promise<unknown> {
	const market = found(await markets.find(symbol), `--symbol: there is no market ${symbol}`);
	const intake = new Intake({ database, ...edges, onAccepted: () => undefined });
	const { sequence } = await intake.submit(market, { kind: 'STATUS', status });
	return { symbol, status, sequence };
}

async function link(
	{ database, markets }: Tools,
	values: { readonly code: string; readonly trackerAsset: string; readonly unit: string },
): Promise<unknown> {
	const { code: asset, trackerAsset: trackerAssetId } = values;
	const decimals = found(await markets.decimalsOf(asset), `--code: there is no asset ${asset}`);
	const unit = parseDecimal(values.unit, decimals);
	if (unit === null) {
		throw new CommandFault(
			`--unit must be a decimal with at most ${decimals} digits behind the point`,
		);
	}
	await linkAsset(database, { asset, trackerAssetId, unit });
	return { asset, trackerAssetId, unit: values.unit };
}
