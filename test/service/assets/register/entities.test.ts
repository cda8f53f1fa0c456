/** Entities over real HTTP: who may name one, what they receive and give, and what their owner sees. */
import {
	startService,
	type RunningService,
	type TestUser,
} from '../../../support/programs/service';
import { present } from '../../../../server/at';
import { send, type Answer } from '../../../support/clients/requests';
import { Tracker, type WireBalance, type WireTransaction } from '../tracker';

let running: RunningService;
let tracker: Tracker;
let admin: TestUser;
let ann: TestUser;
let ben: TestUser;
let assetId: string;
/** Ann's and Ben's. */
let store: string;
let other: string;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = await running.addUser('ann@first.test', ['TrackerUser']);
	ben = await running.addUser('ben@first.test', ['TrackerUser']);
});

beforeEach(async () => {
	tracker = await Tracker.ofNewProduct(running);
	assetId = await tracker.asset(admin, 'Grain');
	store = await newEntity(ann, 'Store');
	other = await newEntity(ben, 'Other');
});

afterAll(() => running.close());

async function newEntity(user: TestUser, ownedIdentifier: string): Promise<string> {
	const answer = await tracker.send(user, 'POST', 'entities', { json: { ownedIdentifier } });
	expect(answer.status).toBe(201);
	return (answer.json() as { readonly id: string }).id;
}

function issue(to: TestUser, amount: number, ownedId?: string): Promise<Answer> {
	const json = { recipientEmail: to.email, amount, ...(ownedId !== undefined && { ownedId }) };
	return tracker.send(admin, 'POST', `assets/${assetId}/issue`, { json });
}

interface Ends {
	readonly ownedId?: string;
	readonly senderOwnedId?: string;
	readonly 'idempotency-key'?: string;
}

/** Transfers some; the headers name entities. */
function transfer(from: TestUser, to: TestUser, amount: number, headers: Ends = {}) {
	const json = { recipientEmail: to.email, amount };
	return tracker.send(from, 'POST', `assets/${assetId}/transfer`, {
		...{ json, headers: headers as Record<string, string> },
	});
}

/** What a user holds, or an entity of theirs. */
async function amount(user: TestUser, ownedId?: string): Promise<number> {
	const headers: Record<string, string> = ownedId === undefined ? {} : { ownedId };
	const answer = await tracker.send(user, 'GET', 'balances', { headers });
	expect(answer.status).toBe(200);
	return (answer.json() as WireBalance[]).find(({ id }) => id === assetId)?.amount ?? 0;
}

function code(answer: { json(): unknown }): string {
	return (answer.json() as { readonly errorCode: string }).errorCode;
}

test('an entity made just now receives an issue, and its owner does not', async () => {
	const [issued] = (await issue(ann, 10, store)).json() as WireTransaction[];
	expect(issued).toMatchObject({ recipientDisplayName: 'Store', amount: 10 });
	expect([await amount(ann), await amount(ann, store)]).toEqual([0, 10]);
});

test('amounts move from a user to an entity, between entities, and back to a user', async () => {
	await issue(ann, 10);
	await transfer(ann, ann, 8, { ownedId: store });
	const [between] = (
		await transfer(ann, ben, 5, { senderOwnedId: store, ownedId: other })
	).json() as WireTransaction[];
	expect(between).toMatchObject({ senderDisplayName: 'Store', recipientDisplayName: 'Other' });
	await transfer(ben, ann, 1, { senderOwnedId: other });
	expect([await amount(ann), await amount(ann, store)]).toEqual([3, 3]);
	expect([await amount(ben), await amount(ben, other)]).toEqual([0, 4]);
	const overdrawn = await transfer(ann, ben, 4, { senderOwnedId: store });
	expect(code(overdrawn)).toBe('Factory_FactoryTransferInsufficientFund');
});

test('only its owner names an entity, as the one that gives, receives or is looked at', async () => {
	await issue(ben, 10, other);
	const refused = [
		await transfer(ann, ann, 1, { senderOwnedId: other }),
		await transfer(ben, ben, 1, { ownedId: store }),
		await issue(ann, 1, other),
		await tracker.send(ann, 'GET', 'balances', { headers: { ownedId: other } }),
		await tracker.send(admin, 'GET', `balances/${assetId}`, { headers: { ownedId: other } }),
		await tracker.change(ann, 'DELETE', `entities/${other}`),
	];
	expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(403));
	expect(refused.map(code)).toEqual(Array(6).fill('Identity_NotTheOwner'));
	expect(await amount(ben, other)).toBe(10);
});

test('an entity of another product, or a deleted one, is not there', async () => {
	const elsewhere = new Tracker(running, running.organisation.products.Tracker);
	const foreign = await elsewhere.send(ann, 'POST', 'entities', {
		json: { ownedIdentifier: 'Foreign' },
	});
	const gone = await newEntity(ann, 'Gone');
	expect((await tracker.change(ann, 'DELETE', `entities/${gone}`)).status).toBe(204);
	for (const id of [(foreign.json() as { id: string }).id, gone]) {
		expect(code(await issue(ann, 1, id))).toBe('Identity_NotFound');
		const rename = await tracker.change(ann, 'PUT', `entities/${id}`, { newDisplayName: 'New' });
		expect(code(rename)).toBe('Identity_UpdateNotFound');
		const remove = await tracker.change(ann, 'DELETE', `entities/${id}`);
		expect(code(remove)).toBe('Identity_DeleteNotFound');
	}
});

