/** Multi-assets over real HTTP: what they are made of, and that their units are their own. */
import {
	startService,
	type RunningService,
	type TestUser,
} from '../../../support/programs/service';
import { Tracker, type WireAsset, type WireTransaction } from '../tracker';

interface WireMultiAsset extends WireAsset {
	readonly assets: readonly { readonly id: string; readonly displayName: string }[];
}

interface BulkIssue {
	readonly issueResult: {
		readonly statusCode: number;
		readonly transaction?: { readonly batchId: string };
	};
}

let running: RunningService;
let tracker: Tracker;
let admin: TestUser;
let ann: TestUser;
let wind: string;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = await running.addUser('ann@first.test', ['TrackerUser']);
});

beforeEach(async () => {
	tracker = await Tracker.ofNewProduct(running);
	wind = await tracker.asset(admin, 'Wind');
});

afterAll(() => running.close());

const create = (json: Readonly<Record<string, unknown>>) =>
	tracker.send(admin, 'POST', 'multiassets', { json: { name: 'Green', ...json } });

async function multi(json: Readonly<Record<string, unknown>>): Promise<WireMultiAsset> {
	const answer = await create(json);
	expect([answer.status, answer.text]).toEqual([201, answer.text]);
	return answer.json() as WireMultiAsset;
}

function code(answer: { json(): unknown }): string {
	return (answer.json() as { readonly errorCode: string }).errorCode;
}

test('it is made of assets by id, of assets by name, and of new assets where there is none', async () => {
	const sun = await tracker.asset(admin, 'Sun');
	await tracker.asset(admin, 'Sun');
	const made = await multi({ assetIds: [wind], assetDisplayNames: ['Sun', 'Water'] });
	const water = (await tracker.assets(admin)).find(({ name }) => name === 'Water');
	expect(made.assets).toEqual([
		{ id: wind, displayName: 'Wind' },
		{ id: sun, displayName: 'Sun' },
		{ id: water?.id, displayName: 'Water' },
	]);
	expect(await tracker.assets(admin)).toHaveLength(4);
	await tracker.change(admin, 'PUT', `assets/${wind}`, { name: 'Offshore' });
	const shown = await tracker.read<WireMultiAsset>(admin, `multiassets/${made.id}`);
	expect(shown.assets[0]).toEqual({ id: wind, displayName: 'Offshore' });
});

test('a refused one leaves no asset behind', async () => {
	const gone = await tracker.asset(admin, 'Coal');
	await tracker.change(admin, 'DELETE', `assets/${gone}`);
	const of = (await multi({ assetIds: [wind] })).id;
	const refused = [
		await create({ assetDisplayNames: ['Water', 'Water'] }),
		await create({ assetIds: [wind], assetDisplayNames: ['Wind'] }),
		await create({ assetIds: [] }),
		await create({ assetIds: [gone], assetDisplayNames: ['Water'] }),
		await create({ assetIds: [of], assetDisplayNames: ['Water'] }),
	];
	expect(refused.map(code)).toEqual([
		'Factory_StackedFactoryDuplicateFactory',
		'Factory_StackedFactoryDuplicateFactory',
		'Factory_StackedFactoryWithoutFactory',
		'Tracker_AssetDeleted',
		'Factory_FactoryNotFound',
	]);
	expect((await tracker.assets(admin)).map(({ name }) => name)).toEqual(['Wind']);
});

test('its units are its own, and neither list and no path shows the one kind for the other', async () => {
	const { id } = await multi({ assetIds: [wind] });
	const issue = { json: { recipientDisplayName: ann.email, amount: 10 } };
	expect((await tracker.send(admin, 'POST', `multiassets/${id}/issue`, issue)).status).toBe(200);
	const move = { json: { recipientEmail: admin.email, amount: 4 } };
	const moved = await tracker.send(ann, 'POST', `multiassets/${id}/transfer`, move);
	expect(moved.json()).toMatchObject([{ assetDisplayName: 'Green', amount: 4 }]);
	expect(await tracker.read(ann, 'balances')).toMatchObject([
		{ id, displayName: 'Green', amount: 6, type: 'MultiAsset' },
	]);
	expect(await tracker.read(ann, `balances/${id}`)).toMatchObject([{ amount: 6 }]);
	expect(await tracker.transactions(admin, wind)).toEqual([]);
	expect((await tracker.assets(admin)).map((asset) => asset.id)).toEqual([wind]);
	expect(await tracker.read(admin, 'multiassets')).toMatchObject([{ id }]);
	const strange = [
		await tracker.send(admin, 'POST', `assets/${id}/issue`, move),
		await tracker.change(admin, 'DELETE', `assets/${id}`),
		await tracker.change(admin, 'DELETE', `multiassets/${wind}`),
	];
	expect(strange.map(code)).toEqual([
		...['Factory_FactoryNotFound', 'Factory_FactoryNotFound', 'Factory_StackedFactoryNotFound'],
	]);
});

