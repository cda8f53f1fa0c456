/**
 * A service that is killed when what was asked for is durable and nothing of the answer has left: the
 * same request is answered by the next process as the first would have been, and happened once.
 */
import path from 'node:path';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../../support/run/ports';
import { ProgramProcess } from '../../support/programs/program-process';
import type { Answer } from '../../support/clients/requests';
import type { TestUser } from '../../support/programs/service';
import { servicePlace, type ServicePlace } from '../../support/programs/service-place';
import { Tracker } from './tracker';

const dieBeforeAnswer = path.join(
	__dirname,
	'..',
	'..',
	'support',
	'hostile',
	'die-before-answer.js',
);

let place: ServicePlace;
let program: ProgramProcess;
let tracker: Tracker;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
	place = await servicePlace();
	const productId = await addUsers();
	const port = String(await testPort());
	const environment = {
		...{ ...place.environment, PORT: port, LOG_LEVEL: 'fatal' },
		NODE_OPTIONS: `--require ${dieBeforeAnswer}`,
	};
	const running = /Sealkeeper listens/;
	program = new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
	await program.start();
	tracker = new Tracker({ url: `http://127.0.0.1:${port}` }, productId);
});

afterAll(async () => {
	await program.kill();
	place.remove();
});

async function addUsers(): Promise<string> {
	const database = await openDatabase(place);
	const accounts = new Accounts(database, systemClock);
	const { id: organisationId } = await accounts.addOrganisation('Harbour');
	const add = async (name: string): Promise<TestUser> => {
		const email = `${name}@harbour.test`;
		const roles = ['TrackerAdmin', 'TrackerUser'] as const;
		const { id } = await accounts.addUser({ organisationId, email, roles });
		return { email, key: (await accounts.addKey(id, 'test')).key };
	};
	[ann, ben] = [await add('ann'), await add('ben')];
	const { id } = await accounts.addProduct({ organisationId, kind: 'Tracker', name: 'Tracker' });
	await database.destroy();
	return id;
}

/** What the database holds of answers, while nobody serves it. */
async function keptAnswers(): Promise<ReadonlyMap<string, unknown>> {
	const database = await openDatabase(place);
	const rows = await database.selectFrom('idempotency_keys').selectAll().execute();
	await database.destroy();
	return new Map(
		rows.map(({ key, answer, refusal }) => [key, JSON.parse(refusal ?? answer) as unknown]),
	);
}

interface Asked {
	readonly key: string;
	readonly location: string;
	readonly json: Readonly<Record<string, unknown>>;
}

function ask({ key, location, json }: Asked, headers: object = {}): Promise<Answer> {
	return tracker.send(ann, 'POST', location, {
		json,
		headers: { 'idempotency-key': key, ...headers },
	});
}

test('what was committed is answered by the next process, and is not done again', async () => {
	const assetId = await tracker.asset(ann);
	const issue = { assetId, recipientEmail: ann.email, amount: 100 };
	expect((await tracker.issue(ann, issue)).status).toBe(200);
	const to = { recipientEmail: ben.email };
	const transfer = `assets/${assetId}/transfer`;
	const asked: readonly Asked[] = [
		{ key: 'a transfer', location: transfer, json: { ...to, amount: 10 } },
		{
			key: 'many transfers',
			location: 'assets/transfer/bulk',
			json: {
				items: [
					{ ...to, assetId, amount: 7 },
					{ ...to, assetId, amount: 1_000 },
				],
			},
		},
		{ key: 'a refused one', location: transfer, json: { ...to, amount: 1_000 } },
	];
	const deaths = asked.map((each) => ask(each, { 'x-die-before-answer': 'yes' }));
	for (const { status } of await Promise.allSettled(deaths)) expect(status).toBe('rejected');
	await program.kill();
	const kept = await keptAnswers();
	expect(kept.size).toBeGreaterThan(0);
	await program.start();
	const answers = [];
	for (const each of asked) answers.push(await ask(each));
	const again = await Promise.all(asked.map((each) => ask(each)));
	expect(again.map(({ text }) => shown(text))).toEqual(answers.map(({ text }) => shown(text)));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 422]);
	for (const [at, { key }] of asked.entries()) {
		const first = kept.get(key);
		if (first !== undefined && at < 2) expect(answers[at]?.json()).toEqual(first);
	}
	expect([await tracker.amount(ann, assetId), await tracker.amount(ben, assetId)]).toEqual([
		83, 17,
	]);
	const moved = await tracker.transactions(ann, assetId);
	expect(moved.map(({ amount }) => amount).sort((one, other) => one - other)).toEqual([7, 10, 100]);
});

/** Without the id of the request, which is each request's own. */
function shown(text: string): unknown {
	const value = JSON.parse(text) as unknown;
	return Array.isArray(value) ? value : { ...(value as object), requestId: undefined };
}
