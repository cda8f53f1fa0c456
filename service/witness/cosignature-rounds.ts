/**
 * Offers this log's checkpoints to its witnesses, once a second: all get the same checkpoint, so
 * that it collects their cosignatures; a busy witness joins a later round. Nothing waits for
 * witnesses. One process at a time runs a round. State is in the database; every start asks every
 * witness once, which reveals a restored backup.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseVerifierKey, type VerifierKey } from '../../proof/verifier-key';
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { visit, type OfferedLog, type SignedCheckpoint } from './cosignature-request';
import {
	forgetFormerKeys,
	keepCosignature,
	keepStanding,
	lastCosignedSize,
	standingOf,
} from './cosignatures';
import { isAlarm, type Judgement } from './witness-state';
import type { WitnessSetting } from './witness-settings';

export interface OfferingParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
	readonly log: OfferedLog;
	readonly witnesses: readonly WitnessSetting[];
	/** Called when a witness's state changes. */
	readonly onChange: (witness: string, judgement: Judgement) => void;
	readonly onFault: (fault: unknown) => void;
}

const roundMs = 1_000;
const timeoutMs = 10_000;
const pauseMinMs = 1_000;
const pauseMaxMs = 5 * 60_000;
/** An up-to-date witness is asked again after this, so that its end is noticed. */
const idleMs = 10 * 60_000;

interface WitnessSchedule {
	readonly setting: WitnessSetting;
	readonly key: VerifierKey;
	isBusy: boolean;
	/** Monotonic milliseconds. */
	dueAt: number;
	pauseMs: number;
	/** Size it last cosigned for this process; undefined before. */
	cosignedSize: number | undefined;
}

export class Offering {
	private readonly closing = new AbortController();
	private schedules: readonly WitnessSchedule[] = [];
	private running: Promise<void> = Promise.resolve();
	private readonly visits = new Set<Promise<void>>();

	constructor(private readonly parts: OfferingParts) {}

	async start(): Promise<void> {
		const { database, witnesses } = this.parts;
		const keyed = witnesses.map(async (setting) => {
			const key = await parseVerifierKey(setting.vkey);
			return { setting, key, isBusy: false, dueAt: 0, pauseMs: 0, cosignedSize: undefined };
		});
		this.schedules = await Promise.all(keyed);
		for (const { setting } of this.schedules) await forgetFormerKeys(database, setting.vkey);
		if (this.schedules.length > 0) this.running = this.run();
	}

	/** Aborts calls under way; the next start repeats them. */
	async close(): Promise<void> {
		this.closing.abort();
		await this.running;
		await Promise.all(this.visits);
	}

	private async run(): Promise<void> {
		while (!this.closing.signal.aborted) {
			await this.round().catch((fault: unknown) => this.parts.onFault(fault));
			await this.pause(roundMs);
		}
	}

	private async round(): Promise<void> {
		const due = await this.due();
		if (due === undefined) return;
		const { checkpoint, witnesses } = due;
		await this.parts.session.tryTurn('witnesses', async () => {
			const visits = witnesses.map((each) => this.begin(each, checkpoint));
			await Promise.race([Promise.all(visits), this.pause(roundMs)]);
		});
	}

	/** The witnesses to offer the newest checkpoint to now. */
	private async due() {
		const checkpoint = await this.parts.log.latest();
		if (checkpoint === undefined) return undefined;
		const now = performance.now();
		const witnesses = this.schedules.filter(({ isBusy, dueAt, pauseMs, cosignedSize }) => {
			const hasNews = pauseMs === 0 && cosignedSize !== checkpoint.treeSize;
			return !isBusy && (hasNews || dueAt <= now);
		});
		return witnesses.length === 0 ? undefined : { checkpoint, witnesses };
	}

	/** Never rejects; the next visit retries. */
	private begin(schedule: WitnessSchedule, checkpoint: SignedCheckpoint): Promise<void> {
		schedule.isBusy = true;
		const visited = this.visit(schedule, checkpoint)
			.catch((fault: unknown) => {
				pauseLonger(schedule);
				this.parts.onFault(fault);
			})
			.finally(() => {
				schedule.isBusy = false;
				this.visits.delete(visited);
			});
		this.visits.add(visited);
		return visited;
	}

	private async visit(schedule: WitnessSchedule, newest: SignedCheckpoint): Promise<void> {
		const { database, clock, log, onChange } = this.parts;
		const { setting, key } = schedule;
		const before = await standingOf(database, setting.vkey);
		const checkpoint = await this.offeredTo(before, newest);
		const known = (await lastCosignedSize(database, key.name)) ?? 0;
		const { judgement, cosignature } = await visit({
			log,
			witness: key,
			checkpoint,
			oldSize: Math.min(known, checkpoint.treeSize),
			call: { url: setting.url, timeoutMs, signal: this.closing.signal },
		});
		if (this.closing.signal.aborted && judgement.standing === 'FAILING') return;
		const change = changeOf(before, judgement);
		await database.transaction().execute(async (transaction) => {
			if (cosignature !== undefined) await keepCosignature(transaction, key.name, cosignature);
			if (change === undefined) return;
			const since = change === 'standing' ? isoTime(clock) : undefined;
			await keepStanding(transaction, setting.vkey, judgement, since);
		});
		if (change === 'standing') onChange(setting.vkey, judgement);
		if (judgement.standing !== 'COSIGNING') return pauseLonger(schedule);
		schedule.pauseMs = 0;
		schedule.dueAt = performance.now() + idleMs;
		schedule.cosignedSize = judgement.offeredSize ?? undefined;
	}

	/**
	 * The newest checkpoint; after an alarm the one of that time, until this log has grown to the
	 * witness's size.
	 */
	private async offeredTo(
		{ standing, toldSize, offeredSize }: Judgement,
		newest: SignedCheckpoint,
	): Promise<SignedCheckpoint> {
		if (!isAlarm(standing) || offeredSize === null) return newest;
		if (standing === 'AHEAD' && (toldSize ?? 0) <= newest.treeSize) return newest;
		return (await this.parts.log.at(offeredSize)) ?? newest;
	}

	private async pause(ms: number): Promise<void> {
		const { signal } = this.closing;
		await delay(ms, undefined, { signal }).catch((fault: unknown) => {
			if (!signal.aborted) throw fault;
		});
	}
}

function pauseLonger(schedule: WitnessSchedule): void {
	schedule.pauseMs = Math.min(pauseMaxMs, Math.max(pauseMinMs, schedule.pauseMs * 2));
	schedule.dueAt = performance.now() + schedule.pauseMs;
}

/** What to store; cosigned sizes are in the cosignatures. */
function changeOf(before: Judgement, now: Judgement): 'standing' | 'message' | undefined {
	if (before.standing !== now.standing) return 'standing';
	return now.standing === 'COSIGNING' || before.message === now.message ? undefined : 'message';
}
