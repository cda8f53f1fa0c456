/** Which JSON texts could be read in two ways. */
import { ambiguityOf } from '../../server/json-ambiguity';

const told = (text: string) => ambiguityOf(text, JSON.parse(text))?.args;

test.each([
	'{}',
	'[]',
	'"a"',
	'5',
	'{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}',
	String.raw`{"a\"b:":1,"a":"\"c\":","c":" : "}`,
	'{"a":[1,-2.50,1e3,1.5E-7,0.1,1.10,10e-1,1.7976931348623157e308,0,-0,0.0,5e-324,1e21,123456789012345680000]}',
	' { "a" : "b" , "c" : null } ',
	'{"__proto__":1}',
	`{"a":"${'x'.repeat(5_000_000)}${String.raw`\"`.repeat(500_000)}"}`,
	`${'['.repeat(50_000)}${']'.repeat(50_000)}`,
])('%.60s is read in one way', (text) => {
	expect(told(text)).toBeUndefined();
});

test.each([
	['{"amount":1,"amount":5}', 'amount'],
	['{"items":[{"a":1},{"b":{"c":1,"c":1}}]}', 'c'],
	[String.raw`{"a":1,"\u0061":2}`, 'a'],
	['{"":1,"":2}', ''],
	['{"__proto__":1,"__proto__":2}', '__proto__'],
	['[{"a":"{","a":"}"}]', 'a'],
])('%s has a member twice', (text, name) => {
	expect(told(text)).toEqual([name, 'is given twice; send it once']);
});

test.each([
	['{"amount":1.0000000000000000001}', 'amount'],
	['{"amount":9007199254740993}', 'amount'],
	['{"a":{"b":[0.1000000000000000055]}}', 'b'],
	['[12345678901234567890]', 'body'],
	['{"amount":1e400}', 'amount'],
	['{"amount":1e-400}', 'amount'],
])('%s has a number with more digits than a number can hold', (text, name) => {
	expect(told(text)).toEqual([name, 'has more digits than a number can hold']);
});
