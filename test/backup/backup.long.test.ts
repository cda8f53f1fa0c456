import { databaseKinds, TestDatabases } from '../support/servers/databases';
import { putPostgresOnPath } from '../support/servers/postgres';
import { backupRounds } from './backup-rounds';

const databases = new TestDatabases();
beforeAll(() => putPostgresOnPath());
afterAll(() => databases.close());

const seed = 77;

test.each(databaseKinds)(
	`each of 4 copies taken under load restores to all that was acknowledged before it on %s, seed ${seed}`,
	(kind) => backupRounds(databases, { kind, seed, copies: 4, requestsPerCopy: 100 }),
	3_600_000,
);
