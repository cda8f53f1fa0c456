/**
 * Executes a request with an Idempotency-Key once and answers every repetition like the first request,
 * whether it succeeded or not: a caller who repeats must never get an error for something that was done.
 *
 *   the key            entered by                                       a repetition
 *   is free            it was never used, its request failed, or        is a first request
 *                      it has expired
 *   is taken           a first request, in the transaction of its       waits until that has ended
 *                      effect
 *   has an answer      the commit of that transaction                   gets the answer
 *   has an error       the same                                         gets the error
 *
 * Effect and answer are committed together, so neither exists without the other after a crash.
 */
import { createHash } from 'node:crypto';
import { sql, type CompiledQuery } from 'kysely';
import type { ErrorCode } from '../../api/errors';
import type { Clock } from '../../server/clock';
import {
	deleteStatements,
	insertRows,
	pairList,
	updateStatements,
	type UpdatedRow,
} from '../../server/database/bulk';
import { refuse, Refusal, type RefusalArgument } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import type { Schema } from '../database/schema';

export interface KeyedRequest {
	readonly userId: string;
	readonly key: string;
	/** Values by which two requests are compared, in a fixed order. */
	readonly content: readonly unknown[];
}

/** The answer to a request: JSON, or a refusal. */
export type Answer = { readonly value: unknown } | { readonly refusal: Refusal };

interface ClaimedKey {
	readonly name: string;
	readonly userId: string;
	readonly key: string;
	readonly requestHash: string;
}

interface StoredAnswer {
	readonly requestHash: string;
	/** Undefined while this transaction carries the request out. */
	readonly answer: Answer | undefined;
}

export interface KeyTime {
	readonly clock: Clock;
	readonly keysKeptMs: number;
}

/** Claims on the keys of one transaction's requests. */
export class IdempotencyClaims {
	private readonly answers: (Answer | undefined)[] = [];

	private constructor(
		/** In the order of the requests; undefined for a request without a key. */
		private readonly places: readonly (ClaimedKey | undefined)[],
		private readonly kept: ReadonlyMap<string, StoredAnswer>,
		/** Index of the first request with each key. */
		private readonly first: ReadonlyMap<string, number>,
	) {}

	/** Claims the free keys; waits for a transaction that holds one of them. */
	static async take(
		transaction: Transaction,
		requests: readonly (KeyedRequest | undefined)[],
		time: KeyTime,
	): Promise<IdempotencyClaims> {
		const places = requests.map((each) => each && claimedKeyOf(each));
		const first = new Map<string, number>();
		for (const [at, place] of places.entries()) {
			if (place !== undefined && !first.has(place.name)) first.set(place.name, at);
		}
		const wanted = [...first.values()].flatMap((at) => places[at] ?? []);
		return new IdempotencyClaims(places, await takeAll(transaction, wanted, time), first);
	}

	/** True if the request must be carried out: it has no key, or is the first with its key. */
	isFirst(at: number): boolean {
		const place = this.places[at];
		if (place === undefined) return true;
		return this.kept.get(place.name)?.answer === undefined && this.first.get(place.name) === at;
	}

	/** Index of the first request with the same key. */
	firstOf(at: number): number {
		const place = this.places[at];
		return place === undefined ? at : (this.first.get(place.name) ?? at);
	}

	/**
	 * The statements that store the answers of the first requests, and free the keys of requests
	 * without an answer.
	 */
	async keeping(
		transaction: Transaction,
		answers: readonly (Answer | undefined)[],
	): Promise<readonly CompiledQuery[]> {
		this.answers.push(...answers);
		const updates: UpdatedRow[] = [];
		const freed: string[][] = [];
		for (const [at, place] of this.places.entries()) {
			if (place === undefined || !this.isFirst(at)) continue;
			const answer = answers[at];
			const where = [place.userId, place.key];
			if (answer === undefined) freed.push(where);
			else updates.push({ values: textsOf(answer), where });
		}
		return [
			...(await updateStatements<Schema>(transaction, keptAnswer, updates)),
			...(await deleteStatements<Schema>(transaction, keyColumns, freed)),
		];
	}

