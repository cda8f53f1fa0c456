import { systemClock } from '../../server/clock';
import { command, found } from '../../server/commands/command';
import { listSigningLinks, revokeSigningLink } from '../contracts/links/signing-links';
import { CommandFault } from '../../server/commands/command-fault';
import {
	hasOrganisation,
	issueSignInLink,
	signInLink,
	usersOfAddress,
} from '../accounts/sign-in-links';
import type { Database } from '../database/database';
import { listReports, revokeReport } from '../reports/diff-reports';
import { RecordLog } from '../log/record-log';
import { idOption, orMistake, wholeList, withTools, type Tools } from './tools';

const contractOption = {
	contract: { value: 'ID', meaning: 'the contract', isNeeded: true },
} as const;

const fileOption = {
	file: { value: 'ID', meaning: 'the file of the keeper', isNeeded: true },
} as const;

export const linkCommands = [
	command('console link', {
		does: 'makes a link that signs a user in to the console; where there is no organisation yet, one that makes the first',
		options: {
			organisation: { value: 'ID', meaning: 'the organisation, if the user is in several' },
			email: { value: 'EMAIL', meaning: 'the user' },
		},
		run: withTools(makeConsoleLink),
	}),
	command('sign-link list', {
		does: 'lists the signing links of a contract',
		options: contractOption,
		run: withTools(async ({ database }, { contract }) =>
			listSigningLinks(parts(database), await contractPlace(database, contract), wholeList),
		),
	}),
	command('sign-link revoke', {
		does: 'revokes a signing link that was not used',
		options: { ...contractOption, ...idOption },
		run: withTools(async ({ database }, { contract, id: linkId }) => {
			const place = await contractPlace(database, contract);
			return orMistake(revokeSigningLink(revoking(database), { actor }, { ...place, linkId }));
		}),
	}),
	command('report list', {
		does: 'lists the reports of differences of a file',
		options: fileOption,
		run: withTools(async ({ database }, { file }) =>
			listReports(parts(database), await fileId(database, file), wholeList),
		),
	}),
	command('report revoke', {
		does: 'revokes the link of a report; a running service erases the report within a minute',
		options: { ...fileOption, ...idOption },
		run: withTools(async ({ database }, { file, id: reportId }) => {
			const place = { fileId: await fileId(database, file), reportId };
			return orMistake(revokeReport(parts(database), place));
		}),
	}),
];

async function makeConsoleLink(
	{ database, config }: Tools,
	{ organisation, email }: { readonly organisation?: string; readonly email?: string },
) {
	const userId = email === undefined ? null : await userToSignIn(database, email, organisation);
	if (userId === null && (await hasOrganisation(database)))
		throw new CommandFault('--email: name the user who signs in');
	const { token, expiresAt } = await database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, systemClock, userId));
	const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
	return { link: signInLink(publicUrl, token), expiresAt };
}

async function userToSignIn(database: Database, email: string, organisation?: string) {
	const users = await usersOfAddress(database, email);
	const meant = users.filter(
		(user) => organisation === undefined || user.organisationId === organisation,
	);
	const [user, ...others] = meant;
	if (user === undefined)
		throw new CommandFault(`--email: there is no user ${email} who may sign in`);
	if (others.length > 0) throw new CommandFault(`--organisation: ${email} is in several; name one`);
	return user.userId;
}

/** The person recorded in the audit trail: the operator at the machine. */
const actor = { email: 'operator', address: '', agent: 'admin sign-link revoke' };

function revoking(database: Database) {
	const onFault = (fault: unknown) => {
		throw fault;
	};
	return { ...parts(database), recordLog: new RecordLog({ ...parts(database), onFault }) };
}

function parts(database: Database) {
	return { database, clock: systemClock };
}

async function contractPlace(database: Database, contractId: string) {
	const query = database.selectFrom('contracts').select('product_id').where('id', '=', contractId);
	const row = await query.executeTakeFirst();
	const { product_id: productId } = found(row, `--contract: there is no contract ${contractId}`);
	return { productId, contractId };
}

async function fileId(database: Database, id: string): Promise<string> {
	const query = database.selectFrom('keeper_files').select('id').where('id', '=', id);
	return found(await query.executeTakeFirst(), `--file: there is no file ${id}`).id;
}
