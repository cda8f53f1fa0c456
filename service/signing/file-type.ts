/**
 * Detects the type of a contract file by content, enough to decide whether and how it can be shown
 * safely. The sender's media type is ignored; the name only identifies a DOCX among archives.
 */
export const headBytes = 4096;

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const unknownType = 'application/octet-stream';

/** True if a browser may show it instead of saving it. */
export function isShown(mediaType: string): boolean {
	return /^(application\/pdf|text\/plain|image\/)/.test(mediaType);
}

/** The media type by the first `headBytes` bytes. */
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

/** UTF-8 without control characters; a character cut off at the end is allowed. */
function isText(head: Uint8Array): boolean {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return !/[^\P{Cc}\t\n\r\f]/u.test(text);
	} catch {
		return false;
	}
}
