/**
 * Closes connections with unread bytes. Node.js would read them for ever, or close at once;
 * closing with unread bytes resets the connection, and the caller may never see the reply. So we
 * read and drop a little, end our side, and give the caller a moment to read the reply and end,
 * too.
 */
import type { Socket } from 'node:net';
import type { RequestPair } from './in-flight-requests';

/** How much of an unwanted request is read. */
export interface ReadLimits {
	readonly sizeBytesMax: number;
	readonly timeoutMs: number;
}

/** For callers without a valid key. */
export const anonymousLimits: ReadLimits = { sizeBytesMax: 1024 ** 2, timeoutMs: 3_000 };

/** For callers with a valid key; their proxies may send everything before they read. */
export const authenticatedLimits: ReadLimits = { sizeBytesMax: 64 * 1024 ** 2, timeoutMs: 30_000 };

const unread = new WeakSet<Socket>();

/** True if input of the connection is no longer parsed as HTTP. */
export function isUnread(socket: Socket): boolean {
	return unread.has(socket);
}

/** Drops all further input of the connection, and stops reading at the limit. */
export function stopReading(socket: Socket, { sizeBytesMax }: ReadLimits): void {
	if (unread.has(socket)) return;
	unread.add(socket);
	// Node.js pauses reading while nobody consumes a body, and resumes at this event, to which it no
	// longer listens once 'data' is ours: nothing would arrive, not even the end.
	if (socket.isPaused()) socket.emit('resume');
	socket.removeAllListeners('data');
	let sizeBytes = 0;
	socket.on('data', (chunk: Buffer) => {
		sizeBytes += chunk.length;
		if (sizeBytes > sizeBytesMax) socket.pause();
	});
	socket.resume();
}

/**
 * Ends our side after all data was sent, and waits for the other side up to the timeout; a caller
 * beyond the read limit gets the timeout of anonymous callers.
 */
export function closeGracefully(socket: Socket, { timeoutMs }: ReadLimits): void {
	socket.end();
	const destroyIn = (ms: number) => {
		const timer = setTimeout(() => socket.destroy(), ms);
		socket.once('close', () => clearTimeout(timer));
	};
	destroyIn(timeoutMs);
	const destroySoon = () => destroyIn(anonymousLimits.timeoutMs);
	if (socket.isPaused()) destroySoon();
	else socket.once('pause', destroySoon);
}

/** Makes the next reply the last of its connection. */
export function closeAfterResponse(socket: Socket, limits: ReadLimits): void {
	stopReading(socket, limits);
	// Node.js calls this after a reply with `connection: close`, and would close at once.
	socket.destroySoon = () => closeGracefully(socket, limits);
}

/**
 * Reads the rest of a request that is being answered, such as the end of a form. If it exceeds the
 * limit, or stalls after the reply was sent, the connection is closed. Calls `done` when there is
 * nothing more to wait for.
 */
export function readRest(
	{ request, response }: RequestPair,
	{ sizeBytesMax, timeoutMs }: ReadLimits,
	done: () => void,
): void {
	const { socket } = request;
	const cut = () => socket.destroy();
	let sizeBytes = 0;
	request.on('data', (chunk: Buffer) => {
		sizeBytes += chunk.length;
		if (sizeBytes > sizeBytesMax) cut();
	});
	let timer: NodeJS.Timeout | undefined;
	response.once('finish', () => {
		if (!request.complete) timer = setTimeout(cut, timeoutMs);
	});
	const end = () => {
		clearTimeout(timer);
		request.off('end', end);
		socket.off('close', end);
		done();
	};
	request.once('end', end);
	socket.once('close', end);
}
