/**
 * Hands bytes on a little at a time, so that what is worked out of each is done in a few milliseconds
 * and others are served in between; ends when nobody waits for the outcome any more.
 */
import { setImmediate as othersServed } from 'node:timers/promises';

const sliceBytes = 32 * 1024;

export async function* patiently(
	bytes: AsyncIterable<Uint8Array>,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	for await (const read of bytes) {
		for (let from = 0; from < read.length; from += sliceBytes) {
			signal.throwIfAborted();
			yield read.subarray(from, from + sliceBytes);
			await othersServed();
		}
	}
}
