/**
 * Sees to requests that are answered before all of them came. Of a refused one only a little is
 * read, and nothing after it; of one that succeeded, such as a form behind whose end something
 * follows, a little is waited for.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { InFlightRequests } from './in-flight-requests';
import {
	authenticatedLimits,
	isUnread,
	closeAfterResponse,
	readRest,
	anonymousLimits,
	type ReadLimits,
} from './connection-end';

/**
 * Refusals of those who had no right to send a body, whatever was checked before, or who have lost
 * it by bringing next to nothing.
 */
const untrustedStatuses: ReadonlySet<number> = new Set([401, 403, 404, 405, 408, 410, 429, 503]);

/** Requests whose callers have a valid key and may send a body. */
const admitted = new WeakSet<IncomingMessage>();

export function handleEarlyResponse(app: FastifyInstance, inFlight: InFlightRequests): void {
	app.addHook('preParsing', (request, _reply, payload, done) => {
		if (request.method !== 'GET' && request.method !== 'HEAD') admitted.add(request.raw);
		done(null, payload);
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		const pair = { request: request.raw, response: reply.raw };
		if (isRefused(reply)) closeIfRefused(reply, inFlight);
		else if (!request.raw.complete) {
			readRest(pair, anonymousLimits, inFlight.hold(request.raw.socket));
		}
		done(null, payload);
	});
}

function isRefused({ request, statusCode }: FastifyReply): boolean {
	return statusCode >= 400 || isUnread(request.raw.socket);
}

/** To be called before the head of a reply is written. */
export function closeIfRefused(reply: FastifyReply, inFlight: InFlightRequests): void {
	const { raw } = reply.request;
	const { socket } = raw;
	if (raw.complete || !isRefused(reply)) return;
	inFlight.hold(socket);
	reply.header('connection', 'close');
	closeAfterResponse(socket, patienceWith(reply));
}

function patienceWith({ request, statusCode }: FastifyReply): ReadLimits {
	return admitted.has(request.raw) && !untrustedStatuses.has(statusCode)
		? authenticatedLimits
		: anonymousLimits;
}
