/**
 * Alarms for the administrator. An alarm is stored until it is cleared, and logged. While it is
 * open, the same alarm is not stored twice.
 */
import type { Selectable } from 'kysely';
import type { Database } from '../database/database';
import type { Page } from '../database/page';
import type { Schema } from '../database/schema';
import type { Clock } from '../../server/clock';

/**
 * The most severe first. HALT: trading was halted because of a key. KEY: a key of the exchange is
 * refused. BALANCE: tracker and books disagree. SHORT: payouts of an asset are stopped because of
 * it. INTENT: about one intent. UNREAD: tracker and books could not be compared. SETTINGS: the
 * settings contradict the tracker. CLOCK: a clock was set, or is ahead. ARCHIVE: history cannot be
 * archived.
 */
const alarmKinds = [
	'HALT',
	'KEY',
	'BALANCE',
	'SHORT',
	'INTENT',
	'UNREAD',
	'SETTINGS',
	'CLOCK',
	'ARCHIVE',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export interface Alarm {
	readonly kind: AlarmKind;
	readonly message: string;
	/** Null for an alarm that is not about an intent. */
	readonly intentId: string | null;
}

export interface AlarmParts {
	readonly clock: Clock;
	readonly newId: () => string;
	/** Called with the message of every new alarm. */
	readonly onAlarm: (message: string) => void;
}

/** Raises an alarm within the caller's transaction. */
export async function raiseAlarm(
	{ clock, newId, onAlarm }: AlarmParts,
	transaction: Database,
	{ kind, message, intentId }: Alarm,
): Promise<void> {
	const open = await transaction
		.selectFrom('alarms')
		.select('id')
		.where('kind', '=', kind)
		.where('message', '=', message)
		.where('cleared_at', 'is', null)
		.executeTakeFirst();
	if (open !== undefined) return;
	await transaction
		.insertInto('alarms')
		.values({
			id: newId(),
			kind,
			message,
			intent_id: intentId,
			raised_at: clock.now(),
			cleared_at: null,
		})
		.execute();
	onAlarm(message);
}

/** Clears the open alarms of a kind and returns their number. */
export async function clearAlarms(
	{ clock }: Pick<AlarmParts, 'clock'>,
	transaction: Database,
	kind: AlarmKind,
): Promise<number> {
	const { numUpdatedRows } = await transaction
		.updateTable('alarms')
		.set({ cleared_at: clock.now() })
		.where('kind', '=', kind)
		.where('cleared_at', 'is', null)
		.executeTakeFirstOrThrow();
	return Number(numUpdatedRows);
}

export async function clearAlarmsAbout(
	{ clock }: Pick<AlarmParts, 'clock'>,
	transaction: Database,
	intentId: string,
): Promise<void> {
	await transaction
		.updateTable('alarms')
		.set({ cleared_at: clock.now() })
		.where('intent_id', '=', intentId)
		.where('cleared_at', 'is', null)
		.execute();
}

/** Clears one alarm; returns false if it was not open. */
export async function clearAlarm(
	{ clock }: Pick<AlarmParts, 'clock'>,
	database: Database,
	id: string,
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable('alarms')
		.set({ cleared_at: clock.now() })
		.where('id', '=', id)
		.where('cleared_at', 'is', null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export interface RaisedAlarm extends Alarm {
	readonly id: string;
	/** Milliseconds since 1970, like `clearedAt`. */
	readonly raisedAt: number;
	/** Null while it is open. */
	readonly clearedAt: number | null;
}

/** The alarms that are not cleared, the oldest first. */
export async function openAlarms(database: Database): Promise<readonly RaisedAlarm[]> {
	const rows = await database
		.selectFrom('alarms')
		.selectAll()
		.where('cleared_at', 'is', null)
		.orderBy('raised_at')
		.orderBy('id')
		.execute();
	return rows.map(readAlarm);
}

/** The oldest of the most severe kind; undefined if there is none. */
export function mostSevere(alarms: readonly RaisedAlarm[]): RaisedAlarm | undefined {
	const kind = alarmKinds.find((one) => alarms.some((alarm) => alarm.kind === one));
	return alarms.find((alarm) => alarm.kind === kind);
}

/** The open alarms about an intent, the oldest first. */
export async function alarmsAbout(
	database: Database,
	intentId: string,
): Promise<readonly RaisedAlarm[]> {
	return (await openAlarms(database)).filter((alarm) => alarm.intentId === intentId);
}

/** Lists alarms, the newest first, from `fromId` on; empty if there is no alarm with that id. */
export async function listAlarms(
	database: Database,
	{ status, fromId, limit, offset }: Page & { readonly status: 'OPEN' | 'ALL' },
): Promise<readonly RaisedAlarm[]> {
	let query = database
		.selectFrom('alarms')
		.selectAll()
		.orderBy('raised_at', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.offset(offset);
	if (status === 'OPEN') query = query.where('cleared_at', 'is', null);
	if (fromId !== undefined) {
		const first = await findAlarm(database, fromId);
		if (first === undefined) return [];
		query = query.where(({ eb, refTuple, tuple }) =>
			eb(refTuple('raised_at', 'id'), '<=', tuple(BigInt(first.raisedAt), fromId)),
		);
	}
	return (await query.execute()).map(readAlarm);
}

export async function findAlarm(database: Database, id: string): Promise<RaisedAlarm | undefined> {
	const row = await database
		.selectFrom('alarms')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirst();
	return row === undefined ? undefined : readAlarm(row);
}

function readAlarm(row: Selectable<Schema['alarms']>): RaisedAlarm {
	return {
		id: row.id,
		kind: row.kind as AlarmKind,
		message: row.message,
		intentId: row.intent_id,
		raisedAt: Number(row.raised_at),
		clearedAt: row.cleared_at === null ? null : Number(row.cleared_at),
	};
}
