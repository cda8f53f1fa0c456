/**
 * The audit log: what administrators did, who and why. An act is written in the transaction that
 * carries it out and is never changed.
 */
import type { Clock } from '../../server/clock';
import { FieldFault } from '../../server/commands/command-fault';
import { readStored, storedText } from '../database/stored-text';
import type { Database } from '../database/database';
import { append } from './audit-chain';

/** An administrator's key, or a system user who ran a command. */
export type Actor =
	| { readonly kind: 'KEY'; readonly id: string; readonly name: string }
	| { readonly kind: 'COMMAND'; readonly name: string };

export interface AuditContext {
	readonly clock: Clock;
	readonly actor: Actor;
	/** Optional only for acts that set something up. */
	readonly reason: string | undefined;
}

/** Named by the subject first, then the verb. */
export type ActionName =
	| 'ACCOUNT_ADD'
	| 'ACCOUNT_DISABLE'
	| 'ACCOUNT_ENABLE'
	| 'ACCOUNT_FREEZE'
	| 'ACCOUNT_FUND'
	| 'ACCOUNT_LIMIT'
	| 'ACCOUNT_SET_EMAIL'
	| 'ACCOUNT_SET_PAYOUTS'
	| 'ACCOUNT_SET_PAYOUT_LIMITS'
	| 'ACCOUNT_UNFREEZE'
	| 'ALARM_CLEAR'
	| 'ARCHIVE_RUN'
	| 'ASSET_ADD'
	| 'ASSET_LINK'
	| 'BOOKS_RECONCILE'
	| 'COMMISSIONS_PAY_OUT'
	| 'INTENT_REVIEW'
	| 'KEY_ADD'
	| 'KEY_REVOKE'
	| 'MAINTENANCE_BEGIN'
	| 'MAINTENANCE_END'
	| 'MARKET_ADD'
	| 'MARKET_SET_RULES'
	| 'MARKET_SET_SELF_TRADE_PREVENTION'
	| 'MARKET_SET_STATUS'
	| 'ORDERS_CANCEL'
	| 'PAYOUTS_RESUME'
	| 'PAYOUT_APPROVE'
	| 'PAYOUT_REJECT';

export interface Act {
	readonly action: ActionName;
	/** Id of the account, key, market, asset, intent or alarm. */
	readonly subject: string;
	/** Further facts, never a secret. Undefined values are left out. */
	readonly details?: Readonly<Record<string, string | number | boolean | undefined>>;
}

export const reasonLengthMax = 500;

const version = 1;

/**
 * Must be called in the transaction that carries the act out, and last: it locks the log until that
 * transaction ends.
 */
export async function audit(
	transaction: Database,
	{ clock, actor, reason }: AuditContext,
	{ action, subject, details = {} }: Act,
): Promise<void> {
	if (reason !== undefined && (reason.trim() === '' || reason.length > reasonLengthMax)) {
		const fault = `must have 1 to ${reasonLengthMax} characters, not all of them blanks`;
		throw new FieldFault('reason', fault);
	}
	await append(transaction, {
		at: clock.now(),
		actor_kind: actor.kind,
		actor_id: actor.kind === 'KEY' ? actor.id : null,
		actor_name: actor.name,
		action,
		subject,
		details: storedText(version, { details }),
		reason: reason ?? null,
	});
}

export interface WrittenAct {
	readonly actionId: number;
	/** Milliseconds since 1970. */
	readonly time: number;
	readonly actor: Actor;
	readonly action: string;
	readonly subject: string;
	readonly details: Readonly<Record<string, string | number | boolean>>;
	readonly reason: string | null;
	/** Of this act and all before it. */
	readonly hash: string;
}

export interface ActFilter {
	/** Acts on this subject only. */
	readonly subject?: string | undefined;
	/** Both in milliseconds, both included. */
	readonly startTime?: number | undefined;
	readonly endTime?: number | undefined;
	/** Begins with this act; newer ones are left out. */
	readonly fromId?: number | undefined;
	readonly limit: number;
	readonly offset: number;
}

export async function listActs(
	database: Database,
	{ subject, startTime, endTime, fromId, limit, offset }: ActFilter,
): Promise<readonly WrittenAct[]> {
	let query = database
		.selectFrom('admin_actions')
		.selectAll()
		.orderBy('at', 'desc')
		.orderBy('number', 'desc')
		.limit(limit)
		.offset(offset);
	if (subject !== undefined) query = query.where('subject', '=', subject);
	if (startTime !== undefined) query = query.where('at', '>=', BigInt(startTime));
	if (endTime !== undefined) query = query.where('at', '<=', BigInt(endTime));
	if (fromId !== undefined) {
		const first = await timeOf(database, fromId);
		if (first === undefined) return [];
		query = query.where(({ eb, refTuple, tuple }) =>
			eb(refTuple('at', 'number'), '<=', tuple(first, BigInt(fromId))),
		);
	}
	const rows = await query.execute();
	return rows.map((row) => ({
		actionId: Number(row.number),
		time: Number(row.at),
		actor:
			row.actor_id === null
				? { kind: 'COMMAND', name: row.actor_name }
				: { kind: 'KEY', id: row.actor_id, name: row.actor_name },
		action: row.action,
		subject: row.subject,
		details: readStored<Pick<WrittenAct, 'details'>>(row.details, version).details,
		reason: row.reason,
		hash: row.hash,
	}));
}

async function timeOf(database: Database, number: number): Promise<bigint | undefined> {
	const row = await database
		.selectFrom('admin_actions')
		.select('at')
		.where('number', '=', BigInt(number))
		.executeTakeFirst();
	return row?.at;
}
