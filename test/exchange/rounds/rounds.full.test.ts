/** Every fault once on PostgreSQL, and on SQLite those that meet it in a way of its own. */
import { TestDatabases } from '../../support/servers/databases';
import { runRounds } from './rounds';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seed = 20_261_122;
const resolver = 'idempotency-key';

test(
	`every fault under load, beside a faulty tracker, loses and doubles nothing on PostgreSQL, seed ${seed}`,
	() => runRounds(databases, { kind: 'PostgreSQL', resolver, seed }),
	600_000,
);

const onSqlite = [
	'a full disk',
	'kill -9 of a worker',
	'kill -9 of an API',
	'kill -9 of Redis',
	'SIGSTOP of a worker',
];

test(
	`processes that end or stand still and a full disk lose and double nothing on SQLite, seed ${seed}`,
	() => runRounds(databases, { kind: 'SQLite', resolver, seed, only: onSqlite }),
	600_000,
);
