/** The log of a database as a start of the service opens it: checked, and confirming. */
import { systemClock, type Clock } from '../../../server/clock';
import type { Database, DatabasePlace } from '../../../service/database/database';
import { RecordLog } from '../../../service/log/record-log';
import { openSigner, type LogPlace, type Signer } from '../../../service/log/signer';
import { checkedLog } from '../../../service/verification/checked-log';

export interface StartedLog {
	readonly log: RecordLog;
	/** How many entries are not what was entered. */
	readonly corrupted: number;
	readonly signer: Signer;
}

export interface LogOptions {
	readonly clock?: Clock;
	readonly onFault?: (fault: unknown) => void;
	/** As the operator has set them. */
	readonly keys?: Pick<LogPlace, 'logOrigin' | 'logKey'>;
}

const noKeys = { logOrigin: undefined, logKey: undefined };

function rethrow(fault: unknown): never {
	throw fault;
}

export async function startLog(
	place: DatabasePlace,
	database: Database,
	{ clock = systemClock, onFault = rethrow, keys = noKeys }: LogOptions = {},
): Promise<StartedLog> {
	const signer = await openSigner(database, { ...place, ...keys });
	const corrupted = await checkedLog({ place, database, signer });
	const log = new RecordLog({ database, clock, onFault });
	await log.start(signer);
	return { log, corrupted, signer };
}
