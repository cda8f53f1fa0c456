import type { brandEndpoints } from '../../api/platform/brand';
import type { mails } from '../../api/platform/mails';
import type { platformEvents } from '../../api/platform/events';
import type { waitingEndpoints } from '../../api/platform/waiting';
import type { Input } from '../../api/types';
import type { Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { Outbox } from '../mail/outbox';
import type { AreaHandlers, Caller, RequestContext, Upload } from '../operations/handler';
import { listRange } from '../operations/list-range';
import type { Accounts } from '../accounts/accounts';
import {
	deleteInvitation,
	invite,
	listInvitations,
	requireInvitation,
} from '../accounts/invitations';
import { checkedLimits } from '../accounts/key-limits';
import { issueKeyLink, keyLink } from '../accounts/key-links';
import { endKey, listKeys } from '../accounts/keys';
import type { Language } from '../mail/language';
import { keyMail } from '../accounts/key-mail';
import {
	changeUsers,
	changeUsersSafely,
	deleteUser,
	disableUser,
	enableUser,
	endKeys,
	listUsers,
	requireUser,
	updateUser,
	type UserPlace,
} from '../accounts/users';

/** What an organisation stores, as the store of files counts it. */
export interface Usage {
	readonly storedBytes: number;
	readonly quotaBytes?: number;
}

export interface PlatformParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly outbox: Outbox;
	readonly mailLanguage: Language;
	/** Default for new keys. */
	readonly keyLifetimeDays: number | undefined;
	readonly idempotencyKeyDays: number;
	readonly usageOf: (organisationId: string) => Promise<Usage>;
}

/** Without the operations for events, mails, the brand and other programs. */
type AccountHandlers = Omit<AreaHandlers<'platform'>, OtherOperation>;

type OtherOperation =
	| keyof typeof platformEvents
	| keyof typeof mails
	| keyof typeof brandEndpoints
	| keyof typeof waitingEndpoints;

export function platformHandlers(parts: PlatformParts): AccountHandlers {
	const { database, clock, accounts } = parts;
	return {
		async listProducts({ caller }, input) {
			const products = await accounts.products(caller.organisationId, listRange(input));
			const { idempotencyKeyDays } = parts;
			return products.map(({ id, name, kind }) => ({
				id,
				name,
				product: kind,
				available: true,
				...(kind === 'Tracker' && { idempotencyKeyDays }),
			}));
		},
		async showUsage({ caller }) {
			const { storedBytes, quotaBytes } = await parts.usageOf(caller.organisationId);
			return { storedBytes, ...(quotaBytes !== undefined && { storedBytesMax: quotaBytes }) };
		},
		listUsers: ({ caller: { organisationId } }, input) =>
			listUsers(database, { organisationId, isEnabled: input.isEnabled }, listRange(input)),
		getOwnUser: ({ caller }) => requireUser(database, placeOf(caller, ownId(caller))),
		getUser: ({ caller }, { userId }) => requireUser(database, placeOf(caller, userId)),
		updateUser: ({ caller }, { userId, ...change }) =>
			changeUsersSafely(parts, caller.organisationId, (transaction) =>
				updateUser(transaction, placeOf(caller, userId), change),
			),
		enableUser: ({ caller }, { userId }) =>
			changeUsers(database, caller.organisationId, (transaction) =>
				enableUser(transaction, placeOf(caller, userId)),
			),
		disableUser: ({ caller }, { userId }) =>
			changeUsersSafely(parts, caller.organisationId, (transaction) =>
				disableUser(transaction, clock, placeOf(caller, userId)),
			),
		deleteUser: ({ caller }, { userId }) =>
			changeUsersSafely(parts, caller.organisationId, (transaction) =>
				deleteUser(transaction, clock, placeOf(caller, userId)),
			),
		createInvitation: (context, input) => createInvitation(parts, context, input),
		listInvitations: ({ caller }, input) =>
			listInvitations(database, caller.organisationId, listRange(input)),
		getInvitation: ({ caller: { organisationId } }, { invitationId }) =>
			requireInvitation(database, { organisationId, invitationId }),
		deleteInvitation: ({ caller: { organisationId } }, { invitationId }) =>
			changeUsers(database, organisationId, (transaction) =>
				deleteInvitation(transaction, clock, { organisationId, invitationId }),
			),
		createApiKey: (context, input) => createApiKey(parts, context, input),
		listApiKeys: ({ caller }, input) =>
			listKeys(database, { organisationId: caller.organisationId }, listRange(input)),
		revokeApiKey: ({ caller }, { userId, keyId }) =>
			changeUsersSafely(parts, caller.organisationId, (transaction) =>
				endKey(transaction, clock, { ...placeOf(caller, userId), keyId }),
			),
		revokeApiKeys: ({ caller }, { userId }) =>
			changeUsersSafely(parts, caller.organisationId, (transaction) =>
				endKeys(transaction, clock, placeOf(caller, userId)),
			),
	};
}

function placeOf({ organisationId }: Caller, userId: string): UserPlace {
	return { organisationId, userId };
}

/** Only users have platform operations, never signers by link. */
function ownId({ userId }: Caller): string {
	if (userId === undefined) throw new Error('a key belongs to a user');
	return userId;
}

/** The link is mailed to the invited person only: its holder can act under that address. */
async function createInvitation(
	{ database, clock, accounts, outbox, mailLanguage: language }: PlatformParts,
	{ caller, publicUrl }: RequestContext,
	{ email, roles = [] }: Input<'platform', 'createInvitation', Upload>,
) {
	const { organisationId } = caller;
	const made = await changeUsers(database, organisationId, async (transaction) => {
		const invitation = { organisationId, email, roles, createdBy: ownId(caller) };
		const { id, token, expiresAt } = await invite(transaction, { clock, accounts }, invitation);
		const record = await requireInvitation(transaction, { organisationId, invitationId: id });
		const mail = keyMail({
			kind: 'INVITATION',
			address: email,
			organisationName: record.clientName,
			fromEmail: caller.email,
			link: keyLink(publicUrl, token),
			expiresAt,
			language,
		});
		await outbox.requireAllowed(transaction, { organisationId, recipients: [mail.recipient] });
		await outbox.add(transaction, { ...mail, organisationId });
		return record;
	});
	outbox.wake();
	return made;
}

async function createApiKey(
	{ database, clock, accounts, outbox, keyLifetimeDays, mailLanguage: language }: PlatformParts,
	{ caller, publicUrl }: RequestContext,
	{
		userId,
		label,
		lifetimeDays = keyLifetimeDays,
		...wanted
	}: Input<'platform', 'createApiKey', Upload>,
): Promise<void> {
	const limits = checkedLimits(wanted, caller.limits);
	const organisationName = await accounts.organisationName(caller.organisationId);
	await changeUsers(database, caller.organisationId, async (transaction) => {
		const user = await requireUser(transaction, placeOf(caller, userId));
		if (!user.isEnabled) throw refuse('Platform_UserDisabled', userId);
		const { token, expiresAt } = await issueKeyLink(transaction, clock, {
			userId,
			label,
			lifetimeDays,
			...limits,
		});
		const mail = keyMail({
			kind: 'NEW_KEY',
			address: user.email,
			organisationName,
			fromEmail: caller.email,
			link: keyLink(publicUrl, token),
			expiresAt,
			language,
		});
		const { organisationId } = caller;
		await outbox.requireAllowed(transaction, { organisationId, recipients: [mail.recipient] });
		await outbox.add(transaction, { ...mail, organisationId });
	});
	outbox.wake();
}