test('many are issued at once, and a transfer draws on the batches that it names', async () => {
	const { id } = await multi({ assetIds: [wind] });
	const amounts = [5, 7].map((amount) => ({ assetId: id, recipientEmail: ann.email, amount }));
	const items = [...amounts, { assetId: wind, recipientEmail: ann.email, amount: 1 }];
	const bulk = { json: { items }, headers: { 'idempotency-key': 'harvest' } };
	const elsewhere = await tracker.send(admin, 'POST', 'assets/issue/bulk', bulk);
	expect(elsewhere.status).toBe(200);
	expect(code(await tracker.send(admin, 'POST', 'multiassets/issue/bulk', bulk))).toBe(
		'Request_IdempotencyKeyReused',
	);
	const issued = await tracker.send(admin, 'POST', 'multiassets/issue/bulk', { json: { items } });
	const results = issued.json() as BulkIssue[];
	expect(results.map(({ issueResult }) => issueResult.statusCode)).toEqual([200, 200, 404]);
	const batchIds = [results[1]?.issueResult.transaction?.batchId];
	const move = (amount: number) =>
		tracker.send(ann, 'POST', `multiassets/${id}/batches/transfer`, {
			json: { recipientDisplayName: admin.email, amount, batchIds },
		});
	expect((await move(6)).json()).toMatchObject([{ batchId: batchIds[0], amount: 6 }]);
	expect(code(await move(2))).toBe('Factory_FactoryTransferInsufficientFund');
	expect(await tracker.read(ann, `balances/${id}`)).toMatchObject([
		...[{ amount: 5 }, { amount: 1, batchId: batchIds[0] }],
	]);
});

test('what it is made of is not deleted before it is', async () => {
	const { id } = await multi({ assetIds: [wind] });
	const refused = await tracker.change(admin, 'DELETE', `assets/${wind}`);
	expect(code(refused)).toBe('Factory_CannotDeleteInheritedFactory');
	expect((await tracker.change(admin, 'DELETE', `multiassets/${id}`)).status).toBe(204);
	expect((await tracker.change(admin, 'DELETE', `assets/${wind}`)).status).toBe(204);
	const issue = { json: { recipientEmail: ann.email, amount: 1 } };
	const issued = await tracker.send(admin, 'POST', `multiassets/${id}/issue`, issue);
	expect(code(issued)).toBe('Tracker_AssetDeleted');
});

test('the list finds them by what they are made of and by when they were made', async () => {
	const first = await multi({ assetIds: [wind] });
	const second = await multi({ assetDisplayNames: ['Sun'] });
	const third = await multi({ assetIds: [wind], assetDisplayNames: ['Sun'] });
	await tracker.change(admin, 'PUT', `multiassets/${first.id}`, { name: 'Greener' });
	const ids = async (query: string) =>
		(await tracker.read<WireMultiAsset[]>(admin, `multiassets?${query}`)).map(({ id }) => id);
	expect(await ids(`assetIds=${wind}`)).toEqual([first.id, third.id]);
	expect(await ids(`assetIds=${wind},${second.assets[0]?.id ?? ''}`)).toHaveLength(3);
	expect(await ids('limit=1&offset=1')).toEqual([second.id]);
	expect(await ids('beforeDateTime=2020-01-01')).toEqual([]);
	expect(await ids('isDeleted=true')).toEqual([]);
	await tracker.hasStatus(admin, wind, 'Confirmed');
	expect(await tracker.read(admin, `multiassets/${first.id}`)).toMatchObject({ name: 'Greener' });
});

test('a recipient has one address, under either of its names', async () => {
	const { id } = await multi({ assetIds: [wind] });
	const issue = (json: Readonly<Record<string, unknown>>) =>
		tracker.send(admin, 'POST', `multiassets/${id}/issue`, { json: { amount: 1, ...json } });
	expect((await issue({})).json()).toMatchObject({ arguments: ['recipientEmail', 'is missing'] });
	const two = { recipientEmail: ann.email, recipientDisplayName: admin.email };
	expect((await issue(two)).json()).toMatchObject({ errorCode: 'Request_Invalid' });
	const same = { recipientEmail: ann.email, recipientDisplayName: ann.email };
	const [issued] = (await issue(same)).json() as WireTransaction[];
	expect(issued?.recipientDisplayName).toBe(ann.email);
});
