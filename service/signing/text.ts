/**
 * Extracts the text of a DOCX contract, in a sealing thread: a hostile file may take much time and
 * memory, and only its own request must wait.
 */
import { fileNameFrom } from '../../api/file-names';
import type { ByteReply } from '../../server/http/files/file-reply';
import { refuse } from '../../server/refusal';
import { textReply } from '../operations/text-reply';
import { SealingLimitError, type SealingThreads } from '../sealing/running/sealing-threads';
import { fileTypeOf, headBytes, wordType } from './file-type';

/** Larger files must be opened in a program of the reader's. */
const wordBytesMax = 16 * 1024 * 1024;

export async function wordTextFile(
	threads: Pick<SealingThreads, 'run'>,
	file: ByteReply,
): Promise<ByteReply> {
	if (file.sizeBytes > wordBytesMax) throw unreadable('It is larger than 16 MiB.');
	const bytes = await whole(file);
	if (fileTypeOf(bytes.subarray(0, headBytes), file.fileName) !== wordType) {
		throw unreadable('It is no DOCX.');
	}
	const read = await threads
		.run(() => ({ kind: 'text' as const, bytes }))
		.catch((fault: unknown) => {
			if (!(fault instanceof SealingLimitError)) throw fault;
			throw unreadable('It takes too much time or memory.');
		});
	if (!read.isReadable) throw unreadable(read.reason);
	return textReply({
		fileName: fileNameFrom(file.fileName, '.txt'),
		etag: `${file.etag}-text`,
		text: read.text,
	});
}

function unreadable(why: string) {
	return refuse('Sealer_TextUnreadable', why);
}

async function whole(file: ByteReply): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of await file.read()) chunks.push(chunk);
	return Buffer.concat(chunks);
}
