import fc from 'fast-check';
import { canonicalJson, type Json } from '../../proof/canonical-json';

/** The examples published with RFC 8785, as they are read and as they are written. */
const published = [
	['[56,{"d":true,"10":null,"1":[ ]}]', '[56,{"1":[],"10":null,"d":true}]'],
	[
		'{"peach":"This sorting order","péché":"is wrong","pêche":"but canonicalization MUST","sin":"it"}',
		'{"peach":"This sorting order","péché":"is wrong","pêche":"but canonicalization MUST","sin":"it"}',
	],
	[
		'{"1":{"f":{"f":"hi","F":5},"\\n":56.0},"10":{},"":"empty","a":{},"111":[{}],"A":{}}',
		'{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}',
	],
	['{"Unnormalized Unicode":"A\\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'],
	[
		'{"numbers":[1E30,4.50,333333333.33333329,2e-3,0.000000000000000000000000001],"escaping":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
		'{"escaping":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","literals":[null,true,false],"numbers":[1e+30,4.5,333333333.3333333,0.002,1e-27]}',
	],
	[
		'{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Dalet With Dagesh","1":"One","\\u0080":"Control\\u007f","\\ud83d\\ude02":"Smiley","\\u00f6":"O","</script>":"Challenge"}',
		'{"\\r":"Carriage Return","1":"One","</script>":"Challenge","\u0080":"Control\u007f","ö":"O","€":"Euro Sign","😂":"Smiley","\ufb33":"Dalet With Dagesh"}',
	],
] as const;

test.each(published)('%s has its published form', (text, form) => {
	expect(canonicalJson(JSON.parse(text) as Json)).toBe(form);
});

/** Numbers of the published list, by the bits of the double. */
const numbers = [
	['0000000000000000', '0'],
	['8000000000000000', '0'],
	['0000000000000001', '5e-324'],
	['8000000000000001', '-5e-324'],
	['7fefffffffffffff', '1.7976931348623157e+308'],
	['4340000000000000', '9007199254740992'],
	['c340000000000000', '-9007199254740992'],
	['4430000000000000', '295147905179352830000'],
	['44b52d02c7e14af5', '9.999999999999997e+22'],
	['44b52d02c7e14af6', '1e+23'],
	['444b1ae4d6e2ef4f', '999999999999999900000'],
	['444b1ae4d6e2ef50', '1e+21'],
	['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
	['3eb0c6f7a0b5ed8d', '0.000001'],
	['41b3de4355555553', '333333333.3333332'],
	['becbf647612f3696', '-0.0000033333333333333333'],
] as const;

test.each(numbers)('the number of the bits %s is written %s', (bits, text) => {
	expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
});

test('whatever is JSON has a form that is read as the same and has itself as its form', () => {
	fc.assert(
		fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
			const form = canonicalJson(value as Json);
			expect(JSON.parse(form)).toEqual(JSON.parse(JSON.stringify(value)));
			expect(canonicalJson(JSON.parse(form) as Json)).toBe(form);
		}),
	);
});

test('the order of the members of an object does not matter', () => {
	const members = fc.uniqueArray(fc.tuple(fc.string(), fc.nat()), { selector: ([name]) => name });
	fc.assert(
		fc.property(members, (pairs) => {
			const [one, other] = [pairs, pairs.toReversed()].map((all) => Object.fromEntries(all));
			expect(canonicalJson(one ?? {})).toBe(canonicalJson(other ?? {}));
		}),
	);
});

const formless: readonly (readonly [string, unknown])[] = [
	['a number that is not finite', { a: [Number.NaN] }],
	['infinity', -Infinity],
	['half a character', ['\ud800']],
	['half a character in a name', { '\udc00': 1 }],
	['nothing', { a: undefined }],
	['a big integer', [1n]],
	['a date', { at: new Date(0) }],
	['a map', new Map()],
	['a function', () => 1],
];

test.each(formless)('%s is refused instead of being written somehow', (_, value) => {
	expect(() => canonicalJson(value as Json)).toThrow(TypeError);
});
