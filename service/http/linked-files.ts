/**
 * Serves files behind links: the sealed file of a link in a mail, and stored files, whole or from where a
 * download broke off.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../server/clock';
import { contentDisposition } from '../../server/http/files/content-disposition';
import { sendFile } from '../../server/http/files/file-reply';
import { sealBehind } from '../contracts/links/sealed-links';
import type { Database } from '../database/database';
import { problemPage } from '../../server/html/page';
import type { ObjectStore } from '../objects/object-store';
import type { Client } from '../operations/handler';
import { byteReply } from '../storage/downloads';
import { downloadOfLink } from '../storage/file-links';
import { clientOf } from './client';
import { asPrivateFile, filePrefix, sealedPrefix, sendPage } from './pages';

interface LinkedParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly objects: ObjectStore;
}

export function mountLinkedFiles(app: FastifyInstance, parts: LinkedParts): void {
	app.get<{ Params: { token: string } }>(`${sealedPrefix}:token`, ({ params }, reply) =>
		sendSealed(parts, params.token, reply),
	);
	app.get<{ Params: { token: string } }>(`${filePrefix}:token`, (request, reply) =>
		sendStored(parts, { token: request.params.token, client: clientOf(request) }, reply),
	);
}

async function sendSealed(parts: LinkedParts, token: string, reply: FastifyReply) {
	const seal = await sealBehind(parts, token);
	if (seal === undefined || seal === 'ended') {
		const happened =
			seal === undefined ? 'There is no such link.' : 'This link has ended; it worked for 30 days.';
		const change = 'Ask who had the contract signed for the sealed file.';
		return sendPage(reply, seal === undefined ? 404 : 410, problemPage({ happened, change }));
	}
	const { bytes } = await parts.objects.read(seal.object_id);
	return asPrivateFile(reply)
		.header('content-disposition', contentDisposition('attachment', seal.file_name))
		.header('content-length', seal.size_bytes)
		.type(seal.file_name.endsWith('.pdf') ? 'application/pdf' : 'application/zip')
		.send(Readable.from(bytes, { objectMode: false }));
}

async function sendStored(
	parts: LinkedParts,
	{ token, client }: { readonly token: string; readonly client: Client },
	reply: FastifyReply,
) {
	const { file, count } = await downloadOfLink(parts, token, client);
	const answer = await byteReply(parts, file);
	return sendFile(asPrivateFile(reply), {
		...answer,
		async read(range) {
			const bytes = await answer.read(range);
			try {
				await count(range?.first ?? 0);
			} catch (refusal) {
				await bytes[Symbol.asyncIterator]().return?.();
				throw refusal;
			}
			return bytes;
		},
	});
}
