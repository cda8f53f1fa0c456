/**
 * The effect of each comparison rule, for documentation and pages. `rules.ts` describes the rules
 * themselves, and the kinds of documents name those that apply to them.
 */
import { comparedKinds, type ComparedKind, type ComparedKindName } from './kinds';
import type { RuleName } from './rules';

export const ruleMeanings: Readonly<Record<RuleName, string>> = {
	ignorePatterns:
		'what a regular expression matches is taken for the same, whatever it is; what one file alone has of it is a difference',
	ignoreRegions: 'regions of one page or of every page, as shares of its width and height',
	ignorePaths: 'JSON Pointers; `*` is any one member, `**` any number of them',
	ignoreColumns: 'columns by their names, or by their letters in the kept file',
	ignoreSelectors: 'elements by CSS selectors',
	onlySelectors: 'only these elements are compared',
	numberTolerance: 'numbers that differ by at most this are the same',
	dateToleranceSeconds: 'dates that differ by at most this many seconds are the same',
	arrays: '`set`: the order of items does not count',
	arrayKey: 'items are matched by this member',
	keyColumns: 'rows are matched by these columns',
	delimiter:
		'`comma`, `semicolon`, `tab` or `bar` separates the cells of CSV, unless its first line tells another (`sep=;`)',
	decimalSign: '`point` or `comma`: how the numbers of CSV are read',
	ignoreCase: 'capital and small letters are the same',
	ignoreWhiteSpace: 'white space does not count',
};

const kinds = Object.entries(comparedKinds) as ReadonlyArray<[ComparedKindName, ComparedKind]>;

export function kindsWith(rule: RuleName): readonly ComparedKindName[] {
	return kinds.filter(([, { rules }]) => rules.includes(rule)).map(([name]) => name);
}
