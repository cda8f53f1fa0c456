/** Reads the files and keys that a command line names; an unreadable one is a CommandFault. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CommandFault } from '../../server/commands/command-fault';
import { Blake2b256 } from '../../proof/blake2b';

/** Keys from the argument itself, or one a line from a file. A key starts with NAME+ID+. */
export async function vkeysOf(text: string): Promise<readonly string[]> {
	if (/^[^+]+\+[0-9a-f]{8}\+/.test(text)) return text.split(',').map((vkey) => vkey.trim());
	const lines = (await readFile(text, 'utf8').catch(notRead)).split('\n');
	return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** BLAKE2b-256 in lower-case hex. */
export async function hashOf(file: string): Promise<string> {
	const hash = new Blake2b256();
	for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) hash.update(chunk);
	return hash.digestHex();
}

export function notRead(fault: unknown): never {
	throw new CommandFault(fault instanceof Error ? fault.message : String(fault));
}
