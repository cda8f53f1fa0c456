/**
 * Lets a request wait for what became of its commands. It listens before they are submitted, so
 * nothing that happens in between is missed, and it gives up after a time: the commands stay
 * accepted then, and the answer says what is known so far.
 */
import { Refusal } from '../../../server/refusal';
import type { Accepted, Outcome } from '../../trading/intake/append';
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Report } from '../../trading/lane/report';
import type { Feed, Listening } from './feed';

export interface Result {
	readonly accepted: Accepted;
	/** What the command caused; undefined when it was carried out earlier or is not yet. */
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
	submit: () => Promise<readonly Outcome[]>,
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
		const isDone = (outcome: Outcome) =>
			outcome instanceof Refusal || outcome.sequence <= reached(outcome.market);
		const reached = (market: string) =>
			seen.get(market)?.at(-1)?.lastSequence ?? listenings.get(market)?.sequence ?? 0;
		await atMost(feed.waitMs, (resolve) => {
			check = () => {
				if (outcomes.every(isDone)) resolve();
			};
			check();
		});
		return outcomes.map((outcome) => {
			if (outcome instanceof Refusal) return outcome;
			return { accepted: outcome, reports: reportsOf(seen.get(outcome.market), outcome.sequence) };
		});
	} finally {
		for (const { stop } of listenings.values()) stop();
	}
}

/** Reports stand in the order of their commands; many requests wait for the same batch. */
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

/** Where the reports of a sequence or of later ones begin. */
function firstFrom(reports: readonly Report[], sequence: number): number {
	let [low, high] = [0, reports.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((reports[middle]?.sequence ?? sequence) < sequence) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Settles when `begin` calls what it is handed, or when the time is over. */
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
