/** How long functions may be, and the walk that finds the longer ones. */
import ts from 'typescript';
import { lineOf, nodesOf, type Source } from './sources';

export const functionLinesMax = 70;
/** A hint to whoever looks: a longer file may hold two things. */
export const fileLinesHint = 600;

/** Plain data, which is as long as what it describes. */
export const tables: ReadonlySet<string> = new Set([
	'api/errors.ts',
	'clients/exchange/operations.ts',
	'exchange/database/schema.ts',
	'service/database/schema.ts',
]);

/** More than a reader takes in at once; golden requests, which are data, may be more. */
export const folderFilesMax = 25;

export function fullFolders(all: readonly Source[]): string[] {
	const counts = new Map<string, number>();
	for (const { folder } of all) counts.set(folder, (counts.get(folder) ?? 0) + 1);
	return [...counts]
		.filter(([, count]) => count > folderFilesMax)
		.map(([folder, count]) => `${folder} holds ${count} files`);
}

export function lineCount(text: string): number {
	return text.split('\n').length;
}

/** Functions with a body, but for the callbacks of `describe`, which hold tests and do nothing. */
export function longFunctions({ file, tree }: Source): string[] {
	return [...nodesOf(tree)]
		.filter((node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
		.filter((node) => !isDescribeCallback(node))
		.map((node) => ({ line: lineOf(tree, node), lines: lineCount(node.getText()) }))
		.filter(({ lines }) => lines > functionLinesMax)
		.map(({ line, lines }) => `${file}:${line} is a function of ${lines} lines`);
}

/** `describe('…', () => …)` and `describe.each(…)('…', () => …)`. */
function isDescribeCallback({ parent }: ts.Node): boolean {
	return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText());
}
