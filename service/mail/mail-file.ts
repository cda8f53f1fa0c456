/**
 * A mail in the outbox folder: the name of its file, and what it says. The beginning of a file holds both
 * forms of the text; what is attached comes behind them and is not read.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

export interface MailFile {
	readonly createdAt: string;
	readonly sequence: number;
}

export interface MailContent {
	readonly text: string;
	readonly html: string;
	/** The addresses that act for the recipient. */
	readonly links: readonly string[];
}

/** Many times what the longest message, name and link come to. */
const headBytesMax = 256 * 1024;

/** A mail has one name, so that a second attempt replaces the first one. */
export function mailFileName({ createdAt, sequence }: MailFile): string {
	return `${createdAt.replace(/[:.]/g, '-')}-${String(sequence).padStart(9, '0')}.eml`;
}

/** What a mail says; nothing where this folder has it not. */
export async function readMailFile(
	folder: string,
	mail: MailFile,
): Promise<MailContent | undefined> {
	const head = await headOf(path.join(folder, mailFileName(mail)));
	if (head === undefined) return undefined;
	const { text = '', html = '' } = await PostalMime.parse(head);
	return { text, html, links: linksIn(text) };
}

async function headOf(file: string): Promise<Buffer | undefined> {
	const handle = await fs.open(file).catch((fault: NodeJS.ErrnoException) => {
		if (fault.code === 'ENOENT') return undefined;
		throw fault;
	});
	if (handle === undefined) return undefined;
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytesMax), 0, headBytesMax, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
}

/** Ours stand alone on a line; whatever somebody writes in a message is quoted. */
function linksIn(text: string): readonly string[] {
	return text.match(/^https?:\/\/\S+\/(?:sign|sealed|keys)\/[\w-]+$/gm) ?? [];
}
