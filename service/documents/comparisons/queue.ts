/**
 * The queue of comparisons that nobody waits for: stores them, makes a few at a time, and takes
 * over those of processes that died. Several processes on one database share the queue. One that
 * is cancelled by another process stops at its next progress note.
 */
import type { Model } from '../../../api/types';
import { isoTime } from '../../../server/clock';
import type { ProcessSession } from '../../../server/database/process-session';
import { Refusal, refuse } from '../../../server/refusal';
import type { RequestContext, Upload } from '../../operations/handler';
import { storeOnce } from '../../operations/once';
import {
	countOpen,
	insertQueued,
	leftFiles,
	nextQueued,
	noteProgress,
	runningRows,
	takeStep,
	type ComparisonRequest,
	type NewComparison,
} from './rows';
import { findComparison } from './records';
import { makeComparison, LostComparison, type WorkParts } from './work';
import { lockFile } from '../files/kept-versions';

/** Interval at which the queue is checked, also for comparisons of dead processes. */
const roundMs = 2_000;
const progressNoteMs = 500;

/** As many as the comparison processes run at once. */
const slots = 2;

/** A comparison fails after so many faults or died processes. */
const attemptsMax = 3;

type QueueParts = Omit<WorkParts, 'processId'> & {
	readonly session: ProcessSession;
	/** Maximum waiting and under way, per organisation. */
	readonly comparisonsMax: number;
	/** The refusal for a fault that the caller can act on; else undefined. */
	readonly refusalOf: (fault: unknown) => Refusal | undefined;
	/** Called with every other fault. */
	readonly onFault: (fault: unknown) => void;
	/** Called after each end. */
	readonly onEnd: (id: string) => void;
};

export class ComparisonQueue {
	private readonly making = new Map<string, { stop(): void; readonly done: Promise<void> }>();
	private rounds: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;
	private readonly work: WorkParts;

	constructor(private readonly parts: QueueParts) {
		this.work = { ...parts, processId: parts.session.processId };
	}

	start(): void {
		this.timer = setInterval(() => this.wake(), roundMs);
		this.wake();
	}

	/**
	 * Stores a comparison and returns its record; from then on it survives the end of this process.
	 */
	async ask(
		context: Pick<RequestContext, 'caller' | 'once'>,
		asked: Omit<NewComparison, 'organisationId' | 'createdByEmail' | 'sent'> & {
			readonly request: ComparisonRequest;
			readonly file?: Pick<Upload, 'fileName' | 'object'>;
		},
	): Promise<Model<'Comparison'>> {
		const { database, clock, comparisonsMax } = this.parts;
		const { organisationId, email: createdByEmail } = context.caller;
		const { file, ...row } = asked;
		await file?.object.makeDurable();
		const record = await storeOnce(database, context, async (transaction) => {
			await lockFile(transaction, asked.fileId);
			if ((await countOpen(transaction, organisationId)) >= comparisonsMax) {
				throw refuse('Keeper_ComparisonsTooMany', comparisonsMax);
			}
			await file?.object.attach(transaction);
			const comparisonId = await insertQueued(transaction, clock, {
				...row,
				organisationId,
				createdByEmail,
				sentObjectId: file?.object.id,
				...(file && { sent: { fileName: file.fileName, hash: file.object.hash } }),
			});
			const { fileId } = asked;
			return findComparison({ database: transaction, clock }, { fileId, comparisonId });
		});
		this.wake();
		return record;
	}

	/** Cancels a comparison; one that has ended stays unchanged. */
	async cancel(asked: { readonly fileId: string; readonly comparisonId: string }): Promise<void> {
		const { id } = await findComparison(this.parts, asked);
		const ended = { ended_at: isoTime(this.parts.clock), request: null };
		if (!(await takeStep(this.parts.database, { id }, 'cancel', ended))) return;
		this.making.get(id)?.stop();
		this.parts.onEnd(id);
		this.wake();
	}

