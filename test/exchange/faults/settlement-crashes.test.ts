import { databaseKinds, TestDatabases } from '../support/databases';
import { settlementRounds } from './settlement-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seed = 20_261_121;

test.each(databaseKinds)(
	`killed processes and a faulty tracker lose and double no unit on %s, seed ${seed}`,
	(kind) => settlementRounds(databases, { kind, rounds: 6, seed }),
	240_000,
);
