/**
 * A tolerance hides near numbers and nothing beside them, and a sign of a number is never punctuation:
 * the same strings have the same answer in every format.
 */
import { levelNames } from '../../comparison/core/level';
import { PdfComparing } from './formats/pdf/comparing';
import { inPdf, prose, values, type CompareValues, type Ways } from './one-value';

const pdfs = new PdfComparing();
afterAll(() => pdfs.end());

const pdf = inPdf(pdfs);
const { txt, ...blocks } = prose;

type Pair = readonly [kept: string, sent: string];

const apart: readonly Pair[] = [
	['A4', 'B4'],
	['0.5kg', '0.5lb'],
	['007', '7'],
	['DE12345', 'AT12345'],
	['5', '5.00M'],
	['ann1@bank.example', 'eve1@thief.example'],
	['10m', '10km'],
	['Room B12', 'Room C12'],
	['5th', '5x'],
	['$500', '\u00a3500'],
	['1,50', '150'],
	['1,190.00', '11,90.00'],
	['-5.00', '5.004'],
	['(500.00)', '500.004'],
	['5.00%', '5.004'],
	['5.00', '5.02'],
];

const near: readonly Pair[] = [
	['5.00', '5.004'],
	['5.00\u20ac', '5.004\u20ac'],
	['$5.00', '$5.004'],
	['12.50%', '12.504%'],
	['1,234.50', '1,234.505'],
	['1.234,50', '1.234,505'],
	['-5.00', '-5.004'],
	['(500.00)', '(500.004)'],
];

const cent = { numberTolerance: 0.01 };

/** The pairs that are equal. */
async function equalOf(compare: CompareValues, pairs: readonly Pair[], ways: Ways) {
	const equal: Pair[] = [];
	for (const pair of pairs) if ((await compare(...pair, ways)).accuracy === 1) equal.push(pair);
	return equal;
}

describe.each(Object.entries({ ...blocks, ...values, pdf }))('in %s', (_format, compare) => {
	test('a tolerance hides no letter, unit, currency, code, sign or address', async () => {
		expect(await equalOf(compare, apart, { level: 'Lowest', rules: cent })).toEqual([]);
	});

	test('a tolerance hides near numbers in every spelling, and says so', async () => {
		expect(await equalOf(compare, near, { level: 'High', rules: cent })).toEqual(near);
		const { ignored } = await compare('5.00', '5.004', { level: 'High', rules: cent });
		expect(ignored).toEqual([{ rule: 'numberTolerance', kept: 1, sent: 1 }]);
	});
});

const signs: readonly Pair[] = [
	['-5', '5'],
	['5-', '5'],
	['5\u20ac', '5$'],
	['5 \u20ac', '5 $'],
	['5%', '5'],
	['(500.00)', '500.00'],
	['1,50', '150'],
	['.50', '50'],
	['1,234', '1.234'],
];

test.each(Object.entries({ ...prose, ...values, pdf }))(
	'a sign of a number counts from Lowest on in %s',
	async (_format, compare) => {
		expect(await equalOf(compare, signs, { level: 'Lowest' })).toEqual([]);
	},
);

const punctuation: readonly Pair[] = [
	['5, paid', '5 paid'],
	['(as said)', 'as said'],
	['well-known', 'well known'],
	["'so'", 'so'],
];

test.each(Object.entries({ txt, ...blocks, pdf }))(
	'punctuation around words and numbers counts from Low on in %s',
	async (_format, compare) => {
		const ways = { level: 'Lowest' } as const;
		expect(await equalOf(compare, punctuation.slice(0, 2), ways)).toEqual(punctuation.slice(0, 2));
		expect(await equalOf(compare, punctuation, { level: 'Low' })).toEqual([]);
	},
);

const hour = { dateToleranceSeconds: 3600 };
const nearDates: readonly Pair[] = [
	['2026-01-01T10:00', '2026-01-01T10:30'],
	['2026-01-01 10:00', '2026-01-01 10:30'],
	['01.02.2026 10:00', '01.02.2026 10:30'],
];
const otherDates: readonly Pair[] = [
	['2026-02-31', '2026-03-03'],
	['2026-01-01 10:00', '2026-01-01 12:30'],
	['31.04.2026', '01.05.2026'],
];

