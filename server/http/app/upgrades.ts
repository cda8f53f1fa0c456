/**
 * WebSocket upgrades. A request for one passes the same hooks and a route; the route takes over
 * the connection or refuses over HTTP.
 */
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { pathOf } from './address';
import { closeGracefully, stopReading, anonymousLimits } from './connection-end';

export interface Upgrade {
	readonly socket: Socket;
	/** Bytes after the head of the request. */
	readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const taken = new WeakSet<IncomingMessage>();

/** True if a request asks for a WebSocket at the socket's path. */
export function asksForSocket(
	{ method, url = '/', headers }: IncomingMessage,
	socketPath: string | undefined,
): boolean {
	const protocols = (headers.upgrade ?? '').toLowerCase().split(/\s*,\s*/);
	return method === 'GET' && pathOf(url) === socketPath && protocols.includes('websocket');
}

/** Handles the request like any other; after a refusal the connection is closed. */
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

/** The upgrade of a request, if it asked for one. */
export function upgradeOf(request: IncomingMessage): Upgrade | undefined {
	return upgrades.get(request);
}

/** Takes over the connection: no reply is written to it any more. */
export function takeOver(request: IncomingMessage, response: ServerResponse): void {
	response.detachSocket(request.socket);
	taken.add(request);
}

/** True if a request's connection was taken over. */
export function isTaken(request: IncomingMessage): boolean {
	return taken.has(request);
}
