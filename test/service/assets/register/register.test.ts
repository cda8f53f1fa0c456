/** Assets renamed and deleted over real HTTP, their lists, and what becomes of their past. */
import {
	startService,
	type RunningService,
	type TestUser,
} from '../../../support/programs/service';
import { Tracker, type WireTransaction } from '../tracker';

let running: RunningService;
let tracker: Tracker;
let admin: TestUser;
let ann: TestUser;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = await running.addUser('ann@first.test', ['TrackerUser']);
});

beforeEach(async () => {
	tracker = await Tracker.ofNewProduct(running);
});

afterAll(() => running.close());

const rename = (assetId: string, name: string) =>
	tracker.change(admin, 'PUT', `assets/${assetId}`, { name });
const remove = (assetId: string) => tracker.change(admin, 'DELETE', `assets/${assetId}`);
const toAnn = (assetId: string, amount: number) => ({
	...{ assetId, amount, recipientEmail: ann.email },
});

function code(answer: { json(): unknown }): string {
	return (answer.json() as { readonly errorCode: string }).errorCode;
}

/** How many entries the log has of an asset. */
async function entriesOf(assetId: string): Promise<number> {
	const rows = await running.service.database
		.selectFrom('log_entries')
		.select('sequence')
		.where('subject_id', '=', assetId)
		.execute();
	return rows.length;
}

