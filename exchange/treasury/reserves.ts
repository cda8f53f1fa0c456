/**
 * Publishes what the exchange owes and has, and answers each trader's proof from the latest
 * publication. It is kept as one private file in the data folder, replaced whole, because its
 * salts must stay private and nothing else ever reads it; settlement/reserves.ts is the tree.
 */
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/database';
import { isUnended } from '../database/intent-states';
import { FEES, OUTSIDE, PAYOUTS } from '../ledger/posting';
import {
	LiabilityTree,
	type Liability,
	type PublishedReserves,
	type ReservesProof,
} from '../settlement/reserves';
import { assetLinks, type AssetLink } from './asset-links';
import type { TreasuryParts } from './parts';
import { ownHoldings } from './reconcile';

export interface ReservesParts extends Pick<
	TreasuryParts,
	'database' | 'clock' | 'tracker' | 'settings'
> {
	readonly dataFolder: string;
	/** Of the data folder, see key-vault.ts; the salts come from it. */
	readonly secret: Uint8Array;
}

export type Publication =
	| { readonly kind: 'PUBLISHED'; readonly published: PublishedReserves }
	/** Own accounts could not be read, so nothing was published. */
	| { readonly kind: 'UNREAD'; readonly reason: string };

/** Publishes all linked assets and every account something of them is owed to. */
export async function publishReserves(parts: ReservesParts): Promise<Publication> {
	const { database, clock, secret, dataFolder } = parts;
	const links = await assetLinks(database);
	const own = await ownHoldings(parts);
	if (own.kind === 'UNREAD') return own;
	const moving = links.find(({ trackerAssetId }) => own.moving.has(trackerAssetId));
	if (moving !== undefined) {
		return { kind: 'UNREAD', reason: `${moving.asset} moves between own accounts; try again` };
	}
	const time = new Date(clock.now()).toISOString();
	const leaves = (await amountsOwed(database, links)).map(([accountId, amounts]): Liability => {
		return { accountId, salt: saltOf(secret, time, accountId), amounts };
	});
	const assets = links.map(({ asset, decimals, trackerAssetId, unit }) => {
		const reserves = String((own.units.get(trackerAssetId) ?? 0n) * unit);
		return { asset, decimals, reserves };
	});
	const published = new LiabilityTree(leaves, links.length).publish(time, assets);
	replaceFile(placeOf(dataFolder), fileText({ published, leaves }));
	return { kind: 'PUBLISHED', published };
}

/** The latest publication, or undefined before the first. */
export function publishedReserves({
	dataFolder,
}: Pick<ReservesParts, 'dataFolder'>): PublishedReserves | undefined {
	return readLatest(dataFolder)?.published;
}

/**
 * The account's proof in the latest publication; undefined when there is none, or when nothing
 * was owed to the account then.
 */
export function reservesProof(
	{ dataFolder }: Pick<ReservesParts, 'dataFolder'>,
	accountId: string,
): ReservesProof | undefined {
	const latest = readLatest(dataFolder);
	const proof = latest?.tree.proof(accountId);
	return latest === undefined || proof === undefined
		? undefined
		: { published: latest.published, proof };
}

/** Different for every account and publication, and known to nobody without the secret. */
function saltOf(secret: Uint8Array, time: string, accountId: string): string {
	return createHmac('sha256', secret).update(`reserves ${time} ${accountId}`).digest('hex');
}

/** What accounts have, held or available or on its way to them, in the order of the links. */
async function amountsOwed(
	database: Database,
	links: readonly AssetLink[],
): Promise<readonly (readonly [string, readonly bigint[]])[]> {
	const rows = await owedRows(database);
	const byAccount = new Map<string, bigint[]>();
	for (const { accountId, asset, amount } of rows) {
		const at = links.findIndex((link) => link.asset === asset);
		if (at < 0 || amount === 0n) continue;
		const amounts = byAccount.get(accountId) ?? links.map(() => 0n);
		amounts[at] = (amounts[at] ?? 0n) + amount;
		byAccount.set(accountId, amounts);
	}
	return [...byAccount];
}

/** One statement, so that money between a balance and a payout is seen once. */
async function owedRows(database: Database) {
	const balances = database
		.selectFrom('balances')
		.select(['account_id as accountId', 'asset'])
		.select(sql<bigint>`available + held`.as('amount'))
		.where('account_id', 'not in', [OUTSIDE, FEES, PAYOUTS]);
	const payouts = database
		.selectFrom('intents')
		.select(['account_id as accountId', 'asset', 'amount'])
		.where('kind', '=', 'PAYOUT')
		.where(isUnended);
	return balances.unionAll(payouts).execute();
}

interface Latest {
	readonly published: PublishedReserves;
	readonly tree: LiabilityTree;
}

/** The latest publication of each folder as it was last read, because its tree takes time. */
const known = new Map<string, { readonly version: string; readonly latest: Latest }>();

function placeOf(dataFolder: string): string {
	return path.join(dataFolder, 'reserves', 'latest.json');
}

function fileText(content: {
	readonly published: PublishedReserves;
	readonly leaves: readonly Liability[];
}): string {
	return JSON.stringify(content, (_, value: unknown) =>
		typeof value === 'bigint' ? value.toString() : value,
	);
}

/** Written by this file alone, so it is trusted; a new publication is a new file. */
function readLatest(dataFolder: string): Latest | undefined {
	const file = placeOf(dataFolder);
	if (!fs.existsSync(file)) return undefined;
	const { ino, mtimeMs, size } = fs.statSync(file);
	const version = `${ino} ${mtimeMs} ${size}`;
	const kept = known.get(file);
	if (kept?.version === version) return kept.latest;
	const { published, leaves } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
		readonly published: PublishedReserves;
		readonly leaves: readonly (Omit<Liability, 'amounts'> & { readonly amounts: string[] })[];
	};
	const liabilities = leaves.map((leaf) => ({ ...leaf, amounts: leaf.amounts.map(BigInt) }));
	const latest = { published, tree: new LiabilityTree(liabilities, published.assets.length) };
	known.set(file, { version, latest });
	return latest;
}

/** Whoever reads the file sees the old or the new one whole, also after a crash. */
function replaceFile(file: string, text: string): void {
	const folder = path.dirname(file);
	fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	const partial = `${file}.${randomBytes(6).toString('hex')}`;
	fs.writeFileSync(partial, text, { mode: 0o600, flush: true });
	fs.renameSync(partial, file);
	const entry = fs.openSync(folder, 'r');
	fs.fsyncSync(entry);
	fs.closeSync(entry);
}
