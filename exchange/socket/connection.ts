/**
 * A WebSocket connection that carries text messages. It ends when the client leaves, is silent for
 * too long, sends no text, or reads so slowly that the buffer would fill the memory; the client can
 * reconnect and resume.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { drained } from '../../server/http/streams/event-stream';

/** Why a socket ended. */
export const endings = [
	'LEFT',
	'SLOW',
	'SILENT',
	'MALFORMED',
	'OVER_LIMIT',
	'KEY_ENDED',
	'CLOSING',
] as const;
export type Ending = (typeof endings)[number];

/** Close codes of RFC 6455 for ends that we announce. */
const closeCodes = {
	MALFORMED: { code: 1003, reason: 'messages are text' },
	OVER_LIMIT: { code: 1008, reason: 'more messages than are allowed' },
	KEY_ENDED: { code: 1008, reason: 'the key has ended' },
	CLOSING: { code: 1001, reason: 'the exchange is ending' },
} as const;

export interface ConnectionParts {
	readonly webSocket: WebSocket;
	/** The TCP socket. */
	readonly socket: Socket;
	/** Most bytes buffered for this reader. */
	readonly waitingBytesMax: () => number;
	/** After this long without a message the client is pinged, and then disconnected. */
	readonly heartbeatMs: number;
}

export interface FrameHandlers {
	readonly onText: (text: string) => void;
	/** For each ping and pong, before a ping is answered. */
	readonly onControl: () => void;
}

export class Connection {
	private readonly actions: (() => void)[] = [];
	private readonly heartbeat: NodeJS.Timeout;
	private wasHeard = true;
	private ending: Ending | undefined;
	private hasClosed = false;

	constructor(
		private readonly parts: ConnectionParts,
		{ onText, onControl }: FrameHandlers,
	) {
		const { webSocket, heartbeatMs } = parts;
		const noteHeard = () => (this.wasHeard = true);
		webSocket.on('message', (data: Buffer, isBinary) => {
			noteHeard();
			if (isBinary) this.end('MALFORMED');
			else if (this.isOpen) onText(data.toString());
		});
		// Not answered by the library, which would ignore the size of the buffer.
		webSocket.on('ping', (data) => {
			noteHeard();
			onControl();
			if (this.mayWrite()) webSocket.pong(data);
		});
		webSocket.on('pong', () => {
			noteHeard();
			onControl();
		});
		// The library has sent the reason and is closing.
		webSocket.on('error', () => (this.ending ??= 'MALFORMED'));
		webSocket.on('close', () => this.close());
		this.heartbeat = setInterval(() => this.checkHeartbeat(), heartbeatMs);
	}

	get isOpen(): boolean {
		return this.ending === undefined && this.parts.webSocket.readyState === 1;
	}

	/** Why it ended; LEFT if there is no other reason. */
	get endedBy(): Ending {
		return this.ending ?? 'LEFT';
	}

	send(text: string): void {
		if (this.mayWrite()) this.parts.webSocket.send(text);
	}

	/** Waits until the reader accepts more; returns false if the socket has ended. */
	async ready(): Promise<boolean> {
		if (this.isOpen && this.parts.socket.writableNeedDrain) await drained(this.parts.socket);
		return this.isOpen;
	}

	/** Sends the reason after everything sent before, and closes. */
	end(why: keyof typeof closeCodes): void {
		if (!this.isOpen) return;
		this.ending = why;
		const { code, reason } = closeCodes[why];
		this.parts.webSocket.close(code, reason);
	}

	/** Calls the action once, when the socket has ended for any reason. */
	onEnd(action: () => void): void {
		if (this.hasClosed) action();
		else this.actions.push(action);
	}

	/** Pings the client, and ends if it has sent nothing since the last ping. */
	checkHeartbeat(): void {
		if (!this.wasHeard) return this.terminate('SILENT');
		this.wasHeard = false;
		if (this.mayWrite()) this.parts.webSocket.ping();
	}

	private mayWrite(): boolean {
		const { webSocket, waitingBytesMax } = this.parts;
		if (!this.isOpen) return false;
		if (webSocket.bufferedAmount <= waitingBytesMax()) return true;
		this.terminate('SLOW');
		return false;
	}

	private terminate(why: Ending): void {
		this.ending ??= why;
		this.parts.webSocket.terminate();
	}

	private close(): void {
		this.hasClosed = true;
		clearInterval(this.heartbeat);
		for (const action of this.actions.splice(0)) action();
	}
}
