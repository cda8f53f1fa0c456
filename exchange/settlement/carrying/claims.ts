/**
 * Which intents of a slot are to be worked on now, and by whom: taking one is a durable change of
 * it, so no other worker takes it too. An intent whose worker is gone is taken up again when its
 * time has run out.
 */
import { isPostgres } from '../../../server/database/database';
import type { Database } from '../../database/database';
import { isInDoubt, isOpen } from '../../database/intent-states';
import { canAskAgain, firstLeg, type Moment } from '../state/call';
import { claim, ownerLost, resolved, type Intent, type Step } from '../state/intent';
import { needsExclusiveSlot, usesTransit } from '../setup/settings';
import { readIntent, recordChanges, type Change, type StoredIntent } from '../store/intents';
import type { TreasuryParts } from '../setup/parts';
import { stoppedAssets } from '../store/payout-stops';
import { takeTransit } from '../store/transit-accounts';

/**
 * Intents one worker takes at once; they are called for one after the other. Few, so that writing
 * them down takes no longer than the call that is under way meanwhile.
 */
const claimsMax = 6;

const noTransitDelayMs = 1_000;

/** An intent to call the tracker for, or to find the outcome of. */
export interface Claimed {
	readonly intent: StoredIntent;
	readonly work: 'CALL' | 'RESOLVE';
}

export interface Taken {
	readonly claimed: readonly Claimed[];
	/** False when nothing of the slot was due. */
	readonly anyDue: boolean;
}

/** Takes what is due in the slot, within the caller's transaction. */
export async function takeDue(
	parts: TreasuryParts,
	transaction: Database,
	slot: string,
): Promise<Taken> {
	const now = parts.clock.now();
	const stops = await stopsOf(transaction);
	const due = await dueIntents(parts, transaction, { slot, now, stops });
	const moment = { now, settings: parts.settings };
	const changes: (Change & { readonly work: Claimed['work'] | null })[] = [];
	for (const intent of due) {
		const maySend = !isStopped(stops, intent);
		changes.push(await take(parts, transaction, { from: intent, maySend }, moment));
	}
	const recorded = await recordChanges(parts, transaction, changes);
	const works = new Map(changes.map(({ from, work }) => [from.id, work]));
	const claimed = recorded.flatMap((intent) => {
		const work = works.get(intent.id) ?? null;
		return work === null ? [] : [{ intent, work }];
	});
	return { claimed, anyDue: due.length > 0 };
}

/** When the slot has something to do next, or null. */
export async function nextDueAt(database: Database, slot: string): Promise<number | null> {
	const { due } = await openIntents(database, await stopsOf(database))
		.select(({ fn }) => fn.min('due_at').as('due'))
		.where('slot', '=', slot)
		.executeTakeFirstOrThrow();
	return due === null ? null : Number(due);
}

/** Slots with something to do at this time. */
export async function slotsDue(database: Database, now: number): Promise<readonly string[]> {
	const rows = await openIntents(database, await stopsOf(database))
		.select('slot')
		.distinct()
		.where('due_at', '<=', BigInt(now))
		.execute();
	return rows.map(({ slot }) => slot);
}

/** Why no payout is sent at present, or null. */
export async function payoutsStopped(database: Database): Promise<string | null> {
	const { payouts_stopped: stopped } = await database
		.selectFrom('settlement_state')
		.select('payouts_stopped')
		.executeTakeFirstOrThrow();
	return stopped;
}

/** Payouts that are not to be sent at present. */
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
	// One in doubt that closes its slot is looked into, and not sent.
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

async function take(
	parts: TreasuryParts,
	transaction: Database,
	{ from, maySend }: { readonly from: StoredIntent; readonly maySend: boolean },
	moment: Moment,
): Promise<Change & { readonly work: Claimed['work'] | null }> {
	const at = moment.now;
	const changed = (step: Step, work: Claimed['work'] | null) => ({ from, step, work, at });
	if (from.state === 'SENDING') return changed(ownerLost(from, moment), null);
	if (from.state === 'UNKNOWN' && !(maySend && canAskAgain(from, moment))) {
		const { now, settings } = moment;
		// The records cannot tell calls apart that were under way side by side.
		const reason = 'it was sent under other settings, which no configured resolver fits';
		if (needsExclusiveSlot(settings) && !from.isExclusive) {
			return changed(resolved(from, { kind: 'UNEXPLAINED', reason }, moment), null);
		}
		return changed({ intent: { ...from, dueAt: now + 3 * settings.timeoutMs } }, 'RESOLVE');
	}
	const ready = await onItsWay(parts, transaction, from);
	if (ready !== undefined) return changed({ intent: claim(ready, moment) }, 'CALL');
	const reason = 'every transit account is in use';
	return changed({ intent: { ...from, dueAt: moment.now + noTransitDelayMs, reason } }, null);
}

/** The intent with its transit account where it needs one; undefined when none is free. */
async function onItsWay(
	parts: TreasuryParts,
	transaction: Database,
	intent: StoredIntent,
): Promise<Intent | undefined> {
	if (intent.transitEmail !== null) return intent;
	// It may have been planned under other settings, with another way to go.
	const first = { ...intent, leg: firstLeg(intent.kind, parts.settings) };
	if (!usesTransit(parts.settings)) return first;
	const transitEmail = await takeTransit(parts, transaction, intent.id);
	return transitEmail === undefined ? undefined : { ...first, transitEmail };
}
