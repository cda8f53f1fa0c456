import { TestDatabases } from '../support/databases';
import { settlementRounds } from './settlement-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seed = 20_261_121;

test(
	`killed processes and a faulty tracker lose and double no unit, seed ${seed}`,
	() => settlementRounds(databases, { kind: 'SQLite', rounds: 6, seed }),
	240_000,
);
