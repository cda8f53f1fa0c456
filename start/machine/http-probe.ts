import { setTimeout as delay } from 'node:timers/promises';
import { describeEnd, logTail, type Child } from './child-process';

export interface Readiness {
	readonly child: Child;
	readonly url: string;
	readonly signal: AbortSignal;
	readonly deadlineMs: number;
}

const pollMs = 100;
const answerMs = 5000;

/**
 * Resolves when a GET of the URL answers 200; rejects if the process ends first or the deadline
 * passes.
 */
export async function untilReady({ child, url, signal, deadlineMs }: Readiness): Promise<void> {
	const deadline = Date.now() + deadlineMs;
	const end = child.ended.then((how) => ({ how }));
	while (!(await answersOk(url))) {
		const ended = await Promise.race([end, delay(pollMs, undefined, { signal })]);
		if (ended) throw new Error(describeEnd(child, ended.how));
		if (Date.now() > deadline) {
			const tail = logTail(child.logFile);
			throw new Error(
				`${child.name} did not answer at ${url} within ${deadlineMs / 1000} s. The end of ${child.logFile}:\n${tail}`,
			);
		}
	}
}

export async function answersOk(url: string): Promise<boolean> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
		await answer.arrayBuffer();
		return answer.status === 200;
	} catch {
		// Not listening yet, or too busy to answer; the caller retries.
		return false;
	}
}
