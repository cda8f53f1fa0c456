/** What movements say they are for: references and metadata, and how they are found by them. */
import fc from 'fast-check';
import { sql, type RootOperationNode } from 'kysely';
import { isPostgres } from '../../../../server/database/database';
import { listMovements } from '../../../../service/assets/ledger/movements';
import { movementRecord, type MovementRow } from '../../../../service/assets/register/entries';
import { payloadOf } from '../../../../service/log/record-kind';
import { until, type Answer } from '../../../support/clients/requests';
import {
	startService,
	type RunningService,
	type TestUser,
} from '../../../support/programs/service';
import { verified } from '../../verification/filled-service';
import { Tracker, type WireTransaction } from '../tracker';

type Json = Readonly<Record<string, unknown>>;
type Told = WireTransaction & { readonly reference?: string; readonly metadata?: Json };

let running: RunningService;
let tracker: Tracker;
let admin: TestUser;
let ann: TestUser;
let assetId: string;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = await running.addUser('ann@first.test', ['TrackerUser']);
});

beforeEach(async () => {
	tracker = await Tracker.ofNewProduct(running);
	assetId = await tracker.asset(admin);
});

afterAll(async () => {
	expect((await verified(running)).findings).toEqual([]);
	await running.close();
});

const purpose = {
	reference: 'Invoice 2026-0042',
	metadata: { order: '4711', costCentre: 'Harbour' },
};

function post(user: TestUser, location: string, json: Json, key?: string): Promise<Answer> {
	const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
	return tracker.send(user, 'POST', location, { json, headers });
}

function issue(json: Json, key?: string): Promise<Answer> {
	const what = { recipientEmail: ann.email, amount: 5, ...json };
	return post(admin, `assets/${assetId}/issue`, what, key);
}

function first(answer: Answer): Told {
	if (answer.status !== 200) throw new Error(answer.text);
	const [told] = answer.json() as Told[];
	if (told === undefined) throw new Error(answer.text);
	return told;
}

function listed(user = admin, query = '', location = `assets/${assetId}/transactions`) {
	return tracker.read<readonly Told[]>(user, `${location}${query}`);
}

const named = (reference: string) => `?reference=${encodeURIComponent(reference)}`;

test('every kind of movement says what it is for, in its reply and in every list', async () => {
	const issued = first(await issue(purpose));
	const to = { recipientEmail: admin.email, amount: 1 };
	const at = `assets/${assetId}`;
	const moved = first(await post(ann, `${at}/transfer`, { ...to, ...purpose }));
	const batches = { ...to, batchIds: [issued.id], ...purpose };
	const fromBatch = first(await post(ann, `${at}/batches/transfer`, batches));
	const burn = { amount: 1, reason: 'Used up', ...purpose };
	const burned = first(await post(ann, `${at}/burn`, burn));
	const reversed = first(await post(admin, `transactions/${moved.id}/reverse`, purpose));
	const all = [issued, moved, fromBatch, burned, reversed];
	const ids = all.map(({ id }) => id);
	expect(all).toMatchObject(all.map(() => purpose));
	for (const location of [`${at}/transactions`, 'transactions']) {
		const found = await listed(admin, named(purpose.reference), location);
		expect(found.map(({ id }) => id)).toEqual(ids);
		expect(found).toMatchObject(all.map(() => purpose));
	}
	const ofBatch = await tracker.read<{ readonly transactions: readonly Told[] }>(
		...([admin, `${at}/batches/${issued.id}/transactions`] as const),
	);
	expect(ofBatch.transactions).toMatchObject(all.map(() => purpose));
});

test('so does each of many in one request, and movements of multi-assets', async () => {
	const green = { name: 'Green', assetIds: [assetId] };
	const made = await tracker.send(admin, 'POST', 'multiassets', { json: green });
	const { id } = made.json() as { readonly id: string };
	const to = { assetId: id, recipientEmail: ann.email, amount: 1 };
	const items = [{ ...to, reference: 'One' }, to, { ...to, metadata: { order: 1 } }];
	const answer = await post(admin, 'multiassets/issue/bulk', { items });
	const refused = { arguments: ['metadata', "has a pair 'order' that must be a string"] };
	expect((answer.json() as Json[]).map((each) => each['issueResult'])).toMatchObject([
		{ statusCode: 200, transaction: { reference: 'One' } },
		{ statusCode: 200, transaction: { id: expect.any(String) } },
		{ statusCode: 400, error: refused },
	]);
	const back = { recipientEmail: admin.email, amount: 1, ...purpose };
	await post(ann, `multiassets/${id}/transfer`, back);
	const ofMulti = `multiassets/${id}/transactions`;
	expect(await listed(ann, named('One'), ofMulti)).toMatchObject([{ reference: 'One' }]);
	expect(await listed(ann, named(purpose.reference), ofMulti)).toMatchObject([purpose]);
});

