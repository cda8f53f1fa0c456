/**
 * Lets a request wait for the results of its commands. It listens before they are submitted, so
 * nothing is missed. After the timeout the commands stay accepted, and the result says what is
 * known so far.
 */
import { Refusal } from '../../server/refusal';
import type { Accepted, SubmissionOutcome } from '../trading/intake/append';
import type { CommittedBatch } from '../trading/lane/batch-text';
import type { Report } from '../trading/lane/report';
import type { Feed, Listening } from './feed';
import { inTrace } from '../../server/traces/spans';

export interface Result {
	readonly accepted: Accepted;
	/** Reports of the command; undefined if it is not carried out yet, or was earlier. */
	readonly reports: readonly Report[] | undefined;
}

/** Submits and waits until the lane of the market has carried the command out. */
export async function submitAndWait(
	feed: Pick<Feed, 'listen' | 'waitMs'>,
	symbol: string,
	submit: () => Promise<Accepted>,
): Promise<Result> {
	const [result] = await submitAllAndWait(feed, [symbol], async () => [await submit()]);
	if (result === undefined || result instanceof Refusal) throw new Error('a command has no result');
	return result;
}

/** The same for many commands, which may go to several markets. */
export async function submitAllAndWait(
	feed: Pick<Feed, 'listen' | 'waitMs'>,
	symbols: Iterable<string>,
	submit: () => Promise<readonly SubmissionOutcome[]>,
): Promise<readonly (Result | Refusal)[]> {
	const seen = new Map<string, CommittedBatch[]>();
	const listenings = new Map<string, Listening>();
	let check = () => {};
	try {
		for (const symbol of symbols) {
			const batches: CommittedBatch[] = [];
			seen.set(symbol, batches);
			const listening = await feed.listen(symbol, (batch) => {
				batches.push(batch);
				check();
			});
			listenings.set(symbol, listening);
		}
		const outcomes = await submit();
		const isDone = (outcome: SubmissionOutcome) =>
			outcome instanceof Refusal || outcome.sequence <= reached(outcome.market);
		const reached = (market: string) =>
			seen.get(market)?.at(-1)?.lastSequence ?? listenings.get(market)?.sequence ?? 0;
		const begin = (resolve: () => void) => {
			check = () => {
				if (outcomes.every(isDone)) resolve();
			};
			check();
		};
		await inTrace({ name: 'wait for lane' }, () => atMost(feed.waitMs, begin));
		return outcomes.map((outcome) => {
			if (outcome instanceof Refusal) return outcome;
			return { accepted: outcome, reports: reportsOf(seen.get(outcome.market), outcome.sequence) };
		});
	} finally {
		for (const { stop } of listenings.values()) stop();
	}
}

/** Reports are sorted by command; a binary search, because many requests wait for one batch. */
function reportsOf(
	batches: readonly CommittedBatch[] = [],
	sequence: number,
): readonly Report[] | undefined {
	const batch = batches.find(
		({ firstSequence, lastSequence }) => firstSequence <= sequence && sequence <= lastSequence,
	);
	if (batch === undefined) return undefined;
	const { reports } = batch;
	return reports.slice(firstFrom(reports, sequence), firstFrom(reports, sequence + 1));
}

/** Index of the first report of this sequence or a later one. */
function firstFrom(reports: readonly Report[], sequence: number): number {
	let [low, high] = [0, reports.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((reports[middle]?.sequence ?? sequence) < sequence) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Resolves when `begin` calls its argument, or at the timeout. */
async function atMost(timeoutMs: number, begin: (resolve: () => void) => void): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	try {
		await new Promise<void>((resolve) => {
			timer = setTimeout(resolve, timeoutMs);
			begin(resolve);
		});
	} finally {
		clearTimeout(timer);
	}
}
