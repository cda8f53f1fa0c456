/**
 * No request holds the event loop of the service for long, at the largest every route allows: over
 * every list with its longest page at its beginning and deep inside, and every call with the longest
 * fields; and all of them at once leave memory and descriptors as they were. The rows are copies of
 * what the interface itself has made.
 */
import { signersMax } from '../../../api/sealer';
import { fieldsIn, type NamedEndpoint } from '../../../server/http/endpoints';
import type { Database } from '../../../service/database/database';
import type { Schema } from '../../../service/database/schema';
import { testPort } from '../../support/ports';
import { Stage, steps, type StepName } from '../../api/stage';
import { endpointName, everyPath, goodParts, requestOf } from '../../support/endpoint-requests';
import { loopHeldMs, watched } from '../../support/loop-delay';
import { multiply, type Copied } from '../../support/multiplied-rows';
import { processUse } from '../../support/process-use';
import { ProgramProcess } from '../../support/program-process';
import { send, until, type FormPart, type Request } from '../../support/requests';
import { startService, type RunningService } from '../../support/service';
import { unchecked } from '../../support/unchecked';
import { expectOwnForm, worstOf, type WorstRequest } from '../../support/worst-requests';

const heldMsMax = 50;
const contractCount = 1_000;
const rowCount = 12_000;
const rounds = 3;

/** Less than the bodies of all rounds but the first, which would still be there if anything kept them. */
const grownBytesMax = 256 * 2 ** 20;

