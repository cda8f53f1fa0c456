/**
 * Enforces a minimum rate of bodies: a body may take any time as long as it makes progress; one
 * that stalls fails, so that nobody holds a connection with a byte now and then. Time in which we
 * do not read does not count.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../refusal';
import { failBody } from '../bodies';
import type { RequestPair, InFlightRequests } from './in-flight-requests';

/** Bytes required in `requestStallMs`; a modem sends ten times as many. */
const sizeBytesMin = 8 * 1024;

interface Mark {
	readonly atMs: number;
	readonly sizeBytes: number;
}

export interface BodyRateParts {
	readonly inFlight: InFlightRequests;
	/** Maximum time with hardly any bytes of a body, and for a complete head. */
	readonly requestStallMs: number;
}

export function enforceBodyRate(
	app: FastifyInstance,
	{ inFlight, requestStallMs }: BodyRateParts,
): void {
	const marks = new WeakMap<RequestPair, Mark>();
	const checkRate = (pair: RequestPair) => {
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
			for (const pair of inFlight) checkRate(pair);
		},
		Math.ceil(requestStallMs / 4),
	).unref();
	app.addHook('onClose', (_app, done) => {
		clearInterval(timer);
		done();
	});
}

/** True if a reader waits for bytes and none have arrived. */
function isAwaited({ request }: RequestPair): boolean {
	return !request.complete && request.readableFlowing === true && request.readableLength === 0;
}
