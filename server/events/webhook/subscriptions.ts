/**
 * Subscriptions: which events are sent to which address. A subscription belongs to a user and only has
 * events that user may read. It is never dropped silently: the reason why it ended is kept until the
 * subscription is deleted, or for a week after it expired.
 *
 *   state      entered by                                   left by
 *   ACTIVE     create; its owner has the rights again       a check of rights -> STOPPED, 410 -> DISABLED,
 *                                                           expiry -> EXPIRED
 *   STOPPED    its owner has lost role or key               their return -> ACTIVE, from the same position
 *   DISABLED   the target answered 410 Gone                 replay -> ACTIVE
 *   EXPIRED    expiry                                       never; removed after a week (`keeping.ts`)
 */
import { sql, type Kysely } from 'kysely';
import { isoTime, newId, type Clock } from '../../clock';
import { forUpdate, lockUntilCommit } from '../../database/locks';
import { refuse } from '../../refusal';
import { newestSequence } from '../record/reading';
import { openSecrets, sealedSecrets, type KeptSecrets, type SecretVault } from './secrets';
import { newSigningSecret } from './sending';
import { eventTables, type EventTables } from '../record/tables';

export type SubscriptionState = 'ACTIVE' | 'STOPPED' | 'DISABLED' | 'EXPIRED';

export interface Subscription extends KeptSecrets {
	readonly owner: string;
	readonly userId: string;
	readonly url: string;
	readonly description: string;
	readonly types: readonly string[] | undefined;
	readonly productId: string | undefined;
	readonly subject: string | undefined;
	readonly cursor: number;
	readonly generation: number;
	readonly state: SubscriptionState;
	readonly reason: string | undefined;
	readonly failures: number;
	/** Milliseconds, like all times here except the creation. */
	readonly pausedUntil: number | undefined;
	readonly expiresAt: number | undefined;
	readonly createdAt: string;
	readonly limitedRoles: readonly string[] | undefined;
}

/** Whose a subscription is. */
export interface SubscriptionOwner {
	readonly owner: string;
	readonly userId: string;
	/** Of a key that is limited to roles: it makes and sees subscriptions of the same limit alone. */
	readonly limitedRoles?: readonly string[] | undefined;
}

export interface SubscriptionPlace extends SubscriptionOwner {
	readonly id: string;
}

export interface NewSubscription extends SubscriptionOwner {
	readonly url: string;
	readonly description?: string;
	readonly types?: readonly string[];
	readonly productId?: string;
	readonly subject?: string;
	/** Start after this event; default: with future events. */
	readonly after?: number;
	/** Milliseconds; it expires then. */
	readonly expiresAt?: number;
}

/** Maximum active subscriptions of an owner; stopped and expired ones do not count. */
const subscriptionsMax = 100;

/** An editor's test address, which may be left behind when the editor is closed. */
const testPath = '/webhook-test/';
const testLifetimeMs = 15 * 60_000;

export interface SubscriptionParts {
	readonly database: Kysely<EventTables>;
	readonly clock: Clock;
	readonly vault: SecretVault;
}

/** A subscription and its secret, which is shown once. */
export interface GivenSecret {
	readonly subscription: Subscription;
	readonly secret: string;
}

export async function addSubscription(
	{ database, clock, vault }: SubscriptionParts,
	wanted: NewSubscription,
): Promise<GivenSecret> {
	const [id, secret] = [newId(clock), newSigningSecret()];
	await database.transaction().execute(async (transaction) => {
		await requireRoom(transaction, wanted.owner);
		const newest = await newestSequence(transaction);
		const cursor = Math.min(wanted.after ?? newest, newest);
		const expires = expiryOf(wanted, clock.now());
		await transaction
			.insertInto('event_subscriptions')
			.values({
				id,
				owner: wanted.owner,
				user_id: wanted.userId,
				url: wanted.url,
				description: wanted.description ?? '',
				product_id: wanted.productId ?? null,
				subject: wanted.subject ?? null,
				cursor,
				...sealedSecrets(vault, { id, secret }),
				types: wanted.types === undefined ? null : JSON.stringify(wanted.types),
				generation: 0,
				state: 'ACTIVE',
				failures: 0,
				expires_at: expires,
				created_at: isoTime(clock),
				...(wanted.limitedRoles && { limited_roles: JSON.stringify(wanted.limitedRoles) }),
			})
			.execute();
	});
	return { subscription: await requireSubscription(database, { ...wanted, id }), secret };
}

