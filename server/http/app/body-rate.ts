/**
 * Who sends a body may take as long as it needs, as long as it comes: a body that brings next to
 * nothing for a while fails, so that nobody holds a connection with a byte now and then. Whether
 * it is we who do not read is told apart.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../refusal';
import { failBody } from '../bodies';
import type { RequestPair, InFlightRequests } from './in-flight-requests';

/** In `requestStallMs`; a modem brings ten times as much. */
const sizeBytesMin = 8 * 1024;

interface Mark {
	readonly atMs: number;
	readonly sizeBytes: number;
}

export interface Pace {
	readonly inFlight: InFlightRequests;
	/** How long a body may bring next to nothing; a head is to be whole by then. */
	readonly requestStallMs: number;
}

export function enforceBodyRate(app: FastifyInstance, { inFlight, requestStallMs }: Pace): void {
	const marks = new WeakMap<RequestPair, Mark>();
	const look = (pair: RequestPair) => {
		const { socket } = pair.request;
		const now: Mark = { atMs: performance.now(), sizeBytes: socket.bytesRead };
		const mark = marks.get(pair);
		if (mark === undefined || !isAwaited(pair)) marks.set(pair, now);
		else if (now.sizeBytes - mark.sizeBytes >= sizeBytesMin) marks.set(pair, now);
		else if (now.atMs - mark.atMs >= requestStallMs) {
			marks.set(pair, now);
			failBody(pair.request, refuse('Request_TooSlow'));
		}
	};
	const timer = setInterval(
		() => {
			for (const pair of inFlight) look(pair);
		},
		Math.ceil(requestStallMs / 4),
	).unref();
	app.addHook('onClose', (_app, done) => {
		clearInterval(timer);
		done();
	});
}

/** Whether somebody waits for the next bytes, and none are there. */
function isAwaited({ request }: RequestPair): boolean {
	return !request.complete && request.readableFlowing === true && request.readableLength === 0;
}
