/**
 * A treasury for tests against the real service as its tracker: two linked assets, an escrow and
 * a transit account, two traders who hold units there. Nothing is carried by itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Accounts } from '../../../exchange/accounts/accounts';
import { systemClock, type Clock } from '../../../server/clock';
import { readConfig, type Config } from '../../../exchange/config';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { Markets } from '../../../exchange/trading/markets/markets';
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import type { StoredIntent } from '../../../exchange/settlement/store/intents';
import { requestDeposit, requestPayout } from '../../../exchange/settlement/store/requests';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import { openTreasury, type Treasury } from '../../../exchange/settlement/treasury';
import { Tracker } from '../../service/assets/tracker';
import type { RunningService, TestUser } from '../../support/programs/service';
import type { TestDatabases } from '../../support/servers/databases';

export interface StageTrader {
	readonly id: string;
	readonly user: TestUser;
}

export interface Stage {
	readonly config: Config;
	readonly database: Database;
	readonly treasury: Treasury;
	readonly tracker: Tracker;
	readonly escrow: TestUser;
	readonly transit: TestUser;
	readonly anna: StageTrader;
	readonly ben: StageTrader;
	/** The tracker's id of EUR, whose unit is 1.0000, and of GOLD, whose unit is 0.500. */
	readonly trackerAssets: { readonly EUR: string; readonly GOLD: string };
	/** Alarms raised so far. */
	readonly alarms: readonly string[];
	/** In the smallest unit; planned and not carried. */
	deposit(trader: StageTrader, asset: 'EUR' | 'GOLD', amount: bigint): Promise<StoredIntent>;
	payout(trader: StageTrader, asset: 'EUR' | 'GOLD', amount: bigint): Promise<StoredIntent>;
	carry(): Promise<void>;
	close(): Promise<void>;
}

let stages = 0;

export async function openStage(
	running: RunningService,
	place: Awaited<ReturnType<TestDatabases['place']>>,
	settings: Readonly<Record<string, unknown>> = {},
	clock: Clock = systemClock,
): Promise<Stage> {
	stages += 1;
	const user = (name: string) => running.addUser(`${name}.${stages}@first.test`, ['TrackerUser']);
	const [escrow, transit] = [await user('escrow'), await user('transit')];
	const productId = running.organisation.products.Tracker;
	const settlementFile = path.join(place.dataFolder, 'settlement.json');
	const written = { trackerUrl: running.url, productId, escrow, ...settings };
	fs.writeFileSync(settlementFile, JSON.stringify(written), { mode: 0o600 });
	const config: Config = { ...readConfig({}), ...place, settlementFile };
	const database = await openDatabase(place);
	const alarms: string[] = [];
	const edges = {
		database,
		clock,
		onAlarm: (message: string) => alarms.push(message),
	};
	const treasury = await openTreasury(config, edges);
	if (treasury === undefined) throw new Error('there is no treasury');
	const tracker = new Tracker(running, productId);
	const { admin } = running.organisation;
	const link = async (asset: string, decimals: number, unit: bigint) => {
		await new Markets(database, systemClock).addAsset(asset, decimals);
		const trackerAssetId = await tracker.asset(admin, `${asset} ${stages}`);
		await linkAsset(database, { asset, trackerAssetId, unit });
		return trackerAssetId;
	};
	const trackerAssets = { EUR: await link('EUR', 4, 10_000n), GOLD: await link('GOLD', 3, 500n) };
	const trader = async (name: string): Promise<StageTrader> => {
		const { id } = await new Accounts(database, systemClock).add(name);
		const own = await user(name);
		await setEmail(database, { accountId: id, email: own.email, settings: treasury.settings });
		for (const assetId of Object.values(trackerAssets)) {
			await tracker.issue(admin, { assetId, recipientEmail: own.email, amount: 1_000 });
		}
		return { id, user: own };
	};
	let requests = 0;
	const reference = () => `request ${++requests}`;
	return {
		...{ config, database, treasury, tracker, escrow, transit, trackerAssets, alarms },
		anna: await trader('anna'),
		ben: await trader('ben'),
		deposit: async ({ id: accountId, user: { key: traderKey } }, asset, amount) => {
			const request = { accountId, asset, amount, reference: reference(), traderKey };
			return (await requestDeposit(treasury, request)).intent;
		},
		payout: async ({ id: accountId }, asset, amount) => {
			const request = { accountId, asset, amount, reference: reference() };
			return (await requestPayout(treasury, request)).intent;
		},
		async carry() {
			const rows = await database.selectFrom('intents').select('slot').distinct().execute();
			for (const { slot } of rows) await new Carrier(treasury, () => undefined).carry(slot);
		},
		async close() {
			await treasury.tracker.close();
			await database.destroy();
		},
	};
}
