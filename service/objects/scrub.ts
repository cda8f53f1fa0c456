/**
 * The scrub reads and checks all objects one by one, with pauses, and leaves repairs to mending.
 * Its position is in the database, so that a restart continues; after the last object it pauses
 * until the next scrub is due.
 */
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { StorageLog } from './open-buckets';
import type { Mender } from './mender';
import { checkObject, markLost, type CheckParts, type Finding } from './object-check';
import { storedAfter } from './object-rows';

export interface ScrubParts extends CheckParts {
	readonly clock: Clock;
	readonly log: StorageLog;
	readonly mender: Mender;
	readonly session: ProcessSession;
}

const name = 'scrub';
const pauseMs = 100;

export class Scrub {
	private timer: NodeJS.Timeout | undefined;
	private running: Promise<unknown> = Promise.resolve();
	private closed = false;

	constructor(private readonly parts: ScrubParts) {}

	start(): void {
		this.running = this.step().then(
			(outcome) => this.again(outcome === 'checked' ? pauseMs : this.parts.settings.mendEveryMs),
			(fault: unknown) => {
				this.parts.log.error({ err: fault }, 'the scrub met a fault');
				this.again(this.parts.settings.mendEveryMs);
			},
		);
	}

	/**
	 * Checks the next object: `finished` after the last, `resting` if none is due or another process
	 * is at work.
	 */
	async step(): Promise<'checked' | 'finished' | 'resting'> {
		return (await this.parts.session.tryTurn('scrub', () => this.stepInTurn())) ?? 'resting';
	}

	private async stepInTurn(): Promise<'checked' | 'finished' | 'resting'> {
		const { database, clock, mender, log, settings } = this.parts;
		const progress = await this.progress();
		if (progress.finishedAt !== undefined) {
			if (clock.now() < progress.finishedAt + settings.scrubEveryMs) return 'resting';
		}
		const [id] = await storedAfter(database, progress.lastObjectId, 1);
		if (id === undefined) {
			await this.note('', isoTime(clock));
			return 'finished';
		}
		const findings = await checkObject(this.parts, id);
		await markLost(database, findings);
		for (const finding of findings) log.warn(finding, 'the scrub found a shard that is not right');
		await this.note(id, null);
		if (findings.some(isMendable)) mender.wake();
		return 'checked';
	}

	async close(): Promise<void> {
		this.closed = true;
		clearTimeout(this.timer);
		await this.running;
	}

	private again(delayMs: number): void {
		if (!this.closed) this.timer = setTimeout(() => this.start(), delayMs);
	}

	private async progress(): Promise<{
		readonly lastObjectId: string;
		readonly finishedAt: number | undefined;
	}> {
		const row = await this.parts.database
			.selectFrom('storage_scrubs')
			.selectAll()
			.where('name', '=', name)
			.executeTakeFirst();
		const finishedAt = row?.finished_at == null ? undefined : Date.parse(row.finished_at);
		return { lastObjectId: row?.last_object_id ?? '', finishedAt };
	}

	private async note(lastObjectId: string, finishedAt: string | null): Promise<void> {
		const values = { last_object_id: lastObjectId, finished_at: finishedAt };
		await this.parts.database
			.insertInto('storage_scrubs')
			.values({ name, ...values })
			.onConflict((conflict) => conflict.column('name').doUpdateSet(values))
			.execute();
	}
}

function isMendable({ problem }: Finding): boolean {
	return problem === 'damaged' || problem === 'missing' || problem === 'waiting';
}