test('a user finds own movements alone, and a page goes on where the one before ended', async () => {
	for (const amount of [1, 2, 3]) await issue({ amount, reference: 'Mine' });
	await issue({ recipientEmail: admin.email, reference: 'Mine' });
	expect(await listed(ann, named('Mine'))).toHaveLength(3);
	expect(await listed(admin, named('Mine'))).toHaveLength(4);
	const second = await listed(ann, `${named('Mine')}&limit=1&offset=1`);
	expect(second.map(({ amount }) => amount)).toEqual([2]);
});

test.each<readonly [Json, string]>([
	[{ reference: '' }, 'reference must be readable text: something to see'],
	[{ reference: 'x'.repeat(141) }, 'reference must be at most 140 characters long'],
	[{ reference: 'two\nlines' }, 'reference must be readable text'],
	[{ reference: 42 }, 'reference must be a string'],
	[{ metadata: 'order' }, 'metadata must be an object'],
	[{ metadata: ['order'] }, 'metadata must be an object'],
	[{ metadata: { order: 4711 } }, "metadata has a pair 'order' that must be a string"],
	[{ metadata: { order: null } }, "metadata has a pair 'order' that must be a string"],
	[{ metadata: { order: '' } }, "metadata has a pair 'order' that must not be empty"],
	[
		{ metadata: { order: 'x'.repeat(201) } },
		"metadata has a pair 'order' that must be at most 200 characters long",
	],
	[{ metadata: { order: '\u202e1' } }, "metadata has a pair 'order' that must be readable text"],
	[{ metadata: { '': 'x' } }, "metadata has a name '' that must begin with a letter"],
	[{ metadata: { '1': 'x' } }, "metadata has a name '1' that must begin with a letter"],
	[{ metadata: { 'a b': 'x' } }, "metadata has a name 'a b' that must begin with a letter"],
	[{ metadata: { ['n'.repeat(41)]: 'x' } }, 'metadata has a name'],
	[
		{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n${at}`, 'x'])) },
		'metadata must have at most 20 pairs',
	],
])('%j is refused by name', async (wrong, message) => {
	const answer = await issue(wrong);
	const { errorCode, arguments: words } = answer.json() as {
		readonly errorCode: string;
		readonly arguments: readonly string[];
	};
	expect([answer.status, errorCode]).toEqual([400, 'Request_Invalid']);
	expect(words.join(' ')).toMatch(new RegExp(`^${message}`));
});

test('the longest that is taken comes back as it was sent', async () => {
	const metadata = Object.fromEntries(
		Array.from({ length: 20 }, (_, at) => [`n${at}`.padEnd(40, '.-_'), '😀'.repeat(200)]),
	);
	const reference = '"{$x} \\ 😀'.padEnd(139, 'é');
	expect(first(await issue({ reference, metadata }))).toMatchObject({ reference, metadata });
	expect(await listed(ann, named(reference))).toMatchObject([{ reference, metadata }]);
});

test('one key with another reference is another request; the order of pairs makes none', async () => {
	const { order, costCentre } = purpose.metadata;
	const answer = await issue(purpose, 'once');
	const turned = { ...purpose, metadata: { costCentre, order } };
	expect((await issue(turned, 'once')).text).toBe(answer.text);
	for (const other of [
		{},
		{ reference: purpose.reference },
		{ ...purpose, reference: 'Invoice 2026-0043' },
		{ ...purpose, metadata: { order } },
	]) {
		expect((await issue(other, 'once')).json()).toMatchObject({
			errorCode: 'Request_IdempotencyKeyReused',
		});
	}
	const plain = await issue({}, 'plain');
	expect((await issue({ metadata: {} }, 'plain')).text).toBe(plain.text);
	expect(first(plain)).not.toHaveProperty('metadata');
});

/** What the proof of a movement says was entered. */
async function proven(id: string): Promise<Json> {
	const place = `assets/${assetId}/transactions/${id}/proof`;
	const proof = await until(async () => {
		const answer = await tracker.send(ann, 'GET', place, {});
		return answer.status === 200 ? answer.text : undefined;
	});
	const [, extra = ''] = /^extra (.+)$/m.exec(proof) ?? [];
	const { payload } = JSON.parse(Buffer.from(extra, 'base64').toString()) as Json;
	return JSON.parse(String(payload)) as Json;
}

test('the proof holds them, and whatever is edited, added or taken away is found', async () => {
	const told = first(await issue(purpose));
	const plain = first(await issue({}));
	expect(await proven(told.id)).toMatchObject({
		reference: purpose.reference,
		metadata: '{"costCentre":"Harbour","order":"4711"}',
	});
	expect(Object.keys(await proven(plain.id))).not.toContain('reference');
	const { database } = running.service;
	const stored = { reference: purpose.reference, metadata: JSON.stringify(purpose.metadata) };
	const metadata = '{"costCentre":"Harbour","order":"4711"}';
	for (const [{ id }, edit, kept] of [
		[told, { reference: 'Invoice 2026-0043' }, { reference: stored.reference }],
		[told, { metadata: stored.metadata }, { metadata }],
		[told, { reference: null, metadata: null }, { reference: stored.reference, metadata }],
		[plain, { reference: 'Added' }, { reference: null }],
		[plain, { metadata: '{}' }, { metadata: null }],
	] as const) {
		const write = (columns: Partial<MovementRow>) =>
			database.updateTable('asset_transactions').set(columns).where('id', '=', id).execute();
		await write(edit);
		const shown = (await listed()).find((each) => each.id === id);
		expect(shown?.blockchainStatus).toBe('Corrupted');
		expect((await verified(running)).findings).toMatchObject([{ id }]);
		await write(kept);
	}
});

test('metadata that is no object cannot be written, past the service either', async () => {
	const { id } = first(await issue(purpose));
	const { database } = running.service;
	for (const metadata of ['order', '["order"]']) {
		const written = database.updateTable('asset_transactions').set({ metadata });
		await expect(written.where('id', '=', id).execute()).rejects.toThrow();
	}
});

test('a movement that says nothing is entered as it was before there was anything to say', () => {
	const row: MovementRow = {
		...{ id: 'c1', asset_id: 'a1', kind: 'burn', giver_id: 'u1', taker_id: 'a1' },
		...{ caller_id: 'u1', reverses_id: null, amount: '7', reason: 'Used up' },
		...{ created_at: '2026-01-31T09:30:00.000Z', lines: 'b1 5,b2 2' },
		...{ giver_email: 'ann@first.test', taker_email: null, caller_email: 'ann@first.test' },
		...{ reference: null, metadata: null },
	};
	expect(payloadOf(movementRecord, row, 1)).toBe(
		'{"amount":"7","assetId":"a1","batches":[{"amount":"5","batchId":"b1"},' +
			'{"amount":"2","batchId":"b2"}],"callerEmail":"ann@first.test","callerId":"u1",' +
			'"createdAt":"2026-01-31T09:30:00.000Z","giverEmail":"ann@first.test","giverId":"u1",' +
			'"id":"c1","kind":"burn","reason":"Used up","reversesId":null,"takerEmail":null,' +
			'"takerId":"a1"}',
	);
});

test('a reference finds exactly the movements that have it, whatever else looks like it', async () => {
	const alike = ['INV-1', 'inv-1', 'INV-1 ', ' INV-1', 'INV-10', 'INV_1', 'INV%', 'é', 'e\u0301'];
	const drawn = fc.array(
		fc.option(fc.constantFrom(...alike, "'--", 'null', '0'), { nil: undefined }),
		{
			...{ minLength: 1, maxLength: 40 },
		},
	);
	await fc.assert(
		fc.asyncProperty(drawn, async (references) => {
			assetId = await tracker.asset(admin);
			const item = { assetId, recipientEmail: ann.email, amount: 1 };
			const items = references.map((reference) => ({ ...item, reference }));
			const answer = await post(admin, 'assets/issue/bulk', { items });
			const ids = (answer.json() as { issueResult: { transaction: { id: string } } }[]).map(
				({ issueResult }) => issueResult.transaction.id,
			);
			for (const wanted of alike) {
				const found = (await listed(ann, named(wanted))).map(({ id }) => id);
				const expected = ids.filter((_, at) => references[at]?.normalize() === wanted.normalize());
				expect(found).toEqual(expected);
			}
		}),
		{ numRuns: 8 },
	);
});

test('it is found by an index', async () => {
	const item = { assetId, recipientEmail: ann.email, amount: 1 };
	const items = Array.from({ length: 1000 }, (_, at) => ({ ...item, reference: `Number ${at}` }));
	expect((await post(admin, 'assets/issue/bulk', { items })).status).toBe(200);
	const { database } = running.service;
	const { product_id: productId } = await database
		.selectFrom('assets')
		.select('product_id')
		.where('id', '=', assetId)
		.executeTakeFirstOrThrow();
	const asked: RootOperationNode[] = [];
	const listening = database.withPlugin({
		transformQuery({ node }) {
			asked.push(node);
			return node;
		},
		transformResult: ({ result }) => Promise.resolve(result),
	});
	const filter = { productId, assetId, reference: 'Number 7' };
	expect(await listMovements(listening, filter, { offset: 0, limit: 10 })).toHaveLength(1);
	const [node] = asked;
	if (node === undefined) throw new Error('nothing was asked');
	await sql`analyze`.execute(database);
	const query = database.getExecutor().compileQuery(node, { queryId: 'plan' });
	const explaining = isPostgres(database) ? 'explain' : 'explain query plan';
	const { rows } = await database.executeQuery({ ...query, sql: `${explaining} ${query.sql}` });
	expect(JSON.stringify(rows)).toContain('asset_transactions_reference');
});
