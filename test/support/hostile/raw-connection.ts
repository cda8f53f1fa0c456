/**
 * A bare connection: writes bytes no HTTP client would, when it is told to, and reads what comes
 * back as replies. It knows nothing of the programs it talks to.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';

/** What one side may have sent before the other has read a byte: the system's buffers, and our own. */
export const socketBuffersBytes =
	bufferBytesMax('tcp_rmem') + bufferBytesMax('tcp_wmem') + 5 * 1024 ** 2;

/** The last of three figures: the least, the usual and the most of a connection. */
function bufferBytesMax(name: string): number {
	const file = `/proc/sys/net/ipv4/${name}`;
	return fs.existsSync(file)
		? Number(fs.readFileSync(file, 'utf8').split(/\s+/)[2])
		: 5 * 1024 ** 2;
}

export interface RawReply {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

export class RawConnection {
	private readonly chunks: Buffer[] = [];
	/** Resolves when nothing comes or goes any more, for whatever reason. */
	readonly closed: Promise<void>;
	/** Why the connection ended before both sides had said so. */
	fault: Error | undefined;

	private constructor(readonly socket: net.Socket) {
		socket.on('data', (chunk: Buffer) => this.chunks.push(chunk));
		socket.on('error', (fault) => {
			this.fault = fault;
		});
		this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
	}

	static async open(url: string): Promise<RawConnection> {
		const { port, hostname } = new URL(url);
		const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true });
		await once(socket, 'connect');
		return new RawConnection(socket);
	}

	/** Resolves when the system has taken the bytes. */
	async write(bytes: string | Buffer): Promise<void> {
		await new Promise<void>((resolve) => this.socket.write(bytes, () => resolve()));
	}

	/** Writes until the other side has cut the connection, or took too much; answers how much it took. */
	async flood(sizeBytesMax: number): Promise<number> {
		const { socket, closed } = this;
		const chunk = Buffer.alloc(64 * 1024, 'a');
		let sizeBytes = 0;
		while (!socket.destroyed && sizeBytes < sizeBytesMax) {
			sizeBytes += chunk.length;
			if (socket.write(chunk)) continue;
			await Promise.race([
				new Promise<void>((resolve) => socket.once('drain', () => resolve())),
				closed,
			]);
		}
		return sizeBytes;
	}

	/** Everything that came back so far. */
	text(): string {
		return Buffer.concat(this.chunks).toString();
	}

	/** Resolves when the text is there. */
	async has(text: string): Promise<void> {
		while (!this.text().includes(text)) await once(this.socket, 'data');
	}

	/** Waits for the end of the other side, ends this one, and answers what came. */
	async replies(): Promise<readonly RawReply[]> {
		if (!this.socket.readableEnded && !this.socket.destroyed) {
			await Promise.race([once(this.socket, 'end'), this.closed]);
		}
		this.socket.end();
		await this.closed;
		return repliesIn(this.text());
	}
}

/** Replies one after the other, each with the length its head tells. */
export function repliesIn(text: string): readonly RawReply[] {
	const replies: RawReply[] = [];
	let rest = text;
	while (rest !== '') {
		const [head = ''] = rest.split('\r\n\r\n', 1);
		const [line = '', ...lines] = head.split('\r\n');
		const headers = Object.fromEntries(
			lines.map((each) => {
				const at = each.indexOf(':');
				return [each.slice(0, at).toLowerCase(), each.slice(at + 1).trim()];
			}),
		);
		const bodyAt = head.length + 4;
		const length = Number(headers['content-length'] ?? 0);
		replies.push({
			status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]),
			headers,
			body: rest.slice(bodyAt, bodyAt + length),
		});
		rest = rest.slice(bodyAt + length);
	}
	return replies;
}

export interface RawRequest {
	readonly method: string;
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

/** A well-formed request as the bytes of a connection. */
export function rawRequest({ method, path, headers = {}, body }: RawRequest): string {
	const lines = [
		`${method} ${path} HTTP/1.1`,
		...Object.entries({
			host: 'localhost',
			...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
			...headers,
		}).map((pair) => pair.join(': ')),
	];
	return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
