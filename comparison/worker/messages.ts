/**
 * Messages over a pipe. The bytes that one refers to, such as a report, follow it as they are, so that they are
 * received piece by piece and never hold the event loop.
 */
import { finished, type Duplex } from 'node:stream';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

const sizeBytes = 4;

/** Keeps the sizes of bytes in a message, and the bytes beside it. */
class MessageWriter extends DefaultSerializer {
	readonly beside: Uint8Array[] = [];

	_writeHostObject(bytes: Uint8Array): void {
		this.beside.push(bytes);
		this.writeUint32(bytes.length);
	}
}

class MessageReader extends DefaultDeserializer {
	/** To be filled. */
	readonly beside: Uint8Array[] = [];

	_readHostObject(): Uint8Array {
		const bytes = Buffer.allocUnsafeSlow(this.readUint32());
		this.beside.push(bytes);
		return bytes;
	}
}

/** `onSent` is called when the pipe has taken all of it. */
export function send(pipe: Duplex, message: unknown, onSent?: () => void): void {
	const writer = new MessageWriter();
	writer.writeHeader();
	writer.writeValue(message);
	const bytes = writer.releaseBuffer();
	const size = Buffer.alloc(sizeBytes);
	size.writeUInt32LE(bytes.length);
	for (const part of [size, bytes, ...writer.beside]) pipe.write(part);
	if (onSent) pipe.write('', onSent);
}

/** Resolves when the pipe has closed, however; rejects if a message cannot be read. */
export function receive(pipe: Duplex, onMessage: (message: unknown) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		const parts = partsOf(onMessage);
		let part = parts.next().value;
		let filledBytes = 0;
		const take = (bytes: Buffer) => {
			for (let at = 0; at < bytes.length;) {
				const piece = bytes.subarray(at, at + part.length - filledBytes);
				part.set(piece, filledBytes);
				at += piece.length;
				filledBytes += piece.length;
				for (; filledBytes === part.length; filledBytes = 0) part = parts.next().value;
			}
		};
		pipe.on('data', (bytes: Buffer) => {
			try {
				take(bytes);
			} catch (fault) {
				reject(fault);
				pipe.destroy();
			}
		});
		// Whoever is at the other end may have ended.
		finished(pipe, () => resolve());
	});
}

/** The parts to be filled, one after the other. */
function* partsOf(onMessage: (message: unknown) => void): Generator<Uint8Array, never> {
	for (;;) {
		const size = Buffer.alloc(sizeBytes);
		yield size;
		const bytes = Buffer.allocUnsafeSlow(size.readUInt32LE());
		yield bytes;
		const reader = new MessageReader(bytes);
		reader.readHeader();
		const message: unknown = reader.readValue();
		yield* reader.beside;
		onMessage(message);
	}
}
