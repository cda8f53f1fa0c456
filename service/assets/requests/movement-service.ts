/**
 * Where movements are asked for. Requests of a moment share a transaction and its commit; each of
 * their movements is carried out or refused by itself, and a request with an Idempotency-Key is
 * answered as it was the first time. What waits for an entry of the log is asked again when that is
 * confirmed.
 */
import type { Clock } from '../../../server/clock';
import { isPostgres } from '../../../server/database/database';
import { SharedCommits } from '../../../server/database/shared-commits';
import { Refusal } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import { Lookup, lockAssets, type Asked, type Asker, type LookedUp } from './asked-movements';
import { IdempotencyClaims, type Answer, type Keyed } from './idempotency';
import type { KeptKeys } from './idempotency-retention';
import { carryOut, type Moved, type Order, type Outcome } from '../ledger/ledger';
import { movementsById } from '../ledger/movements';

/** Movements in one transaction at most. */
const movementsMax = 1_000;

export interface DeskParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly keptKeys: KeptKeys;
}

export interface MovementRequest {
	readonly asker: Asker;
	/** The caller's Idempotency-Key, and what makes two requests the same one, in a fixed order. */
	readonly key: string | undefined;
	readonly content: readonly unknown[];
	/** Each by itself; what is a refusal already stays one. */
	readonly asked: readonly (Asked | Refusal)[];
	/** What the caller is answered, JSON; a refusal refuses the request as a whole. */
	readonly answer: (outcomes: readonly Outcome[]) => Answer;
}

interface Submitted extends MovementRequest {
	/** Its entries were waited for. */
	readonly isPatient: boolean;
}

/** Answered, or entries to wait for; then nothing was done. */
type Submission = { readonly answer: Answer } | { readonly awaited: readonly number[] };

export class MovementService {
	private readonly commits: SharedCommits<Submitted, Submission>;

	constructor(private readonly parts: DeskParts) {
		this.commits = new SharedCommits({
			carryOut: (requests) =>
				parts.database.transaction().execute((transaction) => this.carryOut(transaction, requests)),
			sizeOf: ({ asked }) => asked.length,
			sizeMax: movementsMax,
		});
	}

	/** The answer, once what was done is durable; refuses what cannot be done. */
	async move(request: MovementRequest): Promise<unknown> {
		const { key, asker } = request;
		if (key !== undefined) await this.parts.keptKeys.admit(asker.caller.id, key);
		let submission = await this.commits.submit({ ...request, isPatient: false });
		if ('awaited' in submission) {
			const { recordLog } = this.parts;
			const deadline = performance.now() + recordLog.waits.movementMs;
			for (const sequence of submission.awaited) {
				const leftMs = Math.max(0, Math.ceil(deadline - performance.now()));
				await recordLog.settled(sequence, leftMs);
			}
			submission = await this.commits.submit({ ...request, isPatient: true });
		}
		this.parts.recordLog.wake();
		if ('awaited' in submission) throw new Error('a patient request waits for nothing');
		if ('refusal' in submission.answer) throw submission.answer.refusal;
		return submission.answer.value;
	}

	private async carryOut(
		transaction: Transaction,
		requests: readonly Submitted[],
	): Promise<readonly Submission[]> {
		const { clock, keptKeys } = this.parts;
		const { keysKeptMs } = keptKeys;
		const keys = await IdempotencyClaims.take(transaction, requests.map(keyedOf), {
			clock,
			keysKeptMs,
		});
		const open = requests.filter((_request, at) => keys.isFirst(at));
		const looked = await lookUp(transaction, open);
		const awaited = new Map<Submitted, readonly number[]>();
		for (const [request, each] of looked) {
			const entries = each.flatMap((one) => ('logSequence' in one ? [one.logSequence] : []));
			if (entries.length > 0) awaited.set(request, entries);
		}
		const ready = open.filter((request) => !awaited.has(request));
		const orders = ready.map((request) => looked.get(request) ?? []);
		const outcomes = await settle(transaction, this.parts, orders);
		const answers = new Map(
			ready.map((request, at) => [request, request.answer(outcomes[at] ?? [])]),
		);
		await keys.keep(
			transaction,
			requests.map((request) => answers.get(request)),
		);
		return requests.map((_request, at) => {
			const first = requests[keys.firstOf(at)];
			const entries = first === undefined ? undefined : awaited.get(first);
			return entries === undefined ? { answer: keys.answerOf(at) } : { awaited: entries };
		});
	}
}

function keyedOf({ asker, key, content }: Submitted): Keyed | undefined {
	return key === undefined ? undefined : { userId: asker.caller.id, key, content };
}

/** What the requests ask for, behind the locks of its assets. */
async function lookUp(
	transaction: Transaction,
	requests: readonly Submitted[],
): Promise<ReadonlyMap<Submitted, readonly LookedUp[]>> {
	const asked = requests.flatMap((request) =>
		request.asked
			.filter((each): each is Asked => !(each instanceof Refusal))
			.map((each) => [request.asker, each] as const),
	);
	if (isPostgres(transaction)) await lockAssets(transaction, await assetsOf(transaction, asked));
	const lookup = await Lookup.of(transaction, asked);
	const looked = new Map<Submitted, readonly LookedUp[]>();
	for (const request of requests) {
		const own: LookedUp[] = [];
		for (const one of request.asked) {
			const isRefused = one instanceof Refusal;
			own.push(isRefused ? one : await lookup.look(request.asker, one, request.isPatient));
		}
		looked.set(request, own);
	}
	return looked;
}

async function assetsOf(
	transaction: Transaction,
	asked: readonly (readonly [Asker, Asked])[],
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

/** Carries out all orders of all requests, in their order; what is refused already stays so. */
async function settle(
	transaction: Transaction,
	parts: DeskParts,
	requests: readonly (readonly LookedUp[])[],
): Promise<readonly (readonly Outcome[])[]> {
	const orders = requests
		.flat()
		.flatMap((each) => (each instanceof Refusal ? [] : [orderOf(each)]));
	const moved = await carryOut(transaction, parts, orders);
	let at = 0;
	return requests.map((looked) =>
		looked.map((each): Outcome => {
			if (each instanceof Refusal) return each;
			const outcome: Moved | Refusal | undefined = moved[at];
			at += 1;
			if (outcome === undefined) throw new Error('a movement has no outcome');
			return outcome;
		}),
	);
}

function orderOf(looked: Exclude<LookedUp, Refusal>): Order {
	if ('logSequence' in looked) throw new Error('what waits is carried out later');
	return looked;
}
