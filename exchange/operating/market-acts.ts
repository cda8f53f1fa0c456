/**
 * What an administrator does to assets and markets, each written into the audit log in the
 * transaction that does it. A status is a command of the market's log like any other.
 */
import { inTransaction } from '../../server/database/transactions';
import { Refusal } from '../../server/refusal';
import { audit, type Acting } from '../audit/audit';
import type { MarketStatus, SelfTradePreventionMode } from '../engine/command';
import { append, type Accepted } from '../intake/append';
import { formatDecimal } from '../markets/decimal';
import type { Market, MarketDescription } from '../markets/market';
import { Markets } from '../markets/markets';
import { linkAsset, type AssetLink } from '../settlement/assets/asset-links';

export function addAsset(
	acting: Acting,
	{ code, decimals }: { readonly code: string; readonly decimals: number },
): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await new Markets(transaction, acting.clock).addAsset(code, decimals);
		await audit(transaction, acting, { action: 'ASSET_ADD', subject: code, details: { decimals } });
	});
}

export function link(acting: Acting, { decimals, ...wanted }: AssetLink): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await linkAsset(transaction, wanted);
		const { asset: subject, trackerAssetId, unit } = wanted;
		const details = { trackerAssetId, unit: formatDecimal(unit, decimals) };
		await audit(transaction, acting, { action: 'ASSET_LINK', subject, details });
	});
}

export function addMarket(
	acting: Acting,
	description: MarketDescription,
	selfTradePrevention: SelfTradePreventionMode,
): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await new Markets(transaction, acting.clock).add(description, selfTradePrevention);
		const { symbol: subject, ...rules } = description;
		const details = { ...rules, selfTradePrevention };
		await audit(transaction, acting, { action: 'MARKET_ADD', subject, details });
	});
}

/** Appended to the log like any command; the workers find it there within a second. */
export function setMarketStatus(
	acting: Acting,
	{ market, status }: { readonly market: Market; readonly status: MarketStatus },
): Promise<Accepted> {
	return inTransaction(acting.database, async (transaction) => {
		const submission = { kind: 'STATUS', status } as const;
		const [outcome] = await append(transaction, [{ market, submission }], acting.clock.now());
		if (outcome === undefined) throw new Error('a submission had no outcome');
		if (outcome instanceof Refusal) throw outcome;
		const { market: subject, sequence } = outcome;
		const details = { status, sequence };
		await audit(transaction, acting, { action: 'MARKET_SET_STATUS', subject, details });
		return outcome;
	});
}

/** Answers false where there is no such market. */
export function setSelfTradePrevention(
	acting: Acting,
	{ symbol, mode }: { readonly symbol: string; readonly mode: SelfTradePreventionMode },
): Promise<boolean> {
	return inTransaction(acting.database, async (transaction) => {
		const markets = new Markets(transaction, acting.clock);
		if (!(await markets.setSelfTradePrevention(symbol, mode))) return false;
		const action = 'MARKET_SET_SELF_TRADE_PREVENTION';
		await audit(transaction, acting, { action, subject: symbol, details: { mode } });
		return true;
	});
}
