/**
 * Comparison rules, which ignore or tolerate some differences. They are stored with a file of the
 * keeper.
 */
import type { Field, ModelField } from '../language/description';

const texts = { type: 'string', many: true, optional: true } as const;
const share = { type: 'number', example: 0.1 } as const;

export const comparisonRules = {
	ignorePatterns: {
		...texts,
		example: '^Printed on .*$',
		description:
			'Regular expressions of JavaScript, with the flags m and u; what they match is taken for the same',
	},
	ignoreRegions: {
		type: 'object',
		many: true,
		optional: true,
		fields: {
			page: {
				type: 'integer',
				optional: true,
				description: 'The page it is on, from 1; every page without it',
			},
			x: { ...share, description: 'Its left edge, as a share of the width' },
			y: { ...share, description: 'Its upper edge, as a share of the height' },
			width: { ...share, description: 'Its width, as a share of that of the page' },
			height: { ...share, description: 'Its height, as a share of that of the page' },
		},
		description: 'Rectangles of pages and pictures that are left out',
	},
	ignorePaths: {
		...texts,
		description:
			'JSON Pointers of JSON, YAML and XML that are left out; * stands for any one member, ** for any number',
	},
	ignoreColumns: {
		...texts,
		description:
			'Columns of tables that are left out, by their name in the header, or by their letter in the kept file',
	},
	ignoreSelectors: { ...texts, description: 'CSS selectors of what is left out of HTML' },
	onlySelectors: { ...texts, description: 'CSS selectors of what alone is compared of HTML' },
	numberTolerance: {
		type: 'number',
		optional: true,
		description: 'Numbers that differ by at most this are the same',
	},
	dateToleranceSeconds: {
		type: 'number',
		optional: true,
		description: 'Dates that differ by at most this many seconds are the same',
	},
	arrays: {
		type: 'string',
		choices: ['ordered', 'set'],
		optional: true,
		description: 'How arrays are compared: in their order, as they are without it, or as sets',
	},
	arrayKey: {
		type: 'string',
		optional: true,
		description: 'The member by which objects in arrays are matched',
	},
	keyColumns: { ...texts, description: 'Columns whose values name a row of a table' },
	delimiter: {
		type: 'string',
		choices: ['comma', 'semicolon', 'tab', 'bar'],
		optional: true,
		description:
			'What separates the cells of CSV; without it, what gives most of the first rows the same number of cells',
	},
	decimalSign: {
		type: 'string',
		choices: ['point', 'comma'],
		optional: true,
		description: 'The decimal sign of the numbers of CSV; without it, the one that they show',
	},
	ignoreCase: {
		type: 'boolean',
		optional: true,
		description: 'Whether capital and small letters are the same',
	},
	ignoreWhiteSpace: {
		type: 'boolean',
		optional: true,
		description: 'Whether white space is left out',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

export type RuleName = keyof typeof comparisonRules;

const rules = { type: 'record', model: 'ComparisonRules' } as const;

export const rulesToKeep = {
	...rules,
	in: 'form',
	description: 'What comparisons of it leave out or take less strictly',
} as const satisfies Field;

/** For comparisons with an uploaded file. */
export const rulesOnce = {
	...rules,
	in: 'form',
	description: 'Rules of this comparison alone, in place of those kept with the file',
} as const satisfies Field;

export const rulesInJson = { ...rules, in: 'json' } as const;