function expiryOf({ url, expiresAt }: NewSubscription, now: number): number | null {
	const isTest = url.includes(testPath);
	const ends = Math.min(expiresAt ?? Infinity, isTest ? now + testLifetimeMs : Infinity);
	return ends === Infinity ? null : ends;
}

async function requireRoom(transaction: Kysely<EventTables>, owner: string): Promise<void> {
	await lockUntilCommit(transaction, `event subscriptions of ${owner}`);
	const row = await transaction
		.selectFrom('event_subscriptions')
		.select((column) => column.fn.countAll<number | string>().as('count'))
		.where('owner', '=', owner)
		.where('state', 'not in', ['STOPPED', 'EXPIRED'])
		.executeTakeFirstOrThrow();
	if (Number(row.count) >= subscriptionsMax) {
		throw refuse('Event_SubscriptionsTooMany', subscriptionsMax);
	}
}

export async function listSubscriptions(
	database: Kysely<EventTables>,
	owner: SubscriptionOwner,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Subscription[]> {
	const rows = await rowsOf(database, owner)
		.orderBy('sequence')
		.limit(limit)
		.offset(offset)
		.execute();
	return rows.map(storedSubscription);
}

/** Finds a subscription; refuses an unknown or foreign one. */
export async function requireSubscription(
	database: Kysely<EventTables>,
	{ id, ...owner }: SubscriptionPlace,
): Promise<Subscription> {
	const row = await rowsOf(database, owner).where('id', '=', id).executeTakeFirst();
	if (row === undefined) throw refuse('Event_SubscriptionNotFound', id);
	return storedSubscription(row);
}

function rowsOf(database: Kysely<EventTables>, { owner, userId, limitedRoles }: SubscriptionOwner) {
	const rows = database
		.selectFrom('event_subscriptions')
		.selectAll()
		.where('owner', '=', owner)
		.where('user_id', '=', userId);
	if (limitedRoles === undefined) return rows;
	return rows.where('limited_roles', '=', JSON.stringify(limitedRoles));
}

/** Finds a subscription of any owner, for delivery. */
export async function findSubscription(
	database: Kysely<EventTables>,
	id: string,
): Promise<Subscription | undefined> {
	const row = await database
		.selectFrom('event_subscriptions')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirst();
	return row === undefined ? undefined : storedSubscription(row);
}

/** Subscriptions that may be sent to now, and expired ones. */
export async function subscriptionsToServe(
	database: Kysely<EventTables>,
	now: number,
): Promise<readonly Pick<Subscription, 'id' | 'owner' | 'generation'>[]> {
	const rows = await database
		.selectFrom('event_subscriptions')
		.select(['id', 'owner', 'generation'])
		.where('state', 'in', ['ACTIVE', 'STOPPED'])
		.where(sql<boolean>`(coalesce(paused_until, 0) <= ${now} or expires_at <= ${now})`)
		.orderBy('sequence')
		.execute();
	return rows.map(({ id, owner, generation }) => ({ id, owner, generation: Number(generation) }));
}

export async function deleteSubscription(
	database: Kysely<EventTables>,
	place: SubscriptionPlace,
): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		const { id } = await requireSubscription(transaction, place);
		await transaction.deleteFrom('event_subscriptions').where('id', '=', id).execute();
	});
}

