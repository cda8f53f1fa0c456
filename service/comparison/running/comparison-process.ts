/**
 * Entry point of a process that makes one comparison and ends. The files arrive by two pipes, so
 * that the service does not hold them; the order, progress and result are messages.
 */
import { Socket } from 'node:net';
import { runComparison, type Sides, type Streams, type Callbacks } from './comparison-task';
import type { ProcessAnswer, ProcessOrder, ProcessResult } from './in-process';
import { comparePrinted, printFile } from './prints-task';

/**
 * File descriptors of the pipes: the message channel follows the first two, then come the pipes
 * for reading the files again.
 */
const descriptors = { kept: 3, sent: 4 };
const descriptorsAgain = { kept: 6, sent: 7 };

process.once('message', (order) => {
	const answer = (part: ProcessAnswer, then?: () => void) =>
		process.send?.(part, undefined, undefined, then);
	// For a broken file a library may leave rejected promises that nobody awaits; the comparison
	// continues.
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

function run(order: ProcessOrder, streams: Streams, callbacks: Callbacks): Promise<ProcessResult> {
	if (!('printKey' in order)) return runComparison(order, streams, callbacks);
	if (!('sent' in order)) return printFile(order, streams.kept, callbacks);
	return comparePrinted(order, streams, callbacks);
}

function both({ kept, sent }: Sides<number>): Sides<AsyncIterable<Uint8Array>> {
	return { kept: opened(kept), sent: opened(sent) };
}

function opened(descriptor: number): AsyncIterable<Uint8Array> {
	return new Socket({ fd: descriptor, readable: true, writable: false });
}

/**
 * Name and stack of an error. The message is left out, because it may contain words of the files,
 * which must not be logged.
 */
function placeOf(fault: unknown): string {
	if (!(fault instanceof Error)) return typeof fault;
	const frames = (fault.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
	return [fault.name, ...frames].join('\n');
}
