/** Two hours on each database, or as many minutes as `SOAK_MINUTES` says. */
import { databaseKinds, TestDatabases } from '../../support/servers/databases';
import { soak } from './soak';

const databases = new TestDatabases();
afterAll(() => databases.close());

const minutes = Number(process.env['SOAK_MINUTES'] ?? 120);
const seed = 11;

test.each(databaseKinds)(
	`${minutes} minutes at a fifth of the saturated rate leave memory, descriptors, files and latency level on %s, seed ${seed}`,
	(kind) => soak(databases, { kind, minutes, seed }),
	(minutes + 10) * 60_000,
);
