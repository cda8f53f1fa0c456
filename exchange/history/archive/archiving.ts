/**
 * Archives in the background of a process, one run at a time. While archiving fails, an alarm is
 * open, nothing leaves the database and trading goes on; the next successful run clears the alarm.
 */
import { clearAlarms, raiseAlarm, type AlarmParts } from '../../guard/alarms';
import { Archiver, type ArchiverParts } from './archiver';

export interface ArchivingParts extends ArchiverParts, AlarmParts {
	readonly afterMs: number;
	readonly onFault: (fault: unknown) => void;
}

export class Archiving {
	private running: Promise<void> | undefined;
	private readonly stop = new AbortController();

	constructor(private readonly parts: ArchivingParts) {}

	/** Begins a run unless one is running; resolves at its end and never rejects. */
	begin(): Promise<void> {
		if (this.stop.signal.aborted) return Promise.resolve();
		this.running ??= this.run()
			.catch(this.parts.onFault)
			.finally(() => (this.running = undefined));
		return this.running;
	}

	/** Waits for the current segment, then ends the run. */
	async close(): Promise<void> {
		this.stop.abort();
		await this.running;
	}

	private async run(): Promise<void> {
		const { parts } = this;
		const { signal } = this.stop;
		const before = parts.clock.now() - parts.afterMs;
		try {
			await new Archiver(parts).run({ before, takesAll: false, signal });
		} catch (fault) {
			parts.onFault(fault);
			const message = `history is not archived and stays in the database: ${String(fault)}`;
			return this.inTransaction((transaction) =>
				raiseAlarm(parts, transaction, { kind: 'ARCHIVE', message, intentId: null }),
			);
		}
		await this.inTransaction((transaction) => clearAlarms(parts, transaction, 'ARCHIVE'));
	}

	private async inTransaction(
		work: (transaction: ArchivingParts['database']) => Promise<unknown>,
	): Promise<void> {
		await this.parts.database.transaction().execute(work);
	}
}
