/** When a key or a session was used last. */
import { isoTime, type Clock } from '../../server/clock';
import { DatabaseUnavailable } from '../../server/database/unavailable';
import type { Database } from '../database/database';
import type { KeyRow } from './lookups';

/** A later use is noted only after so long, so that few calls write. */
const notedWithinMs = { KEY: 3_600_000, SESSION: 60_000 } as const;

/** Where the database takes no changes, nothing is noted: who only reads goes on reading. */
export async function noteUse(
	database: Database,
	clock: Clock,
	{ key_id: id, kind, used_at: usedAt }: Pick<KeyRow, 'key_id' | 'kind' | 'used_at'>,
): Promise<void> {
	if (usedAt !== null && clock.now() - Date.parse(usedAt) < notedWithinMs[kind]) return;
	try {
		await database
			.updateTable('api_keys')
			.set({ used_at: isoTime(clock) })
			.where('id', '=', id)
			.execute();
	} catch (fault) {
		const isExpected = fault instanceof DatabaseUnavailable && fault.shortage !== 'AWAY';
		if (!isExpected) throw fault;
	}
}
