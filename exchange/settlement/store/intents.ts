/**
 * Stores intents. A change names the version it is based on and includes its postings, in one
 * transaction: of two workers with the same intent, one changes nothing. state/intent.ts computes
 * changes; carrier.ts makes calls.
 */
import type { Selectable } from 'kysely';
import { insertRows, updateRow } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { Balances } from '../../trading/ledger/balances';
import { OUTSIDE, PAYOUTS, type Posting } from '../../trading/ledger/posting';
import { isLongInDoubt } from '../state/call';
import { isClosed, type Intent, type Step } from '../state/intent';
import { clearAlarmsAbout, raiseAlarm } from '../../guard/alarms';
import { tellTransfers } from '../../telling/telling';
import type { TreasuryParts } from '../setup/parts';
import { claimTransfers } from './transfer-claims';
import { FundedOrders, type EndedDeposit } from './funded-orders';
import { moveDepositsToEnd } from './slots';
import { leaveTransit } from './transit-accounts';

/** Journal of intents; no market can have this symbol. */
export const settlementJournal = 'settlement';

/** An intent with the fields for storage, calls and postings. */
export interface StoredIntent extends Intent {
	/** Number in the order of planning; also the sequence of its postings. */
	readonly number: number;
	readonly accountId: string;
	readonly asset: string;
	/** In our smallest units. */
	readonly amount: bigint;
	readonly reference: string;
	/** The trader's address at the tracker; a payout always has one. */
	readonly traderEmail: string | null;
	readonly slot: string;
	/** True if it was planned with one call per asset at a time. */
	readonly isExclusive: boolean;
	readonly version: number;
	readonly createdAt: number;
	readonly endedAt: number | null;
}

/** A change based on the version that was read. */
export interface Change {
	readonly from: StoredIntent;
	readonly step: Step;
	/**
	 * When it was decided; an intent that it closes ended then. `dueAt` is based on this time, even if the
	 * clock is set before the change is written.
	 */
	readonly at: number;
}

type RecordingParts = Pick<TreasuryParts, 'clock' | 'newId' | 'settings' | 'onAlarm'>;

/** Writes changes; returns the changed intents. Changes based on an old version are skipped. */
export async function recordChanges(
	parts: RecordingParts,
	transaction: Database,
	changes: readonly Change[],
): Promise<readonly StoredIntent[]> {
	const now = parts.clock.now();
	const counted: Change[] = [];
	for (const change of await claimTransfers(parts, transaction, changes)) {
		if (await writeIntent(transaction, change)) counted.push(change);
	}
	await insertRows(transaction, newStep, counted.map(stepRow));
	// The row of `settlement_state` before the balances: the lock order of windows and requests.
	for (const change of counted) await followUp(parts, transaction, change);
	await moveMoney(transaction, counted, now);
	const changed = counted.map(({ from, step, at }) => ({
		...from,
		...step.intent,
		version: from.version + 1,
		endedAt: isClosed(step.intent) ? at : null,
	}));
	const told = changed.filter(({ state }, at) => state !== counted[at]?.from.state);
	await tellTransfers(transaction, parts.clock, told);
	return changed;
}

export async function findIntent(
	database: Database,
	id: string,
): Promise<StoredIntent | undefined> {
	const row = await database
		.selectFrom('intents')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirst();
	return row === undefined ? undefined : readIntent(row);
}

export async function earlierIntent(
	database: Database,
	key: {
		readonly accountId: string;
		readonly kind: Intent['kind'];
		readonly reference: string;
	},
): Promise<StoredIntent | undefined> {
	const row = await database
		.selectFrom('intents')
		.selectAll()
		.where('account_id', '=', key.accountId)
		.where('kind', '=', key.kind)
		.where('reference', '=', key.reference)
		.executeTakeFirst();
	return row === undefined ? undefined : readIntent(row);
}

export function readIntent(row: Selectable<Schema['intents']>): StoredIntent {
	return {
		id: row.id,
		number: Number(row.number),
		kind: row.kind as Intent['kind'],
		accountId: row.account_id,
		asset: row.asset,
		units: Number(row.units),
		amount: row.amount,
		reference: row.reference,
		traderEmail: row.trader_email,
		slot: row.slot,
		isExclusive: row.exclusive_slot !== null,
		state: row.state as Intent['state'],
		leg: row.leg as Intent['leg'],
		attempt: Number(row.attempt),
		keyNumber: Number(row.key_number),
		transitEmail: row.transit_email,
		sentAt: timeOf(row.sent_at),
		firstDoubtAt: timeOf(row.first_doubt_at),
		lastDoubtAt: timeOf(row.last_doubt_at),
		triedSince: timeOf(row.tried_since),
		unitsBefore: row.units_before === null ? null : BigInt(row.units_before),
		transactionId: row.transaction_id,
		reason: row.reason,
		dueAt: Number(row.due_at),
		version: Number(row.version),
		createdAt: Number(row.created_at),
		endedAt: timeOf(row.ended_at),
	};
}

function timeOf(value: bigint | null): number | null {
	return value === null ? null : Number(value);
}

const reasonLengthMax = 500;

