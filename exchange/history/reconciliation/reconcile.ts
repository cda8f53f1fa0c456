/**
 * Reads the books and the tracker, and compares them. Transfers go on while the tracker is read, so
 * the books are read before and after it, and a comparison counts only if nothing moved in between.
 * comparison.ts gives the verdict.
 */
import { sql } from 'kysely';
import { inTransaction } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import { isUnended } from '../../database/intent-states';
import { FEES, OUTSIDE, PAYOUTS } from '../../trading/ledger/posting';
import type { Intent } from '../../settlement/state/intent';
import {
	differenceSentence,
	compareAsset,
	reportOf,
	uncomparedAsset,
	type AssetBooks,
	type AssetReport,
	type ReconciliationReport,
} from './comparison';
import { recordReconciliation, type Reconciliation } from './history';
import { tellComparison } from '../../telling/telling';
import { ownAccounts } from '../../settlement/setup/settings';
import type { ReadAnswer } from '../../tracker/tracker';
import { clearAlarms, raiseAlarm } from '../../guard/alarms';
import { assetLinks, type AssetLink } from '../../settlement/assets/asset-links';
import { recordShortages, type Shortage } from '../../settlement/store/payout-stops';
import { payoutsStopped } from '../../settlement/carrying/claims';
import type { TreasuryParts } from '../../settlement/setup/parts';

export type ReconcileParts = Pick<
	TreasuryParts,
	'database' | 'clock' | 'newId' | 'settings' | 'tracker' | 'onAlarm'
>;

/** Attempts to compare an asset before its verdict is MOVING. */
const triesMax = 5;

/**
 * Compares every linked asset; raises alarms and clears disproved ones. The result is recorded, and
 * `onRecorded` is called in the same transaction.
 */
export async function reconcile(
	parts: ReconcileParts,
	onRecorded?: (transaction: Database, recorded: Reconciliation) => Promise<void>,
): Promise<ReconciliationReport> {
	const { database, clock } = parts;
	const reports = new Map<string, AssetReport>();
	for (let tries = 1; tries <= triesMax; tries += 1) {
		for (const report of await compareOnce(parts)) {
			const earlier = reports.get(report.asset);
			const isKnown = earlier !== undefined && earlier.verdict !== 'MOVING';
			if (!isKnown) reports.set(report.asset, report);
		}
		if (![...reports.values()].some(({ verdict }) => verdict === 'MOVING')) break;
	}
	const report = reportOf(clock.now(), [...reports.values()]);
	await database.transaction().execute(async (transaction) => {
		await raiseDifferences(parts, transaction, report);
		await recordShortages(parts, transaction, shortagesOf(report));
		if (report.verdict === 'AGREES') await clearAlarms(parts, transaction, 'BALANCE');
		const isRead = report.assets.every(({ verdict }) => verdict !== 'UNREAD');
		if (isRead) await clearAlarms(parts, transaction, 'UNREAD');
		const recorded = await recordReconciliation(transaction, report);
		await tellComparison(transaction, clock, recorded);
		await onRecorded?.(transaction, recorded);
	});
	return report;
}

/** Shortages of the compared assets. */
function shortagesOf({ assets }: ReconciliationReport): readonly Shortage[] {
	const compared = assets.filter(({ atTracker }) => atTracker !== null);
	return compared.map(({ asset, difference }) => {
		return { asset, short: difference < 0n ? -difference : 0n };
	});
}

async function raiseDifferences(
	parts: ReconcileParts,
	transaction: Database,
	{ assets }: ReconciliationReport,
): Promise<void> {
	for (const asset of assets) {
		if (asset.verdict !== 'DIFFERS') continue;
		const message = differenceSentence(asset);
		await raiseAlarm(parts, transaction, { kind: 'BALANCE', message, intentId: null });
	}
	// All are read together, so one alarm covers all. Failing comparisons must not stay unnoticed.
	const unread = assets.find(({ verdict }) => verdict === 'UNREAD');
	if (unread === undefined) return;
	const message = `the books could not be compared with the tracker: ${unread.reason}`;
	await raiseAlarm(parts, transaction, { kind: 'UNREAD', message, intentId: null });
}

/**
 * Reads the escrow account. If that succeeds, its key is valid again: payouts resume, and alarms
 * about keys are cleared. Returns true if payouts may be sent.
 */
