/**
 * Lets a request wait for what became of its command. It listens before the command is submitted,
 * so nothing that happens in between is missed, and it gives up after a time: the command stays
 * accepted then, and the answer says what is known so far.
 */
import type { Accepted } from '../intake/append';
import type { Report } from '../lane/report';
import type { Feed } from './feed';

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
	let timer: NodeJS.Timeout | undefined;
	try {
		const accepted = await submit();
		const { sequence } = accepted;
		if (sequence <= listening.sequence) return { accepted, reports: undefined };
		await new Promise<void>((resolve) => {
			timer = setTimeout(resolve, waitMsMax);
			check = () => {
				if (reached >= sequence) resolve();
			};
			check();
		});
		const reports = seen.filter((report) => report.sequence === sequence);
		return { accepted, reports: reached >= sequence ? reports : undefined };
	} finally {
		clearTimeout(timer);
		listening.stop();
	}
}
