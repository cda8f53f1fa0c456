/** A request with an Idempotency-Key happens once, however often and however it is repeated. */
import { idempotencyKey } from '../../../api/language/fields';
import { programs } from '../../../api/programs';
import { endpointsOf } from '../../../server/http/routing/endpoints';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { Tracker } from '../assets/tracker';

let running: RunningService;
let tracker: Tracker;
let admin: TestUser;
let ann: TestUser;
let assetId: string;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = running.organisation.byRole.TrackerUser;
	tracker = new Tracker(running, running.organisation.products.Tracker);
});

beforeEach(async () => {
	assetId = await tracker.asset(admin);
});

afterAll(() => running.close());

function issue(idempotencyKey: string, amount = 10, recipientEmail = ann.email) {
	return tracker.issue(admin, { assetId, recipientEmail, amount, idempotencyKey });
}

test('a repeated request answers as the first one did and does nothing', async () => {
	const first = await issue('repeated');
	const second = await issue('repeated');
	expect(first.status).toBe(200);
	expect({ status: second.status, text: second.text }).toEqual({ status: 200, text: first.text });
	expect(await tracker.amount(ann, assetId)).toBe(10);
	expect(await tracker.transactions(admin, assetId)).toHaveLength(1);
});

test('a repeated transfer moves once', async () => {
	await issue('before the transfer', 100);
	const movement = { assetId, recipientEmail: admin.email, amount: 30 };
	const keyed = { ...movement, idempotencyKey: 'the transfer' };
	const first = await tracker.transfer(ann, keyed);
	const second = await tracker.transfer(ann, keyed);
	expect(second.text).toBe(first.text);
	expect(await tracker.amount(ann, assetId)).toBe(70);
});

test('a repetition answers the same even when the balance is gone by then', async () => {
	await issue('all of it', 10);
	const movement = { assetId, recipientEmail: admin.email, amount: 10 };
	const first = await tracker.transfer(ann, { ...movement, idempotencyKey: 'gone by then' });
	const second = await tracker.transfer(ann, { ...movement, idempotencyKey: 'gone by then' });
	expect(second).toMatchObject({ status: 200, text: first.text });
});

describe('the same key with another request is refused', () => {
	test('that differs in its amount, its recipient or its asset', async () => {
		await issue('used');
		const otherAsset = await tracker.asset(admin);
		const base = { assetId, recipientEmail: ann.email, amount: 10, idempotencyKey: 'used' };
		const others = [
			{ ...base, amount: 11 },
			{ ...base, recipientEmail: admin.email },
			{ ...base, assetId: otherAsset },
		];
		for (const other of others) {
			const answer = await tracker.issue(admin, other);
			expect(answer.status).toBe(422);
			expect(answer.json()).toMatchObject({ errorCode: 'Request_IdempotencyKeyReused' });
		}
		expect(await tracker.amount(ann, assetId)).toBe(10);
		expect(await tracker.transactions(admin, otherAsset)).toEqual([]);
	});

	test('that transfers what the first one issued', async () => {
		const base = { assetId, recipientEmail: admin.email, amount: 10, idempotencyKey: 'kind' };
		await tracker.issue(admin, base);
		const answer = await tracker.transfer(admin, base);
		expect(answer.json()).toMatchObject({ errorCode: 'Request_IdempotencyKeyReused' });
	});
});

test('the keys of two users have nothing to do with each other', async () => {
	await issue('shared word', 100);
	const movement = { assetId, recipientEmail: admin.email, amount: 1 };
	const answer = await tracker.transfer(ann, { ...movement, idempotencyKey: 'shared word' });
	expect(answer.status).toBe(200);
});

test('without a key every request happens', async () => {
	const movement = { assetId, recipientEmail: ann.email, amount: 1 };
	await tracker.issue(admin, movement);
	await tracker.issue(admin, movement);
	expect(await tracker.amount(ann, assetId)).toBe(2);
});

test('duplicates that arrive together happen once and answer alike', async () => {
	const answers = await Promise.all(Array.from({ length: 25 }, () => issue('together')));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
	expect(await tracker.amount(ann, assetId)).toBe(10);
});