test('an entity that holds something is not deleted, and its past stays visible when it is', async () => {
	await issue(ann, 10, store);
	expect(code(await tracker.change(ann, 'DELETE', `entities/${store}`))).toBe(
		'Tracker_EntityHolds',
	);
	await transfer(ann, ben, 10, { senderOwnedId: store });
	await tracker.change(ann, 'PUT', `entities/${store}`, { newDisplayName: 'Silo' });
	expect((await tracker.change(ann, 'DELETE', `entities/${store}`)).status).toBe(204);
	const own = await tracker.transactions(ann, assetId);
	expect(own).toMatchObject([
		{ recipientDisplayName: 'Silo', amount: 10 },
		{ senderDisplayName: 'Silo', amount: 10 },
	]);
	expect(await tracker.read(ann, 'entities')).toEqual([]);
});

test('users list their own entities, administrators those of all, under their new names', async () => {
	await tracker.change(ann, 'PUT', `entities/${store}`, { newDisplayName: 'Silo' });
	const names = async (user: TestUser) =>
		(await tracker.read<{ ownedIdentityDisplayName: string }[]>(user, 'entities')).map(
			(each) => each.ownedIdentityDisplayName,
		);
	expect([await names(ann), await names(ben), await names(admin)]).toEqual([
		...[['Silo'], ['Other'], ['Silo', 'Other']],
	]);
});

test('a repeated transfer to another entity is another request', async () => {
	await issue(ann, 10);
	const key = { 'idempotency-key': 'once' };
	const first = await transfer(ann, ann, 2, { ...key, ownedId: store });
	const again = await transfer(ann, ann, 2, { ...key, ownedId: store });
	expect(again.text).toBe(first.text);
	expect(code(await transfer(ann, ann, 2, key))).toBe('Request_IdempotencyKeyReused');
	expect(await amount(ann, store)).toBe(2);
});

test('a batch tells who moved how much of it, and a balance which batches it consists of', async () => {
	const [first] = (await issue(ann, 10)).json() as WireTransaction[];
	const [second] = (await issue(ann, 5)).json() as WireTransaction[];
	await transfer(ann, ben, 12);
	const held = (user: TestUser) =>
		tracker.read<{ batchId: string; amount: number }[]>(user, `balances/${assetId}`);
	expect(await held(ann)).toMatchObject([{ batchId: second?.id, amount: 3 }]);
	expect(await held(ben)).toMatchObject([
		{ batchId: first?.id, amount: 10 },
		{ batchId: second?.id, amount: 2 },
	]);
	const batches = `assets/${assetId}/batches`;
	expect(await tracker.read(admin, `${batches}?limit=1&offset=1`)).toMatchObject({
		...{ assetDisplayName: 'Grain', batches: [{ id: second?.id, amount: 5 }] },
	});
	expect(await tracker.read(admin, `${batches}/${second?.id ?? ''}/transactions`)).toMatchObject({
		...{ assetDisplayName: 'Grain', transactions: [{ amount: 5 }, { amount: 2 }] },
	});
});

async function idOf(answer: Promise<Answer>): Promise<string> {
	const [moved] = (await answer).json() as WireTransaction[];
	return present(moved, 'the movement').id;
}

const reverse = (id: string) =>
	tracker.send(admin, 'POST', `transactions/${id}/reverse`, { json: {} });

test('what an entity gave is not given back to it once it is deleted', async () => {
	await issue(ann, 5, store);
	const given = await idOf(transfer(ann, ben, 5, { senderOwnedId: store }));
	expect((await tracker.send(ann, 'DELETE', `entities/${store}`, {})).status).toBe(204);
	const refused = await reverse(given);
	expect([refused.status, code(refused)]).toEqual([409, 'Tracker_RecipientDeleted']);
	expect(refused.json()).toMatchObject({ arguments: ['Store'] });
	expect(await amount(ben)).toBe(5);
});

test('what a user and their entity gave is not given back once the user is deleted', async () => {
	const gone = await running.addUser('gone@first.test', ['TrackerUser']);
	const barn = await newEntity(gone, 'Barn');
	await issue(gone, 5);
	await issue(gone, 5, barn);
	const given = [
		await idOf(transfer(gone, ben, 5)),
		await idOf(transfer(gone, ben, 5, { senderOwnedId: barn })),
	];
	const headers = { 'x-api-key': admin.key };
	const users = await send({ method: 'GET', url: `${running.url}/users`, headers });
	const { id } = present(
		(users.json() as readonly { id: string; email: string }[]).find(
			({ email }) => email === gone.email,
		),
		'the user',
	);
	const deleted = await send({ method: 'DELETE', url: `${running.url}/users/${id}`, headers });
	expect(deleted.status).toBe(204);
	for (const one of given) expect(code(await reverse(one))).toBe('Tracker_RecipientDeleted');
	expect(await amount(ben)).toBe(10);
});
