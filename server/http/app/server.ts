/**
 * Creates the servers of an application, one for each address, and handles what is no ordinary
 * request: non-HTTP input, CONNECT, upgrades, expectations, and half-closed connections.
 */
import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isUnread } from './connection-end';
import { answerUnreadable, refuseTunnel, type UnreadableParts } from './unreadable';
import { asksForSocket, beginUpgrade } from './upgrades';

/** Longer than a stream's heartbeat; a silent connection is dead. */
const idleTimeoutMs = 120_000;
/** Longer than usual proxies and clients, so that they close first. */
const keepAliveTimeoutMs = 72_000;

const options = {
	// A large upload may take any time.
	requestTimeout: 0,
	keepAliveTimeout: keepAliveTimeoutMs,
	// Node.js's own refusal would have no body.
	requireHostHeader: false,
};

/** Requests that wait for 100 Continue. */
const awaitingContinue = new WeakSet<IncomingMessage>();
/** Requests that are aborted when their callers disconnect. */
const abortOnDisconnect = new WeakSet<IncomingMessage>();

export interface ServerParts extends UnreadableParts {
	/** Timeout of a request's head. */
	readonly requestStallMs: number;
	/** Path of WebSockets, if there is one. */
	readonly socketPath?: string | undefined;
}

export function createServer(listener: RequestListener, parts: ServerParts): Server {
	const { requestStallMs: headersTimeout, socketPath, inFlight } = parts;
	const connectionsCheckingInterval = Math.ceil(headersTimeout / 4);
	const server = http.createServer(
		{
			...options,
			...{ headersTimeout, connectionsCheckingInterval },
			// Not while an earlier reply of the connection is pending.
			shouldUpgradeCallback: (request) =>
				asksForSocket(request, socketPath) && inFlight.on(request.socket).length === 0,
		},
		// A request parsed after we stopped reading would be carried out but never answered.
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
 * A caller may half-close after the request and still gets the reply. This looks like a
 * disconnect, so requests that should end with their caller are aborted.
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

/** Hooks for continue and for requests that end with their caller. */
export function installServerHooks(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		if (request.routeOptions.config.endsWithCaller?.(request) === true)
			abortOnDisconnect.add(request.raw);
		done();
	});
	// Only after the caller may send a body.
	app.addHook('preParsing', ({ raw }, reply, payload, done) => {
		if (awaitingContinue.delete(raw)) reply.raw.writeContinue();
		done(null, payload);
	});
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** True if a request is aborted when the caller disconnects. */
		readonly endsWithCaller?: (request: FastifyRequest) => boolean;
	}
}
