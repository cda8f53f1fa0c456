/**
 * The entry of a process that makes one comparison and ends. The files come by two pipes, so that the
 * service holds neither; what is to be done comes by message, and progress and outcome go back so.
 */
import { Socket } from 'node:net';
import { runComparison, type Sides, type Streams, type Told } from './comparison-task';
import type { ProcessAnswer, ProcessOrder, ProcessResult } from './in-process';
import { comparePrinted, printFile } from './prints-task';

/** Where the pipes lie: behind those two is the channel of messages, then come those for the files once more. */
const descriptors = { kept: 3, sent: 4 };
const descriptorsAgain = { kept: 6, sent: 7 };

process.once('message', (order) => {
	const answer = (part: ProcessAnswer, then?: () => void) =>
		process.send?.(part, undefined, undefined, then);
	// Of a broken file a library may leave promises that nobody waits for; the comparison goes on.
	process.on('unhandledRejection', (fault) => answer({ fault: placeOf(fault) }));
	const streams = {
		...both(descriptors),
		again: () => {
			answer({ again: true });
			return both(descriptorsAgain);
		},
	};
	const done = run(order as ProcessOrder, streams, {
		onProgress: (progress) => answer({ progress }),
		onFault: (fault) => answer({ fault: placeOf(fault) }),
	});
	void done.then(
		(result) => answer({ result }, () => process.exit()),
		(fault) => answer({ fault: placeOf(fault) }, () => process.exit(1)),
	);
});

function run(order: ProcessOrder, streams: Streams, told: Told): Promise<ProcessResult> {
	if (!('printKey' in order)) return runComparison(order, streams, told);
	if (!('sent' in order)) return printFile(order, streams.kept, told);
	return comparePrinted(order, streams, told);
}

function both({ kept, sent }: Sides<number>): Sides<AsyncIterable<Uint8Array>> {
	return { kept: opened(kept), sent: opened(sent) };
}

function opened(descriptor: number): AsyncIterable<Uint8Array> {
	return new Socket({ fd: descriptor, readable: true, writable: false });
}

/** What was thrown, and where; what it says may hold words of the files, which are for no log. */
function placeOf(fault: unknown): string {
	if (!(fault instanceof Error)) return typeof fault;
	const frames = (fault.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
	return [fault.name, ...frames].join('\n');
}
