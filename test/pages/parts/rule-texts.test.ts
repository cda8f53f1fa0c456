/** Rules of a document as a person writes them, and back. */
import { comparisonRules } from '../../../api/comparison/rules';
import { rulesOf, textsOf, type Rules } from '../../../pages/parts/comparison/rule-texts';

const none = textsOf({});

test('every rule goes into a text and comes back the same', () => {
	const all: Required<Rules> = {
		ignorePatterns: ['^Printed on .*$', ' two '],
		ignoreRegions: [
			{ x: 0, y: 0.9, width: 1, height: 0.1 },
			{ page: 2, x: 0.5, y: 0, width: 0.25, height: 0.125 },
		],
		ignorePaths: ['/meta/**', '/items/*/id'],
		ignoreColumns: ['Date', 'C'],
		ignoreSelectors: ['.ad, nav'],
		onlySelectors: ['main'],
		...{ numberTolerance: 0.01, dateToleranceSeconds: 0 },
		...{ arrays: 'set', arrayKey: 'id' },
		keyColumns: ['Article'],
		...{ delimiter: 'semicolon', decimalSign: 'comma' },
		...{ ignoreCase: true, ignoreWhiteSpace: true },
	};
	expect(Object.keys(all).sort()).toEqual(Object.keys(comparisonRules).sort());
	expect(rulesOf(textsOf(all))).toEqual(all);
});

test('what is left empty, and what is ticked off, is no rule', () => {
	expect(rulesOf(none)).toEqual({});
	expect(textsOf({ ignoreCase: false })).toEqual(none);
	expect(rulesOf({ ...none, ignorePaths: '\n/a\n\n', arrayKey: ' ' })).toEqual({
		ignorePaths: ['/a'],
	});
});

test.each([
	['numberTolerance', 'a little', 'a little', 'number'],
	['numberTolerance', '0,01', '0,01', 'number'],
	['ignoreRegions', '0 0.9 1', '0 0.9 1', 'region'],
	['ignoreRegions', '0 0.9 1 0.1\nside 2: 0 0 1 1', 'side 2: 0 0 1 1', 'region'],
])('what cannot be understood is named with its field: %s', (name, entered, text, kind) => {
	expect(rulesOf({ ...none, [name]: entered })).toEqual({
		name,
		text,
		why: expect.stringContaining(`'{text}' is no ${kind}: write it as 0`) as string,
	});
});

test('a region can be written as the French sentence shows it, with a fixed space', () => {
	expect(rulesOf({ ...none, ignoreRegions: 'page 2\u00a0: 0 0.9 1 0.1' })).toEqual({
		ignoreRegions: [{ page: 2, x: 0, y: 0.9, width: 1, height: 0.1 }],
	});
});
