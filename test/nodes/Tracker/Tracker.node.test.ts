/** Every operation of the Tracker node in n8n's engine against the running service. */
import { removeN8nFolder, runNode, type Run } from '../engine/engine';
import { byId, realService, type RealService } from '../engine/real-service';
import type { INodeParameters } from 'n8n-workflow';
import { Tracker } from '../../../nodes/Tracker/Tracker.node';
import type { TestUser } from '../../support/programs/service';

let real: RealService;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
	real = await realService();
	alice = await real.service.addUser('alice@first.test', ['TrackerUser']);
	bob = await real.service.addUser('bob@first.test', ['TrackerUser']);
});

afterAll(async () => {
	await real.service.close();
	removeN8nFolder();
});

async function run(parameters: INodeParameters, change: Partial<Run> & { user?: TestUser } = {}) {
	const { user, ...rest } = change;
	return await runNode({
		node: new Tracker(),
		parameters,
		credential: real.credential(user),
		...rest,
	});
}

/** The records of a run that must have gone well. */
async function records(
	parameters: INodeParameters,
	change: Partial<Run> & { user?: TestUser } = {},
) {
	const { items, error } = await run(parameters, change);
	if (error !== undefined) throw error;
	return items.map((item) => item.json);
}

const createAsset = async (name: string) =>
	(await records({ resource: 'asset', operation: 'create', name }))[0] ?? {};

const issue = (
	assetId: unknown,
	recipientEmail: string,
	more: INodeParameters = {},
): INodeParameters => ({
	resource: 'asset',
	operation: 'issue',
	assetId: byId(assetId),
	recipientEmail,
	amount: 100,
	...more,
});

const balances = (user: TestUser) =>
	records({ resource: 'balance', operation: 'getAll', returnAll: true }, { user });

test('an asset is created, issued, transferred, and its balances and transactions read', async () => {
	const asset = await createAsset('Solar Credits');
	expect(asset).toMatchObject({ name: 'Solar Credits', blockchainStatus: 'Unconfirmed' });

	const [issued] = await records(issue(asset.id, alice.email));
	expect(issued).toMatchObject({ amount: 100, recipientDisplayName: alice.email });

	const [moved] = await records(
		{ ...issue(asset.id, bob.email, { amount: 30 }), operation: 'transfer' },
		{ user: alice },
	);
	expect(moved).toMatchObject({
		amount: 30,
		senderDisplayName: alice.email,
		recipientDisplayName: bob.email,
	});

	expect(await balances(alice)).toMatchObject([{ id: asset.id, amount: 70 }]);
	expect(await balances(bob)).toMatchObject([{ id: asset.id, amount: 30 }]);
	const transactions = await records({
		resource: 'transaction',
		operation: 'getAll',
		assetId: byId(asset.id),
	});
	expect(transactions.map((transaction) => transaction.amount)).toEqual([100, 30]);
});

