/** Publishes the reserves of a running exchange at once, as its schedule does every hour. */
import { publishReserves } from '../../../exchange/history/reserves/reserves';
import { createKeyVault } from '../../../exchange/settlement/setup/key-vault';
import { settingsOfFile } from '../../../exchange/settlement/setup/settings-file';
import { createTracker } from '../../../exchange/tracker/client';
import type { Database } from '../../../exchange/database/database';
import { systemClock } from '../../../server/clock';
import { until } from '../../support/clients/requests';

/** Waits while transfers are under way, since what moves is in no books. */
export async function publishNow(database: Database, dataFolder: string): Promise<void> {
	const settings = settingsOfFile(`${dataFolder}/settlement.json`);
	if (settings === undefined) throw new Error('there are no settings');
	const wire = { baseUrl: settings.trackerUrl, connectTimeoutMs: 1_000, connections: 1 };
	const tracker = createTracker({ ...settings, ...wire });
	const vault = createKeyVault(new Uint8Array(32));
	const parts = { database, clock: systemClock, settings, tracker, vault };
	await until(async () => (await publishReserves(parts)).kind === 'PUBLISHED' || undefined);
	await tracker.close();
}
