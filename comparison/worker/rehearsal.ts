/**
 * Compares a small text several times in a process that waits for its order. V8 compiles code that has run
 * often, so that the order is then done in about half the time.
 */
import { setImmediate } from 'node:timers/promises';
import type { ComparisonOrder, Streams } from './comparison-task';

/** Further rounds would save less than they take. */
const rounds = 6;
const lineCount = 500;

/** Every twentieth line has another word, every fiftieth is left out, and two are moved. */
const lines = Array.from(
	{ length: lineCount },
	(_, index) => `${index} The parties (both of them) deliver ${index % 7} copies by "Friday".`,
);
const [kept = '', sent = ''] = [
	lines,
	[...lines.slice(2), ...lines.slice(0, 2)]
		.filter((_, index) => index % 50 !== 0)
		.map((line, index) => (index % 20 === 0 ? line.replace('copies', 'Files & notes') : line)),
].map((all) => `${all.join('\n')}\n`);

const order: ComparisonOrder = {
	kept: { fileName: 'kept.txt', sizeBytes: kept.length },
	sent: { fileName: 'sent.txt', sizeBytes: sent.length },
	level: 'High',
	rules: {},
	facts: {
		displayName: 'Rehearsal',
		level: 'High',
		address: '',
		kept: { fileName: 'kept.txt', version: 1, date: '2026-01-01T00:00:00.000Z' },
		sent: { fileName: 'sent.txt', date: '2026-01-01T00:00:00.000Z' },
	},
};

type Compare = (order: ComparisonOrder, streams: Streams) => Promise<unknown>;

/** Ends early once the order is there, which is asked before each round. */
export async function rehearse(compare: Compare, isOrderThere: () => boolean): Promise<void> {
	for (let round = 0; round < rounds && !isOrderThere(); round += 1) {
		await compare(order, { kept: bytesOf(kept), sent: bytesOf(sent) });
		// Lets the order in.
		await setImmediate();
	}
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(Buffer.from(text));
}
