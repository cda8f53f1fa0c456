/**
 * What each process with workers looks for by a timer of its own, without Redis: markets, transfers
 * and windows that stand still although they have something to do, and times of a clock that was
 * set. Redis only rings. While it is away, refuses us, or has dropped what it was told, trading and
 * settlement go on from here, a few seconds later than usual. Other processes may do the same at the
 * same time: a lane is fenced, and a transfer is taken by one.
 */
import { sql } from 'kysely';
import { ClockWatch } from '../../server/clock-watch';
import { raiseAlarm } from '../operator/alarms';
import type { Database } from '../database/database';
import { isOpen } from '../database/intent-states';
import type { Lane } from '../trading/lane/lane';
import { within } from '../../server/deadline';
import type { Carrier } from '../settlement/carrying/carrier';
import { slotsDue } from '../settlement/carrying/claims';
import { pullInTimes, tellTimesAhead } from '../settlement/store/clock-jumps';
import type { Treasury } from '../settlement/treasury';
import { closeWindow } from '../settlement/windows/windows';
import { expireOrders, marketsBehind, type ExpiryParts } from './schedules';
import type { SettlementQueue } from './settlement-workers';

const lookEveryMs = 1_000;

/** What was due for this long was rung for several times over. */
const overdueMs = 5_000;

const redisPatienceMs = 1_000;

export interface SafetyNetParts extends ExpiryParts {
	readonly lane: Pick<Lane, 'drain'>;
	/** Absent where the exchange has no tracker. */
	readonly settlement:
		| {
				readonly treasury: Treasury;
				readonly carrier: Pick<Carrier, 'carry'>;
				readonly queue: Pick<SettlementQueue, 'getRateLimitTtl'>;
		  }
		| undefined;
	readonly newId: () => string;
	readonly onAlarm: (message: string) => void;
	readonly onFault: (fault: unknown) => void;
}

export class SafetyNet {
	/** Cursors of the markets that were behind at the last look. */
	private behind: ReadonlyMap<string, bigint> = new Map();
	/** What is being done, by its name. */
	private readonly works = new Map<string, Promise<void>>();
	private timer: NodeJS.Timeout | undefined;
	/** Until when the tracker wants to be left alone, on the clock of `performance`. */
	private pausedUntil = 0;
	private readonly watch: ClockWatch;

	constructor(private readonly parts: SafetyNetParts) {
		this.watch = new ClockWatch(parts.clock, performance);
	}

	start(): void {
		this.timer = setInterval(() => this.begin('look', () => this.look()), lookEveryMs);
	}

	async close(): Promise<void> {
		clearInterval(this.timer);
		// A look that was under way may have begun something.
		while (this.works.size > 0) await Promise.all(this.works.values());
	}

	/** Begins whatever stands still. */
	async look(): Promise<void> {
		await this.lookAtClock();
		await this.lookAtLanes();
		if (await hasOverdueExpiry(this.parts)) {
			this.begin('expiry', () => expireOrders(this.parts));
		}
		await this.lookAtSettlement();
	}

	/** One at a time of each name; a fault is told and met again. */
	private begin(name: string, work: () => Promise<unknown>): void {
		if (this.works.has(name)) return;
		const done = work()
			.then(() => undefined, this.parts.onFault)
			.finally(() => this.works.delete(name));
		this.works.set(name, done);
	}

	private async lookAtClock(): Promise<void> {
		const { database, settlement } = this.parts;
		const message = this.watch.look();
		if (message !== undefined) {
			const alarm = { kind: 'CLOCK', message, intentId: null } as const;
			await database
				.transaction()
				.execute((transaction) => raiseAlarm(this.parts, transaction, alarm));
		}
		await tellTimesAhead(this.parts);
		if (settlement !== undefined) await pullInTimes(settlement.treasury);
	}

	private async lookAtLanes(): Promise<void> {
		const before = this.behind;
		this.behind = await marketsBehind(this.parts.database);
		for (const [market, cursor] of this.behind) {
			if (before.get(market) !== cursor) continue;
			this.begin(`lane ${market}`, () => this.parts.lane.drain(market));
		}
	}

	private async lookAtSettlement(): Promise<void> {
		const { settlement, clock, database } = this.parts;
		if (settlement === undefined) return;
		const slots = await slotsStanding(database, clock.now());
		const isWindowOver = await hasOverdueWindow(settlement.treasury);
		if (slots.length === 0 && !isWindowOver) return;
		if (isWindowOver) this.begin('window', () => closeWindow(settlement.treasury));
		if (await this.isPaused()) return;
		for (const slot of slots) this.begin(`slot ${slot}`, () => this.carry(slot));
	}

	private async carry(slot: string): Promise<void> {
		const carried = await this.parts.settlement?.carrier.carry(slot);
		if (carried !== undefined) this.pausedUntil = performance.now() + carried.pauseMs;
	}

	/** Whether the tracker has asked for a pause, here or, where Redis answers, of another process. */
	private async isPaused(): Promise<boolean> {
		if (performance.now() < this.pausedUntil) return true;
		const queue = this.parts.settlement?.queue;
		if (queue === undefined) return false;
		try {
			return (await within(redisPatienceMs, queue.getRateLimitTtl())) > 0;
		} catch {
			// Without Redis nobody tells; the tracker will.
			return false;
		}
	}
}

/** Whether an order is open whose time was over long ago. */
async function hasOverdueExpiry({ database, clock }: ExpiryParts): Promise<boolean> {
	const row = await database
		.selectFrom('order_states')
		.select('market')
		// Word for word as the index says it, which is not used for parameters.
		.where(sql<boolean>`expire_time > 0 and status in ('NEW', 'PARTIALLY_FILLED')`)
		.where('expire_time', '<=', BigInt(clock.now() - overdueMs))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Slots that were due long ago and in which nobody makes a call. */
async function slotsStanding(database: Database, now: number): Promise<readonly string[]> {
	const due = await slotsDue(database, now - overdueMs);
	if (due.length === 0) return [];
	const rows = await database
		.selectFrom('intents')
		.select('slot')
		.distinct()
		.where(isOpen)
		.where('state', '=', 'SENDING')
		.where('due_at', '>', BigInt(now))
		.execute();
	const busy = new Set(rows.map(({ slot }) => slot));
	return due.filter((slot) => !busy.has(slot));
}

async function hasOverdueWindow({ database, clock, settings }: Treasury): Promise<boolean> {
	const { window_opened_at: openedAt } = await database
		.selectFrom('settlement_state')
		.select('window_opened_at')
		.executeTakeFirstOrThrow();
	return clock.now() - Number(openedAt) > settings.windowMs + overdueMs;
}
