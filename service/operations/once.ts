/**
 * Creates something once under the caller's Idempotency-Key: what it returns is kept in the
 * transaction that creates it, and a repetition gets that. A refusal is not kept, because nothing
 * was created: the key stays unused.
 */
import { commitWith } from '../../server/database/transactions';
import type { Database, Transaction } from '../database/database';
import type { MeasuredFile } from '../objects/staged-object';
import type { Caller, Upload } from './handler';
import { storeFor } from './storing';
import { findAnswer, IdempotencyClaims, type Answer, type KeyedRequest } from './idempotency';
import type { Once } from './idempotency-retention';

/**
 * The request of an Idempotency-Key, undefined without one. Requests are compared by all their
 * values, files by name and hash. Stored hashes depend on this form.
 */
export function keyedRequest(
	operation: string,
	{ userId }: Caller,
	{ 'idempotency-key': key, ...values }: Readonly<Record<string, unknown>>,
): KeyedRequest | undefined {
	if (typeof key !== 'string' || userId === undefined) return undefined;
	const names = Object.keys(values).sort();
	return { userId, key, content: [operation, names.map((name) => [name, shown(values[name])])] };
}

function shown(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shown);
	return isUpload(value) ? { file: [value.fileName, value.object.hash] } : value;
}

function isUpload(value: unknown): value is Upload<MeasuredFile> {
	return typeof value === 'object' && value !== null && 'object' in value && 'fileName' in value;
}

/** The part of a request's context that a creation needs. */
export interface Creating {
	readonly caller: Pick<Caller, 'requireStill'>;
	readonly once?: Once;
}

/**
 * Runs a transaction that creates something; a repetition changes nothing and gets what the first
 * one returned. That is stored as JSON, so it must have no secret. Undefined is not kept.
 */
export async function storeOnce<Result>(
	database: Database,
	{ caller, once }: Creating,
	work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
	if (once === undefined) return storeFor(database, caller, work);
	const { request, retention } = once;
	await retention.admit(request.userId, request.key);
	return storeFor(database, caller, async (transaction) => {
		const claims = await IdempotencyClaims.take(transaction, [request], retention);
		if (!claims.isFirst(0)) return valueOf(claims.answerOf(0)) as Result;
		const value = await work(transaction);
		const answers = [value === undefined ? undefined : { value }];
		await commitWith(transaction, await claims.keeping(transaction, answers));
		return value;
	});
}

/** What an earlier request with the key returned; refuses another request with it. */
export async function keptResult(
	database: Database,
	{ once }: Pick<Creating, 'once'>,
): Promise<unknown> {
	const answer = once && (await findAnswer(database, once.request, once.retention));
	return answer && valueOf(answer);
}

function valueOf(answer: Answer): unknown {
	if ('refusal' in answer) throw answer.refusal;
	return answer.value;
}
