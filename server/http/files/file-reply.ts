/**
 * Sends a file: whole, in part, or not at all where its caller has it or only asks about it. What
 * is asked of the file is in the headers of the request; whose file it is was decided before.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { refuse } from '../../refusal';
import { byteRange, type ByteRange } from './byte-range';
import { conditionOf } from './conditions';
import { contentDisposition } from './content-disposition';

/** A reply that is a stream of bytes, with what its headers need. */
export interface ByteReply {
	readonly fileName: string;
	readonly etag: string;
	/** Absent where nobody keeps when it was changed. */
	readonly modifiedAt?: Date;
	/** Where the proof lies that the log holds it, seen from the address that was asked for. */
	readonly proofPath?: string;
	/** Bytes of the whole file. */
	readonly sizeBytes: number;
	/** What it is, where that is not the same for every file of the endpoint. */
	readonly mediaType?: string;
	/** What it is shown as, in place of being saved; it acts in no page. */
	readonly shownAs?: string;
	/** The bytes, or those from the first to the last of a range, both included. */
	read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
	/** Called once when nobody reads it any more, read or not; absent where nothing is held for it. */
	release?(): void;
}

/** The relation of a link to a proof: there is no registered word, so it is the name of its form. */
const proofRelation = 'https://c2sp.org/tlog-proof';

/** What came from outside is looked at, and neither runs nor loads anything. */
const shownPolicy =
	"default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export async function sendFile(
	reply: FastifyReply,
	file: ByteReply,
	mediaType = 'application/octet-stream',
): Promise<FastifyReply> {
	if (file.release !== undefined) whenClosed(reply, () => file.release?.());
	const { headers } = reply.request;
	const { etag, modifiedAt, proofPath, shownAs } = file;
	if (shownAs !== undefined) reply.header('content-security-policy', shownPolicy);
	reply.header('accept-ranges', 'bytes').header('etag', `"${etag}"`);
	if (modifiedAt !== undefined) reply.header('last-modified', modifiedAt.toUTCString());
	if (proofPath !== undefined) reply.header('link', `<${proofPath}>; rel="${proofRelation}"`);
	const condition = conditionOf(headers, { etag, modifiedAt });
	switch (condition.outcome) {
		case 'OTHER_VERSION':
			throw refuse('Request_PreconditionFailed', condition.header);
		case 'NOT_MODIFIED':
			return sendNothing(reply.code(304));
		case 'SEND':
			return sendBytes(
				reply,
				{ ...file, mediaType: shownAs ?? file.mediaType ?? mediaType },
				condition.mayBeRange ? headers.range : undefined,
			);
	}
}

/** At once where its caller has left already. */
function whenClosed({ raw }: FastifyReply, then: () => void): void {
	if (raw.closed) then();
	else raw.once('close', then);
}

async function sendBytes(
	reply: FastifyReply,
	file: ByteReply & { readonly mediaType: string },
	rangeHeader: string | undefined,
): Promise<FastifyReply> {
	const { fileName, sizeBytes, read, mediaType } = file;
	const kind = file.shownAs === undefined ? 'attachment' : 'inline';
	// A range of a head says nothing that its whole does not.
	const isHead = reply.request.method === 'HEAD';
	const range = isHead ? undefined : rangeOf(reply, rangeHeader, sizeBytes);
	const bytes = isHead ? undefined : await read(range);
	reply
		.header('content-type', mediaType)
		.header('content-length', range === undefined ? sizeBytes : range.last - range.first + 1)
		.header('content-disposition', contentDisposition(kind, fileName));
	if (range !== undefined) {
		reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${sizeBytes}`);
	}
	if (bytes === undefined) return sendNothing(reply);
	// A source that fails after the first byte breaks the connection instead of ending it cleanly.
	return reply.send(Readable.from(bytes, { objectMode: false }));
}

function rangeOf(reply: FastifyReply, header: string | undefined, sizeBytes: number) {
	try {
		return byteRange(header, sizeBytes);
	} catch (refusal) {
		reply.header('content-range', `bytes */${sizeBytes}`);
		throw refusal;
	}
}

/** An empty stream leaves the length in the head as it is. */
function sendNothing(reply: FastifyReply): FastifyReply {
	return reply.send(Readable.from([]));
}
