/**
 * Creates the servers of an application, one for each address, and handles what is no ordinary
 * request: non-HTTP input, CONNECT, upgrades, expectations, and half-closed connections.
 */
import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isUnread } from './connection-end';
import {
	answerUnreadable,
	refusePipelined,
	refuseTunnel,
	type UnreadableParts,
} from './unreadable';
import { Turns } from './turns';
import { asksForSocket, beginUpgrade } from './upgrades';

/** Longer than a stream's heartbeat; a silent connection is dead. */
const usualIdleTimeoutMs = 120_000;
/** Longer than usual proxies and clients, so that they close first. */
const keepAliveTimeoutMs = 72_000;

/**
 * On one connection, which has one request carried out at a time, so that others have their turns in
 * between. Clients that pipeline at all keep far fewer on the way.
 */
const repliesDueMax = 32;
/** Of requests that waited on their connections, in one turn of the event loop. */
const begunAtOnceMax = 4;

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
	/** Time without any bytes after which a connection is closed; two minutes if absent. */
	readonly idleTimeoutMs?: number;
	/** Path of WebSockets, if there is one. */
	readonly socketPath?: string | undefined;
}

export function createServer(listener: RequestListener, parts: ServerParts): Server {
	const { requestStallMs: headersTimeout, socketPath, inFlight } = parts;
	const { idleTimeoutMs = usualIdleTimeoutMs } = parts;
	const connectionsCheckingInterval = Math.ceil(headersTimeout / 4);
	const turns = new Turns(begunAtOnceMax);
	/** A reply with `connection: close` was the last one, and a caller who is gone gets none. */
	const beginIfAnswerable: RequestListener = (request, response) => {
		if (request.socket.writable) listener(request, response);
	};
	const server = http.createServer(
		{
			...options,
			headersTimeout,
			connectionsCheckingInterval,
			// Not while an earlier reply of the connection is pending.
			shouldUpgradeCallback: (request) =>
				asksForSocket(request, socketPath) && inFlight.countOn(request.socket) === 0,
		},
		(request, response) => {
			const { socket } = request;
			// A request parsed after we stopped reading would be carried out but never answered.
			if (isUnread(socket)) return;
			if (inFlight.countOn(socket) >= repliesDueMax) {
				refusePipelined(parts, repliesDueMax, socket);
				return;
			}
			const before = inFlight.latestOn(socket);
			inFlight.begin({ request, response });
			if (before === undefined) listener(request, response);
			else
				before.response.once('close', () => turns.add(() => beginIfAnswerable(request, response)));
		},
	);
	server.setTimeout(idleTimeoutMs);
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
	leaveWhatIsUnread(server);
	return server;
}

/** The parser of Node.js, of which it calls `onIncoming` with the head of each request. */
interface Parser {
	onIncoming: (request: IncomingMessage, isKeptAlive: boolean) => number;
}

/** Tells the parser that no HTTP follows the request, as after an upgrade. */
const nothingFollows = 2;

/**
 * Ends parsing within what arrived at once, which may be thousands of requests: Node.js would make an
 * object of each, and an error when the connection closes, in the time of all other callers.
 */
function leaveWhatIsUnread(server: Server): void {
	server.on('connection', (socket: Socket & { readonly parser?: Parser }) => {
		const { parser } = socket;
		if (parser === undefined) return;
		const { onIncoming } = parser;
		parser.onIncoming = (request, isKeptAlive) =>
			isUnread(socket) ? nothingFollows : onIncoming(request, isKeptAlive);
	});
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

/**
 * Hooks for continue and for requests that end with their caller. Their work has a time limit of its own, which
 * may be longer than a connection may be silent.
 */
export function installServerHooks(app: FastifyInstance): void {
	app.addHook('onRequest', (request, reply, done) => {
		if (request.routeOptions.config.endsWithCaller?.(request) === true) {
			const { socket } = request.raw;
			abortOnDisconnect.add(request.raw);
			const idleTimeoutMs = socket.timeout ?? 0;
			socket.setTimeout(0);
			reply.raw.once('close', () => socket.setTimeout(idleTimeoutMs));
		}
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
