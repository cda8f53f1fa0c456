/**
 * Knows what each trader owns, at the tracker and at the exchange together, and what trading brought
 * or cost them. Transfers, by whomever and however often, move what is owned and make none of it:
 * adversaries together own no more than before, and nobody who acted honestly owns less. It reads
 * the tracker's truth and the postings of trades, and shares nothing with settlement.
 */
import { auditLedger } from '../../exchange/history/reconciliation/audit';
import { adversaryCount } from './adversaries';
import { auditOperator } from './operator-auditor';
import type { SettlementWorld } from './settlement-world';
import { assetCodes, assets, startingUnits, unitOf, type Asset } from './simulated-assets';
import { bankEmail } from './simulated-operator';

/** One sentence for each thing that is not as it must be. */
export async function auditWealth(simulation: SettlementWorld): Promise<readonly string[]> {
	const database = simulation.auditDatabase();
	const faults = [...(await auditLedger(database))];
	const open = await database
		.selectFrom('intents')
		.select(['id', 'state'])
		.where('state', 'not in', ['SETTLED', 'REFUSED', 'HELD_FOR_REVIEW'])
		.execute();
	faults.push(...open.map(({ id, state }) => `${id} is ${state}`));
	const sealed = await database.selectFrom('sealed_keys').select('intent_id').execute();
	if (sealed.length > 0) faults.push(`${sealed.length} keys outlive their deposits`);
	for (const asset of assetCodes) faults.push(...(await auditAsset(simulation, asset)));
	return [...faults, ...(await auditOperator(simulation))];
}

/** Where nobody cheats, everybody has what they came with and trading brought them; so has the bank. */
export async function auditHonestWealth(simulation: SettlementWorld): Promise<readonly string[]> {
	const faults: string[] = [];
	for (const asset of assetCodes) {
		for (const [accountId, gain] of await gainsOf(simulation, asset)) {
			if (gain !== 0n) faults.push(`${asset}: ${accountId} owns ${gain} too much`);
		}
		const atBank = BigInt(simulation.tracker.held(bankEmail, assets[asset])) * unitOf[asset];
		const commissions = atBank + (await exchangeHolds(simulation, 'fees', asset));
		const earned = await broughtByTrades(simulation, 'fees', asset);
		if (commissions === earned) continue;
		faults.push(`${asset}: commissions of ${earned} were earned, and ${commissions} are there`);
	}
	return faults;
}

/** What each trader owns more than they came with and trading brought them, by account. */
async function gainsOf(
	simulation: SettlementWorld,
	asset: Asset,
): Promise<ReadonlyMap<string, bigint>> {
	const { traders, tracker } = simulation;
	const gains = new Map<string, bigint>();
	for (const { accountId, email } of traders) {
		const atExchange = await exchangeHolds(simulation, accountId, asset);
		const atTracker = BigInt(tracker.held(email, assets[asset])) * unitOf[asset];
		const before = BigInt(startingUnits[asset]) * unitOf[asset];
		const traded = await broughtByTrades(simulation, accountId, asset);
		gains.set(accountId, atTracker + atExchange - before - traded);
	}
	return gains;
}

async function auditAsset(simulation: SettlementWorld, asset: Asset): Promise<readonly string[]> {
	const { traders, tracker, settings } = simulation;
	const faults: string[] = [];
	const gains = await gainsOf(simulation, asset);
	let owed = 0n;
	for (const accountId of ['fees', ...gains.keys()]) {
		owed += await exchangeHolds(simulation, accountId, asset);
	}
	const own = [settings.escrow, ...settings.transit].map(({ email }) => email);
	const held = own.reduce(
		(sum, email) => sum + BigInt(tracker.held(email, assets[asset])) * unitOf[asset],
		0n,
	);
	if (owed > held) faults.push(`${asset}: ${owed} are owed, and ${held} are held at the tracker`);
	const gainOf = (accountId: string) => gains.get(accountId) ?? 0n;
	const together = traders
		.slice(0, adversaryCount)
		.reduce((sum, { accountId }) => sum + gainOf(accountId), 0n);
	if (together > 0n) faults.push(`${asset}: the adversaries together own ${together} too much`);
	for (const { accountId, email } of traders.slice(adversaryCount)) {
		const gain = gainOf(accountId);
		if (gain < 0n) faults.push(`${asset}: ${email}, who is honest, owns ${-gain} too little`);
	}
	return faults;
}

/** What the exchange owes an account, with what is held for review and is theirs in truth. */
async function exchangeHolds(
	simulation: SettlementWorld,
	accountId: string,
	asset: Asset,
): Promise<bigint> {
	const database = simulation.auditDatabase();
	const balances = await database
		.selectFrom('balances')
		.select(['available', 'held'])
		.where('account_id', '=', accountId)
		.where('asset', '=', asset)
		.execute();
	const reviewed = await database
		.selectFrom('intents')
		.select(['id', 'kind', 'amount', 'units'])
		.where('account_id', '=', accountId)
		.where('asset', '=', asset)
		.where('state', '=', 'HELD_FOR_REVIEW')
		.execute();
	const inReview = reviewed
		.filter(({ id, kind }) => simulation.timesMade(id) > 0 === (kind === 'DEPOSIT'))
		.reduce((sum, { amount }) => sum + amount, 0n);
	return balances.reduce((sum, { available, held }) => sum + available + held, inReview);
}

/** What trades and their commissions gave to an account, less what they took. */
async function broughtByTrades(
	simulation: SettlementWorld,
	accountId: string,
	asset: Asset,
): Promise<bigint> {
	const rows = await simulation
		.auditDatabase()
		.selectFrom('postings')
		.select(['amount', 'from_account', 'to_account'])
		.where('asset', '=', asset)
		.where('kind', 'in', ['TRADE', 'COMMISSION', 'HELD_COMMISSION'])
		.execute();
	return rows.reduce((sum, { amount, from_account: from, to_account: to }) => {
		return sum + (to === accountId ? amount : 0n) - (from === accountId ? amount : 0n);
	}, 0n);
}