	/** Returns running comparisons to the queue, for the next process. */
	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		await this.rounds;
		for (const { stop } of this.making.values()) stop();
		await Promise.all([...this.making.values()].map(({ done }) => done));
	}

	private wake(): void {
		this.rounds = this.rounds
			.then(() => this.round())
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	private async round(): Promise<void> {
		if (this.isClosed) return;
		await this.releaseAbandoned();
		await this.removeLeftFiles();
		await this.fill();
	}

	/** Releases comparisons of dead processes, and those whose end this process could not store. */
	private async releaseAbandoned(): Promise<void> {
		for (const { id, process_id: processId, attempts } of await runningRows(this.parts.database)) {
			if (processId === null || !(await this.isAbandoned(id, processId))) continue;
			await this.release({ id, processId }, attempts);
		}
	}

	private async isAbandoned(id: string, processId: string): Promise<boolean> {
		const { session } = this.parts;
		return processId === session.processId
			? !this.making.has(id)
			: !(await session.isAlive(processId));
	}

	private async removeLeftFiles(): Promise<void> {
		for (const { id, process_id, sent_object_id } of await leftFiles(this.parts.database)) {
			if (sent_object_id === null) continue;
			if (process_id !== null && !(await this.isAbandoned(id, process_id))) continue;
			await this.parts.objects.remove([sent_object_id], async (transaction) => {
				await transaction
					.updateTable('keeper_comparisons')
					.set({ sent_object_id: null })
					.where('id', '=', id)
					.execute();
			});
		}
	}

	private async fill(): Promise<void> {
		const { database, clock, session } = this.parts;
		while (!this.isClosed && this.making.size < slots) {
			const next = await nextQueued(database);
			if (next === undefined) return;
			const begun = { process_id: session.processId, started_at: isoTime(clock) };
			const columns = { ...begun, progress_percent: 0 };
			if (await takeStep(database, next, 'begin', columns)) this.begin(next.id);
		}
	}

	private begin(id: string): void {
		const stopping = new AbortController();
		const stop = () => stopping.abort(new LostComparison());
		const done = this.make(id, stopping)
			.catch((fault: unknown) => this.settle(id, fault))
			.catch((fault: unknown) => this.parts.onFault(fault))
			.finally(() => {
				this.making.delete(id);
				this.parts.onEnd(id);
				this.wake();
			});
		this.making.set(id, { stop, done });
	}

	private async make(id: string, stopping: AbortController): Promise<void> {
		const { database, session, onFault } = this.parts;
		const ours = { id, processId: session.processId };
		let progress = 0;
		const progressTimer = setInterval(() => {
			noteProgress(database, ours, Math.floor(progress * 100)).then((standing) => {
				if (standing === 'LOST') stopping.abort(new LostComparison());
				if (standing === 'DELETED') stopping.abort(refuse('Keeper_Deleted', 'file'));
			}, onFault);
		}, progressNoteMs);
		try {
			await makeComparison(this.work, id, {
				signal: stopping.signal,
				// The second comparison, with the approved version, starts at 0 again.
				onProgress: (share) => (progress = Math.max(progress, Math.min(share, 0.99))),
			});
		} finally {
			clearInterval(progressTimer);
		}
	}

	/** Decides what becomes of a comparison that was not completed. */
	private async settle(id: string, fault: unknown): Promise<void> {
		const { database, session, refusalOf, onFault } = this.parts;
		const ours = { id, processId: session.processId };
		if (fault instanceof LostComparison) {
			// Cancelled, taken over, or this process is closing, which counts as no failed attempt.
			if (this.isClosed) await this.release(ours, 0);
			return;
		}
		const refusal = refusalOf(fault);
		if (refusal !== undefined) return this.fail(ours, refusal);
		onFault(fault);
		const row = (await runningRows(database)).find((running) => running.id === id);
		if (row !== undefined) await this.release(ours, row.attempts);
	}

	private async release(
		ours: { readonly id: string; readonly processId: string },
		attempts: number,
	): Promise<void> {
		if (attempts >= attemptsMax) return this.fail(ours, refuse('Core_Unhandled', ours.id));
		await takeStep(this.parts.database, ours, 'release', { process_id: null, attempts });
	}

	private async fail(
		ours: { readonly id: string; readonly processId: string },
		refusal: Refusal,
	): Promise<void> {
		const { database, clock } = this.parts;
		const error = {
			errorCode: refusal.code,
			errorMessage: `${refusal.message} ${refusal.change}`,
		};
		const ended = { ended_at: isoTime(clock), request: null, error: JSON.stringify(error) };
		await takeStep(database, ours, 'fail', ended);
	}
}