/** Sets a new secret; the previous one, if it can be decrypted, also signs for a while. */
export async function rotateSecret(
	{ database, clock, vault }: SubscriptionParts,
	place: SubscriptionPlace,
	graceHours: number,
): Promise<GivenSecret> {
	return database.transaction().execute(async (transaction) => {
		const row = transaction
			.selectFrom('event_subscriptions')
			.select('id')
			.where('id', '=', place.id);
		// Locks the row, so that of two concurrent rotations the second keeps the first's secret as
		// the earlier one.
		await forUpdate(transaction, row).execute();
		const [secret, now] = [newSigningSecret(), clock.now()];
		const [earlier] = openSecrets(vault, await requireSubscription(transaction, place), now) ?? [];
		await transaction
			.updateTable('event_subscriptions')
			.set({
				...sealedSecrets(vault, { id: place.id, secret, ...(earlier && { earlier }) }),
				earlier_secret_until: earlier ? now + graceHours * 60 * 60 * 1000 : null,
			})
			.where('id', '=', place.id)
			.execute();
		return { subscription: await requireSubscription(transaction, place), secret };
	});
}

/** Sends everything after `after` again, including waiting deliveries. */
export async function replay(
	database: Kysely<EventTables>,
	place: SubscriptionPlace,
	after: number,
): Promise<Subscription> {
	return database.transaction().execute(async (transaction) => {
		const { state } = await requireSubscription(transaction, place);
		const cursor = Math.min(after, await newestSequence(transaction));
		if (state === 'EXPIRED') throw refuse('Event_SubscriptionNotFound', place.id);
		await transaction
			.updateTable('event_subscriptions')
			.set(({ eb }) => ({
				cursor,
				generation: eb('generation', '+', 1),
				state: 'ACTIVE',
				reason: null,
				failures: 0,
				paused_until: null,
			}))
			.where('id', '=', place.id)
			.execute();
		await transaction
			.deleteFrom('event_deliveries')
			.where('subscription_id', '=', place.id)
			.where('sequence', '>', after)
			.execute();
		return requireSubscription(transaction, place);
	});
}

/** Updates a subscription; returns false if its cursor was set meanwhile. */
export async function setSubscription(
	transaction: Kysely<EventTables>,
	{ id, generation }: Pick<Subscription, 'id' | 'generation'>,
	values: Partial<{
		readonly cursor: number;
		readonly state: SubscriptionState;
		readonly reason: string | null;
		readonly failures: number;
		readonly paused_until: number | null;
	}>,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable('event_subscriptions')
		.set(values)
		.where('id', '=', id)
		.where('generation', '=', generation)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Waiting and parked deliveries by subscription. */
export async function countOpen(
	database: Kysely<EventTables>,
	ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly waiting: number; readonly parked: number }>> {
	if (ids.length === 0) return new Map();
	const count = (state: 'WAITING' | 'PARKED') => sql<number | string>`
		(select count(*) from event_deliveries where subscription_id = event_subscriptions.id
			and state = ${sql.lit(state)})`;
	const rows = await eventTables(database)
		.selectFrom('event_subscriptions')
		.select(['id', count('WAITING').as('waiting'), count('PARKED').as('parked')])
		.where('id', 'in', ids)
		.execute();
	return new Map(
		rows.map((row) => [row.id, { waiting: Number(row.waiting), parked: Number(row.parked) }]),
	);
}

/** Of a column with a JSON array, which may be null or, in one of the programs, not there. */
function listOf(value: unknown): readonly string[] | undefined {
	return typeof value === 'string' ? (JSON.parse(value) as string[]) : undefined;
}

type Row = { [Column in keyof EventTables['event_subscriptions']]: unknown };

function storedSubscription(row: Row): Subscription {
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
	const whole = (value: unknown) => (value === null ? undefined : Number(value));
	return {
		id: String(row.id),
		owner: String(row.owner),
		userId: String(row.user_id),
		url: String(row.url),
		description: String(row.description),
		types: listOf(row.types),
		productId: text(row.product_id),
		subject: text(row.subject),
		secret: String(row.secret),
		earlierSecret: text(row.earlier_secret),
		earlierSecretUntil: whole(row.earlier_secret_until),
		secretKeyId: String(row.secret_key_id),
		cursor: Number(row.cursor),
		generation: Number(row.generation),
		state: row.state as SubscriptionState,
		reason: text(row.reason),
		failures: Number(row.failures),
		pausedUntil: whole(row.paused_until),
		expiresAt: whole(row.expires_at),
		createdAt: String(row.created_at),
		limitedRoles: listOf(row.limited_roles),
	};
}
