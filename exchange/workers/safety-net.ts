/**
 * Finds stalled work without Redis, by a timer in each process with workers: markets, transfers and
 * windows that have work but make no progress, and times of a clock that was set. While Redis is
 * unreachable, or has lost its jobs, trading and settlement go on from here, some seconds later
 * than usual. Several processes may do the same at once: a lane is fenced, and a transfer is
 * claimed by one.
 */
import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import { ClockWatch } from '../../server/clock-watch';
import { raiseAlarm } from '../guard/alarms';
import type { Database } from '../database/database';
import { isOpen } from '../database/intent-states';
import type { Lane } from '../trading/lane/lane';
import { within } from '../../server/deadline';
import type { Carrier } from '../settlement/carrying/carrier';
import { slotsDue } from '../settlement/carrying/claims';
import { reduceWaits, raiseTimesAhead } from '../settlement/store/clock-jumps';
import type { Treasury } from '../settlement/treasury';
import { closeWindow } from '../settlement/windows/windows';
import { expireOrders, marketsBehind, type ExpiryParts } from './schedules';
import type { SettlementQueue } from './settlement-workers';

const checkEveryMs = 1_000;

/** Work due for this long was rung for several times. */
const overdueMs = 5_000;

const redisTimeoutMs = 1_000;

export interface SafetyNetParts extends ExpiryParts {
	readonly lane: Pick<Lane, 'drain'>;
	/** Undefined: the exchange has no tracker. */
	readonly settlement:
		| {
				readonly treasury: Treasury;
				readonly carrier: Pick<Carrier, 'carry'>;
				readonly queue: Pick<SettlementQueue, 'getRateLimitTtl'>;
		  }
		| undefined;
	readonly redis: Pick<Redis, 'status'>;
	readonly newId: () => string;
	readonly onAlarm: (message: string) => void;
	readonly onFault: (fault: unknown) => void;
}

export class SafetyNet {
	/** Cursors of the markets that were behind at the last check. */
	private behind: ReadonlyMap<string, bigint> = new Map();
	/** Running work by name. */
	private readonly works = new Map<string, Promise<void>>();
	private timer: NodeJS.Timeout | undefined;
	/** End of the pause that the tracker asked for, on the clock of `performance`. */
	private pausedUntil = 0;
	private readonly watch: ClockWatch;

	constructor(private readonly parts: SafetyNetParts) {
		this.watch = new ClockWatch(parts.clock, performance);
	}

	start(): void {
		this.timer = setInterval(() => this.begin('look', () => this.look()), checkEveryMs);
	}

	async close(): Promise<void> {
		clearInterval(this.timer);
		// A running check may have started more work.
		while (this.works.size > 0) await Promise.all(this.works.values());
	}

	/** Carries a slot whose job Redis has not taken, unless the tracker asked for a pause. */
	carryNow(slot: string): void {
		if (performance.now() < this.pausedUntil) return;
		this.begin(`slot ${slot}`, () => this.carry(slot));
	}

	/** Starts all stalled work. */
	async look(): Promise<void> {
		await this.checkClock();
		await this.checkLanes();
		if (await hasOverdueExpiry(this.parts)) {
			this.begin('expiry', () => expireOrders(this.parts));
		}
		await this.checkSettlement();
	}

	/** One run per name at a time; after a fault the next check tries again. */
	private begin(name: string, work: () => Promise<unknown>): void {
		if (this.works.has(name)) return;
		const done = work()
			.then(() => undefined, this.parts.onFault)
			.finally(() => this.works.delete(name));
		this.works.set(name, done);
	}

	private async checkClock(): Promise<void> {
		const { database, settlement } = this.parts;
		const message = this.watch.look();
		if (message !== undefined) {
			const alarm = { kind: 'CLOCK', message, intentId: null } as const;
			await database
				.transaction()
				.execute((transaction) => raiseAlarm(this.parts, transaction, alarm));
		}
		await raiseTimesAhead(this.parts);
		if (settlement !== undefined) await reduceWaits(settlement.treasury);
	}

	private async checkLanes(): Promise<void> {
		const before = this.behind;
		this.behind = await marketsBehind(this.parts.database);
		for (const [market, cursor] of this.behind) {
			if (before.get(market) !== cursor) continue;
			this.begin(`lane ${market}`, () => this.parts.lane.drain(market));
		}
	}

	private async checkSettlement(): Promise<void> {
		const { settlement, clock, database } = this.parts;
		if (settlement === undefined) return;
		const now = clock.now();
		// Nobody was rung for what fell due while Redis is away.
		const isAway = this.parts.redis.status !== 'ready';
		const slots = await stalledSlots(database, { now, dueBy: now - (isAway ? 0 : overdueMs) });
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

	/**
	 * True if the tracker asked this process for a pause, or another one, as far as Redis answers.
	 */
	private async isPaused(): Promise<boolean> {
		if (performance.now() < this.pausedUntil) return true;
		const queue = this.parts.settlement?.queue;
		if (queue === undefined) return false;
		try {
			return (await within(redisTimeoutMs, queue.getRateLimitTtl())) > 0;
		} catch {
			// Without Redis it is unknown; the tracker will say so again.
			return false;
		}
	}
}

/** True if an open order should have expired long ago. */
async function hasOverdueExpiry({ database, clock }: ExpiryParts): Promise<boolean> {
	const row = await database
		.selectFrom('order_states')
		.select('market')
		// In exactly the words of the partial index, which is not used for parameters.
		.where(sql<boolean>`expire_time > 0 and status in ('NEW', 'PARTIALLY_FILLED')`)
		.where('expire_time', '<=', BigInt(clock.now() - overdueMs))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Slots that were due by then and have no call in flight. */
async function stalledSlots(
	database: Database,
	{ now, dueBy }: { readonly now: number; readonly dueBy: number },
): Promise<readonly string[]> {
	const due = await slotsDue(database, dueBy);
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
