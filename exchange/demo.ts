/**
 * A market to try things with and two traders who can trade in it. Made once: what is there is
 * left as it is, and keys are only made when asked for, because they are shown only then.
 */
import { Accounts, type NewKey } from './accounts/accounts';
import type { Clock } from './clock';
import type { Database } from './database/database';
import { deposit } from './ledger/deposits';
import { parseDecimal } from './markets/decimal';
import { CommandFault, Markets } from './markets/markets';

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

const funding = [
	{ asset: 'CREDIT', amount: '10000' },
	{ asset: 'EUR', amount: '500000' },
] as const;

export interface DemoTrader {
	readonly accountId: string;
	readonly name: string;
	readonly key?: NewKey['key'];
}

/** The demo market's symbol and its traders, with new keys when `withNewKeys`. */
export async function ensureDemo(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	{ withNewKeys }: { readonly withNewKeys: boolean },
): Promise<{ readonly symbol: string; readonly traders: readonly DemoTrader[] }> {
	const markets = new Markets(database, clock);
	const accounts = new Accounts(database, clock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	if ((await markets.find(demoMarket.symbol)) === undefined) await markets.add(demoMarket);
	const made: DemoTrader[] = [];
	for (const name of traders) {
		const account = (await accounts.find(name)) ?? (await accounts.add(name));
		for (const { asset, amount } of funding) {
			const decimals = await markets.decimalsOf(asset);
			const units = parseDecimal(amount, decimals ?? 0);
			if (units === null) throw new CommandFault(`${amount} ${asset} is no amount`);
			const reference = `demo ${account.id} ${asset}`;
			await deposit(
				{ database, clock },
				{ accountId: account.id, asset, amount: units, reference },
			);
		}
		const key = withNewKeys ? (await accounts.addKey(account.id, 'demo')).key : undefined;
		made.push({ accountId: account.id, name, ...(key !== undefined && { key }) });
	}
	return { symbol: demoMarket.symbol, traders: made };
}
