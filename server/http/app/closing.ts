/**
 * How an application ends: with the replies under way, for as long as they may take, and without
 * waiting for anything else.
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
	/** Ends the replies that would go on for ever. */
	readonly endStreams: () => void;
	/** How long replies may take then; what is left is cut. */
	readonly stopTimeoutMs: number;
}

/**
 * Closing ends the streams and waits for the other replies, so that no caller is left wondering what
 * became of a request; Fastify then cuts what is left: connections that ask nothing. Node.js
 * itself would keep a connection whose reply ended a moment too late for as long as it may lie
 * idle, and cut one whose reply is written but not yet sent.
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
		// Fastify does not know of connections that were upgraded.
		for (const { request } of inFlight) if (isTaken(request)) request.socket.destroy();
	});
	// Answered here and not thrown: a page may have an answer of its own to what is thrown.
	app.addHook('onRequest', (_request, reply, done) => {
		if (isClosing) void sendRefusal(reply, refuse('Core_Ending'));
		else done();
	});
	app.addHook('onSend', (request, reply, payload, done) => {
		// Of several replies due on a connection the last may end it, else those after it are lost.
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
