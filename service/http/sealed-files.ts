/**
 * Serves the sealed file of a link in a mail. Always a download and sandboxed: the content comes
 * from outside and must not run on our origin.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../server/clock';
import { contentDisposition } from '../../server/http/files/content-disposition';
import { sealBehind } from '../contracts/links/sealed-links';
import type { Database } from '../database/database';
import { problemPage } from '../../server/html/page';
import type { ObjectStore } from '../objects/object-store';
import { sealedPrefix, sendPage } from './pages';

interface SealedParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly objects: Pick<ObjectStore, 'read'>;
}

const policy =
	"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export function mountSealedFiles(app: FastifyInstance, parts: SealedParts): void {
	app.get<{ Params: { token: string } }>(`${sealedPrefix}:token`, ({ params }, reply) =>
		sendSealed(parts, params.token, reply),
	);
}

async function sendSealed(parts: SealedParts, token: string, reply: FastifyReply) {
	const seal = await sealBehind(parts, token);
	if (seal === undefined || seal === 'ended') {
		const happened =
			seal === undefined ? 'There is no such link.' : 'This link has ended; it worked for 30 days.';
		const change = 'Ask who had the contract signed for the sealed file.';
		return sendPage(reply, seal === undefined ? 404 : 410, problemPage({ happened, change }));
	}
	const { bytes } = await parts.objects.read(seal.object_id);
	return reply
		.header('content-security-policy', policy)
		.header('x-content-type-options', 'nosniff')
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'private, no-store')
		.header('content-disposition', contentDisposition('attachment', seal.file_name))
		.header('content-length', seal.size_bytes)
		.type(seal.file_name.endsWith('.pdf') ? 'application/pdf' : 'application/zip')
		.send(Readable.from(bytes, { objectMode: false }));
}