describe('a renamed asset', () => {
	test('shows its new name everywhere, and is confirmed under it', async () => {
		const assetId = await tracker.asset(admin, 'Wind');
		await tracker.issue(admin, toAnn(assetId, 5));
		expect((await rename(assetId, 'Offshore wind')).status).toBe(204);
		expect(await tracker.hasStatus(admin, assetId, 'Confirmed')).toMatchObject({
			name: 'Offshore wind',
		});
		expect(await tracker.read(ann, 'balances')).toMatchObject([{ displayName: 'Offshore wind' }]);
		expect(await tracker.transactions(admin, assetId)).toMatchObject([
			{ assetDisplayName: 'Offshore wind', blockchainStatus: 'Confirmed' },
		]);
	});

	test('has an entry for each of its names, and none for the name it has already', async () => {
		const assetId = await tracker.asset(admin, 'One');
		await rename(assetId, 'Two');
		await rename(assetId, 'Two');
		await rename(assetId, 'Three');
		expect(await entriesOf(assetId)).toBe(3);
	});

	test('of which the name was edited from below is corrupted, and takes no other', async () => {
		const assetId = await tracker.asset(admin, 'Wind');
		await rename(assetId, 'Sun');
		await running.service.database
			.updateTable('assets')
			.set({ name: 'Coal' })
			.where('id', '=', assetId)
			.execute();
		expect(code(await rename(assetId, 'Water'))).toBe('Core_RecordCorrupted');
		expect(code(await remove(assetId))).toBe('Core_RecordCorrupted');
		expect(await tracker.read(admin, `assets/${assetId}`)).toMatchObject({
			blockchainStatus: 'Corrupted',
		});
	});

	test('renamed by many at once has every revision once', async () => {
		const assetId = await tracker.asset(admin, 'Many');
		const names = Array.from({ length: 12 }, (_, index) => `Many ${index}`);
		const answers = await Promise.all(names.map((name) => rename(assetId, name)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
		expect(await entriesOf(assetId)).toBe(13);
		const asset = await tracker.hasStatus(admin, assetId, 'Confirmed');
		expect(names).toContain(asset.name);
	});
});

describe('a deleted asset', () => {
	test('takes no issue, no transfer and no name, and its past stays visible', async () => {
		const assetId = await tracker.asset(admin, 'Wind');
		await tracker.issue(admin, toAnn(assetId, 5));
		expect((await remove(assetId)).status).toBe(204);
		const refused = [
			await tracker.issue(admin, toAnn(assetId, 1)),
			await tracker.transfer(ann, { ...toAnn(assetId, 1), recipientEmail: admin.email }),
			await rename(assetId, 'Sun'),
		];
		expect(refused.map(code)).toEqual(Array(3).fill('Tracker_AssetDeleted'));
		expect(await tracker.read(admin, `assets/${assetId}`)).toMatchObject({ isDeleted: true });
		expect(await tracker.amount(ann, assetId)).toBe(5);
		expect(await tracker.transactions(ann, assetId)).toMatchObject([{ amount: 5 }]);
	});

	test('is in the list of the deleted ones only, and deleted once', async () => {
		const assetId = await tracker.asset(admin, 'Wind');
		const kept = await tracker.asset(admin, 'Sun');
		await remove(assetId);
		expect((await remove(assetId)).status).toBe(204);
		expect(await entriesOf(assetId)).toBe(2);
		const ids = async (query: string) => (await tracker.assets(admin, query)).map(({ id }) => id);
		expect(await ids('')).toEqual([kept]);
		expect(await ids('?isDeleted=true')).toEqual([assetId]);
	});

	test('of another product is not there', async () => {
		const elsewhere = running.organisation.products.Tracker;
		const assetId = await new Tracker(running, elsewhere).asset(admin);
		expect(code(await remove(assetId))).toBe('Factory_FactoryNotFound');
		expect(code(await rename(assetId, 'Mine'))).toBe('Factory_FactoryNotFound');
	});
});

test('assets are found by their names', async () => {
	for (const name of ['Wind', 'Sun', 'Wind', 'Water']) await tracker.asset(admin, name);
	const names = async (query: string) =>
		(await tracker.assets(admin, query)).map(({ name }) => name);
	expect(await names('?assetDisplayNames=Wind')).toEqual(['Wind', 'Wind']);
	expect(await names('?assetDisplayNames=Water,%20Sun')).toEqual(['Sun', 'Water']);
	expect(await names('?assetDisplayNames=wind')).toEqual([]);
	expect(await names('?assetDisplayNames=Wind&limit=1&offset=1')).toEqual(['Wind']);
});

describe('the transactions of a product', () => {
	test('are those of all its assets in their order, and of no other product', async () => {
		const other = new Tracker(running, running.organisation.products.Tracker);
		const [wind, sun] = [await tracker.asset(admin, 'Wind'), await tracker.asset(admin, 'Sun')];
		await tracker.issue(admin, toAnn(wind, 1));
		await other.issue(admin, toAnn(await other.asset(admin, 'Coal'), 9));
		await tracker.issue(admin, toAnn(sun, 2));
		await tracker.transfer(ann, { ...toAnn(wind, 1), recipientEmail: admin.email });
		const listed = await tracker.read<WireTransaction[]>(admin, 'transactions?limit=3');
		expect(listed.map(({ assetId, amount }) => [assetId, amount])).toEqual([
			[wind, 1],
			[sun, 2],
			[wind, 1],
		]);
	});

	test('and those of an asset end before a moment that is asked for', async () => {
		const assetId = await tracker.asset(admin, 'Wind');
		const [first] = (await tracker.issue(admin, toAnn(assetId, 1))).json() as WireTransaction[];
		const moment = (await movedAt(first?.id ?? '', 60)).replace('Z', '%2B00:00');
		await tracker.issue(admin, toAnn(assetId, 2));
		for (const place of ['transactions', `assets/${assetId}/transactions`]) {
			const asked = (query: string) => tracker.read<WireTransaction[]>(admin, `${place}?${query}`);
			expect(await asked(`beforeDateTime=${moment}`)).toEqual([]);
			const later = new Date(Date.now() - 30_000).toISOString();
			expect(await asked(`beforeDateTime=${later}`)).toMatchObject([{ amount: 1 }]);
			expect(await asked('beforeDateTime=2999-01-01')).toHaveLength(2);
		}
	});
});

/** Sets when a transaction was recorded back by some seconds; answers the moment. */
async function movedAt(id: string, seconds: number): Promise<string> {
	const moment = new Date(Date.now() - seconds * 1000).toISOString();
	await running.service.database
		.updateTable('asset_transactions')
		.set({ created_at: moment })
		.where('id', '=', id)
		.execute();
	return moment;
}

test('the statistics count what happened within a day', async () => {
	const assetId = await tracker.asset(admin, 'Wind');
	const [old] = (await tracker.issue(admin, toAnn(assetId, 50))).json() as WireTransaction[];
	await movedAt(old?.id ?? '', 86_401);
	const none = { transactionCount: 0, volume: 0, activeUsers: 0 };
	expect(await tracker.read(admin, 'stats')).toEqual(none);
	await tracker.issue(admin, toAnn(assetId, 7));
	await tracker.transfer(ann, { ...toAnn(assetId, 3), recipientEmail: admin.email });
	expect(await tracker.read(admin, 'stats')).toEqual({
		...{ transactionCount: 2, volume: 10, activeUsers: 2 },
	});
});
