/**
 * Whether an endpoint is asked for as a stream: some answer a list, and the same as server-sent events
 * to whoever accepts them before anything else, as a browser's `EventSource` does.
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

/** What a stream ends with whose key has ended, where its reader is told of it. */
export function keyEnded({ streamed }: EndpointDescription): ServerEvent | undefined {
	return streamed && { event: 'ended', data: { reason: 'KeyEnded' } };
}
