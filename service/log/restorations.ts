/**
 * Restorations: an operator has accepted a database that contradicts the kept checkpoint, such as an older
 * copy. Each is an entry of the log, so that the log says for ever that a signed part of it was given up.
 */
import { isoTime, newId, type Clock } from '../../server/clock';
import type { Database } from '../database/database';
import { newestNote, type KeptCheckpoint } from './kept-checkpoint';
import { newEntry, type RecordKind } from './record-kind';
import type { RecordLog } from './record-log';

export interface RestorationRow {
	readonly id: string;
	/** The kept checkpoint, a signed note. */
	readonly lost_checkpoint: string;
	/** The newest checkpoint of the accepted database; null if its log was empty. */
	readonly held_checkpoint: string | null;
	readonly created_at: string;
}

export const restorationColumns = [
	'log_restorations.id',
	'log_restorations.lost_checkpoint',
	'log_restorations.held_checkpoint',
	'log_restorations.created_at',
] as const;

export const restorationRecord: RecordKind<RestorationRow> = {
	kindOf: () => 'log-restoration',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			lostCheckpoint: row.lost_checkpoint,
			heldCheckpoint: row.held_checkpoint,
			createdAt: row.created_at,
		}),
	],
};

interface RestorationParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
}

/**
 * Enters a restoration and keeps the database's checkpoint from now on. Undefined if the database does not
 * contradict the kept one. Of a lost file nothing is entered: nobody knows what it held.
 */
export async function acceptRestored(
	kept: KeptCheckpoint,
	parts: RestorationParts,
): Promise<RestorationRow | 'kept anew' | undefined> {
	const { note } = kept;
	if ((await kept.contradiction(parts.database)) === undefined) return undefined;
	if (note === undefined) {
		await kept.replace((await newestNote(parts.database)) ?? null);
		return 'kept anew';
	}
	const row = await enterRestoration(parts, note);
	await kept.replace(row.held_checkpoint);
	return row;
}

/** Enters that a checkpoint was given up for the database's newest one. */
export async function enterRestoration(
	{ database, clock, recordLog }: RestorationParts,
	lostCheckpoint: string,
): Promise<RestorationRow> {
	const row = {
		id: newId(clock),
		lost_checkpoint: lostCheckpoint,
		held_checkpoint: (await newestNote(database)) ?? null,
		created_at: isoTime(clock),
	};
	await database.transaction().execute(async (transaction) => {
		const { sequence } = await recordLog.append(transaction, newEntry(restorationRecord, row));
		const values = { ...row, log_sequence: sequence };
		await transaction.insertInto('log_restorations').values(values).execute();
	});
	return row;
}

/** All restorations, the first one first. */
export function listRestorations(database: Database): Promise<RestorationRow[]> {
	return database
		.selectFrom('log_restorations')
		.select(restorationColumns)
		.orderBy('log_sequence')
		.execute();
}
