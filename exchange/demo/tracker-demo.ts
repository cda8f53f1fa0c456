/**
 * The demo market with assets backed by a tracker: both assets are created and issued to the
 * traders there, and each trader's tracker key works here too. The next run resumes an interrupted
 * one: an asset is found by its name, issued under one Idempotency-Key per trader, and linked last,
 * so a link means that everything is done.
 */
import type { EndpointDescription } from '../../api/language/description';
import { endpoints } from '../../api/endpoints';
import type { ModelName } from '../../api/models';
import type { Model } from '../../api/types';
import { Accounts } from '../accounts/accounts';
import {
	demoMarket,
	ensureDemo,
	ensureMarket,
	ensureTraders,
	type DemoParts,
	type DemoTrader,
} from './demo';
import { CommandFault } from '../../server/commands/command-fault';
import { readJson } from '../tracker/exact-json';
import { isRecord } from '../tracker/records';
import { requestOf, whyUnsendable, type WireValues } from '../tracker/request';
import { systemTiming } from '../tracker/timing';
import { Wire } from '../tracker/wire';
import { assetLink, isUnbacked, linkAsset } from '../settlement/assets/asset-links';
import { setEmail } from '../settlement/setup/trader-email';

export interface DemoTracking {
	/** Base address of the tracker, without `/tracker`. */
	readonly trackerUrl: string;
	readonly productId: string;
	/** Key of a user with the role TrackerAdmin. */
	readonly administratorKey: string;
	/** One per demo trader, in their order. */
	readonly traders: readonly { readonly email: string; readonly key: string }[];
}

export interface TrackedDemo {
	readonly symbol: string;
	/** False if the assets were funded without a tracker before; they stay unlinked. */
	readonly settles: boolean;
	readonly traders: readonly DemoTrader[];
}

/** The same amounts as `demoFunding`, in tracker units. */
const assets = [
	{ asset: 'CREDIT', name: 'Energy credit', unit: 1n, issued: 10_000 },
	{ asset: 'EUR', name: 'Euro cent', unit: 100n, issued: 50_000_000 },
] as const;

const timeoutMs = 30_000;
const bodyBytesMax = 8 * 1024 * 1024;

/** Validates the parsed JSON of the private file; no key is part of an error. */
export function readTracking(value: unknown): DemoTracking {
	if (isTracking(value)) return value;
	throw new CommandFault(
		'--tracker: the file does not say where the tracker is, and by which keys',
	);
}

type Unchecked = Partial<Record<'email' | 'key', unknown>>;

function isTracking(value: unknown): value is DemoTracking {
	if (typeof value !== 'object' || value === null) return false;
	const { traders, ...texts } = value as Partial<Record<keyof DemoTracking, unknown>>;
	const { trackerUrl, productId, administratorKey } = texts;
	return (
		[trackerUrl, productId, administratorKey].every((text) => typeof text === 'string') &&
		Array.isArray(traders) &&
		traders.every(
			(one: Unchecked | null) => typeof one?.email === 'string' && typeof one.key === 'string',
		)
	);
}

/** Finds or creates everything. `withNewKeys` only matters if the demo does not settle. */
export async function ensureTrackedDemo(
	parts: DemoParts,
	place: DemoTracking,
	options: { readonly withNewKeys: boolean },
): Promise<TrackedDemo> {
	await ensureMarket(parts);
	for (const { asset } of assets) {
		if (await isUnbacked(parts.database, asset)) {
			return { ...(await ensureDemo(parts, options)), settles: false };
		}
	}
	const traders = await ensureOwners(parts, place);
	const tracker = new DemoTracker(place);
	try {
		for (const wanted of assets) await ensureAsset(parts, tracker, { ...place, ...wanted });
	} finally {
		await tracker.close();
	}
	return { symbol: demoMarket.symbol, settles: true, traders };
}

