/**
 * The administrator's command: organisations, users, products and keys, straight in the database
 * of the data folder, also while the service runs. It prints one JSON value, so that people read
 * it and programs use it; a key is printed when it is made and never again.
 */
import { roles, type Role } from '../../api/roles';
import { systemClock } from '../../server/clock';
import { command, found, opening } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { runProcess, type Program } from '../../server/commands/shell';
import { ownNames, readConfig } from '../config';
import { openDatabase, type Database } from '../database/database';
import { moveToPostgres } from '../database/move';
import { Accounts, normalEmail, type User } from '../accounts/accounts';
import { ensureDemo } from '../demo/demo';
import { verifyCommand } from './verify';

interface Tools {
	readonly database: Database;
	readonly accounts: Accounts;
}

const withTools = opening<Tools>(async ({ environment }) => {
	const database = await openDatabase(readConfig(environment));
	const accounts = new Accounts(database, systemClock);
	return { tools: { database, accounts }, close: () => database.destroy() };
});

const organisationOption = {
	organisation: { value: 'ID', meaning: 'the organisation', isNeeded: true },
} as const;

const userOptions = {
	...organisationOption,
	email: { value: 'EMAIL', meaning: 'the address of the user', isNeeded: true },
} as const;

const organisationCommands = [
	command('organisation add', {
		does: 'adds an organisation',
		options: { name: { value: 'NAME', meaning: 'how people call it', isNeeded: true } },
		run: withTools(({ accounts }, { name }) => accounts.addOrganisation(name)),
	}),
	command('organisation list', {
		does: 'lists the organisations',
		run: withTools(({ accounts }) => accounts.organisations()),
	}),
];

const userCommands = [
	command('user add', {
		does: 'adds a user to an organisation',
		options: {
			...userOptions,
			roles: { value: 'ROLE[,ROLE...]', meaning: 'what the user may do', isNeeded: true },
		},
		run: withTools(addUser),
	}),
	command('user list', {
		does: 'lists the users of an organisation',
		options: organisationOption,
		run: withTools(async ({ accounts }, { organisation }) =>
			accounts.users(await organisationId(accounts, organisation)),
		),
	}),
];

const productCommands = [
	command('product add', {
		does: 'adds a product to an organisation',
		options: {
			...organisationOption,
			kind: {
				value: 'KIND',
				meaning: 'what it does',
				isNeeded: true,
				choices: ['Sealer', 'Tracker', 'Keeper'],
			},
			name: { value: 'NAME', meaning: 'how people call it', isNeeded: true },
		},
		run: withTools(async ({ accounts }, { organisation, kind, name }) =>
			accounts.addProduct({
				organisationId: await organisationId(accounts, organisation),
				kind,
				name,
			}),
		),
	}),
	command('product list', {
		does: 'lists the products of an organisation, with their ids',
		options: organisationOption,
		run: withTools(async ({ accounts }, { organisation }) =>
			accounts.products(await organisationId(accounts, organisation), { limit: 5000, offset: 0 }),
		),
	}),
];

const keyCommands = [
	command('key add', {
		does: 'makes a key for a user, and shows it this once',
		options: { ...userOptions, label: { value: 'TEXT', meaning: 'what it is for', default: '' } },
		run: withTools(addKey),
	}),
	command('key list', {
		does: 'lists the keys of an organisation, without the keys themselves',
		options: organisationOption,
		run: withTools(async ({ accounts }, { organisation }) =>
			accounts.keys(await organisationId(accounts, organisation)),
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
];

const demoCommand = command('demo', {
	does: 'makes the demo organisation, or shows it',
	options: {
		newKeys: { meaning: 'every user gets a new key' },
		newKeysFor: { value: 'EMAIL[,EMAIL...]', meaning: 'these users get a new key' },
	},
	run: withTools(({ database }, { newKeys, newKeysFor }) => {
		const emails = newKeysFor?.split(',');
		const withNewKeys = (email: string) => newKeys === true || emails?.includes(email) === true;
		return ensureDemo({ database, clock: systemClock }, { withNewKeys });
	}),
});

const moveCommand = command('move', {
	does: "copies the data folder's database to an empty PostgreSQL, and checks what arrived",
	options: { to: { value: 'DATABASE_URL', meaning: 'the PostgreSQL', isNeeded: true } },
	run: async ({ environment }, { to }) => ({
		moved: await moveToPostgres(readConfig(environment).dataFolder, postgresUrl(to)),
		next: 'set DATABASE_URL to it; the data folder keeps files and keys as before',
	}),
});

/** The text itself may hold a password and is repeated nowhere. */
function postgresUrl(text: string): string {
	const protocol = URL.canParse(text) ? new URL(text).protocol : '';
	if (['postgres:', 'postgresql:'].includes(protocol)) return text;
	throw new CommandFault('--to must be an address that begins with postgres:// or postgresql://');
}

export const admin: Program = {
	name: 'npm run --silent admin --',
	does: 'The administrator of the service, also while it runs.',
	commands: [
		...organisationCommands,
		...userCommands,
		...productCommands,
		...keyCommands,
		demoCommand,
		moveCommand,
		verifyCommand,
	],
	remarks: `
Roles: ${roles.join(', ')}
The data folder is SEALKEEPER_DATA, or .data below the current folder.
`,
	ownNames,
	exitCodes: { withoutCommand: 0, fault: 1 },
};

async function organisationId(accounts: Accounts, id: string): Promise<string> {
	const organisations = await accounts.organisations();
	return found(
		organisations.find((candidate) => candidate.id === id),
		`--organisation: there is no organisation ${id}`,
	).id;
}

interface UserValues {
	readonly organisation: string;
	readonly email: string;
}

async function addUser(
	{ accounts }: Tools,
	values: UserValues & { readonly roles: string },
): Promise<unknown> {
	const id = await organisationId(accounts, values.organisation);
	const email = emailOf(values.email);
	const userRoles = rolesOf(values.roles);
	if ((await findUser(accounts, id, email)) !== undefined) {
		throw new CommandFault(`--email: there is a user ${normalEmail(email)} already`);
	}
	return accounts.addUser({ organisationId: id, email, roles: userRoles });
}

async function addKey(
	{ accounts }: Tools,
	values: UserValues & { readonly label: string },
): Promise<unknown> {
	const id = await organisationId(accounts, values.organisation);
	const email = emailOf(values.email);
	const user = await findUser(accounts, id, email);
	return accounts.addKey(found(user, `--email: there is no user ${email}`).id, values.label);
}

async function findUser(
	accounts: Accounts,
	organisation: string,
	email: string,
): Promise<User | undefined> {
	const users = await accounts.users(organisation);
	return users.find((candidate) => candidate.email === normalEmail(email));
}

function emailOf(text: string): string {
	if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
	throw new CommandFault(`--email must be an e-mail address, not '${text}'`);
}

function rolesOf(text: string): readonly Role[] {
	return text.split(',').map((name) =>
		found(
			roles.find((candidate) => candidate === name.trim()),
			`--roles: '${name}' is none of ${roles.join(', ')}`,
		),
	);
}

if (require.main === module) void runProcess(admin);
