/**
 * Reads traders' balances at the tracker with their own keys. Settlement has priority there, so
 * only a few of these queries run at once, they use only a share of the calls per minute, and each
 * has a timeout of seconds. A key is kept only while its query runs.
 */
import { unavailable } from '../tracker/answers';
import { systemTiming, type Timing } from '../tracker/timing';
import type { ReadAnswer, Tracker } from '../tracker/tracker';
import type { SettlementSettings } from './setup/settings';

/** Units by the tracker's asset id. */
type BalancesAnswer = ReadAnswer<ReadonlyMap<string, bigint>>;

/** Queries in flight; each makes one call at a time. */
export const queriesMax = 2;

const timeoutMs = 5_000;
const minuteMs = 60_000;
/** A query of a short list is two calls, so a fifth of all calls goes to queries. */
const callsPerQuery = 10;

export class TraderBalances {
	private readonly inFlight = new Map<string, Promise<BalancesAnswer>>();
	/** When the queries of the last minute began. */
	private begun: readonly number[] = [];

	constructor(
		private readonly tracker: Pick<Tracker, 'balances'>,
		private readonly settings: Pick<SettlementSettings, 'callsPerMinuteMax'>,
		private readonly timing: Timing = systemTiming,
	) {}

	async heldBy(key: string): Promise<BalancesAnswer> {
		const query = this.inFlight.get(key) ?? this.startQuery(key);
		return query === undefined
			? unavailable('it is being asked by others')
			: this.withTimeout(query);
	}

	/** Undefined if no other query may start now. */
	private startQuery(key: string): Promise<BalancesAnswer> | undefined {
		if (this.inFlight.size >= queriesMax || !this.isWithinShare()) return undefined;
		const query = this.tracker.balances(key).finally(() => this.inFlight.delete(key));
		this.inFlight.set(key, query);
		return query;
	}

	private isWithinShare(): boolean {
		const { callsPerMinuteMax } = this.settings;
		if (callsPerMinuteMax === 0) return true;
		const now = this.timing.elapsed();
		const recent = this.begun.filter((at) => at > now - minuteMs);
		const isWithin = recent.length < Math.max(1, Math.floor(callsPerMinuteMax / callsPerQuery));
		this.begun = isWithin ? [...recent, now] : recent;
		return isWithin;
	}

	/** Returns the answer, or a timeout; the query goes on and keeps its slot. */
	private withTimeout(query: Promise<BalancesAnswer>): Promise<BalancesAnswer> {
		const { promise, resolve } = Promise.withResolvers<BalancesAnswer>();
		const callOff = this.timing.after(timeoutMs, () =>
			resolve(unavailable(`no answer within ${timeoutMs} ms`)),
		);
		void query.then(resolve);
		return promise.finally(callOff);
	}
}
