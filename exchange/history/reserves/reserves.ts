/**
 * Publishes what the exchange owes and has, and answers each trader's proof from the latest
 * publication. It is one row of the database, replaced whole, so that whichever process is asked
 * answers the same.
 */
import { sql } from 'kysely';
import { present } from '../../../server/at';
import type { Database } from '../../database/database';
import type { PublishedReserves, ReservesProof } from '../../../proof/reserves';
import { isUnended } from '../../database/intent-states';
import { FEES, OUTSIDE, PAYOUTS } from '../../trading/ledger/posting';
import { leavesText, publishedText, readLeaves, readPublished } from './reserves-text';
import { LiabilityTree, type Liability } from './sum-tree';
import { assetLinks, type AssetLink } from '../../settlement/assets/asset-links';
import type { TreasuryParts } from '../../settlement/setup/parts';
import { isStill, ownHoldings, readBooks } from '../reconciliation/reconcile';

export type ReservesParts = Pick<
	TreasuryParts,
	'database' | 'clock' | 'tracker' | 'settings' | 'vault'
>;

export type Publication =
	| { readonly kind: 'PUBLISHED'; readonly published: PublishedReserves }
	/** Own accounts could not be read, so nothing was published. */
	| { readonly kind: 'UNREAD'; readonly reason: string };

const renewalMs = 3_600_000;

/** Publishes again when the latest publication is an hour old and what it says can be read. */
export async function renewReserves(parts: ReservesParts): Promise<void> {
	const row = await parts.database.selectFrom('reserves').select('published').executeTakeFirst();
	const latest = row && readPublished(row.published);
	// One of a time that is yet to come is of a clock that was ahead.
	const isFresh = latest && Math.abs(parts.clock.now() - Date.parse(latest.time)) < renewalMs;
	if (!isFresh) await publishReserves(parts);
}

/** How often what is owed and held is read again while transfers go on. */
const triesMax = 5;

/** Publishes all linked assets and every account something of them is owed to. */
export async function publishReserves(parts: ReservesParts): Promise<Publication> {
	for (let tries = 1; ; tries += 1) {
		const outcome = await publishOnce(parts);
		if (outcome.kind === 'PUBLISHED' || tries === triesMax) return outcome;
	}
}

/** What is owed and what is held must be of one moment: money on its way would be in neither. */
async function publishOnce(parts: ReservesParts): Promise<Publication> {
	const { database, clock, vault } = parts;
	const links = await assetLinks(database);
	const before = await readBooks(database, null);
	const own = await ownHoldings(parts);
	if (own.kind === 'UNREAD') return own;
	const owed = await amountsOwed(database, links);
	const after = await readBooks(database, before.lastNumber);
	const moving = links.find(
		({ asset, trackerAssetId }) => own.moving.has(trackerAssetId) || !isStill(asset, before, after),
	);
	if (moving !== undefined) {
		return { kind: 'UNREAD', reason: `transfers of ${moving.asset} are under way; try again` };
	}
	const time = new Date(clock.now()).toISOString();
	const leaves = owed.map(([accountId, amounts]): Liability => {
		return { accountId, salt: vault.reservesSalt(time, accountId), amounts };
	});
	const assets = links.map(({ asset, decimals, trackerAssetId, unit }) => {
		const reserves = String((own.units.get(trackerAssetId) ?? 0n) * unit);
		return { asset, decimals, reserves };
	});
	const published = new LiabilityTree(leaves, links.length).publish(time, assets);
	await store(database, published, leaves);
	return { kind: 'PUBLISHED', published };
}

/** The latest publication, or undefined before the first. */
export async function publishedReserves(
	database: Database,
): Promise<PublishedReserves | undefined> {
	return (await readLatest(database))?.published;
}

/**
 * The account's proof in the latest publication; undefined when there is none, or when nothing
 * was owed to the account then.
 */
export async function reservesProof(
	database: Database,
	accountId: string,
): Promise<ReservesProof | undefined> {
	const latest = await readLatest(database);
	const proof = latest?.tree.proof(accountId);
	return latest === undefined || proof === undefined
		? undefined
		: { published: latest.published, proof };
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
		amounts[at] = present(amounts[at], 'the amount of an asset') + amount;
		byAccount.set(accountId, amounts);
	}
	return [...byAccount];
}

/** One statement, so that money on its way from a balance to a payout is counted once. */
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
		.where('account_id', '<>', FEES)
		.where(isUnended);
	return balances.unionAll(payouts).execute();
}

async function store(
	database: Database,
	published: PublishedReserves,
	leaves: readonly Liability[],
): Promise<void> {
	const content = {
		root: published.root,
		published: publishedText(published),
		leaves: leavesText(leaves),
	};
	await database
		.insertInto('reserves')
		.values({ id: 1, ...content })
		.onConflict((conflict) => conflict.column('id').doUpdateSet(content))
		.execute();
}

interface Latest {
	readonly published: PublishedReserves;
	readonly tree: LiabilityTree;
}

/** The latest publication of each database as it was last read, because its tree takes time. */
const known = new WeakMap<Database, Latest>();

async function readLatest(database: Database): Promise<Latest | undefined> {
	const newest = await database.selectFrom('reserves').select('root').executeTakeFirst();
	const kept = known.get(database);
	if (newest === undefined || newest.root === kept?.published.root) return kept;
	const row = await database
		.selectFrom('reserves')
		.select(['published', 'leaves'])
		.executeTakeFirstOrThrow();
	const published = readPublished(row.published);
	const tree = new LiabilityTree(readLeaves(row.leaves), published.assets.length);
	const latest = { published, tree };
	known.set(database, latest);
	return latest;
}
