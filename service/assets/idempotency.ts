/**
 * Makes a request with an Idempotency-Key happen once. The answer is stored in the transaction of
 * the effect, so there is never the one without the other; the same key with another request is
 * refused. Refusals are not stored: nothing happened, and the cause may pass.
 */
import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { Schema } from '../database/schema';
import { refuse } from '../../server/refusal';

export interface OnceRequest {
	readonly userId: string;
	/** The caller's key; without one the effect simply happens. */
	readonly key: string | undefined;
	/** What makes two requests the same one, in a fixed order. */
	readonly request: readonly unknown[];
}

export interface OnceParts {
	readonly database: Database;
	readonly clock: Clock;
}

/** Runs `effect` in a transaction, or answers as the first run with this key did. */
export async function once<Answer>(
	{ database, clock }: OnceParts,
	{ userId, key, request }: OnceRequest,
	effect: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
	const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
	return database.transaction().execute(async (transaction) => {
		if (key === undefined) return effect(transaction);
		const isFirst = await takeKey(transaction, {
			user_id: userId,
			key,
			request_hash: requestHash,
			answer: '',
			created_at: isoTime(clock),
		});
		if (!isFirst) return firstAnswer<Answer>(transaction, { userId, key, requestHash });
		const answer = await effect(transaction);
		await transaction
			.updateTable('idempotency_keys')
			.set({ answer: JSON.stringify(answer) })
			.where('user_id', '=', userId)
			.where('key', '=', key)
			.execute();
		return answer;
	});
}

/**
 * Whether the key is new. A request with the same key waits here until the one under way has ended,
 * and is the first one itself when that was refused.
 */
async function takeKey(
	transaction: Transaction,
	row: Insertable<Schema['idempotency_keys']>,
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto('idempotency_keys')
		.values(row)
		.onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

async function firstAnswer<Answer>(
	transaction: Transaction,
	{
		userId,
		key,
		requestHash,
	}: { readonly userId: string; readonly key: string; readonly requestHash: string },
): Promise<Answer> {
	const first = await transaction
		.selectFrom('idempotency_keys')
		.select(['request_hash', 'answer'])
		.where('user_id', '=', userId)
		.where('key', '=', key)
		.executeTakeFirstOrThrow();
	if (first.request_hash !== requestHash) throw refuse('Request_IdempotencyKeyReused');
	return JSON.parse(first.answer) as Answer;
}
