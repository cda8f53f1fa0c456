/** Which rules can be kept with a file, and what somebody is told whose rules cannot. */
import { checkedRules } from '../../../comparison/core/rule-check';
import type { CompareRules } from '../../../comparison/core/rules';
import { Refusal } from '../../../server/refusal';

const everyRule: Required<CompareRules> = {
	ignorePatterns: ['^Printed on .*$', '\\p{Lu}{2}-\\d+'],
	ignoreRegions: [
		{ x: 0, y: 0.9, width: 1, height: 0.1 },
		{ page: 2, x: 0, y: 0, width: 0.5, height: 0.5 },
	],
	ignorePaths: ['/meta/**', '/items/*/id'],
	ignoreColumns: ['Seen at', 'C'],
	ignoreSelectors: ['.advert', 'footer > time'],
	onlySelectors: ['main'],
	numberTolerance: 0.01,
	dateToleranceSeconds: 60,
	arrays: 'set',
	arrayKey: 'id',
	keyColumns: ['SKU'],
	delimiter: 'semicolon',
	decimalSign: 'comma',
	ignoreCase: true,
	ignoreWhiteSpace: false,
};

test('every rule there is can be kept, as it was sent', () => {
	expect(checkedRules(everyRule as unknown as Record<string, unknown>)).toEqual(everyRule);
	expect(checkedRules({})).toEqual({});
});

const region = { x: 0, y: 0, width: 1, height: 1 };

const known = (names: readonly string[]) => `is not known; known are ${names.join(', ')}`;

test.each<[string, Record<string, unknown>]>([
	['ignorePatterns must be a list', { ignorePatterns: '^a$' }],
	['ignorePatterns[1] must be a string', { ignorePatterns: ['a', 7] }],
	['ignorePatterns[0] must not be empty', { ignorePatterns: [''] }],
	[
		'ignorePatterns[1] must be a regular expression of JavaScript: Unterminated group',
		{ ignorePatterns: ['a', '(b'] },
	],
	[
		'ignorePatterns[0] must be at most 1000 characters long',
		{ ignorePatterns: ['a'.repeat(1001)] },
	],
	['ignoreColumns must hold at most 100', { ignoreColumns: new Array(101).fill('a') }],
	['ignorePaths[0] must begin with /, as a JSON Pointer does', { ignorePaths: ['meta'] }],
	['ignoreRegions[0].x must be at most 1', { ignoreRegions: [{ ...region, x: 2 }] }],
	['ignoreRegions[0].width must be more than 0', { ignoreRegions: [{ ...region, width: 0 }] }],
	['ignoreRegions[0].page must be a whole number', { ignoreRegions: [{ ...region, page: 1.5 }] }],
	['ignoreRegions[0].height is missing', { ignoreRegions: [{ x: 0, y: 0, width: 1 }] }],
	[
		`ignoreRegions[0].z ${known(['page', 'x', 'y', 'width', 'height'])}`,
		{ ignoreRegions: [{ ...region, z: 1 }] },
	],
	['numberTolerance must be at least 0', { numberTolerance: -1 }],
	['numberTolerance must be a number', { numberTolerance: '1' }],
	['arrays must be one of ordered, set', { arrays: 'list' }],
	['delimiter must be one of comma, semicolon, tab, bar', { delimiter: ';' }],
	['decimalSign must be one of point, comma', { decimalSign: ',' }],
	['ignoreCase must be true or false', { ignoreCase: null }],
	[`ignorePattern ${known(Object.keys(everyRule))}`, { ignorePattern: ['a'] }],
])('what is wrong is said with its name: %s', (message, rules) => {
	expect(refusalOf(rules)).toContain(`Field 'rules' cannot be used: ${message}.`);
});

function refusalOf(rules: Record<string, unknown>): string {
	try {
		checkedRules(rules);
	} catch (fault) {
		if (fault instanceof Refusal) return fault.message;
		throw fault;
	}
	return 'nothing was refused';
}
