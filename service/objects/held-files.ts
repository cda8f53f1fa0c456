/**
 * Files that are only examined: held in memory during their request, never stored. All of them
 * share a memory limit; a file beyond it is refused.
 */
import { refuse } from '../../server/refusal';
import { newFileHash } from './shards/file-hash';
import type { ReadableFile } from './staged-object';

/** SharedArrayBuffer blocks of this size, which threads can read without a copy. */
const blockBytes = 1024 * 1024;

export class HeldFiles {
	private bytes = 0;
	private files = 0;

	constructor(private readonly bytesMax: number) {}

	async hold(source: AsyncIterable<Uint8Array>): Promise<ReadableFile> {
		const held = new HeldBytes((more) => this.claim(more));
		this.files += 1;
		const discard = (): Promise<void> => {
			this.bytes -= held.claimedBytes;
			if (!held.isGone) this.files -= 1;
			held.forget();
			return Promise.resolve();
		};
		try {
			const hash = await newFileHash();
			for await (const chunk of source) {
				hash.update(chunk);
				held.add(chunk);
			}
			return heldObject(held, hash.digestHex(), discard);
		} catch (fault) {
			await discard();
			throw fault;
		}
	}

	private claim(bytes: number): void {
		if (this.bytes + bytes > this.bytesMax) {
			throw refuse('Request_UploadsTooMany', this.files, 'files that are only looked at');
		}
		this.bytes += bytes;
	}
}

function heldObject(held: HeldBytes, hash: string, discard: () => Promise<void>): ReadableFile {
	return {
		sizeBytes: held.sizeBytes,
		hash,
		discard,
		async *read() {
			for (const block of held.blocks()) yield await Promise.resolve(block);
		},
		rest: () => Promise.resolve(),
	};
}

/** Collects chunks into blocks of one size. */
class HeldBytes {
	sizeBytes = 0;
	claimedBytes = 0;
	isGone = false;
	private kept: Uint8Array[] = [];

	constructor(private readonly claim: (bytes: number) => void) {}

	add(chunk: Uint8Array): void {
		for (let rest = chunk; rest.length > 0;) {
			const at = this.sizeBytes % blockBytes;
			if (at === 0) this.kept.push(this.newBlock());
			const part = rest.subarray(0, blockBytes - at);
			this.kept[this.kept.length - 1]?.set(part, at);
			this.sizeBytes += part.length;
			rest = rest.subarray(part.length);
		}
	}

	*blocks(): Generator<Uint8Array> {
		for (const [index, block] of this.kept.entries()) {
			yield block.subarray(0, Math.min(blockBytes, this.sizeBytes - index * blockBytes));
		}
	}

	forget(): void {
		this.isGone = true;
		this.claimedBytes = 0;
		this.kept = [];
	}

	private newBlock(): Uint8Array {
		this.claim(blockBytes);
		this.claimedBytes += blockBytes;
		return new Uint8Array(new SharedArrayBuffer(blockBytes));
	}
}
