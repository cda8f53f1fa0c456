/**
 * The end of the audit log as the last `verify` found it, in a file of the data folder. Whoever can
 * write the database and not this folder cannot cut off what it knows of.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { CommandFault } from '../../../server/commands/command-fault';
import { isAbsent, replaceFile } from '../../../server/durable-files';
import type { ChainEnd } from '../../guard/audit-chain';

const fileName = 'audit-log-end';

/** `NUMBER:HASH`, as `verify` prints it and the file has it. */
export function endText({ number, hash }: ChainEnd): string {
	return `${number}:${hash}`;
}

export function readEndText(text: string): ChainEnd | undefined {
	const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (number === undefined || hash === undefined) return undefined;
	return { number: Number(number), hash };
}

/** Returns undefined before the first `verify` with this folder. */
export async function keptEnd(dataFolder: string): Promise<ChainEnd | undefined> {
	const file = path.join(dataFolder, fileName);
	try {
		const end = readEndText((await fs.readFile(file, 'utf8')).trim());
		if (end !== undefined) return end;
	} catch (fault) {
		if (isAbsent(fault)) return undefined;
		throw fault;
	}
	throw new CommandFault(`${file} must hold NUMBER:HASH; remove it to compare with nothing`);
}

export async function keepEnd(dataFolder: string, end: ChainEnd): Promise<void> {
	await replaceFile(path.join(dataFolder, fileName), `${endText(end)}\n`);
}
