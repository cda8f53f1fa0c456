/**
 * What traders hold at the tracker, as it answers their own keys. Settlement comes first there, so only a
 * few of these questions are under way at once, they take a share of the calls a minute allows, and each
 * is answered within seconds or not at all. Keys are kept as long as their question is under way.
 */
import { unavailable } from '../tracker/answers';
import { systemTiming, type Timing } from '../tracker/timing';
import type { ReadAnswer, Tracker } from '../tracker/tracker';
import type { SettlementSettings } from './setup/settings';

/** Units by the tracker's ids of assets. */
type Held = ReadAnswer<ReadonlyMap<string, bigint>>;

/** Questions under way at once, each of one call at a time. */
export const questionsMax = 2;

const answerMsMax = 5_000;
const minuteMs = 60_000;
/** A question is two calls where the list is short, so that a fifth of all calls goes to questions. */
const callsForEach = 10;

export class TraderBalances {
	private readonly underWay = new Map<string, Promise<Held>>();
	/** When the questions of the last minute began. */
	private begun: readonly number[] = [];

	constructor(
		private readonly tracker: Pick<Tracker, 'balances'>,
		private readonly settings: Pick<SettlementSettings, 'callsPerMinuteMax'>,
		private readonly timing: Timing = systemTiming,
	) {}

	async heldBy(key: string): Promise<Held> {
		const asked = this.underWay.get(key) ?? this.ask(key);
		return asked === undefined ? unavailable('it is being asked by others') : this.inTime(asked);
	}

	/** Undefined where it is not the time for another question. */
	private ask(key: string): Promise<Held> | undefined {
		if (this.underWay.size >= questionsMax || !this.isWithinShare()) return undefined;
		const asked = this.tracker.balances(key).finally(() => this.underWay.delete(key));
		this.underWay.set(key, asked);
		return asked;
	}

	private isWithinShare(): boolean {
		const { callsPerMinuteMax } = this.settings;
		if (callsPerMinuteMax === 0) return true;
		const now = this.timing.elapsed();
		const recent = this.begun.filter((at) => at > now - minuteMs);
		const isWithin = recent.length < Math.max(1, Math.floor(callsPerMinuteMax / callsForEach));
		this.begun = isWithin ? [...recent, now] : recent;
		return isWithin;
	}

	/** The answer, or that there is none in time; the question goes on, and holds its place. */
	private inTime(asked: Promise<Held>): Promise<Held> {
		const { promise, resolve } = Promise.withResolvers<Held>();
		const callOff = this.timing.after(answerMsMax, () =>
			resolve(unavailable(`no answer within ${answerMsMax} ms`)),
		);
		void asked.then(resolve);
		return promise.finally(callOff);
	}
}
