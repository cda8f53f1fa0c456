/**
 * Parses bodies: JSON as an object or a list, in UTF-8; forms are left to the program. Other
 * content types are refused. A body that becomes unreadable fails its reader with a refusal.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ambiguityOf } from '../json-ambiguity';
import { refuse, type Refusal } from '../refusal';

const jsonTypes = /^(application|text)\/.*json/;
export const formTypes = /^multipart\/form-data/;

export interface BodyOptions {
	/** True if forms are accepted; the endpoint reads and limits them. */
	readonly takesForms: boolean;
	/** Refuses a JSON body before it is parsed. */
	readonly checkBody?: ((request: FastifyRequest, body: Buffer) => void) | undefined;
}

export function readBodies(app: FastifyInstance, { takesForms, checkBody }: BodyOptions): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(jsonTypes, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
		try {
			checkBody?.(request, body);
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

/** A few endpoints take a list. */
function parseJson(body: Buffer): object {
	let text: string;
	let value: unknown;
	try {
		text = utf8.decode(body);
		value = JSON.parse(text);
	} catch {
		throw refuse('Request_Malformed', 'the body is not JSON in UTF-8');
	}
	if (typeof value !== 'object' || value === null) {
		throw refuse('Request_Malformed', 'the body is not a JSON object');
	}
	const refusal = ambiguityOf(text, value);
	if (refusal !== undefined) throw refusal;
	return value;
}

const faults = new WeakMap<Readable, Refusal>();

/**
 * Fails the reader of a body. Destroying the body would also close the connection that the reply
 * needs.
 */
export function failBody(body: IncomingMessage, fault: Refusal): void {
	faults.set(body, fault);
	if (body.listenerCount('error') > 0) body.emit('error', fault);
}

/** Why the rest of a body will never come; check before waiting for it. */
export function bodyFault(body: Readable): Refusal | null {
	const isCutOff = body.destroyed && !body.readableEnded;
	return faults.get(body) ?? (isCutOff ? refuse('Request_Malformed', 'it was cut off') : null);
}
