/** Two texts compared as trees, and what a test asks of the outcome. */
import type { Compared, Comparer } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';

export interface Ways {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly isReported?: boolean;
}

const side = (content: string | Uint8Array) => ({ bytes: Buffer.from(content), fileName: 'file' });

export function comparison(
	comparer: Comparer,
	kept: string | Uint8Array,
	sent: string | Uint8Array,
	{ level = 'High', rules = {}, isReported = false }: Ways = {},
) {
	const onProgress = () => undefined;
	const sides = { kept: side(kept), sent: side(sent) };
	return comparer.compare({ ...sides, level, rules, isReported, onProgress });
}

export async function compared(
	comparer: Comparer,
	kept: string | Uint8Array,
	sent: string | Uint8Array,
	ways: Ways = {},
): Promise<Compared> {
	const result = await comparison(comparer, kept, sent, ways);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

/** Each change in a word: `changed /a`, `moved /a -> /b`. */
export function told({ changes }: Compared): string[] {
	return changes.map(({ kind, kept, sent }) => {
		const paths = [...new Set([kept?.path, sent?.path])].filter((path) => path !== undefined);
		return `${kind} ${paths.join(' -> ')}`;
	});
}

export async function reasonOf(comparer: Comparer, sent: string | Uint8Array): Promise<string> {
	const result = await comparison(comparer, '{"a": 1}', sent);
	return result.isReadable ? 'it was read' : `${result.side}: ${result.reason}`;
}

export function fileText(result: Compared, label: string): string {
	const file = result.report?.files.find((candidate) => candidate.label === label);
	return Buffer.from(file?.bytes ?? []).toString();
}
