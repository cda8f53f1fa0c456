/**
 * True if a list is requested as server-sent events: the endpoint supports it and `Accept` names
 * event-stream first, as a browser's `EventSource` does.
 */
import type { FastifyRequest } from 'fastify';
import type { EndpointDescription } from '../../../api/language/description';
import type { ServerEvent } from './event-stream';

export function asksForStream(
	{ streamed }: EndpointDescription,
	{ method, headers }: FastifyRequest,
): boolean {
	if (streamed === undefined || method !== 'GET') return false;
	return /^\s*text\/event-stream\s*(?:[;,]|$)/i.test(headers.accept ?? '');
}

/** The last event of a stream whose key has ended, if the endpoint has one. */
export function keyEnded({ streamed }: EndpointDescription): ServerEvent | undefined {
	return streamed && { event: 'ended', data: { reason: 'KeyEnded' } };
}