const changedIntent = {
	table: 'intents',
	columns: [
		'state',
		'leg',
		'attempt',
		'key_number',
		'transit_email',
		'sent_at',
		'first_doubt_at',
		'last_doubt_at',
		'tried_since',
		'units_before',
		'transaction_id',
		'reason',
		'due_at',
		'version',
		'ended_at',
	],
	where: ['id', 'version'],
} as const;

function writeIntent(
	transaction: Database,
	{ from, step: { intent }, at }: Change,
): Promise<boolean> {
	const values = [
		intent.state,
		intent.leg,
		intent.attempt,
		intent.keyNumber,
		intent.transitEmail,
		intent.sentAt,
		intent.firstDoubtAt,
		intent.lastDoubtAt,
		intent.triedSince,
		intent.unitsBefore?.toString() ?? null,
		intent.transactionId,
		intent.reason?.slice(0, reasonLengthMax) ?? null,
		intent.dueAt,
		from.version + 1,
		isClosed(intent) ? at : null,
	];
	return updateRow(transaction, changedIntent, { values, where: [from.id, from.version] });
}

export const newStep = {
	table: 'intent_steps',
	columns: ['intent_id', 'version', 'state', 'note', 'at'],
} as const;

function stepRow({ from, step: { intent }, at }: Change) {
	const note = intent.reason?.slice(0, reasonLengthMax) ?? null;
	return [from.id, from.version + 1, intent.state, note, at];
}

/** Credits settled deposits, reserves those made for an order, and posts the end of payouts. */
async function moveMoney(
	transaction: Database,
	changes: readonly Change[],
	now: number,
): Promise<void> {
	const orders = await FundedOrders.of(transaction, changes.flatMap(endedDeposit));
	const postings = changes.flatMap(({ from, step }) => postingOf(from, step.intent) ?? []);
	if (postings.length === 0 && orders === undefined) return;
	const touched = orders?.touched ?? [];
	const accounts = [
		...postings.flatMap(({ from, to }) => [from, to]),
		...touched.map(({ accountId }) => accountId),
	];
	const assets = [...postings, ...touched].map(({ asset }) => asset);
	const balances = await Balances.load(transaction, [...new Set(accounts)], [...new Set(assets)]);
	for (const posting of postings) balances.post(settlementJournal, posting);
	orders?.apply(balances);
	await balances.write();
	await orders?.write(transaction, now);
}

function endedDeposit({ from, step: { intent } }: Change): readonly EndedDeposit[] {
	if (from.kind !== 'DEPOSIT' || !isClosed(intent)) return [];
	return [{ ...from, isSettled: intent.state === 'SETTLED' }];
}

function postingOf(from: StoredIntent, intent: Intent): Posting | undefined {
	if (!isClosed(intent)) return undefined;
	const { number: sequence, asset, amount, accountId } = from;
	const settled = intent.state === 'SETTLED';
	const shared = { sequence, position: 1, asset, amount, orderId: null };
	if (from.kind === 'DEPOSIT') {
		if (!settled) return undefined;
		return { ...shared, kind: 'DEPOSIT', from: OUTSIDE, to: accountId };
	}
	return settled
		? { ...shared, kind: 'PAID', from: PAYOUTS, to: OUTSIDE }
		: { ...shared, kind: 'RETURN', from: PAYOUTS, to: accountId };
}

const newUnnamed = {
	table: 'unnamed_transfers',
	columns: ['intent_id', 'look_at', 'looks'],
	ending: 'on conflict (intent_id) do nothing',
} as const;

async function followUp(
	parts: RecordingParts,
	transaction: Database,
	{ from, step }: Change,
): Promise<void> {
	const { intent, alarm, stopsPayouts } = step;
	const needsNoCall = isClosed(intent) || intent.state === 'HELD_FOR_REVIEW';
	// Only a deposit has its trader's key.
	if (needsNoCall && from.kind === 'DEPOSIT') {
		await transaction.deleteFrom('sealed_keys').where('intent_id', '=', from.id).execute();
	}
	if (from.transitEmail !== null && (needsNoCall || intent.transitEmail !== from.transitEmail)) {
		await leaveTransit(parts, transaction, { left: from, intent });
	}
	if (intent.state === 'SETTLED' && intent.transactionId === null) {
		const lookAt = parts.clock.now() + parts.settings.quietMs;
		await insertRows(transaction, newUnnamed, [[from.id, lookAt, 0]]);
	}
	if (from.isExclusive && from.lastDoubtAt === null && intent.lastDoubtAt !== null) {
		await moveDepositsToEnd(parts, transaction, from);
	}
	if (isLongInDoubt(from) && (isClosed(intent) || !isLongInDoubt(intent))) {
		await clearAlarmsAbout(parts, transaction, from.id);
	}
	if (alarm === undefined) return;
	// A refused key is not about this one intent.
	const about = stopsPayouts
		? ({ kind: 'KEY', intentId: null } as const)
		: ({ kind: 'INTENT', intentId: from.id } as const);
	await raiseAlarm(parts, transaction, { ...about, message: alarm });
	if (stopsPayouts) {
		await transaction
			.updateTable('settlement_state')
			.set({ payouts_stopped: alarm })
			.where('payouts_stopped', 'is', null)
			.execute();
	}
}
