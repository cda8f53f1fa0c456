/** Shared by the administrator's commands: the open database, and options with their parsing. */
import { roles, type Role } from '../../api/language/roles';
import { systemClock } from '../../server/clock';
import { found, opening } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { comparableEmail, emailFault } from '../../server/email-address';
import { Refusal } from '../../server/refusal';
import { Accounts } from '../accounts/accounts';
import { readConfig, type Config } from '../config';
import { openDatabase, type Database } from '../database/database';

export interface Tools {
	readonly config: Config;
	readonly database: Database;
	readonly accounts: Accounts;
}

export const withTools = opening<Tools>(async ({ environment }) => {
	const config = readConfig(environment);
	const database = await openDatabase(config);
	const accounts = new Accounts(database, systemClock);
	return { tools: { config, database, accounts }, close: () => database.destroy() };
});

export const organisationOption = {
	organisation: { value: 'ID', meaning: 'the organisation', isNeeded: true },
} as const;

export const userOptions = {
	...organisationOption,
	email: { value: 'EMAIL', meaning: 'the address of the user', isNeeded: true },
} as const;

export const rolesOption = {
	roles: { value: 'ROLE[,ROLE...]', meaning: 'what the user may do', isNeeded: true },
} as const;

export const idOption = {
	id: { value: 'ID', meaning: 'the id in the list', isNeeded: true },
} as const;

export const wholeList = { limit: 5000, offset: 0 };

export async function organisationId({ accounts }: Tools, id: string): Promise<string> {
	const organisations = await accounts.organisations();
	return found(
		organisations.find((candidate) => candidate.id === id),
		`--organisation: there is no organisation ${id}`,
	).id;
}

export interface UserValues {
	readonly organisation: string;
	readonly email: string;
}

export type ListedUser = Awaited<ReturnType<Accounts['users']>>[number];

/** The user of an address, or undefined; fails if there is no such organisation. */
export async function findUser(
	tools: Tools,
	{ organisation, email }: UserValues,
): Promise<ListedUser | undefined> {
	const users = await tools.accounts.users(await organisationId(tools, organisation));
	const form = comparableEmail(email);
	return users.find((user) => user.email === form);
}

/** The organisation and user to change; fails if there is no such user. */
export async function userPlace(tools: Tools, values: UserValues) {
	const user = found(await findUser(tools, values), `--email: there is no user ${values.email}`);
	return { organisationId: values.organisation, userId: user.id, user };
}

/** Checks the address of a new user. */
export function emailOf(text: string): string {
	const fault = emailFault(text);
	if (fault === undefined) return text;
	throw new CommandFault(`--email ${fault}, not '${text}'`);
}

export function rolesOf(text: string): readonly Role[] {
	return text.split(',').map((name) =>
		found(
			roles.find((candidate) => candidate === name.trim()),
			`--roles: '${name}' is none of ${roles.join(', ')}`,
		),
	);
}

/** Turns a refusal into a CommandFault. */
export async function orMistake<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (fault) {
		if (!(fault instanceof Refusal)) throw fault;
		throw new CommandFault(`${fault.message} ${fault.change}`);
	}
}
