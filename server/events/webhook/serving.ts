/**
 * One turn of serving a subscription: sends what is due, then what is new, several subjects at
 * once and each in order, and commits the results together. If a process dies before the commit,
 * another repeats the turn; receivers detect duplicates by id.
 * After consecutive failures a target is tried with one event at a time after growing pauses,
 * so that a target that is away costs little and nothing is skipped. It counts as back when it
 * takes an event.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock';
import {
	dueDeliveries,
	newDelivery,
	waitingSubjects,
	writeDeliveries,
	type Delivery,
} from './deliveries';
import { wireEvent, type EventReader, type ReadRights, type StoredEvent } from '../record/reading';
import { pauseAfter, triedForMs } from './retrying';
import { openSecrets, secretLost, type SecretVault } from './secrets';
import type { Attempt, AttemptResult, Send } from './sending';
import { findSubscription, setSubscription, type Subscription } from './subscriptions';
import type { EventTables } from '../record/tables';

/** What the owner of a subscription may read, or why nothing any more. */
export type CheckedRights = { readonly rights: ReadRights } | { readonly lost: string };

export interface ServingParts {
	readonly database: Kysely<EventTables>;
	readonly reader: EventReader;
	readonly clock: Clock;
	/** From 0 to 1. */
	readonly random: () => number;
	readonly send: Send;
	readonly vault: SecretVault;
	readonly rightsOf: (subscription: Subscription) => Promise<CheckedRights>;
}

/** Events taken in a turn, and subjects sent concurrently. */
const eventsAtOnce = 200;
const subjectsAtOnce = 8;

/** A delivery and its event, undefined if it was removed. */
interface Task {
	readonly delivery: Delivery;
	readonly event: StoredEvent | undefined;
}

/** Address and secrets. */
type Recipient = Pick<Attempt, 'url' | 'secrets'>;

interface Plan {
	/** Deliveries by subject, in order. */
	readonly chains: readonly (readonly Task[])[];
	/** New deliveries that must wait for an earlier one of their subject. */
	readonly queued: readonly Delivery[];
	readonly cursor: number;
}

/** All events up to `upTo` were examined, valid for one generation of the cursor. */
export interface Seen {
	readonly generation: number;
	readonly upTo: number;
}

export interface Turn {
	/** True if there may be more to send at once. */
	readonly isMore: boolean;
	readonly seen?: Seen;
}

const nothing: Turn = { isMore: false };

/** Serves a subscription once; `before` is what an earlier turn of this process examined. */
export async function serve(parts: ServingParts, id: string, before?: Seen): Promise<Turn> {
	const { database, clock } = parts;
	const found = await findSubscription(database, id);
	if (found === undefined || !(await isServed(parts, found))) return nothing;
	const now = clock.now();
	const means = await deliveryMeans(parts, found, now);
	if ('lost' in means) {
		const stopped = { state: 'STOPPED', reason: means.lost } as const;
		if (found.reason !== means.lost) await setSubscription(database, found, stopped);
		return nothing;
	}
	if (found.state === 'STOPPED') {
		await setSubscription(database, found, { state: 'ACTIVE', reason: null });
	}
	const { generation } = found;
	const seen = before?.generation === generation ? before.upTo : 0;
	const plan = await planOf(parts, found, { rights: means.rights, seen, now });
	const looked = { generation, upTo: plan.cursor };
	if (plan.chains.length === 0 && plan.queued.length === 0) {
		const isFar = plan.cursor - found.cursor >= parts.reader.passedOverMax;
		if (isFar) await setSubscription(database, found, { cursor: plan.cursor });
		return { isMore: false, seen: looked };
	}
	const to = { url: found.url, secrets: means.secrets };
	const { results, done } = await sendChains(parts, to, plan.chains);
	const isKept = await commit(parts, found, { plan, done, results });
	const isTaken = results.length === 0 || results.some(({ kind }) => kind === 'TAKEN');
	return { isMore: isKept && isTaken, ...(isKept && { seen: looked }) };
}

/** Rights of its owner and secrets, or why the subscription stops. */
async function deliveryMeans(parts: ServingParts, found: Subscription, now: number) {
	const checked = await parts.rightsOf(found);
	if ('lost' in checked) return checked;
	const secrets = openSecrets(parts.vault, found, now);
	return secrets === undefined ? { lost: secretLost } : { rights: checked.rights, secrets };
}

async function isServed({ database, clock }: ServingParts, found: Subscription): Promise<boolean> {
	const now = clock.now();
	if (found.expiresAt !== undefined && found.expiresAt <= now && found.state !== 'EXPIRED') {
		const reason = 'its time is over';
		await setSubscription(database, found, { state: 'EXPIRED', reason });
		return false;
	}
	const isOpen = found.state === 'ACTIVE' || found.state === 'STOPPED';
	return isOpen && (found.pausedUntil ?? 0) <= now;
}

