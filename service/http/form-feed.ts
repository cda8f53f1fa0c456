/**
 * Passes the bytes of a body to a reader, one chunk at a time with backpressure. Ends when the
 * body ends, breaks off, or the reader fails.
 */
import type { Readable } from 'node:stream';
import { bodyFault } from '../../server/http/bodies';
import { refuse } from '../../server/refusal';

export interface BodyReader {
	/** Takes a chunk; the next one is passed when it settles. */
	take(chunk: Buffer): Promise<void>;
	/** Rejects when no more bytes are wanted. */
	readonly failure: Promise<never>;
}

/** Throws the reader's failure, or a refusal if the body was cut off. */
export async function feed(body: Readable, { take, failure }: BodyReader): Promise<void> {
	// The caller may have disconnected during admission; no more stream events would come then.
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

/** Bytes of an unwanted body that are read and dropped at most. */
const droppedBytesMax = 1024 ** 2;

/** Drains a short rest so that the connection can be reused; pauses a longer one. */
function dropRest(body: Readable): void {
	let sizeBytes = 0;
	body.on('data', (chunk: Buffer) => {
		sizeBytes += chunk.length;
		if (sizeBytes > droppedBytesMax) body.pause();
	});
	body.resume();
}
