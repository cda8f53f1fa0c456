/**
 * The entry of a process that makes one comparison and ends. Files come through pipes, so the
 * service does not hold them; the order comes as a message by a pipe of its own, and progress and outcome go
 * back by it.
 */
import { Socket } from 'node:net';
import type { Both } from '../core/format-comparer';
import {
	runComparison,
	type ComparisonOrder,
	type Streams,
	type TaskListener,
} from './comparison-task';
import type { ProcessAnswer, ProcessOrder, ProcessResult } from './in-process';
import { receive, send } from './messages';
import { comparePrinted, printFile } from './prints-task';
import { rehearse } from './rehearsal';

/** File descriptors of the pipes (launcher-process.ts). */
const talkDescriptor = 0;
const descriptors = { kept: 3, sent: 4 };
const descriptorsAgain = { kept: 5, sent: 6 };

/** A process that is needed at once does not rehearse. */
const rehearsalDelayMs = 250;

let isOrderThere = false;
setTimeout(() => void rehearse(compareAlone, () => isOrderThere), rehearsalDelayMs);

const talk = new Socket({ fd: talkDescriptor, readable: true, writable: true });
// It closes when the service has gone.
void receive(talk, begin).finally(() => process.exit());

function begin(order: unknown): void {
	isOrderThere = true;
	const answer = (part: ProcessAnswer, then?: () => void) => send(talk, part, then);
	// A library may leave a rejected promise for a broken file; the comparison continues.
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
}

function run(order: ProcessOrder, streams: Streams, told: TaskListener): Promise<ProcessResult> {
	if (!('printKey' in order)) return runComparison(order, streams, told);
	if (!('sent' in order)) return printFile(order, streams.kept, told);
	return comparePrinted(order, streams, told);
}

function compareAlone(order: ComparisonOrder, streams: Streams): Promise<unknown> {
	return runComparison(order, streams, { onProgress: () => undefined, onFault: rethrow });
}

function rethrow(fault: unknown): never {
	throw fault;
}

function both({ kept, sent }: Both<number>): Both<AsyncIterable<Uint8Array>> {
	return { kept: opened(kept), sent: opened(sent) };
}

function opened(descriptor: number): AsyncIterable<Uint8Array> {
	return new Socket({ fd: descriptor, readable: true, writable: false });
}

/**
 * Name and stack of an error; its message may contain text of the files, which must not be logged.
 */
function placeOf(fault: unknown): string {
	if (!(fault instanceof Error)) return typeof fault;
	const frames = (fault.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
	return [fault.name, ...frames].join('\n');
}
