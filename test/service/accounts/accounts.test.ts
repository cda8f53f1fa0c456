/** Who a key stands for, and that a key exists nowhere but with its owner. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { secretHash } from '../../../server/secret-hash';
import { Accounts } from '../../../service/accounts/accounts';
import { systemClock } from '../../../server/clock';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { databaseKindOfRun } from '../../support/servers/databases';
import { tableNames } from '../../support/programs/stored-state';

let place: DatabaseFolder;
let accounts: Accounts;
let organisationId: string;

beforeEach(async () => {
	place = await openDatabaseFolder();
	accounts = new Accounts(place.database, systemClock);
	organisationId = (await accounts.addOrganisation('Harbour')).id;
});

afterEach(() => place.close());

function addUser(email = 'ann@harbour.test') {
	return accounts.addUser({ organisationId, email, roles: ['TrackerUser'] });
}

test('a key stands for its user, with the roles the user has now', async () => {
	const user = await addUser();
	const { key } = await accounts.addKey(user.id, 'first');
	await accounts.setRoles(user.id, ['TrackerAdmin']);
	expect(await accounts.callerByKey(key, '127.0.0.1')).toEqual({
		organisationId,
		userId: user.id,
		email: 'ann@harbour.test',
		limits: {},
		roles: ['TrackerAdmin'],
		grant: expect.stringContaining('TrackerAdmin') as unknown,
		requireStill: expect.any(Function) as unknown,
	});
});

test('a user may have several keys, and losing one leaves the others', async () => {
	const user = await addUser();
	const first = await accounts.addKey(user.id, 'first');
	const second = await accounts.addKey(user.id, 'second');
	expect(first.key).not.toBe(second.key);
	expect(await accounts.revokeKey(first.id)).toBe(true);
	expect(await accounts.callerByKey(first.key, '127.0.0.1')).toBeUndefined();
	expect(await accounts.callerByKey(second.key, '127.0.0.1')).toMatchObject({ userId: user.id });
});

test('of many who ask in one moment each is answered for their own key and product', async () => {
	const emails = ['ann@harbour.test', 'bob@harbour.test'];
	const users = await Promise.all(emails.map((email) => addUser(email)));
	const keys = await Promise.all(users.map(({ id }) => accounts.addKey(id, 'first')));
	const asked = [...keys.map(({ key }) => key), 'nobody', ...keys.map(({ key }) => key)];
	const found = await Promise.all(asked.map((key) => accounts.callerByKey(key, '127.0.0.1')));
	expect(found.map((caller) => caller?.email)).toEqual([...emails, undefined, ...emails]);
	const product = { organisationId, kind: 'Tracker', name: 'Assets' } as const;
	const { id } = await accounts.addProduct(product);
	const ids = [id, 'none', id];
	const products = await Promise.all(
		ids.map((each) => accounts.product(organisationId, 'Tracker', each)),
	);
	expect(products.map((each) => each?.name)).toEqual(['Assets', undefined, 'Assets']);
});

test('a key that another process ends stands for nobody from the next request on', async () => {
	const { id } = await addUser();
	const [first, second] = [await accounts.addKey(id, 'first'), await accounts.addKey(id, 'second')];
	const ask = () =>
		Promise.all([first, second].map(({ key }) => accounts.callerByKey(key, '127.0.0.1')));
	expect(await ask()).toMatchObject([{ userId: id }, { userId: id }]);
	await new Accounts(place.database, systemClock).revokeKey(first.id);
	expect(await ask()).toMatchObject([undefined, { userId: id }]);
});

test('a revoked key is not revoked again, and keeps the time it was', async () => {
	const { id } = await accounts.addKey((await addUser()).id, 'first');
	await accounts.revokeKey(id);
	const [before] = await accounts.keys(organisationId);
	expect(await accounts.revokeKey(id)).toBe(false);
	expect(await accounts.keys(organisationId)).toEqual([before]);
});

test('neither the hash of a key nor a part of the key is a key', async () => {
	const { key } = await accounts.addKey((await addUser()).id, 'first');
	for (const wrong of [secretHash(key), key.slice(1), `${key} `, key.toLowerCase(), '']) {
		expect(await accounts.callerByKey(wrong, '127.0.0.1')).toBeUndefined();
	}
});

/** The files of the data folder, or the rows of every table where they are the server's files. */
async function keptBytes(): Promise<readonly Buffer[]> {
	if (databaseKindOfRun === 'SQLite') {
		const names = fs.readdirSync(place.folder);
		expect(names).toContain('sealkeeper.sqlite-wal');
		return names.map((name) => fs.readFileSync(path.join(place.folder, name)));
	}
	const tables = await tableNames(place.database);
	return Promise.all(
		tables.map(async (name) => {
			const { rows } = await sql`select * from ${sql.table(name)}`.execute(place.database);
			return Buffer.from(JSON.stringify(rows));
		}),
	);
}

test('nothing that is kept holds the bytes of a key', async () => {
	const { key } = await accounts.addKey((await addUser()).id, 'first');
	await accounts.callerByKey(key, '127.0.0.1');
	const held = await keptBytes();
	const raw = Buffer.from(key, 'base64url');
	expect(held.some((bytes) => bytes.includes(secretHash(key)))).toBe(true);
	expect(held.some((bytes) => bytes.includes(key) || bytes.includes(raw))).toBe(false);
	expect(held.some((bytes) => bytes.includes(raw.toString('hex')))).toBe(false);
});

test('a user is found by an address in any case, in the own organisation only', async () => {
	const user = await addUser('Ann@Harbour.test');
	const other = (await accounts.addOrganisation('Hill')).id;
	const find = (organisation: string, email: string) =>
		accounts.userByEmail(place.database, organisation, email);
	expect(await find(organisationId, 'aNN@harbour.TEST')).toEqual(user);
	expect(await find(other, 'ann@harbour.test')).toBeUndefined();
});

test('an address belongs to one user of an organisation, and to one of each other', async () => {
	await addUser('ann@harbour.test');
	await expect(addUser('ANN@harbour.test')).rejects.toThrow(/unique/i);
	const other = (await accounts.addOrganisation('Hill')).id;
	const twin = { organisationId: other, email: 'ann@harbour.test', roles: [] };
	await expect(accounts.addUser(twin)).resolves.toMatchObject({ email: 'ann@harbour.test' });
});

test('a product is found under its own kind and organisation only', async () => {
	const { id } = await accounts.addProduct({ organisationId, kind: 'Tracker', name: 'Assets' });
	const other = (await accounts.addOrganisation('Hill')).id;
	expect(await accounts.product(organisationId, 'Tracker', id)).toMatchObject({ name: 'Assets' });
	expect(await accounts.product(organisationId, 'Keeper', id)).toBeUndefined();
	expect(await accounts.product(other, 'Tracker', id)).toBeUndefined();
});