async function planOf(
	{ database, reader }: ServingParts,
	{ id, cursor, failures, types, productId, subject }: Subscription,
	{
		rights,
		seen,
		now,
	}: { readonly rights: ReadRights; readonly seen: number; readonly now: number },
): Promise<Plan> {
	const limit = failures > 0 ? 1 : eventsAtOnce;
	const due = await dueDeliveries(database, id, { now, limit });
	// A failing target is tried with a new event, too, because it may refuse only the first one for
	// ever.
	const isTriedAnew = failures > 0 && (due[0]?.attempts ?? 0) > 0;
	const room = isTriedAnew ? 1 : limit - due.length;
	if (room <= 0) return { chains: await chainsOf(reader, rights, due), queued: [], cursor };
	const query = { rights, filter: { types, productId, subject } };
	const fresh = await reader.read(query, { after: Math.max(cursor, seen), limit: room });
	const blocked = fresh.events.length === 0 ? new Set() : await waitingSubjects(database, id);
	const isBlocked = (event: StoredEvent) => blocked.has(event.subject);
	const free = fresh.events
		.filter((event) => !isBlocked(event))
		.map((event): Task => ({ delivery: newDelivery(event, now), event }));
	const retried = isTriedAnew && fresh.events.length > 0 ? [] : due;
	return {
		chains: [
			...(await chainsOf(reader, rights, retried)),
			...Map.groupBy(free, ({ delivery }) => delivery.subject).values(),
		],
		queued: fresh.events.filter(isBlocked).map((event) => newDelivery(event, now)),
		cursor: fresh.cursor,
	};
}

/** A chain for the first due delivery of each subject. */
async function chainsOf(
	reader: EventReader,
	rights: ReadRights,
	due: readonly Delivery[],
): Promise<readonly (readonly Task[])[]> {
	const events = await reader.at(rights, due);
	return due.map((delivery) => [{ delivery, event: events.get(delivery.sequence) }]);
}

/** Sends chains concurrently; after a failure the rest of the chain waits. */
async function sendChains(
	parts: ServingParts,
	to: Recipient,
	chains: readonly (readonly Task[])[],
) {
	const results: AttemptResult[] = [];
	const done: Delivery[] = [];
	const open = [...chains];
	let isOver = false;
	const work = async () => {
		for (let chain = open.shift(); chain !== undefined; chain = open.shift()) {
			let isStuck = false;
			for (const task of chain) {
				if (isOver || isStuck) {
					done.push(task.delivery);
					continue;
				}
				const { delivery, result } = await deliver(parts, to, task);
				done.push(delivery);
				if (result === undefined) continue;
				results.push(result);
				isStuck = result.kind !== 'TAKEN';
				// Start nothing more at a target that is busy or gone, or has taken nothing.
				if (result.kind === 'GONE' || result.kind === 'BUSY') isOver = true;
				if (isStuck && !results.some(({ kind }) => kind === 'TAKEN')) isOver = true;
			}
		}
	};
	await Promise.all(Array.from({ length: subjectsAtOnce }, work));
	return { results, done };
}

async function deliver(
	{ send, clock, random }: ServingParts,
	{ url, secrets }: Recipient,
	{ delivery, event }: Task,
): Promise<{ readonly delivery: Delivery; readonly result?: AttemptResult }> {
	if (event === undefined) {
		const reason = 'the event is no longer kept';
		return { delivery: { ...delivery, state: 'PARKED', reason } };
	}
	const now = clock.now();
	const body = JSON.stringify(wireEvent(event));
	const result = await send({ url, eventId: event.id, body, secrets, now });
	return { delivery: after(delivery, result, { now: clock.now(), random: random() }), result };
}

/** The delivery after an attempt. */
function after(
	delivery: Delivery,
	{ kind, status, reason, retryAfterMs = 0 }: AttemptResult,
	{ now, random }: { readonly now: number; readonly random: number },
): Delivery {
	const attempts = delivery.attempts + 1;
	const tried = { ...delivery, attempts, lastAt: now, status: status ?? null };
	if (kind === 'TAKEN') return { ...tried, state: 'DELIVERED', reason: null };
	const isParked = now - (delivery.firstAt ?? now) >= triedForMs;
	const nextAt = now + Math.max(pauseAfter(attempts, random), retryAfterMs);
	return { ...tried, state: isParked ? 'PARKED' : 'WAITING', nextAt, reason: reason ?? null };
}

/** Commits a turn; returns false, without a change, if the cursor was set meanwhile. */
async function commit(
	{ database, clock, random }: ServingParts,
	subscription: Subscription,
	turn: {
		readonly plan: Plan;
		readonly done: readonly Delivery[];
		readonly results: readonly AttemptResult[];
	},
): Promise<boolean> {
	const { plan, done, results } = turn;
	return database.transaction().execute(async (transaction) => {
		const isKept = await setSubscription(transaction, subscription, {
			cursor: plan.cursor,
			...pauseOf(subscription, results, { now: clock.now(), random: random() }),
		});
		if (!isKept) return false;
		await writeDeliveries(transaction, subscription.id, [...done, ...plan.queued]);
		return true;
	});
}

function pauseOf(
	subscription: Subscription,
	results: readonly AttemptResult[],
	{ now, random }: { readonly now: number; readonly random: number },
) {
	const gone = results.find(({ kind }) => kind === 'GONE');
	if (gone !== undefined) return { state: 'DISABLED', reason: gone.reason ?? null } as const;
	if (results.length === 0) return {};
	const isTaken = results.some(({ kind }) => kind === 'TAKEN');
	const failures = isTaken ? 0 : subscription.failures + 1;
	const busy = results.filter(({ kind }) => kind === 'BUSY');
	const askedMs = Math.max(0, ...busy.map(({ retryAfterMs = 0 }) => retryAfterMs));
	const isSlower = failures > 0 || busy.length > 0;
	const pauseMs = isSlower ? Math.max(pauseAfter(failures, random), askedMs) : 0;
	return { failures, paused_until: isSlower ? now + pauseMs : null };
}
