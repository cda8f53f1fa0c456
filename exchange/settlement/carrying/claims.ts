/**
 * Claims the intents of a slot that are to be worked on. A claim is a durable change, so no other
 * worker claims the same intent. An intent whose worker is gone is claimed again after its timeout.
 */
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import { isInDoubt, isOpen } from '../../database/intent-states';
import { canRepeat, firstLeg, type Moment } from '../state/call';
import { claim, ownerLost, resolved, type Intent, type Step } from '../state/intent';
import { needsExclusiveSlot, usesTransit } from '../setup/settings';
import { readIntent, recordChanges, type Change, type StoredIntent } from '../store/intents';
import type { TreasuryParts } from '../setup/parts';
import { stoppedAssets } from '../store/payout-stops';
import { takeTransit } from '../store/transit-accounts';

/**
 * Intents claimed at once, whose calls are made one after the other. Few, so that recording them
 * takes no longer than the call in flight meanwhile.
 */
const claimsMax = 6;

const noTransitDelayMs = 1_000;

/** An intent to call the tracker for, or to resolve. */
export interface Claimed {
	readonly intent: StoredIntent;
	readonly work: 'CALL' | 'RESOLVE';
}

export interface ClaimedBatch {
	readonly claimed: readonly Claimed[];
	/** False if nothing was due. */
	readonly anyDue: boolean;
}

/** Claims the due intents of the slot within the caller's transaction. */
export async function claimDue(
	parts: TreasuryParts,
	transaction: Database,
	slot: string,
): Promise<ClaimedBatch> {
	const now = parts.clock.now();
	const stops = await stopsOf(transaction);
	const due = await dueIntents(parts, transaction, { slot, now, stops });
	const moment = { now, settings: parts.settings };
	const changes: (Change & { readonly work: Claimed['work'] | null })[] = [];
	for (const intent of due) {
		const maySend = !isStopped(stops, intent);
		changes.push(await claimOne(parts, transaction, { from: intent, maySend }, moment));
	}
	const recorded = await recordChanges(parts, transaction, changes);
	const works = new Map(changes.map(({ from, work }) => [from.id, work]));
	const claimed = recorded.flatMap((intent) => {
		const work = works.get(intent.id) ?? null;
		return work === null ? [] : [{ intent, work }];
	});
	return { claimed, anyDue: due.length > 0 };
}

/** When the slot has work next; null: never. */
export async function nextDueAt(database: Database, slot: string): Promise<number | null> {
	const { due } = await openIntents(database, await stopsOf(database))
		.select(({ fn }) => fn.min('due_at').as('due'))
		.where('slot', '=', slot)
		.executeTakeFirstOrThrow();
	return due === null ? null : Number(due);
}

/** Slots with work at this time. */
export async function slotsDue(database: Database, now: number): Promise<readonly string[]> {
	const rows = await openIntents(database, await stopsOf(database))
		.select('slot')
		.distinct()
		.where('due_at', '<=', BigInt(now))
		.execute();
	return rows.map(({ slot }) => slot);
}

/** Why payouts are stopped; null: they are not. */
export async function payoutsStopped(database: Database): Promise<string | null> {
	const { payouts_stopped: stopped } = await database
		.selectFrom('settlement_state')
		.select('payouts_stopped')
		.executeTakeFirstOrThrow();
	return stopped;
}

/** Payouts that must not be sent now. */
interface Stops {
	readonly all: boolean;
	readonly assets: readonly string[];
}

async function stopsOf(database: Database): Promise<Stops> {
	const all = (await payoutsStopped(database)) !== null;
	return { all, assets: await stoppedAssets(database) };
}

function openIntents(database: Database, { all, assets }: Stops) {
	const query = database.selectFrom('intents').where(isOpen);
	if (all) return query.where('kind', '<>', 'PAYOUT');
	if (assets.length === 0) return query;
	// A payout in doubt that blocks its slot is resolved, but not sent.
	return query.where(({ eb, or, and }) =>
		or([
			eb('kind', '<>', 'PAYOUT'),
			eb('asset', 'not in', assets),
			and([isInDoubt, eb('exclusive_slot', 'is not', null)]),
		]),
	);
}

function isStopped({ assets }: Stops, { kind, asset }: StoredIntent): boolean {
	return kind === 'PAYOUT' && assets.includes(asset);
}

async function dueIntents(
	{ settings }: TreasuryParts,
	transaction: Database,
	{ slot, now, stops }: { readonly slot: string; readonly now: number; readonly stops: Stops },
): Promise<readonly StoredIntent[]> {
	const exclusive = needsExclusiveSlot(settings);
	let query = openIntents(transaction, stops)
		.selectAll()
		.where('slot', '=', slot)
		.orderBy('due_at')
		.orderBy('number')
		.limit(exclusive ? 1 : claimsMax);
	if (exclusive && (await hasCallInDoubt(transaction, slot))) {
		query = query.where(isInDoubt);
	}
	query = query.where('due_at', '<=', BigInt(now));
	const rows = await (isPostgres(transaction) ? query.forUpdate().skipLocked() : query).execute();
	return rows.map(readIntent);
}

async function hasCallInDoubt(transaction: Database, slot: string): Promise<boolean> {
	const row = await transaction
		.selectFrom('intents')
		.select('id')
		.where('slot', '=', slot)
		.where(isInDoubt)
		.executeTakeFirst();
	return row !== undefined;
}

async function claimOne(
	parts: TreasuryParts,
	transaction: Database,
	{ from, maySend }: { readonly from: StoredIntent; readonly maySend: boolean },
	moment: Moment,
): Promise<Change & { readonly work: Claimed['work'] | null }> {
	const at = moment.now;
	const changed = (step: Step, work: Claimed['work'] | null) => ({ from, step, work, at });
	if (from.state === 'SENDING') return changed(ownerLost(from, moment), null);
	if (from.state === 'UNKNOWN' && !(maySend && canRepeat(from, moment))) {
		const { now, settings } = moment;
		// The tracker's records cannot tell calls apart that were in flight at once.
		const reason = 'it was sent under other settings, which no configured resolver fits';
		if (needsExclusiveSlot(settings) && !from.isExclusive) {
			return changed(resolved(from, { kind: 'UNEXPLAINED', reason }, moment), null);
		}
		return changed({ intent: { ...from, dueAt: now + 3 * settings.timeoutMs } }, 'RESOLVE');
	}
	const ready = await withTransit(parts, transaction, from);
	if (ready !== undefined) return changed({ intent: claim(ready, moment) }, 'CALL');
	const reason = 'every transit account is in use';
	return changed({ intent: { ...from, dueAt: moment.now + noTransitDelayMs, reason } }, null);
}

/** Returns the intent with a transit account if it needs one; undefined if none is free. */
async function withTransit(
	parts: TreasuryParts,
	transaction: Database,
	intent: StoredIntent,
): Promise<Intent | undefined> {
	if (intent.transitEmail !== null) return intent;
	// The settings may have changed since it was planned, and with them the leg.
	const first = { ...intent, leg: firstLeg(intent.kind, parts.settings) };
	if (!usesTransit(parts.settings)) return first;
	const transitEmail = await takeTransit(parts, transaction, intent.id);
	return transitEmail === undefined ? undefined : { ...first, transitEmail };
}
