/**
 * How bodies are read: JSON as one object, in UTF-8 and nothing else; a form is left unread for
 * the program that takes one. Any other content type is refused.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../refusal';

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
	if (!takesForms) return;
	app.addContentTypeParser(formTypes, (_request, payload, done) => done(null, payload));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(utf8.decode(body));
	} catch {
		throw refuse('Request_Malformed', 'the body is not JSON in UTF-8');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw refuse('Request_Malformed', 'the body is not a JSON object');
	}
	return value as Record<string, unknown>;
}
