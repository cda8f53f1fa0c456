/** What a JSON body is read as, and what is refused because it could be read in two ways. */
import { readJsonBody } from '../../../server/http/json-body';
import { Refusal } from '../../../server/refusal';

const read = (text: string) => readJsonBody(Buffer.from(text));

function refusalOf(text: string): readonly unknown[] {
	try {
		return [read(text)];
	} catch (fault) {
		if (!(fault instanceof Refusal)) throw fault;
		return [fault.code, ...fault.args];
	}
}

test.each([
	'{}',
	'[]',
	'{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}',
	String.raw`{"a\"b:":1,"a":"\"c\":","c":" : "}`,
	'{"a":[1,-2.50,1e3,1.5E-7,0.1,1.10,10e-1,1.7976931348623157e308,0,-0,0.0,5e-324,1e21,123456789012345680000]}',
	' { "a" : "b" , "c" : null } ',
	'{"__proto__":1}',
])('%s is read as JSON.parse reads it', (text) => {
	expect(read(text)).toEqual(JSON.parse(text));
});

test.each([
	['{"amount":1,"amount":5}', 'amount'],
	['{"items":[{"a":1},{"b":{"c":1,"c":1}}]}', 'c'],
	[String.raw`{"a":1,"\u0061":2}`, 'a'],
	['{"":1,"":2}', ''],
	['{"__proto__":1,"__proto__":2}', '__proto__'],
	['[{"a":"{","a":"}"}]', 'a'],
])('%s has a member twice', (text, name) => {
	expect(refusalOf(text)).toEqual(['Request_Invalid', name, 'is given twice; send it once']);
});

test.each([
	['{"amount":1.0000000000000000001}', 'amount'],
	['{"amount":9007199254740993}', 'amount'],
	['{"a":{"b":[0.1000000000000000055]}}', 'b'],
	['[12345678901234567890]', 'body'],
	['{"amount":1e400}', 'amount'],
	['{"amount":1e-400}', 'amount'],
])('%s has a number with more digits than a number can hold', (text, name) => {
	const happened = 'has more digits than a number can hold';
	expect(refusalOf(text)).toEqual(['Request_Invalid', name, happened]);
});

test.each(['', '{', '{"a":1}}', '{"a":01}', "{'a':1}", '['.repeat(100_000), '{"a":"\u0001"}'])(
	'what is no JSON is refused as that',
	(text) => {
		const happened = 'the body is not JSON in UTF-8';
		expect(refusalOf(text)).toEqual(['Request_Malformed', happened]);
	},
);

test.each(['1', '"a"', 'null', 'true'])('%s is JSON, and no body', (text) => {
	expect(refusalOf(text)).toEqual(['Request_Malformed', 'the body is not a JSON object']);
});
