/**
 * Answers non-HTTP input, slow heads, CONNECT and pipelining beyond the limit. Earlier requests of the connection are answered
 * first; then it is refused and closed. A fault in a body refuses its own request. The product is
 * unknown, so the main form is used.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refuse, type Refusal } from '../../refusal';
import { failBody } from '../bodies';
import type { RequestPair, InFlightRequests } from './in-flight-requests';
import { closeGracefully, isUnread, closeAfterResponse, anonymousLimits } from './connection-end';
import { mainBody } from '../refusals';
import { freshId, requestIdHeader } from '../request-id';

export interface UnreadableParts {
	readonly inFlight: InFlightRequests;
	/** Called with each answer. */
	readonly onAnswered: (requestId: string, status: number) => void;
}

/** Handles faults of a connection and of requests that have not reached a route. */
export function answerUnreadable(
	parts: UnreadableParts,
	fault: NodeJS.ErrnoException,
	socket: Socket,
): void {
	// Ignore input that is being dropped.
	if (isUnread(socket)) return;
	const latest = parts.inFlight.latestOn(socket);
	// The caller is gone, or has sent nothing.
	if (!socket.writable || socket.bytesRead === 0) socket.destroy();
	else if (latest?.request.complete === false) failRequest(latest, fault);
	else refuseConnection(parts, refusalOfHead(fault), socket);
}

/** Refuses CONNECT, the last request of its connection. */
export function refuseTunnel(parts: UnreadableParts, socket: Socket): void {
	socket.on('error', () => socket.destroy());
	refuseConnection(parts, refuse('Request_Malformed', 'it asks for a tunnel'), socket);
}

/** Refuses what is behind so many requests that wait for replies, and closes the connection behind them. */
export function refusePipelined(
	parts: UnreadableParts,
	repliesDueMax: number,
	socket: Socket,
): void {
	refuseConnection(parts, refuse('Request_TooManyPipelined', repliesDueMax), socket);
}

function refusalOfHead({ code }: NodeJS.ErrnoException): Refusal {
	if (code === 'HPE_HEADER_OVERFLOW') return refuse('Request_HeadTooLarge');
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('Request_TooSlow');
	return refuse('Request_Malformed', 'its head is not HTTP');
}

function failRequest({ request, response }: RequestPair, { code }: NodeJS.ErrnoException): void {
	closeAfterResponse(request.socket, anonymousLimits);
	response.once('close', () => closeGracefully(request.socket, anonymousLimits));
	const isCutOff = code === 'HPE_INVALID_EOF_STATE';
	const what = isCutOff ? 'it was cut off' : 'its body is not framed as HTTP asks';
	failBody(request, refuse('Request_Malformed', what));
}

function refuseConnection(parts: UnreadableParts, refusal: Refusal, socket: Socket): void {
	parts.inFlight.hold(socket);
	closeAfterResponse(socket, anonymousLimits);
	const latest = parts.inFlight.latestOn(socket);
	if (latest === undefined) answer(parts, refusal, socket);
	else latest.response.once('close', () => answer(parts, refusal, socket));
}

/** Does nothing if the connection is already ending. */
function answer({ onAnswered }: UnreadableParts, refusal: Refusal, socket: Socket): void {
	if (!socket.writable) return;
	const requestId = freshId();
	const body = JSON.stringify(mainBody(refusal, requestId));
	const head = [
		`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
		'content-type: application/json; charset=utf-8',
		`content-length: ${Buffer.byteLength(body)}`,
		'cache-control: no-store',
		`${requestIdHeader}: ${requestId}`,
		'connection: close',
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
	closeGracefully(socket, anonymousLimits);
	onAnswered(requestId, refusal.status);
}
