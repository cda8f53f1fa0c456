import { databaseKinds, TestDatabases } from '../support/databases';
import { settlementRounds } from './settlement-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seed = 41;

test.each(databaseKinds)(
	`200 rounds of killed processes and a faulty tracker lose and double no unit on %s, seed ${seed}`,
	(kind) => settlementRounds(databases, { kind, rounds: 200, seed }),
	7_200_000,
);
