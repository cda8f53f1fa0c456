/**
 * A shard draft in a local file. The bucket supplies how to publish it: by a rename or by sending
 * it.
 */
import fs from 'node:fs/promises';
import { takeBlock } from './block-pool';
import { BucketFault, type ShardDraft } from './bucket';
import { isAbsent, systemCode } from '../../../server/durable-files';

export interface FileDraftOptions {
	readonly bucket: string;
	readonly file: string;
	/** Makes the finished file durable under its key; may remove the file itself. */
	readonly publish: (handle: fs.FileHandle) => Promise<void>;
}

/** Describes a failed file operation for the operator, without the path. */
function clauseFor(error: unknown): string {
	const code = systemCode(error);
	if (code === undefined) throw error;
	if (isAbsent(error)) return 'its folder is not there';
	if (code === 'ENOSPC' || code === 'EDQUOT') return 'its disk is full';
	return `the file system answers ${code}`;
}

/** Runs a step on local files and turns errors of the file system into a BucketFault. */
export async function guardFiles<Value>(
	bucket: string,
	step: () => Promise<Value>,
): Promise<Value> {
	try {
		return await step();
	} catch (error) {
		if (error instanceof BucketFault) throw error;
		throw new BucketFault(bucket, 'unavailable', clauseFor(error), error);
	}
}

/** Reads `lengthBytes` bytes from `at`, fewer only at the end of the file. */
export async function readAt(
	handle: fs.FileHandle,
	at: number,
	lengthBytes: number,
): Promise<Buffer> {
	const buffer = takeBlock(lengthBytes);
	let filled = 0;
	while (filled < lengthBytes) {
		const { bytesRead } = await handle.read(buffer, filled, lengthBytes - filled, at + filled);
		if (bytesRead === 0) break;
		filled += bytesRead;
	}
	return buffer.subarray(0, filled);
}

export class FileDraft implements ShardDraft {
	sizeBytes = 0;

	private constructor(
		private handle: Promise<fs.FileHandle> | undefined,
		private readonly options: FileDraftOptions,
	) {}

	static async open(options: FileDraftOptions): Promise<FileDraft> {
		const handle = await guardFiles(options.bucket, () => fs.open(options.file, 'wx+', 0o600));
		return new FileDraft(Promise.resolve(handle), options);
	}

	async write(at: number, parts: readonly Uint8Array[]): Promise<void> {
		const { bucket } = this.options;
		const lengthBytes = parts.reduce((sum, part) => sum + part.length, 0);
		const { bytesWritten } = await guardFiles(bucket, async () =>
			(await this.opened()).writev([...parts], at),
		);
		if (bytesWritten !== lengthBytes) {
			throw new BucketFault(bucket, 'unavailable', 'its disk is full');
		}
		this.sizeBytes = Math.max(this.sizeBytes, at + lengthBytes);
	}

	read(at: number, lengthBytes: number): Promise<Buffer> {
		return guardFiles(this.options.bucket, async () =>
			readAt(await this.opened(), at, lengthBytes),
		);
	}

	async rest(): Promise<void> {
		const { handle } = this;
		this.handle = undefined;
		await guardFiles(this.options.bucket, async () => (await handle)?.close());
	}

	async publish(): Promise<void> {
		const { bucket, publish } = this.options;
		await guardFiles(bucket, async () => publish(await this.opened()));
		await this.rest();
	}

	async discard(): Promise<void> {
		await this.rest();
		await guardFiles(this.options.bucket, () => fs.rm(this.options.file, { force: true }));
	}

	private opened(): Promise<fs.FileHandle> {
		return (this.handle ??= fs.open(this.options.file, 'r+'));
	}

	/** Does nothing: publish() or discard() closes a draft. */
	close(): Promise<void> {
		return Promise.resolve();
	}
}
