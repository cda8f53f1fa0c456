/**
 * Erases the reports whose link has ended: at the start, when one is revoked, and from time to time.
 * A report of a version that knew no end gets one here, counted from the first start of this one.
 */
import { inDays, isoTime } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { ReportParts } from './diff-reports';

const roundMs = 60_000;
const batchSize = 100;

export class ReportEraser {
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private isClosed = false;

	constructor(
		private readonly parts: ReportParts & {
			readonly lifetimeDays: number;
			readonly session: ProcessSession;
			/** Told of what could not be erased; it is tried again. */
			readonly onFault: (fault: unknown) => void;
		},
	) {}

	async start(): Promise<void> {
		const { database, clock, lifetimeDays } = this.parts;
		await database
			.updateTable('diff_reports')
			.set({ expires_at: new Date(inDays(clock, lifetimeDays)).toISOString() })
			.where('expires_at', 'is', null)
			.execute();
		this.timer = setInterval(() => this.wake(), roundMs);
		this.wake();
	}

	/** Has what has ended erased soon; returns at once. */
	wake(): void {
		this.running = this.running
			.then(async () => {
				await this.parts.session.tryTurn('erase reports', () => this.eraseAll());
			})
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/** Ends after the report under way. */
	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		await this.running;
	}

	private async eraseAll(): Promise<void> {
		for (;;) {
			const ended = await this.ended();
			for (const report of ended) {
				if (this.isClosed) return;
				await this.erase(report);
			}
			if (ended.length < batchSize) return;
		}
	}

	private async ended() {
		const { database, clock } = this.parts;
		return database
			.selectFrom('diff_reports')
			.select(['id', 'object_id'])
			.where('erased_at', 'is', null)
			.where((columns) =>
				columns.or([
					columns('revoked_at', 'is not', null),
					columns('expires_at', '<=', isoTime(clock)),
				]),
			)
			.limit(batchSize)
			.execute();
	}

	/** The row stays and says what became of the report. */
	private async erase(report: { readonly id: string; readonly object_id: string }): Promise<void> {
		const { clock, objects } = this.parts;
		await objects.remove(report.object_id, async (transaction) => {
			await transaction
				.updateTable('diff_reports')
				.set({ erased_at: isoTime(clock) })
				.where('id', '=', report.id)
				.execute();
		});
	}
}
