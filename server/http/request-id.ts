/**
 * The id under which a request stands in the log, in the header of its reply and in its refusal.
 * A caller's own is taken over, so that one id leads through several programs; what is not
 * well-formed is passed over, because it is written to the log.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[\w.:/+=@-]{1,128}$/;

/** Version, trace id, parent id and flags; a later version may hold more behind them. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;

/** The caller's `x-request-id`, else the trace id of their `traceparent`, else a fresh id. */
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
