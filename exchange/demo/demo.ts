/**
 * A demo market with two funded traders. What exists is left as it is. Keys are only created on
 * request, because they are shown only then; new keys revoke the old ones. If a tracker backs the
 * assets, tracker-demo.ts funds the traders there instead.
 */
import { present } from '../../server/at';
import { Accounts, type Account, type NewKey } from '../accounts/accounts';
import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import { deposit } from '../trading/ledger/deposits';
import { parseDecimal } from '../../server/decimal';
import { CommandFault } from '../../server/commands/command-fault';
import { Markets, safeSelfTradePreventionMode } from '../trading/markets/markets';
import { safeRules } from '../trading/markets/rules';
import { assetLink } from '../settlement/assets/asset-links';

export const demoMarket = {
	symbol: 'CREDIT-EUR',
	baseAsset: 'CREDIT',
	quoteAsset: 'EUR',
	tickSize: '0.01',
	stepSize: '1',
	maxPrice: '100000',
	minQty: '1',
	maxQty: '1000000',
	minNotional: '1',
	makerFeeBps: 10,
	takerFeeBps: 20,
} as const;

const traders = ['Northwind Energy', 'Harbour Cooperative'] as const;

/** Opening balances of each trader. */
export const demoFunding = [
	{ asset: 'CREDIT', amount: '10000' },
	{ asset: 'EUR', amount: '500000' },
] as const;

export interface DemoParts {
	readonly database: Database;
	readonly clock: Clock;
}

export interface DemoTrader {
	readonly accountId: string;
	readonly name: string;
	readonly key?: NewKey['key'];
}

/** Creates what is missing; the traders get new keys if `withNewKeys`. */
export async function ensureDemo(
	parts: DemoParts,
	{ withNewKeys }: { readonly withNewKeys: boolean },
): Promise<{ readonly symbol: string; readonly traders: readonly DemoTrader[] }> {
	await ensureMarket(parts);
	const accounts = new Accounts(parts.database, parts.clock);
	const made: DemoTrader[] = [];
	for (const { id: accountId, name } of await ensureTraders(parts)) {
		await fund(parts, accountId);
		const key = withNewKeys ? (await accounts.replaceKeys(accountId, 'demo')).key : undefined;
		made.push({ accountId, name, ...(key !== undefined && { key }) });
	}
	return { symbol: demoMarket.symbol, traders: made };
}

export async function ensureMarket({ database, clock }: DemoParts): Promise<void> {
	const markets = new Markets(database, clock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	if ((await markets.find(demoMarket.symbol)) !== undefined) return;
	await markets.add(demoMarket, safeSelfTradePreventionMode, safeRules);
}

/** Returns the traders' accounts, always in the same order. */
export async function ensureTraders({ database, clock }: DemoParts): Promise<readonly Account[]> {
	const accounts = new Accounts(database, clock);
	const made: Account[] = [];
	for (const name of traders) {
		made.push((await accounts.find(name)) ?? (await accounts.add(name)));
	}
	return made;
}

/** Credits only assets that no tracker backs; a linked asset comes in from its tracker. */
async function fund({ database, clock }: DemoParts, accountId: string): Promise<void> {
	const markets = new Markets(database, clock);
	for (const { asset, amount } of demoFunding) {
		if ((await assetLink(database, asset)) !== undefined) continue;
		const decimals = await markets.decimalsOf(asset);
		const units = parseDecimal(amount, present(decimals, 'the decimals of an asset of the demo'));
		if (units === null) throw new CommandFault(`${amount} ${asset} is no amount`);
		const reference = `demo ${accountId} ${asset}`;
		await deposit({ database, clock }, { accountId, asset, amount: units, reference });
	}
}
