/**
 * Links that sign a person in. The token stands behind the `#` of the address, so it reaches no log and no
 * proxy; the database has its hash. One that names no user sets the first organisation up.
 *
 *   a link    entered by                              left by
 *   open      a person's wish by mail; the operator   its use; 10 minutes; a newer link of the same person
 *   used      the person is signed in                 its removal with a newer link, an hour later
 *   ended     a newer link                            the same
 *   expired   10 minutes without use                  the same
 */
import { isoTime, newSecret, type Clock } from '../../server/clock';
import { lockUntilCommit } from '../../server/database/locks';
import { comparableEmail } from '../../server/email-address';
import { refuse } from '../../server/refusal';
import { secretHash } from '../../server/secret-hash';
import type { Database, Transaction } from '../database/database';

type Connection = Database | Transaction;

export const linkLifetimeMinutes = 10;
const linkLifetimeMs = linkLifetimeMinutes * 60_000;

export interface IssuedLink {
	/** To be shown to the person and kept nowhere. */
	readonly token: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

export function signInLink(publicUrl: string, token: string): string {
	return `${publicUrl}/console/sign-in#${token}`;
}

/** A new link of a user, or the one that sets the first organisation up; an earlier one ends. */
export async function issueSignInLink(
	transaction: Transaction,
	clock: Clock,
	userId: string | null,
): Promise<IssuedLink> {
	const now = isoTime(clock);
	const ofSame = userId === null ? 'is' : '=';
	// Of two at once the second sees the first, and counts it.
	await lockUntilCommit(transaction, `sign-in links of ${userId ?? 'nobody'}`);
	await transaction
		.deleteFrom('sign_in_links')
		.where('user_id', ofSame, userId)
		.where('created_at', '<=', hourAgo(clock))
		.execute();
	await transaction
		.updateTable('sign_in_links')
		.set({ ended_at: now })
		.where('user_id', ofSame, userId)
		.where('used_at', 'is', null)
		.where('ended_at', 'is', null)
		.execute();
	const token = newSecret();
	const expiresAt = new Date(clock.now() + linkLifetimeMs).toISOString();
	await transaction
		.insertInto('sign_in_links')
		.values({
			token_hash: secretHash(token),
			user_id: userId,
			created_at: now,
			expires_at: expiresAt,
		})
		.execute();
	return { token, expiresAt };
}

/** What a token opens. */
export type LinkOffer =
	| { readonly kind: 'SET_UP' }
	| {
			readonly kind: 'SIGN_IN';
			readonly userId: string;
			readonly organisationId: string;
			readonly email: string;
			readonly organisationName: string;
	  };

/** The offer of an open link; refuses one that has ended, or whose user has. */
export async function offerOfLink(
	connection: Connection,
	clock: Clock,
	token: string,
): Promise<LinkOffer> {
	const link = await connection
		.selectFrom('sign_in_links')
		.leftJoin('users', 'users.id', 'sign_in_links.user_id')
		.leftJoin('organisations', 'organisations.id', 'users.organisation_id')
		.select(['sign_in_links.user_id', 'users.email', 'users.organisation_id', 'organisations.name'])
		.select(['users.disabled_at', 'users.deleted_at'])
		.where('token_hash', '=', secretHash(token))
		.where('used_at', 'is', null)
		.where('ended_at', 'is', null)
		.where('sign_in_links.expires_at', '>', isoTime(clock))
		.executeTakeFirst();
	if (link === undefined) throw refuse('Auth_LinkEnded');
	const { user_id: userId, organisation_id: organisationId, email, name } = link;
	if (userId === null) {
		if (await hasOrganisation(connection)) throw refuse('Auth_LinkEnded');
		return { kind: 'SET_UP' };
	}
	const isUser = link.disabled_at === null && link.deleted_at === null;
	if (!isUser || organisationId === null || email === null || name === null)
		throw refuse('Auth_LinkEnded');
	return { kind: 'SIGN_IN', userId, organisationId, email, organisationName: name };
}

/** Uses an open link up; of two requests at once one is refused. */
export async function useSignInLink(
	transaction: Transaction,
	clock: Clock,
	token: string,
): Promise<LinkOffer> {
	const offer = await offerOfLink(transaction, clock, token);
	const { numUpdatedRows } = await transaction
		.updateTable('sign_in_links')
		.set({ used_at: isoTime(clock) })
		.where('token_hash', '=', secretHash(token))
		.where('used_at', 'is', null)
		.where('ended_at', 'is', null)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows !== 1n) throw refuse('Auth_LinkEnded');
	return offer;
}

export async function hasOrganisation(connection: Connection): Promise<boolean> {
	const row = await connection.selectFrom('organisations').select('id').limit(1).executeTakeFirst();
	return row !== undefined;
}

export interface UserToSignIn {
	readonly userId: string;
	readonly organisationId: string;
	readonly organisationName: string;
	readonly email: string;
}

/** Everybody of an address who may sign in, one for each organisation. */
export async function usersOfAddress(
	connection: Connection,
	email: string,
): Promise<readonly UserToSignIn[]> {
	const rows = await connection
		.selectFrom('users')
		.innerJoin('organisations', 'organisations.id', 'users.organisation_id')
		.select(['users.id', 'users.organisation_id', 'organisations.name', 'users.email'])
		.where('users.email', '=', comparableEmail(email))
		.where('users.disabled_at', 'is', null)
		.where('users.deleted_at', 'is', null)
		.orderBy('users.sequence')
		.execute();
	return rows.map((row) => ({
		userId: row.id,
		organisationId: row.organisation_id,
		organisationName: row.name,
		email: row.email,
	}));
}

function hourAgo(clock: Clock): string {
	return new Date(clock.now() - 60 * 60_000).toISOString();
}

/** How many links a user has had within the last hour; those of later transactions wait for this one. */
export async function linksOfLastHour(
	transaction: Transaction,
	clock: Clock,
	userId: string,
): Promise<number> {
	await lockUntilCommit(transaction, `sign-in links of ${userId}`);
	const { count } = await transaction
		.selectFrom('sign_in_links')
		.select((at) => at.fn.countAll<number | bigint | string>().as('count'))
		.where('user_id', '=', userId)
		.where('created_at', '>', hourAgo(clock))
		.executeTakeFirstOrThrow();
	return Number(count);
}
