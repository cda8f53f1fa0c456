/**
 * The comparison rules of a file: what to ignore or to judge less strictly. Each comparer applies
 * those that apply to its format, and counts what they hid.
 */
import type { Box } from '../../api/comparison/place';

export interface Region extends Box {
	/** From 1; if absent, the region applies to every page. */
	readonly page?: number;
}

export type Delimiter = 'comma' | 'semicolon' | 'tab' | 'bar';

export interface CompareRules {
	/** Regular expressions (JavaScript, with `u` and `m`); matches count as equal. */
	readonly ignorePatterns?: readonly string[];
	/** For pages and pictures. */
	readonly ignoreRegions?: readonly Region[];
	/** JSON Pointers for JSON, YAML and XML; `*` matches one member, `**` any number. */
	readonly ignorePaths?: readonly string[];
	/** Names in the header row, or letters such as `C`. */
	readonly ignoreColumns?: readonly string[];
	/** CSS selectors for HTML: elements to ignore, and the only elements to compare. */
	readonly ignoreSelectors?: readonly string[];
	readonly onlySelectors?: readonly string[];
	/** Numbers that differ by at most this are the same. */
	readonly numberTolerance?: number;
	/** Dates that differ by at most this many seconds are the same. */
	readonly dateToleranceSeconds?: number;
	/** Arrays as sets; or objects in arrays matched by this member. */
	readonly arrays?: 'ordered' | 'set';
	readonly arrayKey?: string;
	/** Columns whose values identify a row. */
	readonly keyColumns?: readonly string[];
	/** Of CSV, where the file does not tell it by its first line; found from the first rows if absent. */
	readonly delimiter?: Delimiter;
	/** Of the numbers of CSV; found from them if absent. */
	readonly decimalSign?: 'point' | 'comma';
	readonly ignoreCase?: boolean;
	readonly ignoreWhiteSpace?: boolean;
}

/** Rules by which two values that differ are the same. */
export type ValueRules = Pick<
	CompareRules,
	'numberTolerance' | 'dateToleranceSeconds' | 'ignoreCase' | 'ignoreWhiteSpace'
>;
