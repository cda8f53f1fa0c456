/**
 * Hands the bytes of a body to a reader, one chunk after the other: the next one is asked for when
 * the reader has done with the last. It ends when the body does, breaks off, or the reader fails.
 */
import type { Readable } from 'node:stream';
import { bodyFault } from '../../server/http/bodies';
import { refuse } from '../../server/refusal';

export interface BodyReader {
	/** Takes a chunk; the next one comes when it has settled. */
	take(chunk: Buffer): Promise<void>;
	/** Settles, always by failing, when no more is wanted. */
	readonly failure: Promise<never>;
}

/** Throws what the reader failed with, or the refusal of a body that was cut off. */
export async function feed(body: Readable, { take, failure }: BodyReader): Promise<void> {
	// A caller who left while it was found out whether they may upload: nothing will be told any more.
	const fault = bodyFault(body);
	if (fault !== null) throw fault;
	const ended = Promise.withResolvers<void>();
	let taking = Promise.resolve();
	const onData = (chunk: Buffer) => {
		body.pause();
		taking = take(chunk).then(() => void body.resume());
		taking.catch(ended.reject);
	};
	const onEnd = () => void taking.then(ended.resolve, ended.reject);
	const onCut = () =>
		ended.reject(bodyFault(body) ?? refuse('Request_Malformed', 'it was cut off'));
	body.on('data', onData).once('end', onEnd).on('aborted', onCut).on('error', onCut);
	try {
		await Promise.race([ended.promise, failure]);
	} finally {
		body.off('data', onData).off('end', onEnd).off('aborted', onCut);
		dropRest(body);
	}
}

/** What is dropped of a body that is read no further, until it is known how the caller is left. */
const droppedBytesMax = 1024 ** 2;

/** The end of a body may come, so that its connection can go on; what is longer waits for its answer. */
function dropRest(body: Readable): void {
	let sizeBytes = 0;
	body.on('data', (chunk: Buffer) => {
		sizeBytes += chunk.length;
		if (sizeBytes > droppedBytesMax) body.pause();
	});
	body.resume();
}
