/**
 * What an administrator must know: written down until it is cleared, and told to the log. The
 * same alarm raised again while it stands is not written twice.
 */
import type { Database } from '../database/database';
import type { TreasuryParts } from './parts';

/**
 * KEY: an own key is refused. HALT: trading was halted for it. INTENT: one intent. BALANCE: the
 * tracker and the books disagree. UNREAD: they could not be compared.
 */
export type AlarmKind = 'KEY' | 'HALT' | 'INTENT' | 'BALANCE' | 'UNREAD';

export interface Alarm {
	readonly kind: AlarmKind;
	readonly message: string;
}

/** Raises an alarm within the caller's transaction. */
export async function raiseAlarm(
	{ clock, newId, onAlarm }: Pick<TreasuryParts, 'clock' | 'newId' | 'onAlarm'>,
	transaction: Database,
	{ kind, message }: Alarm,
): Promise<void> {
	const standing = await transaction
		.selectFrom('alarms')
		.select('id')
		.where('kind', '=', kind)
		.where('message', '=', message)
		.where('cleared_at', 'is', null)
		.executeTakeFirst();
	if (standing !== undefined) return;
	await transaction
		.insertInto('alarms')
		.values({ id: newId(), kind, message, raised_at: clock.now(), cleared_at: null })
		.execute();
	onAlarm(message);
}

/** Clears every standing alarm of a kind; answers how many there were. */
export async function clearAlarms(
	{ clock }: Pick<TreasuryParts, 'clock'>,
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

/** Clears one alarm; answers whether it stood. */
export async function clearAlarm(
	{ clock }: Pick<TreasuryParts, 'clock'>,
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

export interface StandingAlarm extends Alarm {
	readonly id: string;
	/** Milliseconds since 1970. */
	readonly raisedAt: number;
}

/** The alarms nobody has cleared, the oldest first. */
export async function standingAlarms(database: Database): Promise<readonly StandingAlarm[]> {
	const rows = await database
		.selectFrom('alarms')
		.selectAll()
		.where('cleared_at', 'is', null)
		.orderBy('raised_at')
		.orderBy('id')
		.execute();
	return rows.map(({ id, kind, message, raised_at: raisedAt }) => ({
		id,
		kind: kind as AlarmKind,
		message,
		raisedAt: Number(raisedAt),
	}));
}
