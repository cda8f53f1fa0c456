import { databaseKinds, TestDatabases } from '../support/servers/databases';
import { putPostgresOnPath } from '../support/servers/postgres';
import { backupRounds } from './backup-rounds';

const databases = new TestDatabases();
beforeAll(() => putPostgresOnPath());
afterAll(() => databases.close());

const seed = 20_261_122;

test.each(databaseKinds)(
	`a copy taken under load restores to all that was acknowledged before it on %s, seed ${seed}`,
	(kind) => backupRounds(databases, { kind, seed, copies: 1, requestsPerCopy: 40 }),
);
