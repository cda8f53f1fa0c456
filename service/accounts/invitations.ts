/** Invitations to become a user of an organisation. key-links.ts handles the link in the mail. */
import type { Model } from '../../api/types';
import type { Role } from '../../api/language/roles';
import { isoTime, newId, type Clock } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import type { ListRange } from '../operations/list-range';
import type { Accounts } from './accounts';
import { freshLink, type IssuedKeyLink } from './key-links';

type Connection = Database | Transaction;

export interface NewInvitation {
	readonly organisationId: string;
	readonly email: string;
	readonly roles: readonly Role[];
	/** Id of the inviting user; null for the operator. */
	readonly createdBy: string | null;
}

/** Invites somebody who is no user yet; an earlier invitation of the address ends. */
export async function invite(
	transaction: Transaction,
	{ clock, accounts }: { readonly clock: Clock; readonly accounts: Accounts },
	invitation: NewInvitation,
): Promise<IssuedKeyLink & { readonly id: string }> {
	const { organisationId, roles, createdBy } = invitation;
	const email = comparableEmail(invitation.email);
	if (await accounts.userByEmail(transaction, organisationId, email)) {
		throw refuse('User_AlreadyExists', email);
	}
	const now = isoTime(clock);
	await transaction
		.updateTable('invitations')
		.set({ deleted_at: now })
		.where('organisation_id', '=', organisationId)
		.where('email', '=', email)
		.where('accepted_at', 'is', null)
		.where('deleted_at', 'is', null)
		.execute();
	const id = newId(clock);
	const { token, tokenHash, expiresAt } = freshLink(clock);
	await transaction
		.insertInto('invitations')
		.values({
			id,
			organisation_id: organisationId,
			email,
			roles: JSON.stringify(roles),
			created_by: createdBy,
			token_hash: tokenHash,
			expires_at: expiresAt,
			created_at: now,
		})
		.execute();
	return { id, token, expiresAt };
}

/** The invitations of an organisation, the oldest first. */
export async function listInvitations(
	database: Database,
	organisationId: string,
	range: ListRange,
): Promise<readonly Model<'Invitation'>[]> {
	const rows = await invitationRows(database, organisationId)
		.orderBy('invitations.sequence')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	return rows.map(wireInvitation);
}

export interface InvitationPlace {
	readonly organisationId: string;
	readonly invitationId: string;
}

export async function requireInvitation(
	connection: Connection,
	{ organisationId, invitationId }: InvitationPlace,
): Promise<Model<'Invitation'> & Model<'InvitationSignUpResponse'>> {
	const row = await invitationRows(connection, organisationId)
		.where('invitations.id', '=', invitationId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Platform_InvitationNotFound', invitationId);
	return { ...wireInvitation(row), clientName: row.name };
}

function invitationRows(connection: Connection, organisationId: string) {
	return connection
		.selectFrom('invitations')
		.innerJoin('organisations', 'organisations.id', 'invitations.organisation_id')
		.selectAll('invitations')
		.select('organisations.name')
		.where('invitations.organisation_id', '=', organisationId);
}

type InvitationRow = Awaited<
	ReturnType<ReturnType<typeof invitationRows>['executeTakeFirstOrThrow']>
>;

function wireInvitation(row: InvitationRow): Model<'Invitation'> {
	return {
		id: row.id,
		clientId: row.organisation_id,
		...(row.created_by !== null && { createdBy: row.created_by }),
		newUserEmail: row.email,
		status: row.accepted_at !== null ? 'Accepted' : row.deleted_at !== null ? 'Deleted' : 'Pending',
		roles: JSON.parse(row.roles) as readonly Role[],
		creationDateTime: row.created_at,
		expires: row.expires_at,
	};
}

/** Takes an invitation back; refused once it was accepted. */
export async function deleteInvitation(
	transaction: Transaction,
	clock: Clock,
	place: InvitationPlace,
): Promise<void> {
	const { status } = await requireInvitation(transaction, place);
	if (status === 'Accepted') throw refuse('Platform_InvitationAccepted', place.invitationId);
	await transaction
		.updateTable('invitations')
		.set({ deleted_at: isoTime(clock) })
		.where('id', '=', place.invitationId)
		.where('deleted_at', 'is', null)
		.execute();
}
