/**
 * A file generated for one caller: written to disk and sent from there at the caller's pace, so
 * that nothing else waits for a slow caller and a fault is known before the first byte is sent. It
 * has no name in any folder, and disappears with the process at the latest.
 */
import { createHash, randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { refuse } from './refusal';

export interface SpooledFile {
	readonly sizeBytes: number;
	/** Lower-case hex. */
	readonly sha256: string;
	/** Reads the bytes, or a range, inclusive. */
	read(range?: { readonly first: number; readonly last: number }): AsyncIterable<Uint8Array>;
	/** Must be called once after the last read. */
	release(): Promise<void>;
}

/** Text written at once. */
const charactersAtOnce = 64 * 1024;

/** Writes all pieces; throws when `leaving` is aborted. */
export async function spool(
	pieces: AsyncIterable<string>,
	leaving: AbortSignal,
): Promise<SpooledFile> {
	const handle = await namelessFile(os.tmpdir());
	try {
		const written = await writeAll(handle, pieces, leaving);
		return {
			...written,
			read: ({ first, last } = { first: 0, last: written.sizeBytes - 1 }) =>
				readParts(handle, first, last),
			release: () => handle.close(),
		};
	} catch (fault) {
		await handle.close();
		throw writingFault(fault);
	}
}

/**
 * Opens a file within a folder and removes its name, so that only this process can read it and nobody must
 * delete it.
 */
export async function namelessFile(within: string): Promise<FileHandle> {
	const file = path.join(within, `sealkeeper-${randomBytes(16).toString('hex')}`);
	const handle = await open(file, 'wx+', 0o600);
	try {
		await unlink(file);
		return handle;
	} catch (fault) {
		await handle.close();
		throw fault;
	}
}

async function writeAll(
	handle: FileHandle,
	pieces: AsyncIterable<string>,
	leaving: AbortSignal,
): Promise<{ readonly sizeBytes: number; readonly sha256: string }> {
	const hash = createHash('sha256');
	let sizeBytes = 0;
	let text = '';
	const write = async () => {
		const bytes = Buffer.from(text);
		text = '';
		hash.update(bytes);
		sizeBytes += bytes.length;
		await handle.writeFile(bytes);
	};
	for await (const piece of pieces) {
		leaving.throwIfAborted();
		text += piece;
		if (text.length >= charactersAtOnce) await write();
	}
	await write();
	return { sizeBytes, sha256: hash.digest('hex') };
}

/** Reads a range, inclusive. */
export async function* readParts(
	handle: FileHandle,
	first: number,
	last: number,
): AsyncGenerator<Uint8Array> {
	for (let at = first; at <= last;) {
		const wanted = Math.min(charactersAtOnce, last + 1 - at);
		const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
		if (bytesRead === 0) throw new Error('a file that was made for a caller has been cut off');
		yield buffer.subarray(0, bytesRead);
		at += bytesRead;
	}
}

/** The refusal where a disk is full, else the fault. */
export function writingFault(fault: unknown): unknown {
	const { code } = fault as { readonly code?: unknown };
	return code === 'ENOSPC' || code === 'EDQUOT' ? refuse('Core_DatabaseFull') : fault;
}
