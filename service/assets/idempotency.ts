/**
 * Makes a request with an Idempotency-Key happen once. The answer is stored in the transaction of
 * the effect, so there is never the one without the other; the same key with another request is
 * refused. Refusals are not stored: nothing happened, and the cause may pass.
 */
import { createHash } from 'node:crypto';
import { isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
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
		const first = await transaction
			.selectFrom('idempotency_keys')
			.select(['request_hash', 'answer'])
			.where('user_id', '=', userId)
			.where('key', '=', key)
			.executeTakeFirst();
		if (first !== undefined) {
			if (first.request_hash !== requestHash) throw refuse('Request_IdempotencyKeyReused');
			return JSON.parse(first.answer) as Answer;
		}
		const answer = await effect(transaction);
		await transaction
			.insertInto('idempotency_keys')
			.values({
				user_id: userId,
				key,
				request_hash: requestHash,
				answer: JSON.stringify(answer),
				created_at: isoTime(clock),
			})
			.execute();
		return answer;
	});
}
