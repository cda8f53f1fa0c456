/**
 * How a connection is left while bytes of it are still to come. Node.js would read them for ever,
 * or close at once; a connection that is closed while bytes of it are unread is reset, and its
 * caller may never see their answer. So a little is read and dropped, our side ends, and the
 * other has a moment to read what was answered and to end, too.
 */
import type { Socket } from 'node:net';
import type { RequestPair } from './in-flight-requests';

/** What is taken of a request that is not wanted any more. */
export interface ReadLimits {
	readonly sizeBytesMax: number;
	readonly timeoutMs: number;
}

/** For callers without a valid key. */
export const anonymousLimits: ReadLimits = { sizeBytesMax: 1024 ** 2, timeoutMs: 3_000 };

/** With callers who may send what the endpoint takes; proxies of theirs send all before they read. */
export const authenticatedLimits: ReadLimits = { sizeBytesMax: 64 * 1024 ** 2, timeoutMs: 30_000 };

const unread = new WeakSet<Socket>();

/** Whether what the connection brings is not read as HTTP any more. */
export function isUnread(socket: Socket): boolean {
	return unread.has(socket);
}

/** From here on the connection brings no request: its bytes are dropped, and from a point on left. */
export function stopReading(socket: Socket, { sizeBytesMax }: ReadLimits): void {
	if (unread.has(socket)) return;
	unread.add(socket);
	// Node.js stops reading while nobody takes the body of a request, and begins again at this event, to
	// which it no longer listens once the bytes are ours: nothing would come, not even the other's end.
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
 * Ends our side once what was written has left, and waits for the other side as long as said; who
 * has sent so much that it is not read any more has as long as a stranger to read the answer.
 */
export function closeGracefully(socket: Socket, { timeoutMs }: ReadLimits): void {
	socket.end();
	const leaveIn = (ms: number) => {
		const timer = setTimeout(() => socket.destroy(), ms);
		socket.once('close', () => clearTimeout(timer));
	};
	leaveIn(timeoutMs);
	const leaveSoon = () => leaveIn(anonymousLimits.timeoutMs);
	if (socket.isPaused()) leaveSoon();
	else socket.once('pause', leaveSoon);
}

/** The reply to be sent is the last of the connection, which is left after it. */
export function closeAfterResponse(socket: Socket, patience: ReadLimits): void {
	stopReading(socket, patience);
	// What Node.js calls after a reply with `connection: close`; it would end and close in one.
	socket.destroySoon = () => closeGracefully(socket, patience);
}

/**
 * What is still to come of a request that is being answered, such as the end of a form, may come;
 * with more than that, or once the reply has left and nothing comes, the connection is closed.
 * Calls `done` when there is nothing more to wait for.
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
