/**
 * Opens sockets: a request like any other, with the same limits and refusals, whose connection then
 * becomes a WebSocket. Messages are not compressed, because that would need more memory per socket
 * than all its messages, and bandwidth costs less than CPU.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { programs } from '../../api/programs';
import type { HttpShell } from '../../server/http/app/app';
import { headerKey } from '../../server/http/app/limiter';
import { requestIdHeader } from '../../server/http/request-id';
import { takeOver, upgradeOf, type Upgrade } from '../../server/http/app/upgrades';
import { refuse } from '../../server/refusal';
import { waitingBytesOfEach } from '../../server/http/streams/event-stream';
import type { Handlers } from '../operations/handler';
import { claimOfRequest, isSigned } from '../accounts/signatures';
import { Commands } from './commands';
import { Connection } from './connection';
import { Conversation } from './conversation';
import { Identity, type IdentityParts } from './identity';
import { socketMetrics } from './metrics';
import type { Sockets } from './sockets';

/** The same limit as for the body of a request. */
export const messageBytesMax = 64 * 1024;

const heartbeatMs = 15_000;

export interface SocketParts extends Omit<IdentityParts, 'limiter'> {
	readonly sockets: Sockets;
	readonly handlers: Handlers;
}

export function mountSocket({ app, metrics }: HttpShell, parts: SocketParts): void {
	const commands = new Commands(parts.handlers);
	const { sockets } = parts;
	const onAnswered = (method: string, status: number) => sockets.countMessage(method, status);
	const { log, repeatedFaults } = app;
	const own = { ...parts, limiter: app.limiter };
	const conversationParts = { commands, log, repeatedFaults, onAnswered };
	const server = new WebSocketServer(serverOptions);
	metrics.add(socketMetrics(sockets));
	app.route({
		method: 'GET',
		url: programs.exchange.socket.path,
		exposeHeadRoute: false,
		handler: async (request, reply) => {
			const upgrade = upgradeOf(request.raw);
			if (upgrade === undefined) {
				reply.header('upgrade', 'websocket');
				throw refuse('Exchange_SocketWanted');
			}
			sockets.requireOpen();
			const { ip, id, method, url, headers } = request;
			let end = () => {};
			const claim = isSigned(headers) ? claimOfRequest({ method, url, headers }) : undefined;
			const sent = { ip, key: headerKey(request), claim };
			const identity = await Identity.open(own, sent, () => end());
			try {
				const webSocket = handshake(server, upgrade, { request, reply });
				const connectionParts = {
					webSocket,
					socket: upgrade.socket,
					waitingBytesMax: () => waitingBytesOfEach(parts.places.taken),
					heartbeatMs,
				};
				const connection = new Connection(connectionParts, {
					onText: (text) => void conversation.handle(text),
					onControl: () => conversation.countControl(),
				});
				const conversation = new Conversation(conversationParts, connection, identity);
				end = () => connection.end('KEY_ENDED');
				connection.onEnd(() => {
					identity.leave();
					log.info({ reqId: id, endedBy: connection.endedBy }, 'a socket has ended');
				});
				sockets.add(conversation);
			} catch (fault) {
				identity.leave();
				throw fault;
			}
			return reply;
		},
	});
}

/** Some of these options are newer than the library's types. */
const serverOptions = {
	noServer: true,
	clientTracking: false,
	perMessageDeflate: false,
	autoPong: false,
	maxPayload: messageBytesMax,
	// A piece of input may hold thousands of messages; each is handled in a turn of its own, so that
	// no socket keeps the others waiting.
	allowSynchronousEvents: false,
	// Tiny fragments must not use more memory than the whole message.
	maxFragments: 1_024,
	maxBufferedChunks: 8 * 1_024,
	/** After this a socket is closed even if the other side has not closed. */
	closeTimeout: 2_000,
};

/** Takes the connection over; refuses a malformed handshake. */
function handshake(
	server: WebSocketServer,
	{ socket, head }: Upgrade,
	{ request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): WebSocket {
	let fault = 'its handshake is not that of a WebSocket';
	let webSocket: WebSocket | undefined;
	const onFault = ({ message }: Error) => (fault = message.toLowerCase());
	const onHeaders = (headers: string[]) => headers.push(`${requestIdHeader}: ${request.id}`);
	server.on('wsClientError', onFault).on('headers', onHeaders);
	server.handleUpgrade(request.raw, socket, head, (opened) => (webSocket = opened));
	server.off('wsClientError', onFault).off('headers', onHeaders);
	if (webSocket === undefined) throw refuse('Request_Malformed', fault);
	takeOver(request.raw, reply.raw);
	reply.hijack();
	return webSocket;
}
