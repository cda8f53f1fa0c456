/**
 * A file that is made for one caller: its text is written to the disk as it is worked out, and sent
 * from there at the caller's pace, so that nothing else waits for a slow one and a fault is met before
 * the first byte has left. It has no name in any folder, and is gone with the process at the latest.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { refuse } from './refusal';

export interface SpooledFile {
	readonly sizeBytes: number;
	/** In lower-case hex. */
	readonly sha256: string;
	/** The bytes, or those from the first to the last, both included. */
	read(range?: { readonly first: number; readonly last: number }): AsyncIterable<Uint8Array>;
	/** To be called once when it is not read any more. */
	release(): Promise<void>;
}

/** As much text as is written at once. */
const charactersAtOnce = 64 * 1024;

/** Writes all pieces; stops, and throws its reason, when `leaving` is aborted. */
export async function spool(
	pieces: AsyncIterable<string>,
	leaving: AbortSignal,
): Promise<SpooledFile> {
	const handle = await namelessFile();
	try {
		const written = await writeAll(handle, pieces, leaving);
		return {
			...written,
			read: ({ first, last } = { first: 0, last: written.sizeBytes - 1 }) =>
				parts(handle, first, last),
			release: () => handle.close(),
		};
	} catch (fault) {
		await handle.close();
		throw isFull(fault) ? refuse('Core_DatabaseFull') : fault;
	}
}

/** Only who has it open can read it, and nobody has to remove it. */
async function namelessFile(): Promise<FileHandle> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'sealkeeper-'));
	try {
		return await open(path.join(folder, 'file'), 'wx+', 0o600);
	} finally {
		await rm(folder, { recursive: true });
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

async function* parts(handle: FileHandle, first: number, last: number): AsyncGenerator<Uint8Array> {
	for (let at = first; at <= last;) {
		const wanted = Math.min(charactersAtOnce, last + 1 - at);
		const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
		if (bytesRead === 0) throw new Error('a file that was made for a caller has been cut off');
		yield buffer.subarray(0, bytesRead);
		at += bytesRead;
	}
}

function isFull(fault: unknown): boolean {
	const { code } = fault as { readonly code?: unknown };
	return code === 'ENOSPC' || code === 'EDQUOT';
}