test.each(Object.entries({ ...blocks, ...values }))(
	'dates with their times are near, and days that no month has are no dates in %s',
	async (_format, compare) => {
		expect(await equalOf(compare, nearDates, { level: 'High', rules: hour })).toEqual(nearDates);
		const rules = { dateToleranceSeconds: 3600 * 24 };
		expect(await equalOf(compare, otherDates.slice(0, 1), { level: 'Lowest', rules })).toEqual([]);
		expect(await equalOf(compare, otherDates, { level: 'Lowest', rules: hour })).toEqual([]);
	},
);

const folds: ReadonlyArray<readonly [rule: string, Ways['rules'], Pair]> = [
	['ignoreCase', { ignoreCase: true }, ['The Buyer who pays', 'the BUYER who pays']],
	[
		'ignoreCase',
		{ ignoreCase: true },
		['the Stra\u00dfe, \u1f41\u03b4\u03cc\u03c2', 'the STRASSE, \u1f49\u0394\u038c\u03a3'],
	],
	['ignoreWhiteSpace', { ignoreWhiteSpace: true }, ['by  hand', 'by hand']],
];

test.each(Object.entries({ ...prose, ...values, pdf }))(
	'what case and white space hid is equal and counted in %s',
	async (format, compare) => {
		for (const [rule, rules = {}, pair] of folds) {
			if (format === 'pdf' && rule === 'ignoreWhiteSpace') continue;
			// White space of HTML and ODT that is not shown is not read.
			if (['html', 'odt', 'xml'].includes(format) && rule === 'ignoreWhiteSpace') continue;
			const { accuracy, ignored } = await compare(...pair, { level: 'High', rules });
			expect(accuracy).toBe(1);
			expect(ignored).toMatchObject([{ rule }]);
			expect(ignored[0]?.kept).toBeGreaterThan(0);
		}
	},
);

test.each(levelNames)(
	'in JSON 007 and 7 are two texts at %s, with a tolerance too',
	async (level) => {
		const pairs: readonly Pair[] = [['007', '7']];
		expect(await equalOf(values.json, pairs, { level })).toEqual([]);
		expect(await equalOf(values.json, pairs, { level, rules: cent })).toEqual([]);
	},
);

describe('at Excellent other bytes count unless a rule hid something', () => {
	const hidesNothing = { ignorePatterns: ['^never matches$'], ignoreCase: true };

	test.each(Object.entries({ ...prose, ...values, pdf }))(
		'a rule that hid nothing makes no file of other bytes equal, and all are told alike in %s',
		async (_format, compare) => {
			for (const rules of [{}, hidesNothing, { ignoreCase: false }]) {
				const ways = { rules, isSavedAgain: true };
				const byte = { offsetBytes: expect.any(Number) as number };
				const sizes = { oldText: expect.any(String) as string };
				expect(await compare('5.00', '5.00', { level: 'Excellent', ...ways })).toMatchObject({
					accuracy: 0.999999,
					counts: { added: 0, removed: 0, changed: 0, moved: 0 },
					changes: [{ kind: 'formatted', kept: byte, sent: byte, ...sizes }],
				});
				expect((await compare('5.00', '5.00', { level: 'High', ...ways })).accuracy).toBe(1);
			}
		},
	);
});

test.each(Object.entries({ ...prose, ...values, pdf }))(
	'what a pattern matches in one file alone is a difference from Lowest on in %s',
	async (_format, compare) => {
		const alone: readonly (readonly [string, Pair])[] = [
			['Printed on \\d{4}-\\d{2}-\\d{2}', ['Printed on 2026-01-01 and sent', 'and sent']],
			['(?<=total 5)5', ['total 5 euro', 'total 55 euro']],
		];
		for (const [pattern, pair] of alone) {
			const ways = { level: 'Lowest', rules: { ignorePatterns: [pattern] } } as const;
			expect(await equalOf(compare, [pair, [pair[1], pair[0]]], ways)).toEqual([]);
		}
	},
);
