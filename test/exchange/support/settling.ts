/**
 * An exchange that settles at a real service: two assets issued there to two traders, an account
 * for escrow, and accounts of both traders at the exchange with the keys they have at the tracker.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Accounts } from '../../../exchange/accounts/accounts';
import { systemClock } from '../../../server/clock';
import type { Database, DatabasePlace } from '../../../exchange/database/database';
import { demoMarket } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/trading/markets/markets';
import type { SettlementSettings } from '../../../exchange/settlement/setup/settings';
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { setEmail } from '../../../exchange/settlement/setup/trader-email';
import {
	startService,
	type RunningService,
	type TestOrganisation,
	type TestUser,
} from '../../support/programs/service';
import { startBareExchange, type BareExchange, type Overrides, type Trader } from './exchange';

export const trackerAssets = ['CREDIT', 'EUR'] as const;
export type TrackerAsset = (typeof trackerAssets)[number];

/** A tracker unit in the exchange's smallest units: whole credits, and cents. */
export const unitOf = { CREDIT: 1n, EUR: 100n } as const;

/** At the tracker: what it is called and who has it in the beginning. */
const issued = {
	CREDIT: { name: 'Energy credit', to: 'seller', units: 1_000 },
	EUR: { name: 'Euro cent', to: 'buyer', units: 1_000_000 },
} as const;

/** Where the tracker is, and who runs it there. */
export interface TrackerPlace {
	readonly url: string;
	readonly organisation: Pick<TestOrganisation, 'products' | 'admin'>;
}

export interface SettlingTrader extends Trader {
	readonly user: TestUser;
}

export interface SettledMarket {
	readonly escrow: TestUser;
	/** Has 1,000 credits at the tracker. */
	readonly seller: SettlingTrader;
	/** Has 10,000 euros, in cents, at the tracker. */
	readonly buyer: SettlingTrader;
	readonly assetIds: Readonly<Record<TrackerAsset, string>>;
}

export interface Settling extends SettledMarket {
	readonly service: RunningService;
	readonly exchange: BareExchange;
	/** Whole units a user holds at the tracker, by E8. */
	held(user: TestUser, asset: TrackerAsset): Promise<number>;
	close(): Promise<void>;
}

/** The limit, and where its minutes come from, are the tracker's. */
type SettlingOverrides = { readonly requestsPerMinuteMax?: number } & Pick<
	Overrides,
	'pagesFolder' | 'clock' | 'waits' | 'nowMs'
>;

export async function startSettling(
	place: DatabasePlace,
	settings: Partial<SettlementSettings> = {},
	{ requestsPerMinuteMax = 1_000_000, nowMs, ...overrides }: SettlingOverrides = {},
): Promise<Settling> {
	const service = await startService({ config: { requestsPerMinuteMax }, nowMs });
	const escrow = await service.addUser('escrow@first.test', ['TrackerUser']);
	writeSettings(place.dataFolder, service, escrow, settings);
	const exchange = await startBareExchange(place, overrides);
	const market = await openMarket(service, exchange.exchange.database, escrow);
	return {
		...market,
		service,
		exchange,
		held: (user, asset) => heldBy(service, user, market.assetIds[asset]),
		async close() {
			await exchange.close();
			await service.close();
		},
	};
}

/** Writes the settings of settlement at this service into the exchange's data folder. */
export function writeSettings(
	dataFolder: string,
	{ url, organisation }: TrackerPlace,
	{ email, key }: TestUser,
	settings: Partial<SettlementSettings>,
): void {
	const productId = organisation.products.Tracker;
	const value = { trackerUrl: url, productId, escrow: { email, key }, windowMs: 200, ...settings };
	const file = path.join(dataFolder, 'settlement.json');
	fs.writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
}

/** Makes the assets at the tracker, the market at the exchange, and a trader for each side. */
export async function openMarket(
	service: RunningService,
	database: Database,
	escrow: TestUser,
): Promise<SettledMarket> {
	const markets = new Markets(database, systemClock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	await markets.add({ ...demoMarket, makerFeeBps: 0, takerFeeBps: 100 });
	const seller = await addTrader(service, database, 'seller');
	const buyer = await addTrader(service, database, 'buyer');
	const makeAsset = async (asset: TrackerAsset) => {
		const { name, to, units } = issued[asset];
		const id = await createAsset(service, name);
		await issue(service, id, { to: to === 'seller' ? seller.user : buyer.user, units });
		await linkAsset(database, { asset, trackerAssetId: id, unit: unitOf[asset] });
		return id;
	};
	const assetIds = { CREDIT: await makeAsset('CREDIT'), EUR: await makeAsset('EUR') };
	return { escrow, seller, buyer, assetIds };
}

/** Whether every window is counted and no transfer is under way any more. */
export async function hasSettled(database: Database): Promise<boolean> {
	const logs = await database
		.selectFrom('logs')
		.leftJoin('due_cursors', 'due_cursors.market', 'logs.market')
		.select(['last_sequence', 'sequence'])
		.execute();
	const isCounted = logs.every(({ last_sequence: last, sequence }) => last === (sequence ?? 0n));
	// Asked for afterwards: the window that counts the last trades plans their transfers.
	const open = await database
		.selectFrom('intents')
		.select('id')
		.where('state', 'in', ['PLANNED', 'SENDING', 'UNKNOWN'])
		.executeTakeFirst();
	return isCounted && open === undefined;
}

/** A user of the tracker with an account at the exchange that the same key speaks for. */
export async function addTrader(
	service: Pick<RunningService, 'addUser'>,
	database: Database,
	name: string,
): Promise<SettlingTrader> {
	const user = await service.addUser(`${name}@first.test`, ['TrackerUser']);
	const accounts = new Accounts(database, systemClock);
	const { id: accountId } = await accounts.add(name);
	await setEmail(database, { accountId, email: user.email, settings: undefined });
	await accounts.addOwnKey(accountId, user.key, 'tracker');
	return { accountId, key: user.key, user };
}

export async function createAsset(service: TrackerPlace, name: string): Promise<string> {
	const asset = await callTracker(service, 'POST', 'assets', { name });
	return (asset as { readonly id: string }).id;
}

export async function issue(
	service: TrackerPlace,
	assetId: string,
	{ to, units }: { readonly to: TestUser; readonly units: number },
): Promise<void> {
	const body = { recipientEmail: to.email, amount: units };
	await callTracker(service, 'POST', `assets/${assetId}/issue`, body);
}

/** Whole units a user holds at the tracker, by E8. */
export async function heldBy(
	service: TrackerPlace,
	{ key }: TestUser,
	assetId: string,
): Promise<number> {
	const balances = await callTracker(service, 'GET', 'balances', undefined, key);
	const rows = balances as readonly { readonly id: string; readonly amount: number }[];
	return rows.find(({ id }) => id === assetId)?.amount ?? 0;
}

export async function callTracker(
	service: TrackerPlace,
	method: string,
	resource: string,
	body?: object,
	key = service.organisation.admin.key,
	headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
	const { url, organisation } = service;
	const answer = await fetch(`${url}/tracker/${organisation.products.Tracker}/${resource}`, {
		method,
		headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
		...(body && { body: JSON.stringify(body) }),
	});
	if (!answer.ok) throw new Error(`the tracker answers ${answer.status}: ${await answer.text()}`);
	return answer.json();
}
