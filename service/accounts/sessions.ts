/**
 * Sessions of people in a browser. A session is a row among the keys, under the hash of the secret in its
 * cookie, so that whatever ends the keys of a user ends their sessions with them.
 *
 *   a session   entered by                       left by
 *   open        any way of signing in            its user's signing out here or elsewhere; 12 hours without a
 *                                                request; 7 days; what ends the keys of its user
 *   ended       any of these                     its removal at the user's next signing in
 */
import { inDays, isoTime, newId, newSecret, type Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import type { Database, Transaction } from '../database/database';

type Connection = Database | Transaction;

export const idleHours = 12;
const lifetimeDays = 7;

/** How exactly the last use is known: a row is written at most once a minute. */
const idleMs = idleHours * 60 * 60 * 1000;

export interface StartedSession {
	/** For the cookie; the database has its hash. */
	readonly secret: string;
	readonly lifetimeSeconds: number;
}

/** Signs a user in from a browser, described by its user agent; ended sessions of theirs are removed. */
export async function startSession(
	transaction: Transaction,
	clock: Clock,
	{ userId, agent }: { readonly userId: string; readonly agent: string },
): Promise<StartedSession> {
	const now = isoTime(clock);
	await transaction
		.deleteFrom('api_keys')
		.where('user_id', '=', userId)
		.where('kind', '=', 'SESSION')
		.where((at) =>
			at.or([
				at('revoked_at', 'is not', null),
				at('expires_at', '<=', now),
				at('used_at', '<=', idleSince(clock)),
			]),
		)
		.execute();
	const secret = newSecret();
	await transaction
		.insertInto('api_keys')
		.values({
			id: newId(clock),
			user_id: userId,
			key_hash: secretHash(secret),
			label: agent,
			created_at: now,
			expires_at: new Date(inDays(clock, lifetimeDays)).toISOString(),
			revoked_at: null,
			kind: 'SESSION',
			used_at: now,
		})
		.execute();
	await transaction
		.updateTable('users')
		.set({ signed_in_at: now })
		.where('id', '=', userId)
		.execute();
	return { secret, lifetimeSeconds: lifetimeDays * 24 * 60 * 60 };
}

/** True if nobody used a session for so long that it has ended. */
export function isIdle(usedAt: string | null, clock: Clock): boolean {
	return usedAt === null || usedAt <= idleSince(clock);
}

function idleSince(clock: Clock): string {
	return new Date(clock.now() - idleMs).toISOString();
}

export interface ShownSession {
	readonly id: string;
	/** The user agent of the browser. */
	readonly agent: string;
	readonly createdAt: string;
	readonly usedAt: string;
}

/** The open sessions of a user, the last used first. */
export async function listSessions(
	connection: Connection,
	clock: Clock,
	userId: string,
): Promise<readonly ShownSession[]> {
	const rows = await connection
		.selectFrom('api_keys')
		.select(['id', 'label', 'created_at', 'used_at'])
		.where('user_id', '=', userId)
		.where('kind', '=', 'SESSION')
		.where('revoked_at', 'is', null)
		.where('expires_at', '>', isoTime(clock))
		.where('used_at', '>', idleSince(clock))
		.orderBy('used_at', 'desc')
		.execute();
	return rows.map(({ id, label, created_at: createdAt, used_at: usedAt }) => ({
		id,
		agent: label,
		createdAt,
		usedAt: usedAt ?? createdAt,
	}));
}

/** Ends a session of a user; false if they have no such open session. */
export async function endSession(
	connection: Connection,
	clock: Clock,
	{ userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<boolean> {
	const { numUpdatedRows } = await connection
		.updateTable('api_keys')
		.set({ revoked_at: isoTime(clock) })
		.where('id', '=', sessionId)
		.where('user_id', '=', userId)
		.where('kind', '=', 'SESSION')
		.where('revoked_at', 'is', null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}
