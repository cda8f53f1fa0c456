import { TestDatabases } from '../../support/databases';
import { settlementRounds } from './settlement-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seed = 20_261_121;
const options = { kind: 'SQLite', resolver: 'idempotency-key', rounds: 6, seed } as const;

test(
	`killed processes and a faulty tracker lose and double no unit, seed ${seed}`,
	() => settlementRounds(databases, options),
	240_000,
);
