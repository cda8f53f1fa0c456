/**
 * Takes requests for movements. Requests that arrive at the same time share a transaction; each
 * movement is carried out or refused for itself, and a repeated Idempotency-Key gets its first
 * answer. A request that needs an unconfirmed log entry is submitted again when the entry is
 * confirmed.
 */
import { at as itemAt } from '../../../server/at';
import type { Clock } from '../../../server/clock';
import { isPostgres } from '../../../server/database/database';
import { SharedCommits } from '../../../server/database/shared-commits';
import { commitWith, together } from '../../../server/database/transactions';
import { Refusal } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import {
	MovementResolver,
	lockAssets,
	type MovementRequestItem,
	type Requester,
	type ResolvedMovement,
} from './asked-movements';
import { IdempotencyClaims, type Answer, type KeyedRequest } from '../../operations/idempotency';
import type { IdempotencyRetention } from '../../operations/idempotency-retention';
import {
	carryOut,
	type CarriedOut,
	type MovementPlan,
	type MovementOutcome,
} from '../ledger/ledger';
import { movementsById } from '../ledger/movements';

/** Most movements of one transaction. */
const movementsMax = 1_000;

export interface MovementServiceParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly idempotencyRetention: IdempotencyRetention;
}

export interface MovementRequest {
	readonly requester: Requester;
	/** The caller's Idempotency-Key. */
	readonly key: string | undefined;
	/** The values by which two requests with the same key are compared. */
	readonly content: readonly unknown[];
	/** Items; those refused during checking are Refusals. */
	readonly asked: readonly (MovementRequestItem | Refusal)[];
	/** Makes the reply from the outcomes; a refusal refuses the whole request. */
	readonly answer: (outcomes: readonly MovementOutcome[]) => Answer;
}

interface PendingRequest extends MovementRequest {
	/** The log entries it needs were waited for. */
	readonly hasWaited: boolean;
}

/** The answer, or log entries to wait for; then nothing was done. */
type SubmitResult = { readonly answer: Answer } | { readonly awaited: readonly number[] };

export class MovementService {
	private readonly commits: SharedCommits<PendingRequest, SubmitResult>;

	constructor(private readonly parts: MovementServiceParts) {
		this.commits = new SharedCommits({
			carryOut: (requests) =>
				parts.database.transaction().execute((transaction) => this.carryOut(transaction, requests)),
			sizeOf: ({ asked }) => asked.length,
			sizeMax: movementsMax,
		});
	}

	/** Returns the answer once the movement is committed; throws a refusal. */
	async move(request: MovementRequest): Promise<unknown> {
		const { key, requester } = request;
		if (key !== undefined) await this.parts.idempotencyRetention.admit(requester.caller.id, key);
		let submission = await this.commits.submit({ ...request, hasWaited: false });
		if ('awaited' in submission) {
			const { recordLog } = this.parts;
			const deadline = performance.now() + recordLog.waits.movementMs;
			for (const sequence of submission.awaited) {
				const leftMs = Math.max(0, Math.ceil(deadline - performance.now()));
				await recordLog.settled(sequence, leftMs);
			}
			submission = await this.commits.submit({ ...request, hasWaited: true });
		}
		this.parts.recordLog.wake();
		if ('awaited' in submission) throw new Error('a request that has waited must not wait again');
		if ('refusal' in submission.answer) throw submission.answer.refusal;
		return submission.answer.value;
	}

	private async carryOut(
		transaction: Transaction,
		requests: readonly PendingRequest[],
	): Promise<readonly SubmitResult[]> {
		const keyed = requests.map(keyedRequestOf);
		const { idempotencyRetention } = this.parts;
		const claims = await IdempotencyClaims.take(transaction, keyed, idempotencyRetention);
		const open = requests.filter((_request, at) => claims.isFirst(at));
		const resolved = await resolveAll(transaction, open);
		const awaited = new Map<PendingRequest, readonly number[]>();
		for (const [request, movements] of resolved) {
			const entries = movements.flatMap((one) => ('logSequence' in one ? [one.logSequence] : []));
			if (entries.length > 0) awaited.set(request, entries);
		}
		const ready = open.filter((request) => !awaited.has(request));
		const resolvedOfReady = ready.map((request) => resolved.get(request) ?? []);
		const { outcomes, statements } = await carryOutAll(transaction, this.parts, resolvedOfReady);
		const answers = new Map(
			ready.map((request, at) => [request, request.answer(outcomes[at] ?? [])]),
		);
		const keeping = await claims.keeping(
			transaction,
			requests.map((request) => answers.get(request)),
		);
		await commitWith(transaction, [...statements, ...keeping]);
		return requests.map((_request, at) => {
			const first = requests[claims.firstOf(at)];
			const entries = first === undefined ? undefined : awaited.get(first);
			return entries === undefined ? { answer: claims.answerOf(at) } : { awaited: entries };
		});
	}
}

function keyedRequestOf({ requester, key, content }: PendingRequest): KeyedRequest | undefined {
	return key === undefined ? undefined : { userId: requester.caller.id, key, content };
}

/** Locks the assets and resolves all requests. */
async function resolveAll(
	transaction: Transaction,
	requests: readonly PendingRequest[],
): Promise<ReadonlyMap<PendingRequest, readonly ResolvedMovement[]>> {
	const asked = requests.flatMap((request) =>
		request.asked
			.filter((each): each is MovementRequestItem => !(each instanceof Refusal))
			.map((each) => [request.requester, each] as const),
	);
	const locked = isPostgres(transaction) ? await assetsOf(transaction, asked) : new Set<string>();
	const [, resolver] = await together(
		lockAssets(transaction, locked),
		MovementResolver.of(transaction, asked),
	);
	const resolved = new Map<PendingRequest, readonly ResolvedMovement[]>();
	for (const request of requests) {
		const own: ResolvedMovement[] = [];
		for (const one of request.asked) {
			const isRefused = one instanceof Refusal;
			own.push(isRefused ? one : await resolver.resolve(request.requester, one, request.hasWaited));
		}
		resolved.set(request, own);
	}
	return resolved;
}

async function assetsOf(
	transaction: Transaction,
	asked: readonly (readonly [Requester, MovementRequestItem])[],
): Promise<ReadonlySet<string>> {
	const reversed = asked.flatMap(([, each]) =>
		each.kind === 'reversal' ? [each.transactionId] : [],
	);
	const movements = await movementsById(transaction, reversed);
	return new Set([
		...asked.flatMap(([, each]) => (each.kind === 'reversal' ? [] : [each.assetId])),
		...[...movements.values()].map(({ assetId }) => assetId),
	]);
}

/** Carries out the plans of all requests in order; refusals stay refusals. */
async function carryOutAll(
	transaction: Transaction,
	parts: MovementServiceParts,
	requests: readonly (readonly ResolvedMovement[])[],
): Promise<CarriedOut<readonly MovementOutcome[]>> {
	const plans = requests.flat().flatMap((each) => (each instanceof Refusal ? [] : [planOf(each)]));
	const moved = await carryOut(transaction, parts, plans);
	let next = 0;
	const outcomes = requests.map((resolved) =>
		resolved.map((each): MovementOutcome => {
			if (each instanceof Refusal) return each;
			const outcome = itemAt(moved.outcomes, next);
			next += 1;
			return outcome;
		}),
	);
	return { ...moved, outcomes };
}

function planOf(resolved: Exclude<ResolvedMovement, Refusal>): MovementPlan {
	if ('logSequence' in resolved) throw new Error('a movement that waits cannot be carried out');
	return resolved;
}
