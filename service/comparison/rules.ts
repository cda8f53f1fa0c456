/**
 * What a comparison leaves out or takes less strictly, as kept with a file. Each comparer applies the
 * rules that mean something for its format before it compares, and counts what each of them hid.
 */
import type { Box } from './place';

export interface Region extends Box {
	/** From 1; without it the region is left out on every page. */
	readonly page?: number;
}

export interface CompareRules {
	/** Regular expressions (JavaScript, with `u` and `m`); what they match is taken for the same. */
	readonly ignorePatterns?: readonly string[];
	/** Of pages and pictures. */
	readonly ignoreRegions?: readonly Region[];
	/** JSON Pointers of JSON, YAML and XML; `*` stands for any one member, `**` for any number. */
	readonly ignorePaths?: readonly string[];
	/** Names of the header row, or letters such as `C`. */
	readonly ignoreColumns?: readonly string[];
	/** CSS selectors of HTML: what is left out, and what alone is compared. */
	readonly ignoreSelectors?: readonly string[];
	readonly onlySelectors?: readonly string[];
	/** Numbers that differ by at most this are the same. */
	readonly numberTolerance?: number;
	/** Dates that differ by at most this many seconds are the same. */
	readonly dateToleranceSeconds?: number;
	/** Arrays as sets; or objects in arrays matched by this member. */
	readonly arrays?: 'ordered' | 'set';
	readonly arrayKey?: string;
	/** Columns whose values name a row. */
	readonly keyColumns?: readonly string[];
	readonly ignoreCase?: boolean;
	readonly ignoreWhiteSpace?: boolean;
}

/** What answers and reports call a rule: its kind, and its own words. */
export const ruleText = (kind: 'pattern' | 'path' | 'column' | 'selector', words: string): string =>
	`${kind} ${words}`;
