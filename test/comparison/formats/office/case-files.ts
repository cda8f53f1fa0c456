/** The pairs of documents that were once compared wrongly, by the names of their folders. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { present } from '../../../../server/at';
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { officeComparer } from '../../../../comparison/formats/office/comparer';

export interface CaseFiles {
	readonly kept: Uint8Array;
	readonly sent: Uint8Array;
}

const folder = path.join(__dirname, '..', '..', 'cases');

export function caseFiles(name: string): CaseFiles {
	const names = readdirSync(path.join(folder, name));
	const side = (prefix: string) => {
		const own = names.find((file) => file.startsWith(prefix));
		return readFileSync(path.join(folder, name, present(own, `the ${prefix} file of ${name}`)));
	};
	return { kept: side('kept.'), sent: side('sent.') };
}

export async function outcomeOf(
	{ kept, sent }: CaseFiles,
	level: Level = 'High',
	isReported = false,
): Promise<Compared | Unreadable> {
	const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a.docx' });
	return officeComparer.compare({
		...{ kept: side(kept), sent: side(sent), level, rules: {}, isReported },
		onProgress: () => undefined,
	});
}

export async function compared(...args: Parameters<typeof outcomeOf>): Promise<Compared> {
	const result = await outcomeOf(...args);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

/** The coarsest level at which the files differ; undefined if they do at none up to High. */
export async function differsFrom(files: CaseFiles): Promise<Level | undefined> {
	for (const level of ['Lowest', 'Low', 'Medium', 'High'] as const) {
		if ((await compared(files, level)).accuracy < 1) return level;
	}
	return undefined;
}

/** The DOCX with tracked changes of a comparison at High. */
export async function redlineFile(files: CaseFiles): Promise<Uint8Array> {
	const { report } = await compared(files, 'High', true);
	return present(report?.files[0], 'the DOCX with tracked changes').bytes;
}
