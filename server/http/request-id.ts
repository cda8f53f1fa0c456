/**
 * The id of a request in the log, in its reply header and in refusals. A well-formed id of the
 * caller is used, so that one id leads through several programs; a malformed one is ignored,
 * because it would be logged. The id of a trace is none: all requests of an execution share it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[\w.:/+=@-]{1,128}$/;

/** The caller's `x-request-id`, else a new id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
	const given = headers[requestIdHeader];
	return typeof given === 'string' && wellFormed.test(given) ? given : freshId();
}

export function freshId(): string {
	return randomUUID();
}
