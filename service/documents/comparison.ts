/**
 * Compares a file with a kept one at a level: as text where both are text of a size that can be
 * held, else by chunks. Same bytes are always 1 and nothing else is at the finest level.
 */
import { isTextual, type FileType } from './file-type';
import { levels, type Level } from './levels';
import { compareChunks } from '../comparison/pieces/content-chunks';
import { diffReport, type Comparison, type ReportFacts } from './report';
import { patiently } from './patient-reading';
import type { TextOutcome } from './text-task';
import type { AskedFor, TextProcesses } from './text-processes';

/** Larger texts are compared by chunks. */
export const textSizeBytesMax = 1024 * 1024;

export interface ComparedFile {
	readonly sizeBytes: number;
	/** BLAKE2b-256, lower-case hex. */
	readonly hash: string;
	/** The bytes, from the start at every call. */
	readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

export interface FilesToCompare {
	readonly kept: ComparedFile;
	readonly sent: ComparedFile;
	readonly type: FileType;
	readonly level: Level;
	/** What a report says beside the comparison; without it no report is made. */
	readonly facts?: ReportFacts;
}

export interface Compared {
	/** 0 to 1. */
	readonly similarity: number;
	/** The diff report as HTML, when one was asked for. */
	readonly report?: string;
}

export async function compareFiles(
	files: FilesToCompare,
	processes: TextProcesses,
	askedFor: AskedFor,
): Promise<Compared> {
	const { kept, sent, type, level, facts } = files;
	if (kept.hash === sent.hash && kept.sizeBytes === sent.sizeBytes) {
		return withReport({ similarity: 1, by: 'bytes' }, facts);
	}
	const isSmall = Math.max(kept.sizeBytes, sent.sizeBytes) <= textSizeBytesMax;
	const outcome = isTextual(type) && isSmall ? await asText(files, processes, askedFor) : undefined;
	if (outcome?.isText) return outcome;
	const { signal } = askedFor;
	const { chunkSizeBytes } = levels[level];
	const similarity = await compareChunks(
		{ sizeBytes: kept.sizeBytes, bytes: patiently(await kept.read(), signal) },
		{ sizeBytes: sent.sizeBytes, bytes: patiently(await sent.read(), signal) },
		chunkSizeBytes,
	);
	return withReport({ similarity, by: 'chunks', chunkSizeBytes, isSmall }, facts);
}

function withReport(comparison: Comparison, facts: ReportFacts | undefined): Compared {
	return { similarity: comparison.similarity, report: facts && diffReport(facts, comparison) };
}

async function asText(
	{ kept, sent, level, facts }: FilesToCompare,
	processes: TextProcesses,
	askedFor: AskedFor,
): Promise<TextOutcome | undefined> {
	return processes.run(
		async () => ({ kept: await collect(kept), sent: await collect(sent), level, facts }),
		askedFor,
	);
}

async function collect({ read }: ComparedFile): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of await read()) chunks.push(chunk);
	return Buffer.concat(chunks);
}
