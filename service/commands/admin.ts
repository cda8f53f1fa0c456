/**
 * The administrator's command: organisations, users, products and keys, straight in the database
 * of the data folder, also while the service runs. It prints one JSON value, so that people read
 * it and programs use it; a key is printed when it is made and never again.
 */
import { parseArgs } from 'node:util';
import { roles, type Role } from '../../api/roles';
import { systemClock } from '../../server/clock';
import { readConfig } from '../config';
import { openDatabase, type Database } from '../database/database';
import { Accounts, normalEmail, type ProductKind, type User } from '../accounts/accounts';
import { ensureDemo } from '../demo/demo';

const usage = `npm run --silent admin -- COMMAND

  organisation add --name NAME
  organisation list
  user add --organisation ID --email EMAIL --roles ROLE[,ROLE...]
  user list --organisation ID
  product add --organisation ID --kind Sealer|Tracker|Keeper --name NAME
  product list --organisation ID
  key add --organisation ID --email EMAIL [--label TEXT]
  key list --organisation ID
  key revoke --id ID
  demo [--new-keys]

Roles: ${roles.join(', ')}
The data folder is SEALKEEPER_DATA, or .data below the current folder.
`;

/** A mistake of the person at the command line, answered with one sentence and exit code 2. */
class UsageError extends Error {}

type Options = Readonly<Record<string, string | boolean | undefined>>;
type Command = (accounts: Accounts, options: Options, database: Database) => Promise<unknown>;

const commands: Readonly<Record<string, Command>> = {
	'organisation add': (accounts, options) => accounts.addOrganisation(text(options, 'name')),
	'organisation list': (accounts) => accounts.organisations(),
	'user add': addUser,
	'user list': async (accounts, options) => accounts.users(await organisation(accounts, options)),
	'product add': async (accounts, options) =>
		accounts.addProduct({
			organisationId: await organisation(accounts, options),
			kind: productKind(text(options, 'kind')),
			name: text(options, 'name'),
		}),
	'product list': async (accounts, options) =>
		accounts.products(await organisation(accounts, options), { limit: 5000, offset: 0 }),
	'key add': addKey,
	'key list': async (accounts, options) => accounts.keys(await organisation(accounts, options)),
	'key revoke': async (accounts, options) => {
		const id = text(options, 'id');
		if (!(await accounts.revokeKey(id))) throw new UsageError(`there is no key ${id} to revoke`);
		return { id, revoked: true };
	},
	demo: (_accounts, options, database) =>
		ensureDemo(
			{ database, clock: systemClock },
			{ withNewKeys: () => options['new-keys'] === true },
		),
};

async function addUser(accounts: Accounts, options: Options): Promise<unknown> {
	const organisationId = await organisation(accounts, options);
	const address = email(options);
	const userRoles = roleList(text(options, 'roles'));
	if ((await findUser(accounts, organisationId, address)) !== undefined) {
		throw new UsageError(`--email: there is a user ${normalEmail(address)} already`);
	}
	return accounts.addUser({ organisationId, email: address, roles: userRoles });
}

async function findUser(
	accounts: Accounts,
	organisationId: string,
	address: string,
): Promise<User | undefined> {
	const users = await accounts.users(organisationId);
	return users.find((candidate) => candidate.email === normalEmail(address));
}

async function addKey(accounts: Accounts, options: Options): Promise<unknown> {
	const organisationId = await organisation(accounts, options);
	const address = email(options);
	const user = await findUser(accounts, organisationId, address);
	if (user === undefined) throw new UsageError(`--email: there is no user ${address}`);
	const label = options['label'];
	return accounts.addKey(user.id, typeof label === 'string' ? label : '');
}

function text(options: Options, name: string): string {
	const value = options[name];
	if (typeof value !== 'string' || value.trim() === '')
		throw new UsageError(`--${name} is missing`);
	return value;
}

function email(options: Options): string {
	const value = text(options, 'email');
	if (!/^[^\s@]+@[^\s@]+$/.test(value)) {
		throw new UsageError(`--email must be an e-mail address, not '${value}'`);
	}
	return value;
}

function roleList(value: string): readonly Role[] {
	return value.split(',').map((name) => {
		const role = roles.find((candidate) => candidate === name.trim());
		if (role === undefined) {
			throw new UsageError(`--roles: '${name}' is none of ${roles.join(', ')}`);
		}
		return role;
	});
}

function productKind(value: string): ProductKind {
	if (value === 'Sealer' || value === 'Tracker' || value === 'Keeper') return value;
	throw new UsageError(`--kind must be Sealer, Tracker or Keeper, not '${value}'`);
}

async function organisation(accounts: Accounts, options: Options): Promise<string> {
	const id = text(options, 'organisation');
	const found = (await accounts.organisations()).some((candidate) => candidate.id === id);
	if (!found) throw new UsageError(`--organisation: there is no organisation ${id}`);
	return id;
}

function readCommand(args: readonly string[]): {
	readonly command: Command;
	readonly options: Options;
} {
	const names = ['name', 'organisation', 'email', 'roles', 'kind', 'label', 'id'] as const;
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
			'new-keys': { type: 'boolean' },
		},
	});
	const name = positionals.join(' ');
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (command === undefined) throw new UsageError(`unknown command '${name}'\n\n${usage}`);
	return { command, options: values as Options };
}

export interface CommandEdges {
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly output: (text: string) => void;
	readonly complaint: (text: string) => void;
}

/** Runs one command; the exit code is 0, 2 for a mistake in the command, 1 for any other fault. */
export async function runCommand(
	args: readonly string[],
	{ environment, output, complaint }: CommandEdges,
): Promise<0 | 1 | 2> {
	if (args.length === 0 || args.includes('--help')) {
		output(usage);
		return 0;
	}
	try {
		const { command, options } = readCommand(args);
		output(await answer(command, { options, folder: readConfig(environment).dataFolder }));
		return 0;
	} catch (fault) {
		complaint(`${fault instanceof Error ? fault.message : String(fault)}\n`);
		return isUsageFault(fault) ? 2 : 1;
	}
}

async function answer(
	command: Command,
	{ options, folder }: { readonly options: Options; readonly folder: string },
): Promise<string> {
	const database = await openDatabase(folder);
	try {
		const value = await command(new Accounts(database, systemClock), options, database);
		return `${JSON.stringify(value, null, '\t')}\n`;
	} finally {
		await database.destroy();
	}
}

function isUsageFault(fault: unknown): boolean {
	const code = (fault as { code?: unknown }).code;
	return fault instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
}

if (require.main === module) {
	void runCommand(process.argv.slice(2), {
		environment: process.env,
		output: (text) => process.stdout.write(text),
		complaint: (text) => process.stderr.write(text),
	}).then((code) => {
		process.exitCode = code;
	});
}
