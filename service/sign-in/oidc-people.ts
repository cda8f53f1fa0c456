/**
 * Whom a provider's word signs in: a user of the organisation by their address or, where groups give roles, whoever
 * is in such a group.
 */
import { roles, type Role } from '../../api/language/roles';
import { emailFault } from '../../server/email-address';
import type { Accounts } from '../accounts/accounts';
import { requireUser, updateUser } from '../accounts/users';
import type { Transaction } from '../database/database';
import type { OidcSettings } from './oidc-settings';

/** Why somebody is not signed in, and what they can do. */
const sentences = {
	BEGUN_ELSEWHERE:
		'This sign-in was not begun in this browser, was used already, or took too long. Sign in again.',
	PROVIDER_AWAY: 'The sign-in of your organisation does not answer. Try again later.',
	DECLINED: 'The sign-in of your organisation did not let you in. Try again, or ask who runs it.',
	NOT_CONFIRMED:
		'What the sign-in of your organisation said could not be confirmed. Ask who runs this service: its log says why.',
	ADDRESS_UNVERIFIED:
		'The sign-in of your organisation does not say that your e-mail address is yours. Ask who runs it to verify it.',
	ORGANISATION_UNSAID:
		'This service was not told which organisation you belong to. Ask who runs it to set OIDC_ORGANISATION.',
	NO_USER: 'Nobody here has your e-mail address. Ask a user administrator to invite you.',
	NO_GROUP: 'None of your groups is admitted here. Ask a user administrator which ones are.',
	DISABLED: 'You are disabled here. Ask a user administrator to enable you.',
} as const;

export class TurnedAway extends Error {
	readonly sentence: string;
	readonly status: number;

	constructor(reason: keyof typeof sentences, cause?: unknown) {
		super(reason, { cause });
		this.name = 'TurnedAway';
		this.sentence = sentences[reason];
		this.status = reason === 'PROVIDER_AWAY' ? 502 : 403;
	}
}

export interface Person {
	readonly email: string;
	readonly groups: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** A claim that the token leaves out is taken from what else the provider says; an address with its verification. */
export function readPerson(token: Claims, more: Claims, groupsClaim: string): Person {
	const { email, email_verified: isVerified } = token['email'] === undefined ? more : token;
	if (typeof email !== 'string' || emailFault(email) !== undefined || isVerified !== true)
		throw new TurnedAway('ADDRESS_UNVERIFIED');
	const groups = [token[groupsClaim] ?? more[groupsClaim]].flat();
	return { email, groups: groups.filter((group) => typeof group === 'string') };
}

/** The organisation that everybody of the provider belongs to. */
export async function organisationOf(accounts: Accounts, oidc: OidcSettings): Promise<string> {
	if (oidc.organisationId !== undefined) return oidc.organisationId;
	const [only, ...others] = await accounts.organisations();
	if (only === undefined || others.length > 0) throw new TurnedAway('ORGANISATION_UNSAID');
	return only.id;
}

/** The id of the user that a person is or becomes, with the roles of their groups. */
export async function admit(
	transaction: Transaction,
	parts: { readonly accounts: Accounts; readonly oidc: OidcSettings },
	{ organisationId, email, groups }: Person & { readonly organisationId: string },
): Promise<string> {
	const { accounts, oidc } = parts;
	const given = oidc.roles && rolesOf(oidc.roles, groups);
	if (given?.length === 0) throw new TurnedAway('NO_GROUP');
	const user = await accounts.userByEmail(transaction, organisationId, email);
	if (user === undefined) {
		if (given === undefined) throw new TurnedAway('NO_USER');
		const added = { organisationId, email, roles: given };
		return (await accounts.addUser(added, transaction)).id;
	}
	const place = { organisationId, userId: user.id };
	const { isEnabled } = await requireUser(transaction, place);
	if (!isEnabled) throw new TurnedAway('DISABLED');
	if (given !== undefined) await updateUser(transaction, place, { roles: given });
	return user.id;
}

/** In the same order whatever the order of the groups, since other roles end what a user has open. */
function rolesOf(
	rolesByGroup: ReadonlyMap<string, readonly Role[]>,
	groups: readonly string[],
): readonly Role[] {
	const given = groups.flatMap((group) => rolesByGroup.get(group) ?? []);
	return roles.filter((role) => given.includes(role));
}
