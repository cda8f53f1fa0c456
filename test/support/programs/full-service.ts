/**
 * A service as a process whose every list is longer than its longest page, and the requests that ask
 * most of each of its endpoints. The rows are copies of what the interface itself has made.
 */
import { signersMax } from '../../../api/sealer/endpoints';
import type { NamedEndpoint } from '../../../server/http/routing/endpoints';
import type { Database } from '../../../service/database/database';
import type { Schema } from '../../../service/database/schema';
import { freePort } from '../../../start/machine/free-port';
import { Stage, steps, type StepName } from '../../api/stage';
import { everyPath, goodParts, requestOf } from '../clients/endpoint-requests';
import { multiply, type Copied } from './multiplied-rows';
import { ProgramProcess } from './program-process';
import { send, type FormPart } from '../clients/requests';
import { startService } from './service';
import { unchecked } from '../hostile/unchecked';
import { worstOf, type WorstRequest } from '../hostile/worst-requests';

const contractCount = 1_000;
const rowCount = 12_000;

/** Of all requests at once. */
export const roundsMax = 3;

const needs: readonly StepName[] = [
	'a logo',
	'a confirmed asset',
	'100 issued to the user',
	'what the tracker holds',
	'a folder',
	'a kept file',
	'a template',
	'signatures of their own',
	'a contract',
	'a signature of the user on another contract',
	'a stored file',
	'a deleted stored file',
	'a link to the stored file',
	'a user',
	'a key of the user',
	'an invitation',
	'a signing link',
	'the link of the user',
	'a report',
	'a subscription of who does everything',
];

/** As many as are kept of a file. */
const comparisonsKept = 999;

const manySigners: readonly FormPart[] = Array.from({ length: signersMax }, (_, index) => ({
	name: 'signerEmails',
	value: `${'signer'.repeat(10)}-${index}@${'signers.'.repeat(12)}test`,
}));

async function fill(database: Database): Promise<void> {
	const own = { id: 'own' } as const;
	const signer = { contract_id: 'own' } as const;
	await multiply(database, { table: 'contracts', times: contractCount, copied: own });
	await multiply(database, { table: 'contract_signers', times: contractCount, copied: signer });
	const files = { id: 'own', file_id: 'own' } as const;
	const balances = { asset_id: 'own' } as const;
	const users = { id: 'own', email: 'own' } as const;
	// Each round of all requests at once takes one away.
	await multiply(database, { table: 'users', times: roundsMax, copied: users });
	const many = (table: keyof Schema, copied: Copied) =>
		multiply(database, { table, times: rowCount, copied });
	await many('templates', own);
	await many('keeper_files', own);
	await many('keeper_versions', files);
	await many('keeper_folders', own);
	await multiply(database, { table: 'keeper_comparisons', times: comparisonsKept, copied: own });
	await many('asset_transactions', own);
	await many('asset_transaction_batches', { transaction_id: 'own' });
	await many('assets', own);
	// The database would not let anybody hold what was not issued.
	await unchecked(database, (connection) =>
		multiply(connection, { table: 'asset_balances', times: rowCount, copied: balances }),
	);
	await many('stored_files', own);
	// With the one to each signer there are as many of them as of the others.
	await multiply(database, { table: 'mails', times: rowCount / signersMax, copied: own });
}

export interface FullService {
	readonly program: ProgramProcess;
	readonly stage: Stage;
	close(): Promise<void>;
}

export async function startFullService(nodeOptions: string): Promise<FullService> {
	const running = await startService({ config: { logLevel: 'warn' } });
	if (running.databaseUrl !== undefined) throw new Error('rows are copied in SQLite alone');
	const stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	await made(stage, 'createContract');
	stage.values['storedFileId'] = await made(stage, 'uploadFile');
	await running.service.mailsDelivered();
	await fill(running.service.database);
	await running.service.close();
	const port = await freePort();
	const program = new ProgramProcess({
		file: 'service/main.ts',
		args: [],
		environment: {
			NODE_OPTIONS: nodeOptions,
			SEALKEEPER_DATA: running.dataFolder,
			REQUESTS_PER_MINUTE_MAX: '100000',
			MAILS_PER_ORGANISATION_DAY_MAX: '1000000000',
			MAILS_PER_RECIPIENT_DAY_MAX: '1000000000',
			SIGN_IN_FOR: `${stage.value('program')}=${stage.value('organisationId')}`,
			PORT: String(port),
			LOG_LEVEL: 'error',
		},
		running: /listens on/,
	});
	await program.start();
	stage.values['base_url'] = `http://127.0.0.1:${port}`;
	stage.values['sds_url'] = `http://127.0.0.1:${port}/storage`;
	return {
		...{ program, stage },
		async close() {
			await program.end();
			await running.close();
		},
	};
}

/** The id of what an endpoint makes of as much as it takes. */
async function made(stage: Stage, operation: string): Promise<string> {
	const found = everyPath().find((named) => named.operation === operation);
	if (found === undefined) throw new Error(`no endpoint is called ${operation}`);
	const parts = goodParts(found, stage);
	const form = longest(parts.form, operation);
	const answer = await send(requestOf(found, { ...parts, form }, stage));
	if (answer.status !== 201) throw new Error(`${operation} answers ${answer.status}`);
	return (answer.json() as { readonly id: string }).id;
}

/** Sent once for each signer, or not at all. */
const ofEachSigner: readonly string[] = ['signatures', 'signerRoles', 'signerCodes', 'givenCodes'];

/** The longest a field may be, as often as it may be sent; files of a few megabytes. */
export function longest(form: readonly FormPart[], operation: string): readonly FormPart[] {
	const content = 'A line of a text that is kept.\n'.repeat(130_000);
	const isOpen = operation !== 'signContract';
	return form
		.filter(({ name }) => name !== 'signerEmails' || !isOpen)
		.filter(({ name }) => !ofEachSigner.includes(name))
		.map((part) => (part.name === 'file' && isOpen ? { ...part, content } : part))
		.concat(operation === 'createContract' ? manySigners : []);
}

const isEnd = ({ endpoint }: NamedEndpoint) => endpoint.method === 'DELETE';

/** What takes something away comes last, after what is done with it. */
export const serviceEndpoints = everyPath().toSorted(
	(one, other) => Number(isEnd(one)) - Number(isEnd(other)),
);

/** A file of a few megabytes in every form, and of the rest what the description allows at most. */
export function worstServiceRequests(stage: Stage, named: NamedEndpoint): readonly WorstRequest[] {
	const parts = goodParts(named, stage);
	const { method, url, headers = {}, form } = requestOf(named, parts, stage);
	const good = { method, path: url, headers, json: parts.json };
	if (form === undefined) return worstOf(named, good);
	return worstOf(named, { ...good, form: longest(form, named.operation) });
}
