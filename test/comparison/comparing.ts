/** Pairs of files for tests of comparisons. */
import { createHash } from 'node:crypto';
import type { Outcome } from '../../comparison/core/outcome';
import type { AskedFor, ComparedFile, FilesToCompare } from '../../comparison/worker/comparisons';

export const somebody: AskedFor = { owner: 'somebody', signal: new AbortController().signal };

type Content = string | Uint8Array;

export function file(content: Content, fileName = 'file'): ComparedFile {
	const bytes = Buffer.from(content);
	return {
		fileName,
		sizeBytes: bytes.length,
		hash: createHash('sha256').update(bytes).digest('hex'),
		read: () => Promise.resolve(slices(bytes)),
	};
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	const sliceBytes = 64 * 1024;
	for (let from = 0; from < bytes.length; from += sliceBytes) {
		yield await Promise.resolve(bytes.subarray(from, from + sliceBytes));
	}
}

export function pair(
	kept: Content,
	sent: Content,
	more: Partial<FilesToCompare> & { readonly fileName?: string } = {},
): FilesToCompare {
	const { fileName, ...rest } = more;
	return {
		kept: file(kept, fileName),
		sent: file(sent, fileName),
		level: 'High',
		rules: {},
		...rest,
	};
}

/** The page of the report; empty without one. */
export function pageOf({ report }: Pick<Outcome, 'report'>): string {
	return Buffer.from(report?.html ?? '').toString();
}
