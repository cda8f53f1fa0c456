import { databaseKinds, TestDatabases } from '../../support/databases';
import { crashRounds } from './crash-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

test.each(databaseKinds)(
	'100 rounds of kill -9 under load lose and double nothing on %s',
	(kind) => crashRounds(databases, { kind, rounds: 100, seed: 7 }),
	3_600_000,
);