describe('the first answer is kept when it is a refusal', () => {
	test('although its cause has passed, until another key is sent', async () => {
		const recipientEmail = 'later@first.test';
		const refused = await issue('refused at first', 10, recipientEmail);
		await running.addUser(recipientEmail, ['TrackerUser']);
		const again = await issue('refused at first', 10, recipientEmail);
		const withNewKey = await issue('a new key', 10, recipientEmail);
		expect([refused.status, again.status, withNewKey.status]).toEqual([422, 422, 200]);
		expect(refusalIn(again)).toEqual(refusalIn(refused));
	});

	test('of a transfer that had nothing to move, which moves nothing once there is', async () => {
		const movement = { assetId, recipientEmail: admin.email, amount: 10 };
		const keyed = { ...movement, idempotencyKey: 'nothing yet' };
		const refused = await tracker.transfer(ann, keyed);
		await issue('filled later', 10);
		const again = await tracker.transfer(ann, keyed);
		expect(refused.json()).toMatchObject({ arguments: ['0', '10'] });
		expect(refusalIn(again)).toEqual(refusalIn(refused));
		expect(await tracker.amount(ann, assetId)).toBe(10);
	});

	test('of an asset that is not there, and another request under the key is still refused', async () => {
		const nowhere = { assetId: 'nowhere', recipientEmail: ann.email, amount: 1 };
		const keyed = { ...nowhere, idempotencyKey: 'no asset' };
		const answers = [await tracker.issue(admin, keyed), await tracker.issue(admin, keyed)];
		expect(answers.map(({ status }) => status)).toEqual([404, 404]);
		const other = await tracker.issue(admin, { ...keyed, assetId });
		expect(other.json()).toMatchObject({ errorCode: 'Request_IdempotencyKeyReused' });
	});

	test('and after a restart', async () => {
		const refused = await issue('refused before the restart', 10, 'nobody@first.test');
		await running.restart();
		const again = await issue('refused before the restart', 10, 'nobody@first.test');
		expect(refusalIn(again)).toEqual(refusalIn(refused));
	});

	test('of duplicates that arrive together while the balance comes and goes', async () => {
		const movement = { assetId, recipientEmail: admin.email, amount: 10 };
		const repeat = () => tracker.transfer(ann, { ...movement, idempotencyKey: 'racing' });
		const answers = await Promise.all([
			...Array.from({ length: 10 }, repeat),
			issue('raced for', 10),
			...Array.from({ length: 10 }, repeat),
		]);
		const repeated = answers.filter((_answer, at) => at !== 10);
		expect(new Set(repeated.map(({ status }) => status)).size).toBe(1);
		const isDone = repeated[0]?.status === 200;
		expect(await tracker.amount(ann, assetId)).toBe(isDone ? 0 : 10);
	});
});

test('what never reached the tracker leaves the key unused', async () => {
	const movement = { assetId, recipientEmail: admin.email, amount: 10, idempotencyKey: 'unused' };
	const malformed = await tracker.issue(admin, { ...movement, amount: 0 });
	const withoutRole = await tracker.issue(ann, movement);
	const done = await tracker.issue(admin, movement);
	expect([malformed.status, withoutRole.status, done.status]).toEqual([400, 403, 200]);
});

test('the endpoints that move something heed the header', () => {
	const heeding = endpointsOf(programs.service)
		.filter(({ endpoint }) => endpoint.fields['idempotency-key'] === idempotencyKey)
		.map(({ operation }) => operation);
	expect(heeding).toEqual([
		...['issueAsset', 'transferAsset', 'transferBatches'],
		...['issueAssets', 'transferAssets', 'burnAsset', 'reverseTransaction'],
		...['issueMultiAsset', 'transferMultiAsset'],
		...['issueMultiAssets', 'transferMultiAssetBatches', 'burnMultiAsset'],
	]);
});

/** What a refusal says, without the id of the request it answers. */
function refusalIn(answer: Answer) {
	return { status: answer.status, ...(answer.json() as object), requestId: undefined };
}

test('a key is known after a restart', async () => {
	const first = await issue('before the restart');
	await running.restart();
	const second = await issue('before the restart');
	expect(second.text).toBe(first.text);
	expect(await tracker.amount(ann, assetId)).toBe(10);
});

test('the header is found in any case, and the longest key it takes is one of 255 characters', async () => {
	const url = `${running.url}/tracker/${running.organisation.products.Tracker}/assets/${assetId}/issue`;
	const key = 'k'.repeat(255);
	for (const name of ['Idempotency-Key', 'IDEMPOTENCY-KEY']) {
		const answer = await send({
			method: 'POST',
			url,
			headers: { 'x-api-key': admin.key, [name]: key },
			json: { recipientEmail: ann.email, amount: 10 },
		});
		expect(answer.status).toBe(200);
	}
	expect(await tracker.amount(ann, assetId)).toBe(10);
});
