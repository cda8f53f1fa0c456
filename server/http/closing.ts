/** How an application ends: with the replies under way, and without waiting for anything else. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../refusal';
import type { RefusalSender } from './refusals';

export interface Closing {
	readonly sendRefusal: RefusalSender;
	/** Ends the replies that would go on for ever. */
	readonly endStreams: () => void;
}

/**
 * Closing ends the streams and waits for the other replies, so that no caller is left wondering what
 * became of a request; Fastify then cuts what is left: connections that ask nothing. Node.js
 * itself would keep a connection whose reply ended a moment too late for as long as it may lie
 * idle, and cut one whose reply is written but not yet sent.
 */
export function finishRepliesOnClose(
	app: FastifyInstance,
	{ sendRefusal, endStreams }: Closing,
): void {
	const underWay = new Set<ServerResponse>();
	let isClosing = false;
	app.server.on('request', (_request, response) => {
		underWay.add(response);
		response.once('close', () => underWay.delete(response));
	});
	app.addHook('preClose', async () => {
		isClosing = true;
		endStreams();
		const closed = (response: ServerResponse) =>
			new Promise<void>((resolve) => response.once('close', resolve));
		await Promise.all(Array.from(underWay, closed));
	});
	// Answered here and not thrown: a page may have an answer of its own to what is thrown.
	app.addHook('onRequest', (_request, reply, done) => {
		if (isClosing) void sendRefusal(reply, refuse('Core_Ending'));
		else done();
	});
	app.addHook('onSend', (_request, reply, payload, done) => {
		if (isClosing) reply.header('connection', 'close');
		done(null, payload);
	});
}
