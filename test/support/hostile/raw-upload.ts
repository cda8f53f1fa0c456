/**
 * An upload over a bare socket, because no HTTP client stalls, goes on for ever or sends a body it
 * does not have on purpose. Bytes go out when the test says so; the answer is read as it comes.
 */
import { once } from 'node:events';
import net from 'node:net';

export interface RawUploadTarget {
	/** Default: POST. */
	readonly method?: string;
	readonly url: string;
	/** The key, or a signer's token in its place; a page has its token in the address. */
	readonly key?: string;
	/** Of the whole body, as it is told beforehand. */
	readonly sizeBytes?: number;
}

export const boundary = 'the-boundary';

/** The head of one part of a form. */
export function partHead(name: string, fileName?: string): string {
	const file = fileName === undefined ? '' : `; filename="${fileName}"`;
	return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
}

export function wholePart(name: string, content: string, fileName?: string): string {
	return `${partHead(name, fileName)}${content}\r\n`;
}

export const formEnd = `--${boundary}--\r\n`;

export class RawUpload {
	private text = '';
	private readonly answered = Promise.withResolvers<number>();

	private constructor(private readonly socket: net.Socket) {
		socket.on('data', (chunk: Buffer) => {
			this.text += chunk.toString();
			const status = /^HTTP\/1\.1 (\d{3})/.exec(this.text)?.[1];
			if (status !== undefined) this.answered.resolve(Number(status));
		});
		socket.on('error', () => socket.destroy());
		socket.on('close', () => this.answered.reject(new Error(`no answer: ${this.text}`)));
		// Whoever waits for the answer is told; nobody else has to be.
		this.answered.promise.catch(() => undefined);
	}

	/** Sends the head of the request alone. */
	static async begin({
		method = 'POST',
		url,
		key,
		sizeBytes = 1_000_000_000,
	}: RawUploadTarget): Promise<RawUpload> {
		const { hostname, port, host, pathname } = new URL(url);
		const socket = net.connect(Number(port), hostname);
		await once(socket, 'connect');
		const head = [
			`${method} ${pathname} HTTP/1.1`,
			`host: ${host}`,
			`content-type: multipart/form-data; boundary=${boundary}`,
			`content-length: ${sizeBytes}`,
			...(key === undefined ? [] : [`x-api-key: ${key}`]),
		];
		const upload = new RawUpload(socket);
		upload.send(`${head.join('\r\n')}\r\n\r\n`);
		return upload;
	}

	/** Sends what may be sent; false when the other side does not take more for now. */
	send(bytes: string | Buffer): boolean {
		return this.socket.destroyed || this.socket.write(bytes);
	}

	/** Sends pieces as fast as they are taken, until there is an answer; answers how many bytes. */
	async sendUntilAnswered(piece: Buffer): Promise<number> {
		let isAnswered = false;
		const done = this.status().then(
			() => (isAnswered = true),
			() => (isAnswered = true),
		);
		let sentBytes = 0;
		while (!isAnswered) {
			sentBytes += piece.length;
			if (this.send(piece)) await new Promise<void>((resolve) => setImmediate(resolve));
			else await Promise.race([done, once(this.socket, 'drain')]);
		}
		return sentBytes;
	}

	/** The status of the answer, once it begins. */
	status(): Promise<number> {
		return this.answered.promise;
	}

	/** Everything received so far. */
	received(): string {
		return this.text;
	}

	/** Goes without a word. */
	leave(): void {
		this.socket.destroy();
	}
}
