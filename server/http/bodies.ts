/**
 * How bodies are read: JSON as one object or list, in UTF-8 and nothing else; a form is left unread for
 * the program that takes one. Any other content type is refused. A body that turns out to be
 * unreadable while it comes fails with the refusal that says so, for whoever reads it.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { refuse, type Refusal } from '../refusal';

const jsonTypes = /^(application|text)\/.*json/;
export const formTypes = /^multipart\/form-data/;

export function readBodies(app: FastifyInstance, { takesForms }: { takesForms: boolean }): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
		try {
			done(null, parseJson(body));
		} catch (fault) {
			done(fault as Error);
		}
	});
	app.addHook('preParsing', (request, _reply, payload, done) => {
		done(bodyFault(request.raw), payload);
	});
	if (!takesForms) return;
	app.addContentTypeParser(formTypes, (_request, payload, done) => done(null, payload));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A list is for the few endpoints that take one. */
function parseJson(body: Buffer): object {
	let value: unknown;
	try {
		value = JSON.parse(utf8.decode(body));
	} catch {
		throw refuse('Request_Malformed', 'the body is not JSON in UTF-8');
	}
	if (typeof value !== 'object' || value === null) {
		throw refuse('Request_Malformed', 'the body is not a JSON object');
	}
	return value;
}

const faults = new WeakMap<Readable, Refusal>();

/**
 * Has the reader of a body fail. Destroying the body would close the connection as well, over which
 * the reader is to answer.
 */
export function failBody(body: IncomingMessage, fault: Refusal): void {
	faults.set(body, fault);
	if (body.listenerCount('error') > 0) body.emit('error', fault);
}

/** Why the rest of a body will never come; to be asked before it is waited for. */
export function bodyFault(body: Readable): Refusal | null {
	const isCutOff = body.destroyed && !body.readableEnded;
	return faults.get(body) ?? (isCutOff ? refuse('Request_Malformed', 'it was cut off') : null);
}
