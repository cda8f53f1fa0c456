import type { Database } from '../../database/database';
import { isHeld, isRefused, isUnended, isWaiting } from '../../database/intent-states';
import type { IntentState } from '../state/intent';
import { findIntent, readIntent, type StoredIntent } from './intents';
import type { Page } from '../../database/page';

export interface TransferFilter {
	readonly status?: IntentState | undefined;
	readonly accountId?: string | undefined;
	/** Only those that stand where they do for exactly this. */
	readonly reason?: string | undefined;
}

/** Rare states, in exactly the words of their partial indexes; see database/intent-states.ts. */
const indexed: Readonly<Partial<Record<IntentState, typeof isHeld>>> = {
	HELD_FOR_REVIEW: isHeld,
	PENDING_APPROVAL: isWaiting,
	REFUSED: isRefused,
};

/** Lists transfers, the newest first; empty if `fromId` is unknown. */
export async function listTransfers(
	database: Database,
	{ status, accountId, reason, fromId, limit, offset }: TransferFilter & Page,
): Promise<readonly StoredIntent[]> {
	let query = database
		.selectFrom('intents')
		.selectAll()
		.orderBy('number', 'desc')
		.limit(limit)
		.offset(offset);
	if (accountId !== undefined) query = query.where('account_id', '=', accountId);
	if (reason !== undefined) query = query.where('reason', '=', reason);
	if (status !== undefined) {
		const rare = indexed[status];
		query = rare === undefined ? query.where('state', '=', status) : query.where(rare);
		if (rare === undefined && status !== 'SETTLED') query = query.where(isUnended);
	}
	if (fromId !== undefined) {
		const first = await findIntent(database, fromId);
		if (first === undefined) return [];
		query = query.where('number', '<=', BigInt(first.number));
	}
	return (await query.execute()).map(readIntent);
}

export interface TransferStep {
	readonly state: IntentState;
	readonly note: string | null;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/** Lists every state the intent went through, the oldest first. */
export async function stepsOf(database: Database, id: string): Promise<readonly TransferStep[]> {
	const rows = await database
		.selectFrom('intent_steps')
		.select(['state', 'note', 'at'])
		.where('intent_id', '=', id)
		.orderBy('version')
		.execute();
	return rows.map(({ state, note, at }) => ({ state: state as IntentState, note, at: Number(at) }));
}
