/**
 * Rules that ignore or tolerate differences, stored with a file. Each comparer applies the rules
 * that concern its format before it compares, and counts what each rule hid.
 */
import type { Box } from './place';

export interface Region extends Box {
	/** From 1; if absent, the region is ignored on every page. */
	readonly page?: number;
}

export interface CompareRules {
	/** Regular expressions (JavaScript, flags `u` and `m`); their matches count as equal. */
	readonly ignorePatterns?: readonly string[];
	/** For pages and pictures. */
	readonly ignoreRegions?: readonly Region[];
	/** JSON Pointers for JSON, YAML and XML; `*` stands for any one member, `**` for any number. */
	readonly ignorePaths?: readonly string[];
	/** Names of the header row, or letters such as `C`. */
	readonly ignoreColumns?: readonly string[];
	/** CSS selectors for HTML: what is ignored, and what alone is compared. */
	readonly ignoreSelectors?: readonly string[];
	readonly onlySelectors?: readonly string[];
	/** Numbers that differ by at most this are equal. */
	readonly numberTolerance?: number;
	/** Dates that differ by at most this many seconds are equal. */
	readonly dateToleranceSeconds?: number;
	/** Compares arrays as sets; `arrayKey` matches objects in arrays by this member. */
	readonly arrays?: 'ordered' | 'set';
	readonly arrayKey?: string;
	/** Columns whose values identify a row. */
	readonly keyColumns?: readonly string[];
	readonly ignoreCase?: boolean;
	readonly ignoreWhiteSpace?: boolean;
}

/** Name of a rule in replies and reports: its kind and its own words. */
export const ruleText = (kind: 'pattern' | 'path' | 'column' | 'selector', words: string): string =>
	`${kind} ${words}`;
