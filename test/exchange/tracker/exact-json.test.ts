import { readJson } from '../../../exchange/tracker/exact-json';

const read = (text: string) => readJson(Buffer.from(text));

test.each([
	['5', 5n],
	['-0', 0n],
	['9007199254740993', 9007199254740993n],
	['123456789012345678901234567890', 123456789012345678901234567890n],
	['5.0', 5],
	['5.5', 5.5],
	['5e0', 5],
	['1e400', Infinity],
	['"5"', '5'],
	['null', null],
	['\ufeff[1]', [1n]],
	['{"a":{"b":[1,{"c":2}]},"b":"a\\":"}', { a: { b: [1n, { c: 2n }] }, b: 'a":' }],
])('%s', (text, value) => {
	expect(read(text)).toEqual(value);
});

test.each([
	['nothing', ''],
	['not a number', '{"a":NaN}'],
	['a comma too many', '[1,]'],
	['two documents', '[][]'],
	['a field named twice', '{"a":1,"a":1}'],
	['a field named twice deep inside', '[{"a":{"b":1,"\\u0062":2}}]'],
	['a prototype named twice', '{"__proto__":1,"__proto__":1}'],
	['more nesting than a stack holds', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
])('no document: %s', (_what, text) => {
	expect(read(text)).toBeUndefined();
});

test('bytes that are not UTF-8 are no document', () => {
	expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
});

test('a prototype in a document is a field like any other', () => {
	const value = read('{"__proto__":{"amount":5}}') as { readonly amount?: number };
	expect(Object.keys(value)).toEqual(['__proto__']);
	expect(value.amount).toBeUndefined();
});

test('digits without end are no whole number', () => {
	expect(read('9'.repeat(100))).toBe(BigInt('9'.repeat(100)));
	expect(typeof read('9'.repeat(101))).toBe('number');
});

test('a text of eight million characters is read', () => {
	expect(read(`["${'x\\n'.repeat(2_700_000)}"]`)).toHaveLength(1);
});
