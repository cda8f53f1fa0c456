/**
 * Users as a user administrator sees and changes them. A disabled or deleted user loses every key for
 * good; their actions and possessions stay. An organisation always keeps a user administrator.
 *
 *   a user     entered by                         left by
 *   enabled    invitation, command; enable        disable; delete
 *   disabled   disable, which ends every key      enable, without a key; delete
 *   deleted    delete, which ends every key       invitation or command, as the same user
 */
import type { Model } from '../../api/types';
import type { Role } from '../../api/language/roles';
import { isoTime, type Clock } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import { lockUntilCommit } from '../../server/database/locks';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import type { ListRange } from '../operations/list-range';

type Connection = Database | Transaction;

/** Ids of a user and the organisation they must belong to. */
export interface UserPlace {
	readonly organisationId: string;
	readonly userId: string;
}

export async function listUsers(
	database: Database,
	filter: { readonly organisationId: string; readonly isEnabled?: boolean },
	range: ListRange,
): Promise<readonly Model<'User'>[]> {
	let query = userRows(database, filter.organisationId)
		.orderBy('sequence')
		.limit(range.limit)
		.offset(range.offset);
	const { isEnabled } = filter;
	if (isEnabled !== undefined)
		query = query.where('disabled_at', isEnabled ? 'is' : 'is not', null);
	return (await query.execute()).map(wireUser);
}

export async function requireUser(
	connection: Connection,
	{ organisationId, userId }: UserPlace,
): Promise<Model<'User'>> {
	const row = await userRows(connection, organisationId)
		.where('id', '=', userId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Platform_UserNotFound', userId);
	return wireUser(row);
}

/** The user with this address, unless disabled; undefined if there is none. */
export async function findActingUser(
	connection: Connection,
	{ organisationId, email }: { readonly organisationId: string; readonly email: string },
): Promise<Model<'User'> | undefined> {
	const row = await userRows(connection, organisationId)
		.where('email', '=', comparableEmail(email))
		.where('disabled_at', 'is', null)
		.executeTakeFirst();
	return row === undefined ? undefined : wireUser(row);
}

function userRows(connection: Connection, organisationId: string) {
	return connection
		.selectFrom('users')
		.select(['id', 'organisation_id', 'email', 'first_name', 'last_name', 'roles', 'disabled_at'])
		.where('organisation_id', '=', organisationId)
		.where('deleted_at', 'is', null);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>['executeTakeFirstOrThrow']>>;

function wireUser(row: UserRow): Model<'User'> {
	return {
		id: row.id,
		clientId: row.organisation_id,
		email: row.email,
		firstName: row.first_name,
		lastName: row.last_name,
		isEnabled: row.disabled_at === null,
		roles: JSON.parse(row.roles) as readonly Role[],
	};
}

export interface UserChange {
	readonly firstName?: string;
	readonly lastName?: string;
	readonly roles?: readonly Role[];
}

/** Changes the given fields; new roles count from the user's next request on. */
export async function updateUser(
	transaction: Transaction,
	place: UserPlace,
	{ firstName, lastName, roles }: UserChange,
): Promise<void> {
	const user = await requireUser(transaction, place);
	await transaction
		.updateTable('users')
		.set({
			first_name: firstName ?? user.firstName,
			last_name: lastName ?? user.lastName,
			roles: JSON.stringify(roles ?? user.roles),
		})
		.where('id', '=', place.userId)
		.execute();
}

export async function enableUser(transaction: Transaction, place: UserPlace): Promise<void> {
	await requireUser(transaction, place);
	await transaction
		.updateTable('users')
		.set({ disabled_at: null })
		.where('id', '=', place.userId)
		.execute();
}

export async function disableUser(
	transaction: Transaction,
	clock: Clock,
	place: UserPlace,
): Promise<void> {
	await endKeys(transaction, clock, place);
	await transaction
		.updateTable('users')
		.set({ disabled_at: isoTime(clock) })
		.where('id', '=', place.userId)
		.where('disabled_at', 'is', null)
		.execute();
}

export async function deleteUser(
	transaction: Transaction,
	clock: Clock,
	place: UserPlace,
): Promise<void> {
	await endKeys(transaction, clock, place);
	await transaction
		.updateTable('users')
		.set({ deleted_at: isoTime(clock) })
		.where('id', '=', place.userId)
		.execute();
}

/** Ends every key, session and passkey of a user, and every link at which a new key could be made. */
export async function endKeys(
	transaction: Transaction,
	clock: Clock,
	place: UserPlace,
): Promise<void> {
	await requireUser(transaction, place);
	const now = isoTime(clock);
	await transaction
		.updateTable('api_keys')
		.set({ revoked_at: now })
		.where('user_id', '=', place.userId)
		.where('revoked_at', 'is', null)
		.execute();
	await transaction.deleteFrom('passkeys').where('user_id', '=', place.userId).execute();
	await transaction
		.updateTable('key_links')
		.set({ ended_at: now })
		.where('user_id', '=', place.userId)
		.where('ended_at', 'is', null)
		.execute();
}

/**
 * Runs a change of an organisation's users under a lock, so that one runs at a time over all
 * processes.
 */
export async function changeUsers<Result>(
	database: Database,
	organisationId: string,
	change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
	return database.transaction().execute(async (transaction) => {
		await lockUntilCommit(transaction, `users of ${organisationId}`);
		return change(transaction);
	});
}

/**
 * Like changeUsers, but refuses a change that leaves no user administrator who can act. Operator commands do
 * not use it, because they need none.
 */
export async function changeUsersSafely(
	parts: { readonly database: Database; readonly clock: Clock },
	organisationId: string,
	change: (transaction: Transaction) => Promise<void>,
): Promise<void> {
	const { database, clock } = parts;
	await changeUsers(database, organisationId, async (transaction) => {
		await change(transaction);
		if (await isAdministered(transaction, organisationId, isoTime(clock))) return;
		throw refuse('Platform_LastUserAdmin');
	});
}

async function isAdministered(
	transaction: Transaction,
	organisationId: string,
	now: string,
): Promise<boolean> {
	const administrator: Role = 'UserAdmin';
	const row = await actingUsers(transaction, now)
		.select('users.id')
		.where('users.organisation_id', '=', organisationId)
		.where('users.roles', 'like', `%"${administrator}"%`)
		.where((at) =>
			at.or([
				at('users.signed_in_at', 'is not', null),
				at('api_keys.limited_roles', 'is', null),
				at('api_keys.limited_roles', 'like', `%"${administrator}"%`),
			]),
		)
		.executeTakeFirst();
	return row !== undefined;
}

/** Enabled users who can act: those with a key that is good, and those who signed in before, as they can again. */
export function actingUsers(connection: Connection, now: string) {
	return connection
		.selectFrom('users')
		.leftJoin('api_keys', 'api_keys.user_id', 'users.id')
		.where('users.deleted_at', 'is', null)
		.where('users.disabled_at', 'is', null)
		.where((at) =>
			at.or([
				at('users.signed_in_at', 'is not', null),
				at.and([
					at('api_keys.revoked_at', 'is', null),
					at('api_keys.kind', '=', 'KEY'),
					at.or([at('api_keys.expires_at', 'is', null), at('api_keys.expires_at', '>', now)]),
				]),
			]),
		);
}
