/**
 * Connections that are to become WebSockets. Who asks for one is answered as any request is, by the
 * same hooks and by a route; that route then takes the connection over, or refuses as over HTTP.
 */
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { pathOf } from './address';
import { closeGracefully, stopReading, anonymousLimits } from './connection-end';

export interface Upgrade {
	readonly socket: Socket;
	/** What came behind the head of the request. */
	readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const taken = new WeakSet<IncomingMessage>();

/** Whether a request asks for a WebSocket where there is one; another upgrade is passed over. */
export function asksForSocket(
	{ method, url = '/', headers }: IncomingMessage,
	socketPath: string | undefined,
): boolean {
	const protocols = (headers.upgrade ?? '').toLowerCase().split(/\s*,\s*/);
	return method === 'GET' && pathOf(url) === socketPath && protocols.includes('websocket');
}

/** Has the request answered like any other; after a refusal the connection is left. */
export function beginUpgrade(server: Server, request: IncomingMessage, upgrade: Upgrade): void {
	const { socket } = upgrade;
	socket.on('error', () => socket.destroy());
	const response = new ServerResponse(request);
	response.shouldKeepAlive = false;
	response.assignSocket(socket);
	response.once('finish', () => {
		stopReading(socket, anonymousLimits);
		closeGracefully(socket, anonymousLimits);
	});
	upgrades.set(request, upgrade);
	server.emit('request', request, response);
}

/** The connection of a request that asked for a WebSocket. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
	return upgrades.get(request);
}

/** From here on no reply is written to the connection. */
export function takeOver(request: IncomingMessage, response: ServerResponse): void {
	response.detachSocket(request.socket);
	taken.add(request);
}

/** Whether the connection of a request was taken over. */
export function isTaken(request: IncomingMessage): boolean {
	return taken.has(request);
}
