/**
 * Commands for users, invitations and keys. They may take away an organisation's last user
 * administrator: the operator can still act.
 */
import { systemClock } from '../../server/clock';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { lifetimeOf, lifetimeOption } from '../../server/commands/lifetime';
import { deleteInvitation, invite, listInvitations } from '../accounts/invitations';
import { checkedLimits } from '../accounts/key-limits';
import { keyLink } from '../accounts/key-links';
import {
	changeUsers,
	deleteUser,
	disableUser,
	enableUser,
	endKeys,
	updateUser,
	type UserPlace,
} from '../accounts/users';
import type { Transaction } from '../database/database';
import {
	emailOf,
	findUser,
	idOption,
	organisationId,
	organisationOption,
	orMistake,
	rolesOf,
	rolesOption,
	userOptions,
	userPlace,
	wholeList,
	withTools,
	type Tools,
	type UserValues,
} from './tools';

export const userCommands = [
	command('user add', {
		does: 'adds a user to an organisation',
		options: { ...userOptions, ...rolesOption },
		run: withTools(addUser),
	}),
	command('user list', {
		does: 'lists the users of an organisation',
		options: organisationOption,
		run: withTools(async (tools, { organisation }) =>
			tools.accounts.users(await organisationId(tools, organisation)),
		),
	}),
	command('user set-roles', {
		does: 'changes what a user may do, from the next request on',
		options: { ...userOptions, ...rolesOption },
		run: withTools(async (tools, values) => {
			const roles = rolesOf(values.roles);
			const change = (at: Transaction, place: UserPlace) => updateUser(at, place, { roles });
			return { ...(await changeUser(tools, values, change)), roles };
		}),
	}),
	command('user disable', {
		does: 'ends the keys of a user, and gives no new ones until the user is enabled',
		options: userOptions,
		run: withTools(async (tools, values) => {
			const change = (at: Transaction, place: UserPlace) => disableUser(at, systemClock, place);
			return { ...(await changeUser(tools, values, change)), isEnabled: false };
		}),
	}),
	command('user enable', {
		does: 'lets a disabled user have keys again',
		options: userOptions,
		run: withTools(async (tools, values) => ({
			...(await changeUser(tools, values, enableUser)),
			isEnabled: true,
		})),
	}),
	command('user delete', {
		does: 'takes a user out; what the user did stays recorded',
		options: userOptions,
		run: withTools(async (tools, values) => {
			const change = (at: Transaction, place: UserPlace) => deleteUser(at, systemClock, place);
			return { ...(await changeUser(tools, values, change)), deleted: true };
		}),
	}),
];

export const invitationCommands = [
	command('invitation add', {
		does: 'invites somebody, and shows the link to their key this once',
		options: { ...userOptions, ...rolesOption },
		run: withTools(inviteByLink),
	}),
	command('invitation list', {
		does: 'lists the invitations of an organisation',
		options: organisationOption,
		run: withTools(async (tools, { organisation }) =>
			listInvitations(tools.database, await organisationId(tools, organisation), wholeList),
		),
	}),
	command('invitation delete', {
		does: 'takes back an invitation that was not accepted',
		options: { ...organisationOption, ...idOption },
		run: withTools(async (tools, { organisation, id }) => {
			const place = {
				organisationId: await organisationId(tools, organisation),
				invitationId: id,
			};
			const work = changeUsers(tools.database, organisation, (transaction) =>
				deleteInvitation(transaction, systemClock, place),
			);
			await orMistake(work);
			return { id, deleted: true };
		}),
	}),
];

export const keyCommands = [
	command('key add', {
		does: 'makes a key for a user, and shows it this once',
		options: {
			...userOptions,
			label: { value: 'TEXT', meaning: 'what it is for', default: '' },
			...lifetimeOption,
			roles: { value: 'LIST', meaning: 'the roles it may use; all when left out' },
			networks: { value: 'LIST', meaning: 'networks it may be used from; else any' },
		},
		run: withTools(addKey),
	}),
	command('key list', {
		does: 'lists the keys of an organisation, without the keys themselves',
		options: organisationOption,
		run: withTools(async (tools, { organisation }) =>
			tools.accounts.keys(await organisationId(tools, organisation)),
		),
	}),
	command('key revoke', {
		does: 'takes a key out of use',
		options: { id: { value: 'ID', meaning: 'the id in the list of keys', isNeeded: true } },
		run: withTools(async ({ accounts }, { id }) => {
			if (await accounts.revokeKey(id)) return { id, revoked: true };
			throw new CommandFault(`there is no key ${id} to revoke`);
		}),
	}),
	command('key revoke-all', {
		does: 'takes every key of a user out of use, and every link to a new one',
		options: userOptions,
		run: withTools(async (tools, values) => {
			const change = (at: Transaction, place: UserPlace) => endKeys(at, systemClock, place);
			return { ...(await changeUser(tools, values, change)), revoked: true };
		}),
	}),
];

/** Carries out a change of a user and returns id and address. */
async function changeUser(
	tools: Tools,
	values: UserValues,
	change: (transaction: Transaction, place: UserPlace) => Promise<void>,
) {
	const { user, ...place } = await userPlace(tools, values);
	await changeUsers(tools.database, place.organisationId, (transaction) =>
		change(transaction, place),
	);
	return { id: user.id, email: user.email };
}

async function addUser(
	tools: Tools,
	values: UserValues & { readonly roles: string },
): Promise<unknown> {
	const id = await organisationId(tools, values.organisation);
	const email = emailOf(values.email);
	const roles = rolesOf(values.roles);
	const user = await findUser(tools, values);
	if (user !== undefined) {
		throw new CommandFault(`--email: there is a user ${user.email} already`);
	}
	return tools.accounts.addUser({ organisationId: id, email, roles });
}

async function inviteByLink(
	tools: Tools,
	values: UserValues & { readonly roles: string },
): Promise<unknown> {
	const { database, accounts, config } = tools;
	const invitation = {
		organisationId: await organisationId(tools, values.organisation),
		email: emailOf(values.email),
		roles: rolesOf(values.roles),
		createdBy: null,
	};
	const work = changeUsers(database, invitation.organisationId, (transaction) =>
		invite(transaction, { clock: systemClock, accounts }, invitation),
	);
	const { id, token, expiresAt } = await orMistake(work);
	const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
	return { id, link: keyLink(publicUrl, token), expiresAt };
}

interface NewKeyValues {
	readonly label: string;
	readonly lifetimeDays: string | undefined;
	readonly roles: string | undefined;
	readonly networks: string | undefined;
}

async function addKey(tools: Tools, values: UserValues & NewKeyValues): Promise<unknown> {
	const lifetimeDays = lifetimeOf(values.lifetimeDays, tools.config.keyLifetimeDays);
	const { user } = await userPlace(tools, values);
	if (!user.isEnabled) throw new CommandFault(`--email: the user ${user.email} is disabled`);
	const { label, roles, networks } = values;
	const wanted = {
		roles: roles === undefined ? undefined : rolesOf(roles),
		networks: networks?.split(/,\s*/),
	};
	const limits = await orMistake(Promise.resolve(wanted).then((given) => checkedLimits(given)));
	return tools.accounts.addKey(user.id, label, { lifetimeDays, ...limits });
}
