/**
 * Administrators' acts on assets and markets, each recorded in the audit log in its own
 * transaction.
 */
import { inTransaction } from '../../../server/database/transactions';
import { Refusal } from '../../../server/refusal';
import { audit, type AuditContext, type ActionName } from '../audit';
import type { MarketRules, MarketStatus, SelfTradePreventionMode } from '../../engine/command';
import { append, type Accepted } from '../../trading/intake/append';
import type { Submission } from '../../trading/intake/submission';
import { formatDecimal } from '../../../server/decimal';
import type { Market, MarketDescription } from '../../trading/markets/market';
import { Markets } from '../../trading/markets/markets';
import { describeRules, rulesOf, type RulesDescription } from '../../trading/markets/rules';
import { linkAsset, type AssetLink } from '../../settlement/assets/asset-links';

export function addAsset(
	context: AuditContext,
	{ code, decimals }: { readonly code: string; readonly decimals: number },
): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await new Markets(transaction, context.clock).addAsset(code, decimals);
		await audit(transaction, context, {
			action: 'ASSET_ADD',
			subject: code,
			details: { decimals },
		});
	});
}

export function link(context: AuditContext, { decimals, ...wanted }: AssetLink): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await linkAsset(transaction, wanted);
		const { asset: subject, trackerAssetId, unit } = wanted;
		const details = { trackerAssetId, unit: formatDecimal(unit, decimals) };
		await audit(transaction, context, { action: 'ASSET_LINK', subject, details });
	});
}

export function addMarket(
	context: AuditContext,
	description: MarketDescription,
	{
		selfTradePrevention,
		rules: rulesDescription,
	}: {
		readonly selfTradePrevention: SelfTradePreventionMode;
		readonly rules: RulesDescription;
	},
): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await new Markets(transaction, context.clock).add(
			description,
			selfTradePrevention,
			rulesDescription,
		);
		const { symbol: subject, ...rest } = description;
		const details = { ...rest, selfTradePrevention, ...rulesDescription };
		await audit(transaction, context, { action: 'MARKET_ADD', subject, details });
	});
}

/** A command of the market's log; the workers find it within a second. */
export function setMarketStatus(
	context: AuditContext,
	{ market, status }: { readonly market: Market; readonly status: MarketStatus },
): Promise<Accepted> {
	return submitAudited(context, market, {
		submission: { kind: 'STATUS', status },
		action: 'MARKET_SET_STATUS',
		details: { status },
	});
}

/** Rules that are not given stay. A command of the market's log. */
export function setMarketRules(
	context: AuditContext,
	{ market, rules: change }: { readonly market: Market; readonly rules: Partial<RulesDescription> },
): Promise<Accepted & { readonly rules: MarketRules }> {
	return inTransaction(context.database, async (transaction) => {
		const { symbol } = market.description;
		const listed = await new Markets(transaction, context.clock).listed(symbol);
		if (listed === undefined) throw new Error(`there is no market ${symbol}`);
		const wanted = { referencePrice: '0', ...describeRules(listed.rules), ...change };
		const rules = rulesOf(market, wanted);
		const accepted = await submitAudited({ ...context, database: transaction }, market, {
			submission: { kind: 'RULES', rules },
			action: 'MARKET_SET_RULES',
			details: { ...wanted },
		});
		return { ...accepted, rules };
	});
}

/** Appends to the market's log and to the audit log in one transaction. */
function submitAudited(
	context: AuditContext,
	market: Market,
	{
		submission,
		action,
		details,
	}: {
		readonly submission: Submission;
		readonly action: ActionName;
		readonly details: Readonly<Record<string, string | number>>;
	},
): Promise<Accepted> {
	return inTransaction(context.database, async (transaction) => {
		const entries = [{ market, submission }];
		const { outcomes } = await append(transaction, entries, context.clock.now());
		const [outcome] = outcomes;
		if (outcome === undefined) throw new Error('a submission had no outcome');
		if (outcome instanceof Refusal) throw outcome;
		const { market: subject, sequence } = outcome;
		await audit(transaction, context, { action, subject, details: { ...details, sequence } });
		return outcome;
	});
}

/** Returns false for an unknown market. */
export function setSelfTradePrevention(
	context: AuditContext,
	{ symbol, mode }: { readonly symbol: string; readonly mode: SelfTradePreventionMode },
): Promise<boolean> {
	return inTransaction(context.database, async (transaction) => {
		const markets = new Markets(transaction, context.clock);
		if (!(await markets.setSelfTradePrevention(symbol, mode))) return false;
		const action = 'MARKET_SET_SELF_TRADE_PREVENTION';
		await audit(transaction, context, { action, subject: symbol, details: { mode } });
		return true;
	});
}
