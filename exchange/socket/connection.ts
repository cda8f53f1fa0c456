/**
 * One WebSocket as a line that texts come and go on. It ends when the other side leaves or is silent
 * for too long, speaks no text, or reads so slowly that what waits for it would fill the memory: then
 * they come back and go on where they were.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { drained } from '../../server/http/streams/event-stream';

/** Why a socket ended. */
export const endings = ['LEFT', 'SLOW', 'SILENT', 'MALFORMED', 'KEY_ENDED', 'CLOSING'] as const;
export type Ending = (typeof endings)[number];

/** Codes of RFC 6455 for what we end by saying so. */
const closeCodes = {
	MALFORMED: { code: 1003, reason: 'messages are text' },
	KEY_ENDED: { code: 1008, reason: 'the key has ended' },
	CLOSING: { code: 1001, reason: 'the exchange is ending' },
} as const;

export interface Line {
	readonly webSocket: WebSocket;
	/** What it is written to. */
	readonly socket: Socket;
	/** More may not wait for this reader. */
	readonly waitingBytesMax: () => number;
	/** After this long without a message the client is pinged, and then disconnected. */
	readonly heartbeatMs: number;
}

export class Connection {
	private readonly actions: (() => void)[] = [];
	private readonly heartbeat: NodeJS.Timeout;
	private wasHeard = true;
	private ending: Ending | undefined;
	private hasClosed = false;

	constructor(
		private readonly line: Line,
		onText: (text: string) => void,
	) {
		const { webSocket, heartbeatMs } = line;
		const hear = () => (this.wasHeard = true);
		webSocket.on('message', (data: Buffer, isBinary) => {
			hear();
			if (isBinary) this.end('MALFORMED');
			else if (this.isOpen) onText(data.toString());
		});
		// Not by the library itself, which would answer however much waits to be read.
		webSocket.on('ping', (data) => {
			hear();
			if (this.mayWrite()) webSocket.pong(data);
		});
		webSocket.on('pong', hear);
		// It has told the other side why, and is closing.
		webSocket.on('error', () => (this.ending ??= 'MALFORMED'));
		webSocket.on('close', () => this.close());
		this.heartbeat = setInterval(() => this.beat(), heartbeatMs);
	}

	get isOpen(): boolean {
		return this.ending === undefined && this.line.webSocket.readyState === 1;
	}

	/** Why it ended; of somebody who left until something else was found. */
	get endedBy(): Ending {
		return this.ending ?? 'LEFT';
	}

	send(text: string): void {
		if (this.mayWrite()) this.line.webSocket.send(text);
	}

	/** Waits until the reader takes more; answers false when the socket has ended. */
	async ready(): Promise<boolean> {
		if (this.isOpen && this.line.socket.writableNeedDrain) await drained(this.line.socket);
		return this.isOpen;
	}

	/** Says why, behind what was sent, and closes. */
	end(why: keyof typeof closeCodes): void {
		if (!this.isOpen) return;
		this.ending = why;
		const { code, reason } = closeCodes[why];
		this.line.webSocket.close(code, reason);
	}

	/** Called once, when the socket has ended for whatever reason. */
	onEnd(action: () => void): void {
		if (this.hasClosed) action();
		else this.actions.push(action);
	}

	/** Asks whether the other side is there, and ends when it has said nothing since it was last asked. */
	beat(): void {
		if (!this.wasHeard) return this.cut('SILENT');
		this.wasHeard = false;
		if (this.mayWrite()) this.line.webSocket.ping();
	}

	private mayWrite(): boolean {
		const { webSocket, waitingBytesMax } = this.line;
		if (!this.isOpen) return false;
		if (webSocket.bufferedAmount <= waitingBytesMax()) return true;
		this.cut('SLOW');
		return false;
	}

	private cut(why: Ending): void {
		this.ending ??= why;
		this.line.webSocket.terminate();
	}

	private close(): void {
		this.hasClosed = true;
		clearInterval(this.heartbeat);
		for (const action of this.actions.splice(0)) action();
	}
}
