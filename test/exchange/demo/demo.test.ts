import { systemClock } from '../../../server/clock';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { ensureDemo } from '../../../exchange/demo/demo';
import {
	ensureTrackedDemo,
	readTracking,
	type DemoTracking,
} from '../../../exchange/demo/tracker-demo';
import { assetLinks } from '../../../exchange/settlement/assets/asset-links';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import { createAsset, heldBy } from '../support/settling';

const databases = new TestDatabases();
const once = { withNewKeys: false };
let service: RunningService;
let database: Database;
let users: readonly TestUser[];
let place: DemoTracking;

beforeEach(async () => {
	service = await startService();
	database = await openDatabase(await databases.place('SQLite'));
	users = [
		await service.addUser('alice@first.test', ['TrackerUser']),
		await service.addUser('bob@first.test', ['TrackerUser']),
	];
	const { products, admin } = service.organisation;
	const where = { trackerUrl: service.url, productId: products.Tracker };
	place = { ...where, administratorKey: admin.key, traders: users };
});
afterEach(async () => {
	await database.destroy();
	await service.close();
});
afterAll(() => databases.close());

const make = () => ensureTrackedDemo({ database, clock: systemClock }, place, once);

/** Whole units of each linked asset that each trader holds at the tracker. */
async function held() {
	const links = await assetLinks(database);
	const rows = users.map((user) =>
		Promise.all(links.map(({ trackerAssetId }) => heldBy(service, user, trackerAssetId))),
	);
	return Promise.all(rows);
}

const begun = [
	[10_000, 50_000_000],
	[10_000, 50_000_000],
];

test('assets are made, issued and linked once, and each trader has one key', async () => {
	const first = await make();
	expect(first).toMatchObject({ symbol: 'CREDIT-EUR', settles: true });
	expect(first.traders.map(({ key }) => key)).toEqual(users.map(({ key }) => key));
	expect(await held()).toEqual(begun);
	const links = await assetLinks(database);
	expect(await make()).toEqual(first);
	expect(await held()).toEqual(begun);
	expect(await assetLinks(database)).toEqual(links);
});

test('what a run that was interrupted had made is found and not issued again', async () => {
	const id = await createAsset(service, 'Energy credit');
	await make();
	// A run that ended before its links were durable.
	await database.deleteFrom('asset_links').execute();
	await make();
	expect((await assetLinks(database)).map(({ trackerAssetId }) => trackerAssetId)).toContain(id);
	expect(await held()).toEqual(begun);
});

test('the demo without a tracker credits nothing that the tracker backs', async () => {
	await make();
	await ensureDemo({ database, clock: systemClock }, once);
	const balances = await database.selectFrom('balances').selectAll().execute();
	expect(balances.filter(({ available }) => available !== 0n)).toEqual([]);
});

test('assets funded before stay unlinked', async () => {
	await ensureDemo({ database, clock: systemClock }, once);
	expect(await make()).toMatchObject({ settles: false });
	expect(await assetLinks(database)).toEqual([]);
});

test('a tracker that refuses is told by its status, without the key', async () => {
	const [{ key } = { key: '' }] = users;
	place = { ...place, administratorKey: key };
	await expect(make()).rejects.toThrow(/^GET \S+ at the tracker was answered with status 403$/);
	place = { ...place, trackerUrl: 'http://127.0.0.1:1' };
	await expect(make()).rejects.toThrow('no connection');
});

test.each([[undefined], [{}], [{ trackerUrl: 'x', productId: 'y', administratorKey: 'z' }]])(
	'%j is no place of a tracker',
	(value) => {
		expect(() => readTracking(value)).toThrow('--tracker');
	},
);
