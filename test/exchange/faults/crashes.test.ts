import { databaseKinds, TestDatabases } from '../../support/databases';
import { crashRounds } from './crash-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

test.each(databaseKinds)(
	'kill -9 of worker, API and Redis under load loses and doubles nothing on %s',
	(kind) => crashRounds(databases, { kind, rounds: 5, seed: 20_261_120 }),
	240_000,
);
