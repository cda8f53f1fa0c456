/**
 * The effect of each comparison rule and the kinds of documents it applies to, for documentation
 * and pages. `rules.ts` describes the rules themselves.
 */
import type { ComparedKindName } from './levels';
import type { comparisonRules } from './rules';

export type RuleName = keyof typeof comparisonRules;

export interface RuleMeaning {
	readonly does: string;
	readonly of: readonly ComparedKindName[];
}

export const ruleMeanings: Readonly<Record<RuleName, RuleMeaning>> = {
	ignorePatterns: {
		does: 'what a regular expression matches is taken for the same, whatever it is',
		of: ['text', 'tree', 'table', 'pdf', 'document', 'page'],
	},
	ignoreRegions: {
		does: 'regions of one page or of every page, as shares of its width and height',
		of: ['pdf', 'picture'],
	},
	ignorePaths: {
		does: 'JSON Pointers; `*` is any one member, `**` any number of them',
		of: ['tree'],
	},
	ignoreColumns: { does: 'columns by their names or letters', of: ['table'] },
	ignoreSelectors: { does: 'elements by CSS selectors', of: ['page'] },
	onlySelectors: { does: 'only these elements are compared', of: ['page'] },
	numberTolerance: {
		does: 'numbers that differ by at most this are the same',
		of: ['tree', 'table', 'pdf', 'document'],
	},
	dateToleranceSeconds: {
		does: 'dates that differ by at most this many seconds are the same',
		of: ['tree', 'table', 'document'],
	},
	arrays: { does: '`set`: the order of items does not count', of: ['tree'] },
	arrayKey: { does: 'items are matched by this member', of: ['tree'] },
	keyColumns: { does: 'rows are matched by these columns', of: ['table'] },
	delimiter: {
		does: '`comma`, `semicolon`, `tab` or `bar` separates the cells of CSV, unless its first line tells another (`sep=;`)',
		of: ['table'],
	},
	decimalSign: { does: '`point` or `comma`: how the numbers of CSV are read', of: ['table'] },
	ignoreCase: {
		does: 'capital and small letters are the same',
		of: ['text', 'tree', 'table', 'pdf', 'document', 'page'],
	},
	ignoreWhiteSpace: {
		does: 'white space does not count',
		of: ['text', 'tree', 'table', 'document', 'page'],
	},
};