export async function probeKeys(
	parts: Omit<ReconcileParts, 'newId' | 'onAlarm'>,
): Promise<boolean> {
	const { database, tracker, settings } = parts;
	const answer = await tracker.balances(settings.escrow.key);
	if (answer.kind !== 'READ') return (await payoutsStopped(database)) === null;
	await resumePayouts(parts, database);
	return true;
}

/** Resumes payouts and clears the alarms about keys. */
export async function resumePayouts(
	parts: Pick<TreasuryParts, 'clock'>,
	database: Database,
): Promise<void> {
	await inTransaction(database, async (transaction) => {
		// Payouts that waited for the key are due now. Intents first, in the order in which carriers
		// lock.
		await transaction
			.updateTable('intents')
			.set({ due_at: parts.clock.now() })
			.where(isUnended)
			.where('kind', '=', 'PAYOUT')
			.where('state', '=', 'PLANNED')
			.execute();
		await transaction
			.updateTable('settlement_state')
			.set({ payouts_stopped: null })
			.where('payouts_stopped', 'is not', null)
			.execute();
		await clearAlarms(parts, transaction, 'KEY');
	});
}

/** Holdings of all own accounts together, in tracker units, by the tracker's asset id. */
export interface OwnHoldings {
	readonly units: ReadonlyMap<string, bigint>;
	/** Assets that moved between own accounts during the reading. */
	readonly moving: ReadonlySet<string>;
}

/** Reads every own account; a failure names the first account that could not be read. */
export async function ownHoldings({
	tracker,
	settings,
}: Pick<TreasuryParts, 'tracker' | 'settings'>): Promise<
	({ readonly kind: 'READ' } & OwnHoldings) | { readonly kind: 'UNREAD'; readonly reason: string }
> {
	const accounts = ownAccounts(settings);
	const readAll = () => Promise.all(accounts.map(({ key }) => tracker.balances(key)));
	const first = await readAll();
	// Several accounts are read at different times; equal results twice show that nothing moved in
	// between.
	const second = accounts.length > 1 ? await readAll() : first;
	const units = new Map<string, bigint>();
	const moving = new Set<string>();
	for (const [index, { email }] of accounts.entries()) {
		const [one, other] = [first[index], second[index]];
		if (one?.kind !== 'READ') return { kind: 'UNREAD', reason: `${email}: ${whyUnread(one)}` };
		if (other?.kind !== 'READ') return { kind: 'UNREAD', reason: `${email}: ${whyUnread(other)}` };
		for (const asset of new Set([...one.value.keys(), ...other.value.keys()])) {
			const held = other.value.get(asset) ?? 0n;
			units.set(asset, (units.get(asset) ?? 0n) + held);
			if (held !== (one.value.get(asset) ?? 0n)) moving.add(asset);
		}
	}
	return { kind: 'READ', units, moving };
}

function whyUnread(answer: Exclude<ReadAnswer<unknown>, { kind: 'READ' }> | undefined): string {
	switch (answer?.kind) {
		case undefined:
			return 'was not read';
		case 'REFUSED':
			return `${answer.code}: ${answer.message}`;
		case 'UNSUPPORTED':
			return 'the tracker has no list of balances';
		case 'UNAVAILABLE':
			return answer.cause;
	}
}

async function compareOnce(parts: ReconcileParts): Promise<readonly AssetReport[]> {
	const { database } = parts;
	const before = await readBooks(database, null);
	if (before.assets.length === 0) return [];
	const own = await ownHoldings(parts);
	if (own.kind === 'UNREAD') {
		return before.assets.map(({ books }) => uncomparedAsset(books, 'UNREAD', own.reason));
	}
	const after = await readBooks(database, before.lastNumber);
	return before.assets.map(({ link, books }) => {
		const isStable =
			isUnchanged(books.asset, before, after) && !own.moving.has(link.trackerAssetId);
		if (!isStable)
			return uncomparedAsset(books, 'MOVING', 'transfers went on during every comparison');
		return compareAsset(books, (own.units.get(link.trackerAssetId) ?? 0n) * link.unit);
	});
}

/** True if no intent of the asset was planned or changed between two readings. */
function isUnchanged(asset: string, before: ReadBooks, after: ReadBooks): boolean {
	const versions = ({ assets }: ReadBooks) =>
		assets.find(({ books }) => books.asset === asset)?.versions;
	return versions(before) === versions(after);
}

