/**
 * Alarms of anchoring, one row per kind while the problem lasts, so that every process and `GET /log`
 * report the same. The start and the end of an alarm are each logged once.
 *
 *   RPC        the node does not answer, or its answer is not understood
 *   CHAIN      the node is on another chain than the one where the contract was first found
 *   CONTRACT   the address has no contract of this log that the key owns
 *   LOG_OLDER  the contract has a larger size than the log: an older copy of the log runs
 *   LOG_OTHER  the log has another root at the contract's size: it is not the anchored log
 *   REORGANISED a confirmed anchor has left the chain
 *   FUNDS      the account cannot pay
 *   FEE        the chain's fee is above the cap
 *   REFUSED    a node rejects the transaction for another reason
 */
import { isoTime } from '../../server/clock';
import type { AnchorParts } from './anchor-rows';

export const alarmKinds = [
	'RPC',
	'CHAIN',
	'CONTRACT',
	'LOG_OLDER',
	'LOG_OTHER',
	'REORGANISED',
	'FUNDS',
	'FEE',
	'REFUSED',
] as const;
export type AnchorAlarmKind = (typeof alarmKinds)[number];

export interface AnchorAlarm {
	readonly kind: AnchorAlarmKind;
	readonly message: string;
	readonly raisedAt: string;
}

export class AnchorTrouble extends Error {
	constructor(
		readonly kind: AnchorAlarmKind,
		message: string,
	) {
		super(message);
	}
}

export async function openAlarms({
	database,
}: Pick<AnchorParts, 'database'>): Promise<readonly AnchorAlarm[]> {
	const rows = await database
		.selectFrom('anchor_alarms')
		.selectAll()
		.orderBy('raised_at')
		.orderBy('kind')
		.execute();
	return rows.map((row) => ({
		kind: row.kind as AnchorAlarmKind,
		message: row.message,
		raisedAt: row.raised_at,
	}));
}

/** Returns true if the alarm is new or its message changed. */
export async function raiseAlarm(
	{ database, clock }: AnchorParts,
	{ kind, message }: Pick<AnchorAlarm, 'kind' | 'message'>,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto('anchor_alarms')
		.values({ kind, message, raised_at: isoTime(clock) })
		.onConflict((conflict) =>
			conflict
				.column('kind')
				.doUpdateSet({ message })
				.where('anchor_alarms.message', '<>', message),
		)
		.executeTakeFirstOrThrow();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns the kinds that were open. */
export async function clearAlarms(
	{ database }: Pick<AnchorParts, 'database'>,
	kinds: readonly AnchorAlarmKind[],
): Promise<readonly string[]> {
	const rows = await database
		.deleteFrom('anchor_alarms')
		.where('kind', 'in', kinds)
		.returning('kind')
		.execute();
	return rows.map(({ kind }) => kind);
}
