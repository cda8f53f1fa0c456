/**
 * Reads the books and the tracker, and compares them. The tracker is read over the network while
 * transfers go on, so the books are read before and after it, and a comparison counts only where
 * nothing moved in between. What a comparison says is decided in comparison.ts.
 */
import { sql } from 'kysely';
import { inTransaction } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import { isUnended } from '../../database/intent-states';
import { FEES, OUTSIDE, PAYOUTS } from '../../trading/ledger/posting';
import type { Intent } from '../../settlement/state/intent';
import {
	differenceSentence,
	judge,
	reportOf,
	unjudged,
	type AssetBooks,
	type AssetReport,
	type ReconciliationReport,
} from './comparison';
import { noteReconciliation, type Reconciliation } from './history';
import { tellComparison } from '../../telling/telling';
import { ownAccounts } from '../../settlement/setup/settings';
import type { ReadAnswer } from '../../tracker/tracker';
import { clearAlarms, raiseAlarm } from '../../operator/alarms';
import { assetLinks, type AssetLink } from '../../settlement/assets/asset-links';
import { noteShortages, type Shortage } from '../../settlement/store/payout-stops';
import { payoutsStopped } from '../../settlement/carrying/claims';
import type { TreasuryParts } from '../../settlement/setup/parts';

export type ReconcileParts = Pick<
	TreasuryParts,
	'database' | 'clock' | 'newId' | 'settings' | 'tracker' | 'onAlarm'
>;

/** How often moving assets are compared again before the answer is that they move. */
const triesMax = 5;

/**
 * Compares every linked asset; raises alarms, and clears those that the comparison disproves. What is
 * found is noted, and `onNoted` called within the same transaction.
 */
export async function reconcile(
	parts: ReconcileParts,
	onNoted?: (transaction: Database, noted: Reconciliation) => Promise<void>,
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
		await raiseWhatIsWrong(parts, transaction, report);
		await noteShortages(parts, transaction, shortagesOf(report));
		if (report.verdict === 'AGREES') await clearAlarms(parts, transaction, 'BALANCE');
		const isRead = report.assets.every(({ verdict }) => verdict !== 'UNREAD');
		if (isRead) await clearAlarms(parts, transaction, 'UNREAD');
		const noted = await noteReconciliation(transaction, report);
		await tellComparison(transaction, clock, noted);
		await onNoted?.(transaction, noted);
	});
	return report;
}

/** Of what could be compared. */
function shortagesOf({ assets }: ReconciliationReport): readonly Shortage[] {
	const compared = assets.filter(({ atTracker }) => atTracker !== null);
	return compared.map(({ asset, difference }) => {
		return { asset, short: difference < 0n ? -difference : 0n };
	});
}

async function raiseWhatIsWrong(
	parts: ReconcileParts,
	transaction: Database,
	{ assets }: ReconciliationReport,
): Promise<void> {
	for (const asset of assets) {
		if (asset.verdict !== 'DIFFERS') continue;
		const message = differenceSentence(asset);
		await raiseAlarm(parts, transaction, { kind: 'BALANCE', message, intentId: null });
	}
	// All are read together, so one that could not be tells of all. Comparing must not end unseen.
	const unread = assets.find(({ verdict }) => verdict === 'UNREAD');
	if (unread === undefined) return;
	const message = `the books could not be compared with the tracker: ${unread.reason}`;
	await raiseAlarm(parts, transaction, { kind: 'UNREAD', message, intentId: null });
}

/**
 * Reads the escrow account. When that succeeds its key is good again: payouts flow, and alarms
 * about keys are cleared. Answers whether payouts may flow.
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

/** Lets payouts flow again and clears the alarms about keys. */
export async function resumePayouts(
	parts: Pick<TreasuryParts, 'clock'>,
	database: Database,
): Promise<void> {
	await inTransaction(database, async (transaction) => {
		// What waited for the key need not wait any longer. Intents first, as carriers lock them.
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

/** What own accounts hold together, in units, by the tracker's asset id. */
export interface OwnHoldings {
	readonly units: ReadonlyMap<string, bigint>;
	/** Assets that moved between own accounts while they were read. */
	readonly moving: ReadonlySet<string>;
}

/** Reads every own account; the first that cannot be read is named in the answer. */
export async function ownHoldings({
	tracker,
	settings,
}: Pick<TreasuryParts, 'tracker' | 'settings'>): Promise<
	({ readonly kind: 'READ' } & OwnHoldings) | { readonly kind: 'UNREAD'; readonly reason: string }
> {
	const accounts = ownAccounts(settings);
	const readAll = () => Promise.all(accounts.map(({ key }) => tracker.balances(key)));
	const first = await readAll();
	// Of several accounts each is read at its own time. What is the same twice stood still between.
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
		return before.assets.map(({ books }) => unjudged(books, 'UNREAD', own.reason));
	}
	const after = await readBooks(database, before.lastNumber);
	return before.assets.map(({ link, books }) => {
		const stood = hasStood(books.asset, before, after) && !own.moving.has(link.trackerAssetId);
		if (!stood) return unjudged(books, 'MOVING', 'transfers went on during every comparison');
		return judge(books, (own.units.get(link.trackerAssetId) ?? 0n) * link.unit);
	});
}

/** Whether no intent of the asset was planned or changed between two readings. */
function hasStood(asset: string, before: ReadBooks, after: ReadBooks): boolean {
	const versions = ({ assets }: ReadBooks) =>
		assets.find(({ books }) => books.asset === asset)?.versions;
	return versions(before) === versions(after);
}

/** Whether nothing of the asset moved between two readings, nor may be moving at the tracker. */
export function isStill(asset: string, before: ReadBooks, after: ReadBooks): boolean {
	const read = after.assets.find(({ books }) => books.asset === asset);
	const isMoving = read?.books.open.some(
		({ kind, state }) => kind === 'PAYOUT' && (state === 'SENDING' || state === 'UNKNOWN'),
	);
	return isMoving !== true && hasStood(asset, before, after);
}

interface ReadAsset {
	readonly link: AssetLink;
	readonly books: AssetBooks;
	/** The same as long as no intent of the asset was planned or changed. */
	readonly versions: string;
}

export interface ReadBooks {
	readonly assets: readonly ReadAsset[];
	/** Of the newest intent. */
	readonly lastNumber: bigint;
}

/** The books at one moment. Intents planned after `since` count as changes, ended or not. */
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
					...{ asset, decimals, open: own.map(openTransfer) },
					...{ traders: sum('traders'), fees: sum('fees'), payouts: sum('payouts') },
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

/** Intents that are not over or planned after `since`; apart, because no index serves an `or`. */
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
