import { databaseKinds, TestDatabases } from '../../support/databases';
import { settlementRounds } from './settlement-rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seed = 41;

test.each(databaseKinds)(
	`200 rounds of killed processes and a faulty tracker lose and double no unit on %s, seed ${seed}`,
	(kind) => settlementRounds(databases, { kind, resolver: 'idempotency-key', rounds: 200, seed }),
	7_200_000,
);

/** Fewer, because each call in doubt takes a quiet time during which the asset waits. */
test.each(['transaction-list', 'balance', 'transit'] as const)(
	`10 rounds of them lose and double no unit where a tracker knows no keys, by %s, seed ${seed}`,
	(resolver) => settlementRounds(databases, { kind: 'PostgreSQL', resolver, rounds: 10, seed }),
	7_200_000,
);
