/**
 * The id of a request in the log, in its reply header and in refusals. A well-formed id of the
 * caller is used, so that one id leads through several programs; a malformed one is ignored,
 * because it would be logged.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[\w.:/+=@-]{1,128}$/;

/** Version, trace id, parent id and flags; later versions may have more fields. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;

/** The caller's `x-request-id`, else the trace id of their `traceparent`, else a new id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
	const given = headers[requestIdHeader];
	if (typeof given === 'string' && wellFormed.test(given)) return given;
	const parent = headers['traceparent'];
	return typeof parent === 'string' ? (traceIdOf(parent) ?? freshId()) : freshId();
}

export function freshId(): string {
	return randomUUID();
}

function traceIdOf(parent: string): string | undefined {
	const [whole = '', traceId] = traceParent.exec(parent) ?? [];
	const rest = parent.slice(whole.length);
	const isWhole = parent.startsWith('00') ? rest === '' : rest === '' || rest.startsWith('-');
	return isWhole ? traceId : undefined;
}
