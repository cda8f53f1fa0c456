/**
 * Makes the servers of an application, one for each address it listens on, and sees to what happens
 * on their connections beside a request and its reply: what is no HTTP, a tunnel asked for, an
 * upgrade, an expectation, a caller who ends their side.
 */
import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isUnread } from './connection-end';
import { answerUnreadable, refuseTunnel, type UnreadableParts } from './unreadable';
import { asksForSocket, beginUpgrade } from './upgrades';

/** Streams say something more often than that; whoever takes nothing for so long has gone. */
const idleTimeoutMs = 120_000;
/** More than the patience of the usual proxies and clients, so that they are the ones who end. */
const keepAliveTimeoutMs = 72_000;

const options = {
	// A large upload may take longer than any fixed time.
	requestTimeout: 0,
	keepAliveTimeout: keepAliveTimeoutMs,
	// Its refusal would have no body.
	requireHostHeader: false,
};

/** Requests whose callers wait to be told to go on with the body. */
const awaitingContinue = new WeakSet<IncomingMessage>();
/** Requests that are given up when their callers leave. */
const abortOnDisconnect = new WeakSet<IncomingMessage>();

export interface ServerParts extends UnreadableParts {
	/** A head that is not whole by then is refused. */
	readonly requestStallMs: number;
	/** Where connections may be upgraded to WebSockets; nowhere when absent. */
	readonly socketPath?: string | undefined;
}

export function createServer(listener: RequestListener, parts: ServerParts): Server {
	const { requestStallMs: headersTimeout, socketPath, inFlight } = parts;
	const connectionsCheckingInterval = Math.ceil(headersTimeout / 4);
	const server = http.createServer(
		{
			...options,
			...{ headersTimeout, connectionsCheckingInterval },
			// Of a connection that still waits for a reply, another may not take the bytes.
			shouldUpgradeCallback: (request) =>
				asksForSocket(request, socketPath) && inFlight.on(request.socket).length === 0,
		},
		// What came in the same piece as the end of a connection would be done and never answered.
		(request, response) => {
			if (!isUnread(request.socket)) listener(request, response);
		},
	);
	server.setTimeout(idleTimeoutMs);
	inFlight.watch(server);
	server.on('clientError', (fault: NodeJS.ErrnoException, socket) =>
		answerUnreadable(parts, fault, socket as Socket),
	);
	server.on('upgrade', (request, socket, head) =>
		beginUpgrade(server, request, { socket: socket as Socket, head }),
	);
	server.on('connect', (_request, socket) => refuseTunnel(parts, socket as Socket));
	server.on('checkContinue', (request, response) => {
		awaitingContinue.add(request);
		server.emit('request', request, response);
	});
	server.on('checkExpectation', (request, response) => server.emit('request', request, response));
	answerHalfOpen(server, parts);
	return server;
}

/**
 * A caller may end their side once they have asked: what they had done is answered. Nobody can
 * tell them from one who has left, so what goes on for their own sake ends then.
 */
function answerHalfOpen(server: Server, { inFlight }: UnreadableParts): void {
	Object.assign(server, { httpAllowHalfOpen: true });
	server.on('connection', (socket: Socket) => {
		socket.once('end', () => {
			const underWay = inFlight.on(socket);
			if (underWay.length === 0) return;
			if (underWay.every(({ request }) => abortOnDisconnect.has(request))) socket.destroy();
		});
	});
}

/** What routes and hooks have to do with it. */
export function installServerHooks(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		if (request.routeOptions.config.endsWithCaller?.(request) === true)
			abortOnDisconnect.add(request.raw);
		done();
	});
	// Once they have a right to send a body, and not before.
	app.addHook('preParsing', ({ raw }, reply, payload, done) => {
		if (awaitingContinue.delete(raw)) reply.raw.writeContinue();
		done(null, payload);
	});
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether a request is given up when the caller leaves. */
		readonly endsWithCaller?: (request: FastifyRequest) => boolean;
	}
}
