/** The log of a database as a start of the service opens it: checked, and confirming. */
import { systemClock, type Clock } from '../../../server/clock';
import type { Database, DatabasePlace } from '../../../service/database/database';
import { KeptCheckpoint } from '../../../service/log/kept-checkpoint';
import { RecordLog } from '../../../service/log/record-log';
import { openSigner, type LogPlace, type Signer } from '../../../service/log/signer';
import { checkedLog } from '../../../service/verification/checked-log';

export interface StartedLog {
	readonly log: RecordLog;
	/** How many entries are not what was entered. */
	readonly corrupted: number;
	readonly signer: Signer;
	readonly kept: KeptCheckpoint;
}

export interface LogOptions {
	readonly clock?: Clock;
	readonly onFault?: (fault: unknown) => void;
	/** As the operator has set them. */
	readonly keys?: Pick<LogPlace, 'logOrigin' | 'logKey'>;
	/** The data folder of another process on the same database. */
	readonly keptIn?: string;
}

const noKeys = { logOrigin: undefined, logKey: undefined };

function rethrow(fault: unknown): never {
	throw fault;
}

export async function startLog(
	place: DatabasePlace,
	database: Database,
	{ clock = systemClock, onFault = rethrow, keys = noKeys, keptIn }: LogOptions = {},
): Promise<StartedLog> {
	const signer = await openSigner(database, { ...place, ...keys });
	const kept = await KeptCheckpoint.open(keptIn ?? place.dataFolder, signer.verifierKey);
	const corrupted = await checkedLog({ place, database, signer });
	await kept.follow(database);
	const log = new RecordLog({ database, clock, onFault });
	await log.start(signer, kept);
	return { log, corrupted, signer, kept };
}
