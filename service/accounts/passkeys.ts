/**
 * Passkeys of people (WebAuthn): public keys whose private half stays on the person's device. A challenge is answered
 * once, within five minutes.
 */
import { isoTime, type Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import type { Database, Transaction } from '../database/database';

type Connection = Database | Transaction;

const challengeLifetimeMs = 5 * 60_000;

export interface Passkey {
	/** The id of the credential, base64url. */
	readonly id: string;
	readonly userId: string;
	/** COSE, base64url. */
	readonly publicKey: string;
	/** How often the device has used it, if it counts; a lower one than before is of a copy. */
	readonly counter: number;
	readonly transports: readonly string[];
}

/** Keeps a challenge that was sent, of a passkey or another way to sign in; those whose time is over go. */
export async function keepChallenge(
	connection: Connection,
	clock: Clock,
	challenge: string,
	lifetimeMs = challengeLifetimeMs,
): Promise<void> {
	await connection
		.deleteFrom('passkey_challenges')
		.where('expires_at', '<=', isoTime(clock))
		.execute();
	const expiresAt = new Date(clock.now() + lifetimeMs).toISOString();
	await connection
		.insertInto('passkey_challenges')
		.values({ challenge_hash: secretHash(challenge), expires_at: expiresAt })
		.execute();
}

/** Uses a challenge up; false if it was never sent, was answered before, or came too late. */
export async function useChallenge(
	connection: Connection,
	clock: Clock,
	challenge: string,
): Promise<boolean> {
	const { numDeletedRows } = await connection
		.deleteFrom('passkey_challenges')
		.where('challenge_hash', '=', secretHash(challenge))
		.where('expires_at', '>', isoTime(clock))
		.executeTakeFirstOrThrow();
	return numDeletedRows === 1n;
}

export async function addPasskey(
	connection: Connection,
	clock: Clock,
	{ agent, ...passkey }: Passkey & { readonly agent: string },
): Promise<void> {
	await connection
		.insertInto('passkeys')
		.values({
			id: passkey.id,
			user_id: passkey.userId,
			public_key: passkey.publicKey,
			counter: passkey.counter,
			transports: JSON.stringify(passkey.transports),
			agent,
			created_at: isoTime(clock),
			used_at: null,
		})
		.execute();
}

/** A passkey whose user may sign in. */
export async function findPasskey(
	connection: Connection,
	id: string,
): Promise<Passkey | undefined> {
	const row = await connection
		.selectFrom('passkeys')
		.innerJoin('users', 'users.id', 'passkeys.user_id')
		.select(['passkeys.id', 'user_id', 'public_key', 'counter', 'transports'])
		.where('passkeys.id', '=', id)
		.where('users.disabled_at', 'is', null)
		.where('users.deleted_at', 'is', null)
		.executeTakeFirst();
	return (
		row && {
			id: row.id,
			userId: row.user_id,
			publicKey: row.public_key,
			counter: Number(row.counter),
			transports: JSON.parse(row.transports) as readonly string[],
		}
	);
}

export async function notePasskeyUse(
	connection: Connection,
	clock: Clock,
	{ id, counter }: Pick<Passkey, 'id' | 'counter'>,
): Promise<void> {
	await connection
		.updateTable('passkeys')
		.set({ counter, used_at: isoTime(clock) })
		.where('id', '=', id)
		.execute();
}

export interface ShownPasskey {
	readonly id: string;
	/** The user agent of the browser that made it. */
	readonly agent: string;
	readonly createdAt: string;
	readonly usedAt: string | null;
}

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(
	connection: Connection,
	userId: string,
): Promise<readonly ShownPasskey[]> {
	const rows = await connection
		.selectFrom('passkeys')
		.select(['id', 'agent', 'created_at', 'used_at'])
		.where('user_id', '=', userId)
		.orderBy('created_at')
		.execute();
	return rows.map((row) => ({
		id: row.id,
		agent: row.agent,
		createdAt: row.created_at,
		usedAt: row.used_at,
	}));
}

export async function removePasskey(
	connection: Connection,
	{ userId, id }: Pick<Passkey, 'userId' | 'id'>,
): Promise<void> {
	await connection
		.deleteFrom('passkeys')
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.execute();
}
