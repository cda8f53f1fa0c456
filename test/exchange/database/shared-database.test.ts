/** One PostgreSQL for both programs, by one address, whatever the user is called in it. */
import { Client, escapeIdentifier } from 'pg';
import { openDatabase } from '../../../exchange/database/database';
import { openDatabase as openServiceDatabase } from '../../../service/database/database';
import { TestDatabases } from '../../support/servers/databases';

const databases = new TestDatabases();

afterAll(() => databases.close());

/** The address of an empty database, for a user of that name who owns it. */
async function databaseOf(user: string) {
	const { dataFolder, databaseUrl = '' } = await databases.place('PostgreSQL');
	const address = new URL(databaseUrl);
	const client = new Client(databaseUrl);
	await client.connect();
	try {
		const [database, owner] = [address.pathname.slice(1), user].map(escapeIdentifier);
		await client.query(`create role ${owner} login`);
		await client.query(`alter database ${database} owner to ${owner}`);
	} finally {
		await client.end();
	}
	address.username = user;
	return { dataFolder, databaseUrl: address.href };
}

// PostgreSQL looks for tables in a schema that is called like the user before it looks in `public`.
test('the exchange keeps to its tables where the user is called like the project', async () => {
	const place = await databaseOf('sealkeeper');
	const first = await openDatabase(place);
	await first.insertInto('assets').values({ code: 'EUR', decimals: 2n }).execute();
	await first.destroy();
	const service = await openServiceDatabase(place);
	await service.destroy();
	const again = await openDatabase(place);
	expect(await again.selectFrom('assets').select('code').execute()).toEqual([{ code: 'EUR' }]);
	await again.destroy();
});
