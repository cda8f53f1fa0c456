/** Sends a file: whole, a range, or only headers for HEAD and 304. Access was checked before. */
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
	/** Absent if unknown. */
	readonly modifiedAt?: Date;
	/** Path of its proof, relative to the request. */
	readonly proofPath?: string;
	/** Bytes of the whole file. */
	readonly sizeBytes: number;
	/** Media type, if it differs from the endpoint's. */
	readonly mediaType?: string;
	/** Media type to show it inline, sandboxed, instead of a download. */
	readonly shownAs?: string;
	/** Reads the bytes, or an inclusive range. */
	read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
	/** Called once when it is no longer needed, read or not. */
	release?(): void;
}

/** Link relation of a proof; none is registered, so it is the URL of its format. */
const proofRelation = 'https://c2sp.org/tlog-proof';

/** Shown files run and load nothing. */
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

/** Calls `then` when the connection closes, or at once if it has. */
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
	// HEAD ignores ranges.
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
	// If the source fails later, the connection breaks instead of ending cleanly.
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

/** An empty stream keeps the content-length header. */
function sendNothing(reply: FastifyReply): FastifyReply {
	return reply.send(Readable.from([]));
}
