/** Compares presentations of tests. */
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { slidesComparer } from '../../../../comparison/formats/slides/comparer';

export interface Options {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly isReported?: boolean;
}

export function outcome(
	kept: Uint8Array,
	sent: Uint8Array,
	{ level = 'High', rules = {}, isReported = false }: Options = {},
): Promise<Compared | Unreadable> {
	const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a.pptx' });
	return slidesComparer.compare({
		...{ kept: side(kept), sent: side(sent), level, rules, isReported },
		onProgress: () => undefined,
	});
}

export async function compared(...args: Parameters<typeof outcome>): Promise<Compared> {
	const result = await outcome(...args);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

/** Kind, places and texts of each change. */
export function told({ changes }: Compared) {
	return changes.map(({ kind, kept, sent, oldText, newText }) => [
		kind,
		[kept?.path, sent?.path].join(' > '),
		(kept ?? sent)?.cell,
		oldText,
		newText,
	]);
}
