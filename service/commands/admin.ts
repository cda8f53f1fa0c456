/**
 * The administrator's command. It works on the database directly, also while the service runs, and
 * prints one JSON value for people and programs; a key is printed when it is made and never again.
 */
import { roles } from '../../api/language/roles';
import { systemClock } from '../../server/clock';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { runProcess, type Program } from '../../server/commands/shell';
import { calledAs } from '../../server/release';
import { ownNames, readConfig } from '../config';
import { moveToPostgres } from '../database/move';
import { ensureDemo } from '../demo/demo';
import { anchorCommands } from './anchor';
import { linkCommands } from './link-commands';
import { logCommands } from './log-commands';
import { secretsCommand } from './secrets';
import { verifyCommand } from './verify';
import { organisationId, organisationOption, wholeList, withTools } from './tools';
import { invitationCommands, keyCommands, userCommands } from './user-commands';

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
		run: withTools(async (tools, { organisation, kind, name }) =>
			tools.accounts.addProduct({
				organisationId: await organisationId(tools, organisation),
				kind,
				name,
			}),
		),
	}),
	command('product links', {
		does: 'says whether replies of a Sealer name the links that sign, to who created the contract',
		options: {
			product: { value: 'ID', meaning: 'the product', isNeeded: true },
			named: {
				value: 'YES|NO',
				meaning: 'no, unless it is set: whoever has a link can sign',
				isNeeded: true,
				choices: ['yes', 'no'],
			},
		},
		run: withTools(async ({ accounts }, { product, named }) => {
			const isFound = await accounts.setNamesLinks(product, named === 'yes');
			if (!isFound) throw new CommandFault(`--product: there is no Sealer ${product}`);
			return { product, namesLinks: named === 'yes' };
		}),
	}),
	command('product list', {
		does: 'lists the products of an organisation, with their ids',
		options: organisationOption,
		run: withTools(async (tools, { organisation }) =>
			tools.accounts.products(await organisationId(tools, organisation), wholeList),
		),
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

/** The text may hold a password, so messages never repeat it. */
function postgresUrl(text: string): string {
	const protocol = URL.canParse(text) ? new URL(text).protocol : '';
	if (['postgres:', 'postgresql:'].includes(protocol)) return text;
	throw new CommandFault('--to must be an address that begins with postgres:// or postgresql://');
}

export const admin: Program = {
	name: calledAs('admin'),
	does: 'The administrator of the service, also while it runs.',
	commands: [
		...organisationCommands,
		...userCommands,
		...invitationCommands,
		...productCommands,
		...keyCommands,
		...linkCommands,
		demoCommand,
		moveCommand,
		secretsCommand,
		...anchorCommands,
		...logCommands,
		verifyCommand,
	],
	remarks: `
Roles: ${roles.join(', ')}
The data folder is SEALKEEPER_DATA, or .data below the current folder.
`,
	ownNames,
	exitCodes: { withoutCommand: 0, fault: 1 },
};

if (require.main === module) void runProcess(admin);
