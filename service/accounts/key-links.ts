/**
 * Links at which a key is created and shown to its owner once: by accepting an invitation, or for an
 * existing user. A key is created when its owner opens the link, and no mail contains it. The token of a
 * link is only in the mail; the database has its hash.
 *
 *   a link    entered by                                    left by
 *   open      an invitation, or a new key for a user        its use; 7 days; what ends it
 *   used      the key was created                           never
 *   ended     a newer link of the same person, the          never
 *             invitation was deleted, the user's keys
 *             were revoked, the user was disabled or
 *             deleted
 *   expired   7 days without use                            never
 */
import { inDays, isoTime, newSecret, type Clock } from '../../server/clock';
import { secretHash } from '../../server/secret-hash';
import type { Database, Transaction } from '../database/database';
import { changeUsers } from './users';
import type { Accounts, KeyTerms } from './accounts';
import { limitColumns, limitsOf } from './key-limits';
import type { Role } from '../../api/language/roles';

export interface IssuedKeyLink {
	/** To be sent to the person and kept nowhere. */
	readonly token: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

const lifetimeDays = 7;

export function keyLink(publicUrl: string, token: string): string {
	return `${publicUrl}/keys/${token}`;
}

/** A new token, and the hash that is stored. */
export function freshLink(clock: Clock): IssuedKeyLink & { readonly tokenHash: string } {
	const token = newSecret();
	const expiresAt = new Date(inDays(clock, lifetimeDays)).toISOString();
	return { token, tokenHash: secretHash(token), expiresAt };
}

/** Makes the link to a new key of a user; an earlier one that was not used ends. */
export async function issueKeyLink(
	transaction: Transaction,
	clock: Clock,
	key: KeyTerms & { readonly userId: string; readonly label: string | undefined },
): Promise<IssuedKeyLink> {
	const now = isoTime(clock);
	await transaction
		.updateTable('key_links')
		.set({ ended_at: now })
		.where('user_id', '=', key.userId)
		.where('ended_at', 'is', null)
		.execute();
	const { token, tokenHash, expiresAt } = freshLink(clock);
	await transaction
		.insertInto('key_links')
		.values({
			token_hash: tokenHash,
			user_id: key.userId,
			lifetime_days: key.lifetimeDays ?? null,
			label: key.label ?? null,
			...limitColumns(key),
			expires_at: expiresAt,
			created_at: now,
		})
		.execute();
	return { token, expiresAt };
}

/** What a link offers, as its page shows it. */
export interface KeyOffer {
	readonly state: 'open' | 'used' | 'ended' | 'expired';
	readonly kind: 'INVITATION' | 'NEW_KEY';
	readonly organisationId: string;
	readonly organisationName: string;
	readonly email: string;
	readonly expiresAt: string;
}

interface LinkParts {
	readonly database: Database;
	readonly clock: Clock;
}

export interface KeyLinkParts extends LinkParts {
	readonly accounts: Accounts;
	/** Lifetime of a key made for an invitation. */
	readonly keyLifetimeDays: number | undefined;
}

/** The offer of a token; undefined for an unknown token. */
export async function keyOffer(
	{ database, clock }: LinkParts,
	token: string,
): Promise<KeyOffer | undefined> {
	const now = isoTime(clock);
	const invitation = await invitationRow(database, token);
	if (invitation !== undefined) {
		const { accepted_at: used, deleted_at: ended } = invitation;
		return offerOf(invitation, { kind: 'INVITATION', used, ended, now });
	}
	const link = await linkRow(database, token);
	if (link === undefined) return undefined;
	// Disabling or deleting a user ended their links, so it needs no check here.
	return offerOf(link, { kind: 'NEW_KEY', used: link.used_at, ended: link.ended_at, now });
}

interface OfferRow {
	readonly organisation_id: string;
	readonly name: string;
	readonly email: string;
	readonly expires_at: string;
}

function offerOf(
	row: OfferRow,
	state: {
		readonly kind: KeyOffer['kind'];
		readonly used: string | null;
		readonly ended: string | null;
		readonly now: string;
	},
): KeyOffer {
	const { kind, used, ended, now } = state;
	const isExpired = row.expires_at <= now;
	return {
		state: used !== null ? 'used' : ended !== null ? 'ended' : isExpired ? 'expired' : 'open',
		kind,
		organisationId: row.organisation_id,
		organisationName: row.name,
		email: row.email,
		expiresAt: row.expires_at,
	};
}

type Connection = Database | Transaction;

function invitationRow(connection: Connection, token: string) {
	return connection
		.selectFrom('invitations')
		.innerJoin('organisations', 'organisations.id', 'invitations.organisation_id')
		.select(['invitations.id', 'invitations.organisation_id', 'organisations.name'])
		.select(['invitations.email', 'invitations.roles', 'invitations.expires_at'])
		.select(['invitations.accepted_at', 'invitations.deleted_at'])
		.where('invitations.token_hash', '=', secretHash(token))
		.executeTakeFirst();
}

function linkRow(connection: Connection, token: string) {
	return connection
		.selectFrom('key_links')
		.innerJoin('users', 'users.id', 'key_links.user_id')
		.innerJoin('organisations', 'organisations.id', 'users.organisation_id')
		.select(['key_links.user_id', 'users.organisation_id', 'organisations.name', 'users.email'])
		.select(['key_links.expires_at', 'key_links.used_at', 'key_links.ended_at'])
		.select(['key_links.lifetime_days', 'key_links.token_hash', 'key_links.label'])
		.select(['key_links.limited_roles', 'key_links.networks'])
		.where('key_links.token_hash', '=', secretHash(token))
		.executeTakeFirst();
}

/** Whose an offer is, once it was accepted, and what a key of theirs is. */
export interface Offered {
	readonly userId: string;
	readonly label: string;
	readonly terms: KeyTerms;
}

/** Uses an open offer, and takes what is taken of it; undefined if it was used or ended meanwhile. */
export async function takeOffer<Taken>(
	parts: KeyLinkParts,
	{ offer, token }: { readonly offer: KeyOffer; readonly token: string },
	take: (transaction: Transaction, offered: Offered) => Promise<Taken>,
): Promise<Taken | undefined> {
	const { database, clock } = parts;
	return changeUsers(database, offer.organisationId, async (transaction) => {
		const use = { token, now: isoTime(clock) };
		const offered =
			offer.kind === 'INVITATION'
				? await acceptInvitation(transaction, parts, use)
				: await useLink(transaction, use);
		return offered && take(transaction, offered);
	});
}

interface Use {
	readonly token: string;
	readonly now: string;
}

async function useLink(
	transaction: Transaction,
	{ token, now }: Use,
): Promise<Offered | undefined> {
	const { numUpdatedRows } = await transaction
		.updateTable('key_links')
		.set({ used_at: now })
		.where('token_hash', '=', secretHash(token))
		.where('used_at', 'is', null)
		.where('ended_at', 'is', null)
		.where('expires_at', '>', now)
		.executeTakeFirstOrThrow();
	const link = await linkRow(transaction, token);
	if (numUpdatedRows === 0n || link === undefined) return undefined;
	const { user_id: userId, lifetime_days: lifetimeDays, label } = link;
	const terms = { lifetimeDays: lifetimeDays ?? undefined, ...limitsOf(link) };
	return { userId, label: label ?? 'by link', terms };
}

/** Returns undefined if the invited person has become a user in another way since. */
async function acceptInvitation(
	transaction: Transaction,
	{ accounts, keyLifetimeDays: lifetimeDays }: KeyLinkParts,
	{ token, now }: Use,
): Promise<Offered | undefined> {
	const invitation = await invitationRow(transaction, token);
	if (invitation === undefined) return undefined;
	const { organisation_id: organisationId, email } = invitation;
	if (await accounts.userByEmail(transaction, organisationId, email)) return undefined;
	const { numUpdatedRows } = await transaction
		.updateTable('invitations')
		.set({ accepted_at: now })
		.where('id', '=', invitation.id)
		.where('accepted_at', 'is', null)
		.where('deleted_at', 'is', null)
		.where('expires_at', '>', now)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return undefined;
	const roles = JSON.parse(invitation.roles) as readonly Role[];
	const { id } = await accounts.addUser({ organisationId, email, roles }, transaction);
	return { userId: id, label: 'by invitation', terms: { lifetimeDays } };
}
