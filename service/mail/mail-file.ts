/**
 * A mail in the outbox folder. The beginning of the file holds both forms of the text and the logo, which is put where
 * the text names it; attachments come after them and are not read.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { logoContentId } from './dressing';

export interface MailFile {
	readonly createdAt: string;
	readonly sequence: number;
}

export interface MailContent {
	readonly text: string;
	readonly html: string;
	/** Links that act for the recipient. */
	readonly links: readonly string[];
}

/** Many times the longest message, name and link. */
const headBytesMax = 256 * 1024;

/** The name is fixed, so that a second attempt replaces the first file. */
export function mailFileName({ createdAt, sequence }: MailFile): string {
	return `${createdAt.replace(/[:.]/g, '-')}-${String(sequence).padStart(9, '0')}.eml`;
}

/** The content of a mail; undefined if the folder does not have it. */
export async function readMailFile(
	folder: string,
	mail: MailFile,
): Promise<MailContent | undefined> {
	const head = await headOf(path.join(folder, mailFileName(mail)));
	if (head === undefined) return undefined;
	const {
		text = '',
		html = '',
		attachments,
	} = await PostalMime.parse(head, {
		attachmentEncoding: 'base64',
	});
	const logo = attachments.find(({ contentId }) => contentId === `<${logoContentId}>`);
	const picture = `data:image/png;base64,${String(logo?.content ?? '')}`;
	return { text, html: html.replace(`cid:${logoContentId}`, picture), links: linksIn(text) };
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

/** Our links stand alone on a line; text written by users is quoted. */
function linksIn(text: string): readonly string[] {
	return text.match(/^https?:\/\/\S+\/(?:sign|sealed|keys)\/[\w-]+$/gm) ?? [];
}
