/**
 * Makes a request with an Idempotency-Key happen once, and answers every repetition as the first one
 * was answered, refused or not: a caller who repeats must never be told no and then find it done.
 * What a caller may ask for, and what a request that never came this far is answered, is left to
 * others.
 *
 *   the key            entered by                                       a repetition is answered
 *   is free            nobody has used it, or what used it failed       as a first request
 *   is taken           a first request, in the transaction of its       when that has ended
 *                      effect
 *   holds an answer    the commit of that transaction                   with the answer
 *   holds a refusal    the effect refused; a transaction after it       with the refusal
 *
 * An answer is kept as long as the database is: a repetition may come at any time.
 */
import { createHash } from 'node:crypto';
import { isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import { refuse, Refusal, type RefusalArgument } from '../../server/refusal';
import type { ErrorCode } from '../../api/errors';

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

interface Keyed {
	readonly userId: string;
	readonly key: string;
	readonly requestHash: string;
}

type Kept<Answer> = { readonly answer: Answer } | { readonly refusal: Refusal };

/** Runs `effect` in a transaction, or answers as the first run with this key did. */
export async function once<Answer>(
	parts: OnceParts,
	{ userId, key, request }: OnceRequest,
	effect: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
	if (key === undefined) return parts.database.transaction().execute(effect);
	const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
	const keyed = { userId, key, requestHash };
	const kept = await firstRun(parts, keyed, effect).catch((fault: unknown) =>
		keepRefusal<Answer>(parts, keyed, fault),
	);
	if ('refusal' in kept) throw kept.refusal;
	return kept.answer;
}

/** The effect and its answer in one transaction, so that there is never the one without the other. */
function firstRun<Answer>(
	{ database, clock }: OnceParts,
	keyed: Keyed,
	effect: (transaction: Transaction) => Promise<Answer>,
): Promise<Kept<Answer>> {
	return database.transaction().execute(async (transaction) => {
		if (!(await takeKey(transaction, clock, keyed))) return firstAnswer<Answer>(transaction, keyed);
		const answer = await effect(transaction);
		await transaction
			.updateTable('idempotency_keys')
			.set({ answer: JSON.stringify(answer) })
			.where('user_id', '=', keyed.userId)
			.where('key', '=', keyed.key)
			.execute();
		return { answer };
	});
}

/**
 * The refusal has taken back everything the effect did, the key included. Who took the key since was
 * the first, and their answer is the one.
 */
async function keepRefusal<Answer>(
	{ database, clock }: OnceParts,
	keyed: Keyed,
	fault: unknown,
): Promise<Kept<Answer>> {
	if (!(fault instanceof Refusal) || fault.status >= 500) throw fault;
	return database.transaction().execute(async (transaction) => {
		const refusal = JSON.stringify({ code: fault.code, args: fault.args });
		const isFirst = await takeKey(transaction, clock, { ...keyed, refusal });
		return isFirst ? { refusal: fault } : firstAnswer<Answer>(transaction, keyed);
	});
}

/** Whether the key is new. A request with the same key waits here until the one under way has ended. */
async function takeKey(
	transaction: Transaction,
	clock: Clock,
	{ userId, key, requestHash, refusal }: Keyed & { readonly refusal?: string },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await transaction
		.insertInto('idempotency_keys')
		.values({
			user_id: userId,
			key,
			request_hash: requestHash,
			answer: '',
			refusal: refusal ?? null,
			created_at: isoTime(clock),
		})
		.onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

async function firstAnswer<Answer>(
	transaction: Transaction,
	{ userId, key, requestHash }: Keyed,
): Promise<Kept<Answer>> {
	const first = await transaction
		.selectFrom('idempotency_keys')
		.select(['request_hash', 'answer', 'refusal'])
		.where('user_id', '=', userId)
		.where('key', '=', key)
		.executeTakeFirstOrThrow();
	if (first.request_hash !== requestHash)
		return { refusal: refuse('Request_IdempotencyKeyReused') };
	if (first.refusal === null) return { answer: JSON.parse(first.answer) as Answer };
	const { code, args } = JSON.parse(first.refusal) as KeptRefusal;
	return { refusal: refuse(code, ...args) };
}

interface KeptRefusal {
	readonly code: ErrorCode;
	readonly args: readonly RefusalArgument[];
}
