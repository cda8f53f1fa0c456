/** Tests and the modules that a worker loads once live in two realms, and take what the other made. */
import vm from 'node:vm';

const inWorker = (code: string): unknown => vm.runInThisContext(code);

const made: readonly (readonly [
	string,
	abstract new (...parameters: never[]) => unknown,
	string,
])[] = [
	['a list', Array, '[]'],
	['a time', Date, 'new Date(0)'],
	['an error', Error, 'new Error()'],
	['an error of a subclass', Error, 'new TypeError()'],
	['a map', Map, 'new Map()'],
	['an error of range', RangeError, 'new RangeError()'],
	['a pattern', RegExp, '/a/'],
	['a set', Set, 'new Set()'],
	['an error of syntax', SyntaxError, 'new SyntaxError()'],
	['an error of type', TypeError, 'new TypeError()'],
];

test.each(made)('%s of the worker is one of the tests', (_what, type, code) => {
	expect(inWorker(code) instanceof type).toBe(true);
});

test('an error is of its own kind alone', () => {
	expect(inWorker('new TypeError()') instanceof RangeError).toBe(false);
	expect(inWorker('({ name: "TypeError" })') instanceof TypeError).toBe(false);
});

test('maps, sets and times of both are equal where they hold the same', () => {
	expect(inWorker('new Map([["a", new Set([1])]])')).toEqual(new Map([['a', new Set([1])]]));
	expect(inWorker('new Date(5)')).toEqual(new Date(5));
});

test('both have one environment', () => {
	process.env['SEALKEEPER_TEST_REALM'] = 'tests';
	expect(inWorker('process.env.SEALKEEPER_TEST_REALM')).toBe('tests');
});