test('a list gives as many records as its limit, or all of them', async () => {
	const names = ['Wind 1', 'Wind 2', 'Wind 3'];
	await records(
		{ resource: 'asset', operation: 'create', name: '={{ $json.name }}' },
		{ items: names.map((name) => ({ json: { name } })) },
	);
	const all = await records({ resource: 'asset', operation: 'getAll', returnAll: true });
	expect(all.map((asset) => asset.name)).toEqual(expect.arrayContaining(names));
	const first = await records({ resource: 'asset', operation: 'getAll', limit: 2 });
	expect(first.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
});

test('an issue repeated with the same Idempotency Key happens once', async () => {
	const asset = await createAsset('Once');
	const request = issue(asset.id, alice.email, { options: { idempotencyKey: 'once-and-no-more' } });
	const first = await records(request);
	expect(await records(request)).toEqual(first);
	const held = (await balances(alice)).find((balance) => balance.id === asset.id);
	expect(held?.amount).toBe(100);
});

test('a transfer beyond the balance is refused, with what to change', async () => {
	const asset = await createAsset('Scarce');
	await records(issue(asset.id, alice.email));
	const { error, items } = await run(
		{ ...issue(asset.id, bob.email, { amount: 101 }), operation: 'transfer' },
		{ user: alice },
	);
	expect(items).toEqual([]);
	expect(error).toMatchObject({
		description: 'Move at most the balance.',
		httpCode: '422',
		context: { itemIndex: 0, errorCode: 'Factory_FactoryTransferInsufficientFund' },
	});
});

test('a wrong key, a missing role and a foreign product are different errors, and no error holds the key', async () => {
	const getAll = { resource: 'asset', operation: 'getAll' };
	const wrongKey = await run(getAll, {
		credential: { ...real.credential(), apiKey: 'sk-not-a-key-of-anyone' },
	});
	expect(wrongKey.error?.message).toBe('The API key is not valid.');
	expect(JSON.stringify(wrongKey.run)).not.toContain('sk-not-a-key-of-anyone');

	const noRole = await run(getAll, { user: alice });
	expect(noRole.error?.message).toMatch(/without the role this call needs: TrackerAdmin/);
	expect(JSON.stringify(noRole.run)).not.toContain(alice.key);

	const { products } = real.service.other;
	const foreign = await run({ ...getAll, options: { productId: products.Tracker } });
	expect(foreign.error?.message).toMatch(/There is no Tracker product/);
});

test('an unknown recipient is named by the label of the field', async () => {
	const asset = await createAsset('Addressed');
	const { error } = await run(issue(asset.id, 'nobody@first.test'));
	expect(error?.message).toBe(
		"Field 'Recipient Email' names nobody@first.test, who is not a user of this organisation.",
	);
});

test('an asset with a name in any script comes back as it was given', async () => {
	const name = 'Énergie «verte» 太陽 ☀️';
	expect(await createAsset(name)).toMatchObject({ name });
});

test('an asset is fetched, renamed and deleted, and deleted ones are a list of their own', async () => {
	const { id } = await createAsset('Tidal 1');
	const one = { resource: 'asset', assetId: byId(id) };
	await records({ ...one, operation: 'update', name: 'Tidal 2' });
	expect(await records({ ...one, operation: 'get' })).toMatchObject([{ id, name: 'Tidal 2' }]);
	expect(await records({ ...one, operation: 'delete' })).toEqual([{ success: true }]);
	const named = (isDeleted: boolean) =>
		records({
			...{ resource: 'asset', operation: 'getAll', returnAll: true, simplify: false },
			options: { assetDisplayNames: 'Tidal 1, Tidal 2', isDeleted },
		});
	expect(await named(false)).toEqual([]);
	expect(await named(true)).toMatchObject([{ id, isDeleted: true }]);
});

test('transactions of the product end before a moment, which an expression or the date field gives', async () => {
	const asset = await createAsset('Timed');
	await records(issue(asset.id, alice.email));
	const ofProduct = (beforeDateTime: string) =>
		records({
			...{ resource: 'transaction', operation: 'getAllOfProduct', returnAll: true },
			options: { beforeDateTime },
		});
	expect(await ofProduct('2020-01-31T09:30:00')).toEqual([]);
	expect(await ofProduct('={{ $now.minus({ years: 1 }) }}')).toEqual([]);
	const all = await ofProduct('={{ $now.plus({ hours: 1 }) }}');
	expect(all.at(-1)).toMatchObject({ assetId: asset.id, amount: 100 });
	const [stats] = await records({ resource: 'transaction', operation: 'getStats' });
	expect(stats).toMatchObject({ transactionCount: all.length });
});

async function entityOf(user: TestUser, entityName: string): Promise<string> {
	const create = { resource: 'entity', operation: 'create', entityName };
	const [made] = await records(create, { user });
	return String(made?.id);
}

test('an entity is created, renamed, given to, gives, and is deleted when it holds nothing', async () => {
	const asset = await createAsset('Grain');
	const id = await entityOf(alice, 'Store');
	const entity = { resource: 'entity', entityId: byId(id) };
	await records({ ...entity, operation: 'update', entityName: 'Silo' }, { user: alice });
	await records(issue(asset.id, alice.email, { options: { recipientEntityId: id } }));
	const held = { resource: 'balance', operation: 'getAll', options: { entityId: id } };
	expect(await records(held, { user: alice })).toMatchObject([{ id: asset.id, amount: 100 }]);
	const gives = { operation: 'transfer', options: { senderEntityId: id } };
	const moved = await records(issue(asset.id, bob.email, gives), { user: alice });
	expect(moved).toMatchObject([{ senderDisplayName: 'Silo', amount: 100 }]);
	const listed = await records({ resource: 'entity', operation: 'getAll' }, { user: alice });
	expect(listed).toMatchObject([{ id, name: 'Silo' }]);
	expect(await records({ ...entity, operation: 'delete' }, { user: alice })).toEqual([
		{ success: true },
	]);
});

test('the batches of an asset, of a balance, and what was moved of one come as items', async () => {
	const asset = await createAsset('Cocoa');
	const [first] = await records(issue(asset.id, alice.email));
	const [second] = await records(issue(asset.id, alice.email, { amount: 5 }));
	const of = { assetId: byId(asset.id) };
	expect(await records({ resource: 'batch', operation: 'getAll', ...of })).toMatchObject([
		...[{ id: first?.id, amount: 100 }, { id: second?.id }],
	]);
	const moved = { resource: 'batch', operation: 'getTransactions', ...of, batchId: second?.id };
	expect(await records(moved as INodeParameters)).toMatchObject([{ id: second?.id, amount: 5 }]);
	const held = { resource: 'balance', operation: 'getBatches', returnAll: true, ...of };
	expect(await records(held, { user: alice })).toMatchObject([{ amount: 100 }, { amount: 5 }]);
});

test('a multi-asset is made, issued, transferred, read and deleted', async () => {
	const made = { resource: 'multiAsset', operation: 'create', name: 'All crops' };
	const [multi] = await records({ ...made, assetDisplayNames: 'Maize, Rice' });
	expect(multi?.assets).toMatchObject([{ displayName: 'Maize' }, { displayName: 'Rice' }]);
	const of = { resource: 'multiAsset', assetId: byId(multi?.id) };
	await records({ ...of, operation: 'update', name: 'Crops' });
	const [issued] = await records({
		...{ ...of, operation: 'issue', recipientEmail: alice.email, amount: 10 },
	});
	const give = { ...of, operation: 'transfer', recipientEmail: bob.email, amount: 4 };
	await records(give, { user: alice });
	expect(await records({ ...of, operation: 'get' })).toMatchObject([{ name: 'Crops' }]);
	expect(await records({ ...of, operation: 'getTransactions' })).toHaveLength(2);
	expect(await records({ ...of, operation: 'getBatches' })).toMatchObject([{ id: issued?.id }]);
	const batch = { ...of, operation: 'getBatchTransactions', batchId: String(issued?.id) };
	expect(await records(batch)).toMatchObject([{ amount: 10 }, { amount: 4 }]);
	expect(await records({ ...of, operation: 'delete' })).toEqual([{ success: true }]);
	const all = { resource: 'multiAsset', operation: 'getAll', simplify: false };
	const deleted = { ...all, options: { isDeleted: true } };
	expect(await records(deleted)).toMatchObject([{ id: multi?.id, isDeleted: true }]);
});

const bulk = (assetId: unknown, operation: 'issueBulk' | 'transferBulk'): INodeParameters => ({
	...{ resource: 'asset', operation, assetId: byId(assetId) },
	...{ recipientEmail: '={{ $json.email }}', amount: '={{ $json.amount }}' },
});

/** How many calls of an address the service has had. */
const callsOf = (address: string) => real.service.log().split(address).length - 1;

test('many items go in one call, and each is carried out or refused by itself', async () => {
	const asset = await createAsset('Bulk');
	const items = [
		{ json: { email: alice.email, amount: 5 } },
		{ json: { email: 'nobody@first.test', amount: 5 } },
		{ json: { email: '', amount: 5 } },
		{ json: { email: bob.email, amount: 7 } },
	];
	const before = callsOf('/assets/issue/bulk');
	const change = { items, onError: 'continueRegularOutput' } as const;
	const { items: issued } = await run(bulk(asset.id, 'issueBulk'), change);
	expect(callsOf('/assets/issue/bulk')).toBe(before + 1);
	expect(issued.map(({ json, pairedItem }) => [pairedItem, json.error ?? null])).toEqual([
		[{ item: 0 }, null],
		[
			{ item: 1 },
			"Field 'Recipient Email' names nobody@first.test, who is not a user of this organisation.",
		],
		[{ item: 2 }, `'Recipient Email' is empty ("")`],
		[{ item: 3 }, null],
	]);
	expect(issued[0]?.json).toMatchObject({
		...{ issueRequest: { assetId: asset.id, amount: 5 }, issueResult: { statusCode: 200 } },
	});
	expect(issued[1]?.json.details).toMatchObject({ errorCode: 'User_NotFound', httpCode: '422' });
	const held = (await balances(bob)).find(({ id }) => id === asset.id);
	expect(held?.amount).toBe(7);
});

test('without going on, the first refused item is the error, which says how many were carried out', async () => {
	const asset = await createAsset('Payroll');
	await records(issue(asset.id, alice.email));
	const items = [60, 50, 40].map((amount) => ({ json: { email: bob.email, amount } }));
	const { error, items: left } = await run(bulk(asset.id, 'transferBulk'), { items, user: alice });
	expect(left).toEqual([]);
	expect(error?.message).toBe('The balance of 40 is smaller than the 50 to be moved.');
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(error?.description).toContain('2 of 3 items were carried out');
	const held = (await balances(bob)).find(({ id }) => id === asset.id);
	expect(held?.amount).toBe(100);
});

test('items of different assets and options go together where a call has one of each', async () => {
	const [first, second] = [await createAsset('Oats'), await createAsset('Rye')];
	const items = [first, second, first].map(({ id }) => ({
		json: { email: alice.email, amount: 1, id },
	}));
	const parameters = { ...bulk('', 'issueBulk'), assetId: byId('={{ $json.id }}') };
	const done = { options: { idempotencyKey: 'harvest' } };
	const before = callsOf('/assets/issue/bulk');
	const once = await records({ ...parameters, ...done }, { items });
	expect(await records({ ...parameters, ...done }, { items })).toEqual(once);
	expect(callsOf('/assets/issue/bulk')).toBe(before + 2);
	const amounts = (await balances(alice)).filter(({ id }) => [first.id, second.id].includes(id));
	expect(amounts).toMatchObject([{ amount: 2 }, { amount: 1 }]);
});

test('multi-assets are issued in one call, and transferred out of a named batch', async () => {
	const made = { resource: 'multiAsset', operation: 'create', name: 'Crops' };
	const [multi] = await records({ ...made, assetDisplayNames: 'Millet' });
	const parameters = { ...bulk(multi?.id, 'issueBulk'), resource: 'multiAsset' };
	const items = [3, 4].map((amount) => ({ json: { email: alice.email, amount } }));
	const before = callsOf('/multiassets/issue/bulk');
	const [, second] = await records(parameters, { items });
	expect(callsOf('/multiassets/issue/bulk')).toBe(before + 1);
	const { transaction } = second?.issueResult as { readonly transaction: { batchId: string } };
	const from = { operation: 'transferBatches', batchIds: transaction.batchId, amount: 4 };
	const given = { ...issue(multi?.id, bob.email, from), resource: 'multiAsset' };
	const [moved] = await records(given, { user: alice });
	expect(moved).toMatchObject({ batchId: transaction.batchId, amount: 4 });
});

test('units are burned out of a batch that is named, once for one key, and for good', async () => {
	const asset = await createAsset('Offsets');
	await records(issue(asset.id, alice.email));
	const [second] = await records(issue(asset.id, alice.email));
	const burn: INodeParameters = {
		...{ resource: 'asset', operation: 'burn', assetId: byId(asset.id), amount: 30 },
		...{ reason: 'Journeys of 2026' },
		options: { batchIds: String(second?.id), idempotencyKey: 'journeys' },
	};
	const [burned] = await records(burn, { user: alice });
	expect(burned).toMatchObject({ amount: 30, batchId: second?.id, reason: 'Journeys of 2026' });
	expect(await records(burn, { user: alice })).toEqual([burned]);
	const held = (await balances(alice)).find(({ id }) => id === asset.id);
	expect(held?.amount).toBe(170);
	const reverse = { resource: 'transaction', operation: 'reverse' };
	const { error } = await run({ ...reverse, transactionId: String(burned?.id) });
	expect(error?.message).toContain('is a burn, which cannot be reversed');
	const { error: empty } = await run(
		{ ...burn, reason: '={{ "" }}', options: {} },
		{ user: alice },
	);
	expect(empty?.message).toBe(`'Reason' is empty ("")`);
});

test('movements say what they are for, one by one and in bulk, and are found by it', async () => {
	const asset = await createAsset('Credits');
	const pair = [
		{ name: 'order', value: 4711 },
		{ name: 'costCentre', value: 'Harbour' },
	];
	const options = { reference: 'Invoice 7', metadata: { pair } };
	const metadata = { order: '4711', costCentre: 'Harbour' };
	const [issued] = await records(issue(asset.id, alice.email, { options }));
	expect(issued).toMatchObject({ reference: 'Invoice 7', metadata });
	const many = { ...issue(asset.id, alice.email, { options }), operation: 'issueBulk' };
	await records(many);
	await records(issue(asset.id, alice.email));
	const all = { resource: 'transaction', operation: 'getAll', assetId: byId(asset.id) };
	const asked = { ...all, returnAll: true, options: { reference: 'Invoice 7' } };
	expect(await records({ ...asked, simplify: false })).toMatchObject([{ metadata }, { metadata }]);
	const wrongs: readonly (readonly [INodeParameters, string])[] = [
		[{ metadata: {} }, "'Metadata' is empty"],
		[{ metadata: { pair: [...pair, ...pair] } }, "'Metadata' has 'order' twice"],
		[{ metadata: { pair: [{ name: 'a b', value: '1' }] } }, "has a name 'a b' that must begin"],
	];
	for (const [wrong, message] of wrongs) {
		const { error } = await run(issue(asset.id, alice.email, { options: wrong }));
		expect(error?.message).toContain(message);
	}
});

test('a transfer out of a named batch is reversed', async () => {
	const asset = await createAsset('Barley');
	const [first] = await records(issue(asset.id, alice.email));
	await records(issue(asset.id, alice.email));
	const from = { operation: 'transferBatches', batchIds: String(first?.id), amount: 30 };
	const [moved] = await records(issue(asset.id, bob.email, from), { user: alice });
	expect(moved).toMatchObject({ batchId: first?.id, amount: 30 });
	const reverse = { resource: 'transaction', operation: 'reverse' };
	await records({ ...reverse, transactionId: String(moved?.id) });
	const listed = await records({
		...{ resource: 'transaction', operation: 'getAll', assetId: byId(asset.id) },
	});
	expect(listed.map(({ amount, isReverted }) => [amount, isReverted])).toEqual([
		...[
			[100, false],
			[100, false],
			[30, true],
			[30, false],
		],
	]);
});