	answerOf(at: number): Answer {
		const place = this.places[at];
		const first = this.firstOf(at);
		const kept = place === undefined ? undefined : this.kept.get(place.name);
		const hash = kept?.answer === undefined ? this.places[first]?.requestHash : kept.requestHash;
		if (place?.requestHash !== hash) return { refusal: refuse('Request_IdempotencyKeyReused') };
		const answer = kept?.answer ?? this.answers[first];
		if (answer === undefined) throw new Error('a request has no answer');
		return answer;
	}
}

export const keyColumns = { table: 'idempotency_keys', columns: ['user_id', 'key'] } as const;
const keptAnswer = {
	table: 'idempotency_keys',
	columns: ['answer', 'refusal'],
	where: ['user_id', 'key'],
} as const;
const newKey = {
	table: 'idempotency_keys',
	columns: ['user_id', 'key', 'request_hash', 'answer', 'created_at'],
	ending: 'on conflict (user_id, key) do nothing',
} as const;

function claimedKeyOf({ userId, key, content }: KeyedRequest): ClaimedKey {
	const requestHash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
	return { name: `${userId} ${key}`, userId, key, requestHash };
}

/** Claims in one order, so that transactions cannot deadlock. */
async function takeAll(
	transaction: Transaction,
	places: readonly ClaimedKey[],
	{ clock, keysKeptMs }: KeyTime,
): Promise<ReadonlyMap<string, StoredAnswer>> {
	if (places.length === 0) return new Map();
	const inOrder = places.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	const pairs = inOrder.map(({ userId, key }) => [userId, key] as const);
	const now = clock.now();
	const isOf = sql<boolean>`(user_id, key) in ${pairList<Schema>(transaction, pairs)}`;
	const over = new Date(now - keysKeptMs).toISOString();
	await transaction
		.deleteFrom('idempotency_keys')
		.where(isOf)
		.where('created_at', '<', over)
		.execute();
	const createdAt = new Date(now).toISOString();
	const rows = inOrder.map(({ userId, key, requestHash }) => [
		...[userId, key, requestHash, ''],
		createdAt,
	]);
	await insertRows<Schema>(transaction, newKey, rows);
	const kept = await transaction
		.selectFrom('idempotency_keys')
		.select(['user_id', 'key', 'request_hash', 'answer', 'refusal'])
		.where(isOf)
		.execute();
	return new Map(
		kept.map((row) => [
			`${row.user_id} ${row.key}`,
			{ requestHash: row.request_hash, answer: answerOf(row) },
		]),
	);
}

/** What was kept for a request; a refusal for another request with its key. */
export async function findAnswer(
	database: Database,
	request: KeyedRequest,
	{ clock, keysKeptMs }: KeyTime,
): Promise<Answer | undefined> {
	const { userId, key, requestHash } = claimedKeyOf(request);
	const row = await database
		.selectFrom('idempotency_keys')
		.select(['request_hash', 'answer', 'refusal'])
		.where('user_id', '=', userId)
		.where('key', '=', key)
		.where('created_at', '>=', new Date(clock.now() - keysKeptMs).toISOString())
		.executeTakeFirst();
	if (row === undefined) return undefined;
	if (row.request_hash !== requestHash) return { refusal: refuse('Request_IdempotencyKeyReused') };
	return answerOf(row);
}

/**
 * A row without answer and refusal belongs to this transaction; other transactions wait for its
 * commit.
 */
function answerOf({ answer, refusal }: { answer: string; refusal: string | null }) {
	if (refusal !== null) {
		const { code, args } = JSON.parse(refusal) as KeptRefusal;
		return { refusal: refuse(code, ...args) };
	}
	return answer === '' ? undefined : { value: JSON.parse(answer) as unknown };
}

function textsOf(answer: Answer): (string | null)[] {
	if ('value' in answer) return [JSON.stringify(answer.value), null];
	const { code, args } = answer.refusal;
	return ['', JSON.stringify({ code, args })];
}

interface KeptRefusal {
	readonly code: ErrorCode;
	readonly args: readonly RefusalArgument[];
}
