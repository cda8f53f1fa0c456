/**
 * Lets a request wait for what became of its command. It listens before the command is submitted,
 * so nothing that happens in between is missed, and it gives up after a time: the command stays
 * accepted then, and the answer says what is known so far.
 */
import { Refusal } from '../../server/refusal';
import type { Accepted, Outcome } from '../intake/append';
import type { Report } from '../lane/report';
import type { Feed, Listening } from './feed';

const waitMsMax = 5_000;

export interface Result {
	readonly accepted: Accepted;
	/** What the command caused; undefined when it was carried out earlier or is not yet. */
	readonly reports: readonly Report[] | undefined;
}

/** Submits and waits until the lane of the market has carried the command out. */
export async function submitAndWait(
	feed: Pick<Feed, 'listen'>,
	symbol: string,
	submit: () => Promise<Accepted>,
): Promise<Result> {
	const seen: Report[] = [];
	let reached = 0;
	let check = () => {};
	const listening = await feed.listen(symbol, (batch) => {
		seen.push(...batch.reports);
		reached = batch.lastSequence;
		check();
	});
	try {
		const accepted = await submit();
		const { sequence } = accepted;
		if (sequence <= listening.sequence) return { accepted, reports: undefined };
		await atMost(waitMsMax, (resolve) => {
			check = () => {
				if (reached >= sequence) resolve();
			};
			check();
		});
		const reports = seen.filter((report) => report.sequence === sequence);
		return { accepted, reports: reached >= sequence ? reports : undefined };
	} finally {
		listening.stop();
	}
}

/** The same for many commands, which may go to several markets. */
export async function submitAllAndWait(
	feed: Pick<Feed, 'listen'>,
	symbols: ReadonlySet<string>,
	submit: () => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
	const reached = new Map<string, number>();
	let check = () => {};
	const listenings: Listening[] = [];
	try {
		for (const symbol of symbols) {
			const listening = await feed.listen(symbol, ({ lastSequence }) => {
				reached.set(symbol, lastSequence);
				check();
			});
			listenings.push(listening);
			reached.set(symbol, Math.max(listening.sequence, reached.get(symbol) ?? 0));
		}
		const outcomes = await submit();
		const wanted = outcomes.filter((outcome): outcome is Accepted => !(outcome instanceof Refusal));
		await atMost(waitMsMax, (resolve) => {
			check = () => {
				if (wanted.every(({ market, sequence }) => sequence <= (reached.get(market) ?? 0)))
					resolve();
			};
			check();
		});
		return outcomes;
	} finally {
		for (const { stop } of listenings) stop();
	}
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