const needs: readonly StepName[] = [
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
	await multiply(database, { table: 'users', times: rounds, copied: users });
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

let running: RunningService;
let stage: Stage;
let program: ProgramProcess;

beforeAll(async () => {
	running = await startService({ config: { logLevel: 'warn' } });
	if (running.databaseUrl !== undefined) throw new Error('rows are copied in SQLite alone');
	stage = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	await made('createContract');
	stage.values['storedFileId'] = await made('uploadFile');
	await running.service.mailsDelivered();
	await fill(running.service.database);
	await running.service.close();
	const port = await testPort();
	program = new ProgramProcess({
		file: 'service/main.ts',
		args: [],
		environment: {
			...watched,
			SEALKEEPER_DATA: running.dataFolder,
			REQUESTS_PER_MINUTE_MAX: '100000',
			PORT: String(port),
			LOG_LEVEL: 'error',
		},
		running: /listens on/,
	});
	await program.start();
	stage.values['base_url'] = `http://127.0.0.1:${port}`;
	stage.values['sds_url'] = `http://127.0.0.1:${port}/storage`;
});

/** The id of what an endpoint makes of as much as it takes. */
async function made(operation: string): Promise<string> {
	const found = everyPath().find((named) => named.operation === operation);
	if (found === undefined) throw new Error(`no endpoint is called ${operation}`);
	const parts = goodParts(found, stage);
	const form = longest(parts.form, operation);
	const answer = await send(requestOf(found, { ...parts, form }, stage));
	expect(answer.status).toBe(201);
	return (answer.json() as { readonly id: string }).id;
}

afterAll(async () => {
	await program.end();
	await running.close();
});

/** Done, or done before: the second of two requests may find nothing left to do. */
const answered = [200, 201, 204, 404, 409, 422];

/**
 * How long the loop was held by a request: asked once before, for what is compiled then, and up to
 * three times more, for a machine that was busy with something else holds it in one of them only.
 */
async function heldMsBy(request: () => Request): Promise<number> {
	await send(request());
	let least = Infinity;
	for (let tries = 0; tries < 8 && least >= heldMsMax; tries += 1) {
		least = Math.min(least, await heldMsByOne(request));
	}
	return least;
}

async function heldMsByOne(request: () => Request): Promise<number> {
	await loopHeldMs(program);
	const { status, text } = await send(request());
	expect({ status, text: answered.includes(status) ? '' : text }).toEqual({
		status,
		text: '',
	});
	return loopHeldMs(program);
}

const isList = ({ endpoint: { method, reply } }: NamedEndpoint) =>
	method === 'GET' && reply.kind === 'list';

const named = (chosen: readonly NamedEndpoint[]) =>
	chosen.map((endpoint) => [endpointName(endpoint), endpoint] as const);

test.each(named(everyPath().filter(isList)))(
	'the longest page of %s, at its beginning and deep inside',
	async (_name, list) => {
		const parts = goodParts(list, stage);
		const { limit } = fieldsIn(list.endpoint, 'query');
		const most = limit?.type === 'integer' ? `limit=${limit.maximum}` : '';
		const queries = ['', most, `${most}&offset=7000`, `${most}&offset=9007199254740991`];
		for (const query of limit === undefined ? [''] : queries) {
			const heldMs = await heldMsBy(() => requestOf(list, { ...parts, query }, stage));
			expect(heldMs).toBeLessThan(heldMsMax);
		}
	},
);

/** The longest a field may be, as often as it may be sent; files of a few megabytes. */
function longest(form: readonly FormPart[], operation: string): readonly FormPart[] {
	const content = 'A line of a text that is kept.\n'.repeat(130_000);
	const isOpen = operation !== 'signContract';
	return form
		.filter(({ name }) => name !== 'signerEmails' || !isOpen)
		.filter(({ name }) => name !== 'signatures' && name !== 'signerRoles')
		.map((part) => (part.name === 'file' && isOpen ? { ...part, content } : part))
		.concat(operation === 'createContract' ? manySigners : []);
}

const isEnd = ({ endpoint }: NamedEndpoint) => endpoint.method === 'DELETE';

/** What takes something away comes last, after what is done with it. */
const inOrder = everyPath().toSorted((one, other) => Number(isEnd(one)) - Number(isEnd(other)));

test.each(named(inOrder.filter((endpoint) => !isList(endpoint))))(
	'%s with as much as it takes',
	async (_name, endpoint) => {
		const parts = goodParts(endpoint, stage);
		const form = longest(parts.form, endpoint.operation);
		const heldMs = await heldMsBy(() => requestOf(endpoint, { ...parts, form }, stage));
		expect(heldMs).toBeLessThan(heldMsMax);
	},
);

/** A file of a few megabytes in every form, and of the rest what the description allows at most. */
function worstRequests(named: NamedEndpoint): readonly WorstRequest[] {
	const parts = goodParts(named, stage);
	const { method, url, headers = {}, form } = requestOf(named, parts, stage);
	const good = { method, path: url, headers, json: parts.json };
	if (form === undefined) return worstOf(named, good);
	return worstOf(named, { ...good, form: longest(form, named.operation) });
}

/** What a round takes away or brings to its end. */
const renewed: readonly StepName[] = [
	...(['a contract', 'a signing link', 'an invitation'] as const),
	...(['a folder', 'a kept file', 'a report'] as const),
];

/** While everything is asked at once, the service or its buckets may have no time, and say so. */
const isBusy = ({ status, text = '' }: Awaited<ReturnType<WorstRequest['ask']>>) =>
	status === 503 || (status === 507 && text.includes('no answer within'));

/** A step between two rounds, once the service and its buckets have time for it again. */
async function taken(need: StepName): Promise<true | undefined> {
	try {
		await steps[need](stage);
		return true;
	} catch (fault) {
		if (fault instanceof Error && /the stage met 50[37]/.test(fault.message)) return undefined;
		throw fault;
	}
}

/** Upon a user of its own; small requests are sent behind them, one after another, until all have ended. */
async function allAtOnce(userId: string): Promise<void> {
	stage.values['userId'] = userId;
	for (const need of renewed) await until(() => taken(need));
	const requests = inOrder.flatMap(worstRequests);
	let isOver = false;
	const asked = Promise.all(
		requests.map(async ({ ask }) => {
			const answer = await ask();
			if (!isBusy(answer)) expectOwnForm(answer);
		}),
	);
	const over = asked.finally(() => (isOver = true));
	const url = `${stage.value('base_url')}/health/live`;
	do expect((await send({ method: 'GET', url })).status).toBe(200);
	while (!isOver);
	await over;
}

test('all of them at once leave memory and descriptors as they were, and a small one is answered', async () => {
	const userId = stage.value('userId');
	const before = await processUse(program);
	await allAtOnce(`${userId}-1`);
	const { residentBytes } = await processUse(program);
	for (let round = 2; round <= rounds; round += 1) await allAtOnce(`${userId}-${round}`);
	await until(async () => {
		const { descriptors } = await processUse(program);
		return descriptors <= before.descriptors ? true : undefined;
	});
	const after = await processUse(program);
	expect(after.residentBytes - residentBytes).toBeLessThan(grownBytesMax);
}, 600_000);
