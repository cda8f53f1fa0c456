/**
 * An exchange in this process that settles at a scripted tracker: the demo's market, two traders
 * who have both assets at the tracker, and an account for escrow.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Accounts } from '../../../exchange/accounts/accounts';
import type { DatabasePlace } from '../../../exchange/database/database';
import { demoMarket } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/trading/markets/markets';
import type { SettlementSettings } from '../../../exchange/settlement/setup/settings';
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import type { Waits } from '../../../exchange/feeds/waits';
import { AheadClock } from '../../support/clocks/movable-clock';
import { patientWaits, startBareExchange, type BareExchange, type Trader } from './exchange';
import { ScriptedTracker } from './scripted-tracker';
import { trackerAssets, unitOf } from './settling';

export const escrow = { email: 'escrow@first.test', key: 'key-of-escrow' };

/** Honest answers come within it, however slow they are; what takes longer, a test has pass. */
export const callTimes = { timeoutMs: 60_000, quietMs: 61_000 };

/** After so long a call has landed or never will. */
export const landedMs = callTimes.timeoutMs + callTimes.quietMs;

/** What a trader has of each asset at the tracker, in its whole units. */
export const granted = 100_000;

export interface ScriptedTrader extends Trader {
	readonly email: string;
}

export interface ScriptedSettling {
	readonly exchange: BareExchange;
	readonly tracker: ScriptedTracker;
	readonly clock: AheadClock;
	/** Patient; a test shortens the wait for what is not to come. */
	readonly waits: { -readonly [Name in keyof Waits]: Waits[Name] };
	readonly seller: ScriptedTrader;
	readonly buyer: ScriptedTrader;
	close(): Promise<void>;
}

export async function startScriptedSettling(
	place: DatabasePlace,
	settings: Partial<SettlementSettings>,
): Promise<ScriptedSettling> {
	const tracker = new ScriptedTracker();
	const url = await tracker.start();
	tracker.addUser(escrow);
	const file = path.join(place.dataFolder, 'settlement.json');
	const value = { trackerUrl: url, productId: 'product', escrow, ...callTimes, ...settings };
	fs.writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
	const clock = new AheadClock();
	const waits = { ...patientWaits };
	const exchange = await startBareExchange(place, { clock, waits });
	const { database } = exchange.exchange;
	const markets = new Markets(database, clock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	await markets.add(demoMarket);
	for (const asset of trackerAssets) {
		await linkAsset(database, { asset, trackerAssetId: asset, unit: unitOf[asset] });
	}
	const addTrader = async (name: string): Promise<ScriptedTrader> => {
		const email = `${name}@first.test`;
		const key = `key-of-${name}-at-the-tracker-of-this-test`;
		const accounts = new Accounts(database, clock);
		const { id: accountId } = await accounts.add(name);
		await setEmail(database, { accountId, email, settings: undefined });
		await accounts.addOwnKey(accountId, key, 'tracker');
		tracker.addUser({ email, key });
		for (const asset of trackerAssets) tracker.grant(email, asset, granted);
		return { accountId, key, email };
	};
	return {
		exchange,
		tracker,
		clock,
		waits,
		seller: await addTrader('seller'),
		buyer: await addTrader('buyer'),
		async close() {
			await exchange.close();
			await tracker.close();
		},
	};
}
