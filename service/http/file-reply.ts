/**
 * Sends a file: whole, in part, or not at all where its caller has it or only asks about it. What
 * is asked of the file is in the headers of the request; whose file it is was decided before.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { conditionOf } from '../../server/http/conditions';
import { refuse } from '../../server/refusal';
import type { ByteReply } from '../operations/handler';
import { byteRange } from '../storage/byte-range';
import { contentDisposition } from './content-disposition';

/** The relation of a link to a proof: there is no registered word, so it is the name of its form. */
const proofRelation = 'https://c2sp.org/tlog-proof';

export async function sendFile(
	reply: FastifyReply,
	file: ByteReply,
	mediaType = 'application/octet-stream',
): Promise<FastifyReply> {
	const { headers } = reply.request;
	const { etag, modifiedAt, proofPath } = file;
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
				{ ...file, mediaType },
				condition.mayBeRange ? headers.range : undefined,
			);
	}
}

async function sendBytes(
	reply: FastifyReply,
	{ fileName, sizeBytes, read, mediaType }: ByteReply & { readonly mediaType: string },
	rangeHeader: string | undefined,
): Promise<FastifyReply> {
	// A range of a head says nothing that its whole does not.
	const isHead = reply.request.method === 'HEAD';
	const range = isHead ? undefined : rangeOf(reply, rangeHeader, sizeBytes);
	const bytes = isHead ? undefined : await read(range);
	reply
		.header('content-type', mediaType)
		.header('content-length', range === undefined ? sizeBytes : range.last - range.first + 1)
		.header('content-disposition', contentDisposition('attachment', fileName));
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
