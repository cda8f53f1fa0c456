/**
 * A file that was sent to be compared: it lies in a nameless file, encrypted with a key that only this
 * process has, and becomes an object of the store only when somebody keeps it. So a comparison takes
 * nothing of the quota, and needs no bucket but those of the kept file.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { present } from '../../server/at';
import { namelessFile, readParts, writingFault } from '../../server/spooled-file';
import type { Transaction } from '../database/database';
import { newFileHash } from './shards/file-hash';
import type { StagedObject } from './staged-object';

const algorithm = 'aes-256-gcm';
/** Each file has a key of its own. */
const nonce = Buffer.alloc(12);

interface Encrypted {
	readonly key: Buffer;
	readonly tag: Buffer;
	readonly sizeBytes: number;
	/** Of the plain bytes. */
	readonly hash: string;
}

/** Writes the stream to a file within a folder. `stage` takes the bytes into the store. */
export async function spoolUpload(
	source: AsyncIterable<Uint8Array>,
	within: string,
	stage: (bytes: AsyncIterable<Uint8Array>) => Promise<StagedObject>,
): Promise<StagedObject> {
	const handle = await namelessFile(within);
	try {
		return new SpooledUpload(handle, await encrypt(source, handle), stage);
	} catch (fault) {
		await handle.close();
		throw writingFault(fault);
	}
}

async function encrypt(source: AsyncIterable<Uint8Array>, handle: FileHandle): Promise<Encrypted> {
	const key = randomBytes(32);
	const cipher = createCipheriv(algorithm, key, nonce);
	const hash = await newFileHash();
	let sizeBytes = 0;
	for await (const chunk of source) {
		hash.update(chunk);
		sizeBytes += chunk.length;
		await handle.writeFile(cipher.update(chunk));
	}
	// GCM outputs all bytes in update(); final() only computes the tag.
	cipher.final();
	return { key, tag: cipher.getAuthTag(), sizeBytes, hash: hash.digestHex() };
}

class SpooledUpload implements StagedObject {
	readonly sizeBytes: number;
	readonly hash: string;
	private staged: StagedObject | undefined;

	constructor(
		private readonly handle: FileHandle,
		private readonly encrypted: Encrypted,
		private readonly stage: (bytes: AsyncIterable<Uint8Array>) => Promise<StagedObject>,
	) {
		this.sizeBytes = encrypted.sizeBytes;
		this.hash = encrypted.hash;
	}

	get id(): string {
		return this.object.id;
	}

	get storedSizeBytes(): number {
		return this.object.storedSizeBytes;
	}

	/** Throws at the end if the file is not what was written. */
	async *read(): AsyncIterable<Uint8Array> {
		const { key, tag, sizeBytes } = this.encrypted;
		const decipher = createDecipheriv(algorithm, key, nonce).setAuthTag(tag);
		for await (const part of readParts(this.handle, 0, sizeBytes - 1)) {
			yield decipher.update(part);
		}
		decipher.final();
	}

	rest(): Promise<void> {
		return Promise.resolve();
	}

	async makeDurable(): Promise<void> {
		this.staged ??= await this.stage(this.read());
		await this.staged.makeDurable();
	}

	attach(transaction: Transaction): Promise<void> {
		return this.object.attach(transaction);
	}

	async discard(): Promise<void> {
		await this.handle.close();
		await this.staged?.discard();
	}

	private get object(): StagedObject {
		return present(this.staged, 'an object of the store, which makeDurable() makes');
	}
}
