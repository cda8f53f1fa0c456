import type { Readable } from 'node:stream';
import type { BucketFault, ShardReader } from './bucket';

export interface ObjectBody {
	readonly stream: Readable;
	readonly lengthBytes: number;
	/** Translates the error of a broken stream. */
	broken(error: unknown): BucketFault;
}

/**
 * Reads a shard sequentially from one streaming reply; a read elsewhere starts a new reply.
 * Concurrent reads are queued.
 */
export class ObjectRange implements ShardReader {
	sizeBytes = 0;
	private body: ObjectBody | undefined;
	private chunks: AsyncIterator<Buffer> | undefined;
	private rest: Buffer = Buffer.alloc(0);
	private position = 0;
	private turn: Promise<unknown> = Promise.resolve();

	constructor(private readonly fetch: (at: number) => Promise<ObjectBody>) {}

	async begin(): Promise<void> {
		await this.moveTo(0);
		this.sizeBytes = this.body?.lengthBytes ?? 0;
	}

	read(at: number, lengthBytes: number): Promise<Buffer> {
		const result = this.turn.then(() => this.readNow(at, lengthBytes));
		this.turn = result.catch(() => undefined);
		return result;
	}

	close(): Promise<void> {
		this.body?.stream.destroy();
		return Promise.resolve();
	}

	private async moveTo(at: number): Promise<void> {
		this.body?.stream.destroy();
		this.body = await this.fetch(at);
		this.chunks = this.body.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
		this.rest = Buffer.alloc(0);
		this.position = at;
	}

	private async readNow(at: number, lengthBytes: number): Promise<Buffer> {
		if (at !== this.position) await this.moveTo(at);
		const parts: Buffer[] = [this.rest];
		let have = this.rest.length;
		while (have < lengthBytes) {
			const chunk = await this.nextChunk();
			if (chunk === undefined) break;
			parts.push(chunk);
			have += chunk.length;
		}
		const all = Buffer.concat(parts);
		this.rest = all.subarray(lengthBytes);
		const taken = all.subarray(0, lengthBytes);
		this.position += taken.length;
		return taken;
	}

	private async nextChunk(): Promise<Buffer | undefined> {
		try {
			const next = await this.chunks?.next();
			return next === undefined || next.done === true ? undefined : next.value;
		} catch (error) {
			throw this.body?.broken(error) ?? error;
		}
	}
}