/** True if nothing of the asset moved between two readings, nor may be moving at the tracker. */
export function isStill(asset: string, before: ReadBooks, after: ReadBooks): boolean {
	const read = after.assets.find(({ books }) => books.asset === asset);
	const isMoving = read?.books.open.some(
		({ kind, state }) => kind === 'PAYOUT' && (state === 'SENDING' || state === 'UNKNOWN'),
	);
	return isMoving !== true && isUnchanged(asset, before, after);
}

interface ReadAsset {
	readonly link: AssetLink;
	readonly books: AssetBooks;
	/** Equal as long as no intent of the asset was planned or changed. */
	readonly versions: string;
}

export interface ReadBooks {
	readonly assets: readonly ReadAsset[];
	/** Number of the newest intent. */
	readonly lastNumber: bigint;
}

/**
 * Reads the books in one snapshot. Intents planned after `since` count as changes, even if ended.
 */
export async function readBooks(database: Database, since: bigint | null): Promise<ReadBooks> {
	return database
		.transaction()
		.setIsolationLevel('repeatable read')
		.execute(async (transaction) => {
			const { last_number: lastNumber } = await transaction
				.selectFrom('settlement_state')
				.select('last_number')
				.executeTakeFirstOrThrow();
			const sums = await sumsOf(transaction);
			const intents = await intentRows(transaction, since ?? lastNumber);
			const late = await lateDeposits(transaction);
			const assets = (await assetLinks(transaction)).map((link): ReadAsset => {
				const { asset, decimals } = link;
				const own = intents.filter((row) => row.asset === asset);
				const overdue = late.filter((row) => row.asset === asset);
				const sum = (part: keyof Sums) => sums.get(asset)?.[part] ?? 0n;
				const books: AssetBooks = {
					asset,
					decimals,
					open: own.map(openTransfer),
					traders: sum('traders'),
					fees: sum('fees'),
					payouts: sum('payouts'),
					late: overdue.reduce((total, { amount }) => total + amount, 0n),
				};
				const versions = [...own, ...overdue].map(({ id, version }) => `${id}:${version}`);
				return { link, books, versions: versions.sort().join() };
			});
			return { assets, lastNumber };
		});
}

interface Sums {
	traders: bigint;
	fees: bigint;
	payouts: bigint;
}

async function sumsOf(transaction: Database): Promise<ReadonlyMap<string, Sums>> {
	const part = sql<keyof Sums>`case account_id when ${FEES} then 'fees'
		when ${PAYOUTS} then 'payouts' else 'traders' end`;
	const rows = await transaction
		.selectFrom('balances')
		.select(['asset', part.as('part')])
		.select(sql<bigint>`cast(sum(available + held) as bigint)`.as('amount'))
		.where('account_id', '<>', OUTSIDE)
		.groupBy(['asset', sql`2`])
		.execute();
	const sums = new Map<string, Sums>();
	for (const row of rows) {
		const sum = sums.get(row.asset) ?? { traders: 0n, fees: 0n, payouts: 0n };
		sum[row.part] += row.amount;
		sums.set(row.asset, sum);
	}
	return sums;
}

/**
 * Unended intents, and those planned after `since`; two queries, because no index serves an `or`.
 */
async function intentRows(transaction: Database, since: bigint) {
	const intents = transaction
		.selectFrom('intents')
		.select(['id', 'asset', 'kind', 'state', 'leg', 'last_doubt_at', 'amount', 'version']);
	const ended = intents.where('number', '>', since).where('state', 'in', ['SETTLED', 'REFUSED']);
	return intents.where(isUnended).unionAll(ended).execute();
}

function openTransfer(row: Awaited<ReturnType<typeof intentRows>>[number]) {
	return {
		kind: row.kind as Intent['kind'],
		state: row.state as Intent['state'],
		leg: row.leg as Intent['leg'],
		lastDoubtAt: row.last_doubt_at === null ? null : Number(row.last_doubt_at),
		amount: row.amount,
	};
}

/** Deposits given up in doubt whose transit account still rests. */
async function lateDeposits(transaction: Database) {
	return transaction
		.selectFrom('transit_accounts')
		.innerJoin('intents', 'intents.id', 'transit_accounts.intent_id')
		.select(['intents.id', 'asset', 'amount', 'version'])
		.where('transit_accounts.state', '=', 'COLLECTING')
		.where('intents.kind', '=', 'DEPOSIT')
		.where('intents.state', '=', 'REFUSED')
		.where('last_doubt_at', 'is not', null)
		.orderBy('number')
		.execute();
}
