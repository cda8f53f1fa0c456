/**
 * Graceful end of an application: waits for replies under way, up to a timeout, and for nothing
 * else.
 */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../refusal';
import type { Ending } from '../../running';
import type { InFlightRequests } from './in-flight-requests';
import type { RefusalSender } from '../refusals';
import { isTaken } from './upgrades';

export interface Closing {
	readonly inFlight: InFlightRequests;
	readonly sendRefusal: RefusalSender;
	/** Ends replies that never end by themselves. */
	readonly endStreams: () => void;
	/** Time for replies under way; the rest is aborted. */
	readonly stopTimeoutMs: number;
}

/**
 * On close, ends streams and waits for other replies, so that every caller learns the outcome of
 * their request; Fastify then closes idle connections. Node.js alone would keep a connection whose
 * reply ended a moment too late for its idle timeout, and abort one whose reply is written but not
 * sent.
 */
export function finishRepliesOnClose(
	app: FastifyInstance,
	{ inFlight, sendRefusal, endStreams, stopTimeoutMs }: Closing,
): Ending {
	const ending: Ending = { cutCount: 0 };
	let isClosing = false;
	app.addHook('preClose', async () => {
		isClosing = true;
		endStreams();
		await settledWithin(stopTimeoutMs, inFlight);
		ending.cutCount = inFlight.count;
		if (ending.cutCount > 0) app.log.error({ requests: ending.cutCount }, 'cut at the deadline');
		// Fastify does not track upgraded connections.
		for (const { request } of inFlight) if (isTaken(request)) request.socket.destroy();
	});
	// Sent, not thrown, because a page may handle thrown errors in its own way.
	app.addHook('onRequest', (_request, reply, done) => {
		if (isClosing) void sendRefusal(reply, refuse('Core_Ending'));
		else done();
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		// Only the last of several pipelined replies may close the connection.
		const isLatest = inFlight.latestOn(request.raw.socket)?.response === reply.raw;
		if (isClosing && isLatest) reply.header('connection', 'close');
		done(null, payload);
	});
	return ending;
}

async function settledWithin(timeoutMs: number, inFlight: InFlightRequests): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const deadline = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, timeoutMs);
	});
	await Promise.race([inFlight.settled(), deadline]);
	clearTimeout(timer);
}