/** Accepts each trader's tracker key as a key of the trader's account here. */
async function ensureOwners(parts: DemoParts, place: DemoTracking): Promise<readonly DemoTrader[]> {
	const accounts = new Accounts(parts.database, parts.clock);
	const owners: DemoTrader[] = [];
	for (const [index, { id: accountId, name }] of (await ensureTraders(parts)).entries()) {
		const user = place.traders[index];
		if (user === undefined) throw new CommandFault(`--tracker: the file has no user for ${name}`);
		await setEmail(parts.database, { accountId, email: user.email, settings: undefined });
		const speaksFor = await accounts.authenticate(user.key, '127.0.0.1');
		const isOwn = speaksFor?.kind === 'TRADER' && speaksFor.accountId === accountId;
		if (!isOwn) {
			// The tracker's demo has revoked the key that this one replaces.
			await accounts.endKeys(parts.database, accountId, 'tracker');
			await accounts.addOwnKey(accountId, user.key, 'tracker');
		}
		owners.push({ accountId, name, key: user.key });
	}
	return owners;
}

async function ensureAsset(
	{ database }: DemoParts,
	tracker: DemoTracker,
	wanted: Pick<DemoTracking, 'traders'> & (typeof assets)[number],
): Promise<void> {
	const { asset, name, unit, issued, traders } = wanted;
	if ((await assetLink(database, asset)) !== undefined) return;
	const trackerAssetId = (await tracker.findAsset(name)) ?? (await tracker.createAsset(name));
	for (const { email } of traders) await tracker.issue(trackerAssetId, email, issued);
	await linkAsset(database, { asset, trackerAssetId, unit });
}

const { createAsset, listAssets, issueAsset } = endpoints.tracker;

/** Calls to the tracker with the administrator's key. */
class DemoTracker {
	private readonly wire: Wire;

	constructor(private readonly place: DemoTracking) {
		this.wire = new Wire(
			{
				baseUrl: place.trackerUrl,
				timeoutMs,
				connectTimeoutMs: timeoutMs,
				connections: 1,
			},
			systemTiming,
		);
	}

	/** Returns the id of the oldest asset of this name. */
	async findAsset(name: string): Promise<string | undefined> {
		const limit = listAssets.fields.limit.maximum;
		for (let offset = 0; ; offset += limit) {
			const page = await this.call(listAssets, 'TrackerAsset', { limit, offset });
			const found = page.find((asset) => asset.name === name && !asset.isDeleted);
			if (found !== undefined || page.length < limit) return found?.id;
		}
	}

	async createAsset(name: string): Promise<string> {
		const [made] = await this.call(createAsset, 'TrackerAsset', { name });
		if (made === undefined) throw new Error('the tracker made an asset and did not say which');
		return made.id;
	}

	/** Issues whole units; a repetition has no effect. */
	async issue(assetId: string, recipientEmail: string, amount: number): Promise<void> {
		const once = { 'idempotency-key': `exchange-demo-${assetId}-${recipientEmail}` };
		const values = { assetId, recipientEmail, amount, ...once };
		await this.call(issueAsset, 'AssetTransaction', values);
	}

	close(): Promise<void> {
		return this.wire.close();
	}

	private async call<Name extends ModelName>(
		endpoint: EndpointDescription,
		model: Name,
		values: WireValues,
	): Promise<readonly Model<Name>[]> {
		const { productId, administratorKey: key } = this.place;
		const all = { productId, ...values };
		const fault = whyUnsendable(endpoint, key, all);
		if (fault !== undefined) throw new CommandFault(`--tracker: ${fault}`);
		const outcome = await this.wire.call(requestOf(endpoint, key, all), bodyBytesMax);
		const what = `${endpoint.method} ${endpoint.path} at the tracker`;
		if (outcome.kind !== 'REPLY') throw new Error(`${what}: ${outcome.cause}`);
		const body = readJson(outcome.body);
		const records: readonly unknown[] = Array.isArray(body) ? body : [body];
		const isSound = outcome.status < 300 && records.every((record) => isRecord(model, record));
		if (!isSound) throw new Error(`${what} was answered with status ${outcome.status}`);
		return records;
	}
}
