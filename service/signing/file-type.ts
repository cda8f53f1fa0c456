/**
 * What a contract file is, by what it holds: as much as decides whether it can be shown safely and how.
 * What its sender said of it, and its name beyond telling one archive from another, count for nothing.
 */
export const headBytes = 4096;

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const unknownType = 'application/octet-stream';

/** Whether a browser may show it in place of saving it. */
export function isShown(mediaType: string): boolean {
	return /^(application\/pdf|text\/plain|image\/)/.test(mediaType);
}

/** By the first bytes of a file, `headBytes` of them where it has as many. */
export function fileTypeOf(head: Uint8Array, fileName: string): string {
	const latin = Buffer.from(head).toString('latin1');
	if (latin.slice(0, 1024).includes('%PDF-')) return 'application/pdf';
	if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (latin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (latin.startsWith('GIF8')) return 'image/gif';
	if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'image/webp';
	if (latin.startsWith('PK\x03\x04')) return /\.docx$/i.test(fileName) ? wordType : unknownType;
	return isText(head) ? 'text/plain; charset=utf-8' : unknownType;
}

/** UTF-8 without control characters; a letter that the end of the head cuts is none of its faults. */
function isText(head: Uint8Array): boolean {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return !/[^\P{Cc}\t\n\r\f]/u.test(text);
	} catch {
		return false;
	}
}
