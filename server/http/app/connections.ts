/**
 * Handles requests that are answered before they were fully received: of a refused one only a
 * little is read, and nothing after it; of a successful one, such as a form with trailing bytes, a
 * little is awaited.
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

/** Statuses of callers who had no right to send a body, or lost it by stalling. */
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

/** Must be called before the reply's head is written. */
export function closeIfRefused(reply: FastifyReply, inFlight: InFlightRequests): void {
	if (reply.request.raw.complete || !isRefused(reply)) return;
	closeAfterReply(reply, inFlight, limitsFor(reply));
}

/**
 * Reads no further request of the connection, and closes it after the reply: what is already read and
 * waits behind it is not carried out. Must be called before the reply's head is written.
 */
export function closeAfterReply(
	reply: FastifyReply,
	inFlight: InFlightRequests,
	limits = anonymousLimits,
): void {
	const { socket } = reply.request.raw;
	inFlight.hold(socket);
	reply.header('connection', 'close');
	closeAfterResponse(socket, limits);
}

function limitsFor({ request, statusCode }: FastifyReply): ReadLimits {
	return admitted.has(request.raw) && !untrustedStatuses.has(statusCode)
		? authenticatedLimits
		: anonymousLimits;
}
