/**
 * Offers this log's checkpoints to its witnesses, a round a second: all of them are offered the same
 * one, so that their cosignatures come together under it, and whoever is still busy with an earlier
 * one joins a later round. Nobody waits for a witness: records are confirmed without them. Of several
 * processes on one database one holds a round at a time. What is known stands in the database, so a
 * restart loses nothing; every start asks every witness once, which is when a restored backup shows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseVerifierKey, type VerifierKey } from '../../proof/verifier-key';
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { visit, type OfferedLog, type SignedCheckpoint } from './asking';
import {
	forgetFormerKeys,
	keepCosignature,
	keepStanding,
	lastCosignedSize,
	standingOf,
} from './cosignatures';
import { isAlarm, type Judgement } from './standing';
import type { WitnessSetting } from './witness-settings';

export interface OfferingParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly session: ProcessSession;
	readonly log: OfferedLog;
	readonly witnesses: readonly WitnessSetting[];
	/** Told when a witness stands otherwise than before. */
	readonly onChange: (witness: string, judgement: Judgement) => void;
	readonly onFault: (fault: unknown) => void;
}

const roundMs = 1_000;
const timeoutMs = 10_000;
const pauseMinMs = 1_000;
const pauseMaxMs = 5 * 60_000;
/** A witness that was offered all there is is asked again after that, so that its end is noticed. */
const idleMs = 10 * 60_000;

interface Followed {
	readonly setting: WitnessSetting;
	readonly key: VerifierKey;
	isBusy: boolean;
	/** On a clock that only counts on. */
	dueAt: number;
	pauseMs: number;
	/** The size it cosigned last in this process; undefined until it was asked. */
	cosignedSize: number | undefined;
}

export class Offering {
	private readonly closing = new AbortController();
	private followed: readonly Followed[] = [];
	private running: Promise<void> = Promise.resolve();
	private readonly visits = new Set<Promise<void>>();

	constructor(private readonly parts: OfferingParts) {}

	async start(): Promise<void> {
		const { database, witnesses } = this.parts;
		const keyed = witnesses.map(async (setting) => {
			const key = await parseVerifierKey(setting.vkey);
			return { setting, key, isBusy: false, dueAt: 0, pauseMs: 0, cosignedSize: undefined };
		});
		this.followed = await Promise.all(keyed);
		for (const { setting } of this.followed) await forgetFormerKeys(database, setting.vkey);
		if (this.followed.length > 0) this.running = this.run();
	}

	/** Ends the calls under way; what they would have brought is asked for again. */
	async close(): Promise<void> {
		this.closing.abort();
		await this.running;
		await Promise.all(this.visits);
	}

	private async run(): Promise<void> {
		while (!this.closing.signal.aborted) {
			await this.round().catch((fault: unknown) => this.parts.onFault(fault));
			await this.rest(roundMs);
		}
	}

	private async round(): Promise<void> {
		const due = await this.due();
		if (due === undefined) return;
		const { checkpoint, witnesses } = due;
		await this.parts.session.tryTurn('witnesses', async () => {
			const visits = witnesses.map((each) => this.begin(each, checkpoint));
			await Promise.race([Promise.all(visits), this.rest(roundMs)]);
		});
	}

	/** Who is to be offered the newest checkpoint now. */
	private async due() {
		const checkpoint = await this.parts.log.latest();
		if (checkpoint === undefined) return undefined;
		const now = performance.now();
		const witnesses = this.followed.filter(({ isBusy, dueAt, pauseMs, cosignedSize }) => {
			const hasNews = pauseMs === 0 && cosignedSize !== checkpoint.treeSize;
			return !isBusy && (hasNews || dueAt <= now);
		});
		return witnesses.length === 0 ? undefined : { checkpoint, witnesses };
	}

	/** Never rejects; the next visit tries again what could not be done. */
	private begin(followed: Followed, checkpoint: SignedCheckpoint): Promise<void> {
		followed.isBusy = true;
		const visited = this.visit(followed, checkpoint)
			.catch((fault: unknown) => {
				pauseLonger(followed);
				this.parts.onFault(fault);
			})
			.finally(() => {
				followed.isBusy = false;
				this.visits.delete(visited);
			});
		this.visits.add(visited);
		return visited;
	}

	private async visit(followed: Followed, newest: SignedCheckpoint): Promise<void> {
		const { database, clock, log, onChange } = this.parts;
		const { setting, key } = followed;
		const before = await standingOf(database, setting.vkey);
		const checkpoint = await this.offeredTo(before, newest);
		const known = (await lastCosignedSize(database, key.name)) ?? 0;
		const { judgement, cosignature } = await visit({
			...{ log, witness: key, checkpoint },
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
		if (judgement.standing !== 'COSIGNING') return pauseLonger(followed);
		followed.pauseMs = 0;
		followed.dueAt = performance.now() + idleMs;
		followed.cosignedSize = judgement.offeredSize ?? undefined;
	}

	/** The newest one; what was offered then to a witness that knows better, until we have grown to it. */
	private async offeredTo(
		{ standing, toldSize, offeredSize }: Judgement,
		newest: SignedCheckpoint,
	): Promise<SignedCheckpoint> {
		if (!isAlarm(standing) || offeredSize === null) return newest;
		if (standing === 'AHEAD' && (toldSize ?? 0) <= newest.treeSize) return newest;
		return (await this.parts.log.at(offeredSize)) ?? newest;
	}

	private async rest(ms: number): Promise<void> {
		const { signal } = this.closing;
		await delay(ms, undefined, { signal }).catch((fault: unknown) => {
			if (!signal.aborted) throw fault;
		});
	}
}

function pauseLonger(followed: Followed): void {
	followed.pauseMs = Math.min(pauseMaxMs, Math.max(pauseMinMs, followed.pauseMs * 2));
	followed.dueAt = performance.now() + followed.pauseMs;
}

/** What is to be written down; what is cosigned of each size is told by the cosignatures. */
function changeOf(before: Judgement, now: Judgement): 'standing' | 'message' | undefined {
	if (before.standing !== now.standing) return 'standing';
	return now.standing === 'COSIGNING' || before.message === now.message ? undefined : 'message';
}
