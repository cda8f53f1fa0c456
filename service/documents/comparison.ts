/**
 * Compares a file with a kept one at a level: as text where both are text of a size that can be
 * held, else by pieces. Same bytes are always 1 and nothing else is at the finest level.
 */
import type { Align } from './alignment-threads';
import { isTextual, type FileType } from './file-type';
import { levels, type Level } from './levels';
import { comparePieces } from './pieces';
import { belowOne, compareTexts, type TextComparison } from './text-comparison';
import { decodeText, type DecodedText } from './text-decoding';

/** Larger texts are compared by pieces. */
export const textSizeBytesMax = 2 * 1024 * 1024;

export interface ComparedFile {
	readonly sizeBytes: number;
	/** BLAKE2b-256, lower-case hex. */
	readonly hash: string;
	/** The bytes, from the start at every call. */
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/** How two files were compared, which a report explains. */
export type Comparison = { readonly similarity: number } & (
	| { readonly by: 'bytes' }
	| { readonly by: 'pieces'; readonly pieceSizeBytes: number }
	| {
			readonly by: 'text';
			readonly text: TextComparison;
			/** Whether only the encoding of the texts differs. */
			readonly isSameText: boolean;
	  }
);

export interface FilesToCompare {
	readonly kept: ComparedFile;
	readonly sent: ComparedFile;
	readonly type: FileType;
	readonly level: Level;
	/** Whether a report is to be made, which shows more than the similarity needs. */
	readonly forReport: boolean;
}

export async function compareFiles(files: FilesToCompare, align: Align): Promise<Comparison> {
	const { kept, sent, type } = files;
	if (kept.hash === sent.hash && kept.sizeBytes === sent.sizeBytes) {
		return { similarity: 1, by: 'bytes' };
	}
	const texts = isTextual(type) ? await textsOf(kept, sent) : undefined;
	return texts === undefined ? byPieces(files) : byText(files, texts, align);
}

async function byPieces({ kept, sent, level }: FilesToCompare): Promise<Comparison> {
	const { pieceSizeBytes } = levels[level];
	const similarity = await comparePieces(
		{ sizeBytes: kept.sizeBytes, bytes: await kept.read() },
		{ sizeBytes: sent.sizeBytes, bytes: await sent.read() },
		pieceSizeBytes,
	);
	return { similarity, by: 'pieces', pieceSizeBytes };
}

interface Texts {
	readonly kept: DecodedText;
	readonly sent: DecodedText;
}

async function byText(
	{ level, forReport }: FilesToCompare,
	{ kept, sent }: Texts,
	align: Align,
): Promise<Comparison> {
	const texts = { kept: kept.text, sent: sent.text, level, marksWords: forReport };
	const text = await compareTexts(texts, align);
	const isSameText = text.similarity === 1 && levels[level].isExact;
	return { similarity: isSameText ? belowOne : text.similarity, by: 'text', text, isSameText };
}

/** Both texts, or nothing when one is too large or turns out not to be text after all. */
async function textsOf(kept: ComparedFile, sent: ComparedFile): Promise<Texts | undefined> {
	if (Math.max(kept.sizeBytes, sent.sizeBytes) > textSizeBytesMax) return undefined;
	const keptText = decodeText(await collect(kept), true);
	const sentText = decodeText(await collect(sent), true);
	return keptText === undefined || sentText === undefined
		? undefined
		: { kept: keptText, sent: sentText };
}

async function collect({ read }: ComparedFile): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of await read()) chunks.push(chunk);
	return Buffer.concat(chunks);
}
