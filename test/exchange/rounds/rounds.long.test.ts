/** Every fault again and again, by each way to find out what became of a call, from many seeds. */
import { resolvers } from '../../../exchange/settlement/setup/settings';
import { databaseKinds, TestDatabases, type DatabaseKind } from '../../support/servers/databases';
import { runRounds } from './rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seeds = [41, 42, 43, 44, 45, 46];

test.each(databaseKinds.flatMap((kind) => seeds.map((seed) => [kind, seed] as const)))(
	'60 rounds of faults lose and double nothing on %s, seed %i',
	(kind, seed) => runRounds(databases, { kind, resolver: 'idempotency-key', seed, rounds: 60 }),
	3_600_000,
);

/** Each call in doubt takes a quiet time during which its asset waits. */
const byResolver = resolvers.flatMap((resolver) =>
	databaseKinds.map((kind): readonly [typeof resolver, DatabaseKind] => [resolver, kind]),
);

test.each(byResolver)(
	'every fault twice loses and doubles nothing where outcomes are found out by %s, on %s',
	(resolver, kind) => runRounds(databases, { kind, resolver, seed: 47, rounds: 30 }),
	3_600_000,
);
