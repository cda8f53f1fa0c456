/** JSON compared by structure: what is told of it, at which level, and under which rules. */
import { applyPatch, type Operation } from 'fast-json-patch';
import { accuracyOf } from '../../../../comparison/core/comparison';
import { isAtLeast, type Level, levelNames } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { jsonComparer } from '../../../../comparison/formats/tree/comparers';
import { compared, comparison, fileText, reasonOf, told } from './comparing-trees';

describe('what is told', () => {
	test.each([
		['a changed value', '{"a":{"b":1}}', '{"a":{"b":2}}', ['changed /a/b']],
		['an added and a removed member', '{"a":1,"b":2}', '{"a":1,"c":3}', ['removed /b', 'added /c']],
		['members in another order as nothing', '{"a":1,"b":[1]}', '{"b":[1],"a":1}', []],
		['an inserted item as that alone', '[1,2,3]', '[1,9,2,3]', ['added /1']],
		['a removed item as that alone', '[5,6,7,8]', '[5,7,8]', ['removed /1']],
		['an item at another place as moved', '["a","b","c"]', '["b","c","a"]', ['moved /0 -> /2']],
		['an item replaced', '["a","b","c"]', '["a","x","c"]', ['changed /1']],
		[
			'an object in another place of the tree as moved',
			'{"old":{"x":1,"y":[1,2]},"n":1}',
			'{"n":1,"deep":{"er":{"x":1,"y":[1,2]}}}',
			['added /deep', 'moved /old -> /deep/er'],
		],
		[
			'an object found by its id, moved and changed',
			'[{"id":1,"p":5},{"id":2,"p":6},{"id":3,"p":7}]',
			'[{"id":3,"p":8},{"id":1,"p":5},{"id":2,"p":6}]',
			['moved /2 -> /0', 'changed /2/p -> /0/p'],
		],
		[
			'an object without a key that shares half of its values',
			'[{"a":"one","b":"two","c":3},{"a":"x","b":"y","c":9}]',
			'[{"a":"new","b":"new","c":0},{"a":"one","b":"two","c":4},{"a":"x","b":"y","c":9}]',
			['added /0', 'changed /0/c -> /1/c'],
		],
		['a number beyond 2^53', '[12345678901234567890]', '[12345678901234567891]', ['changed /0']],
		['the second of two members of one name', '{"a":1,"a":2}', '{"a":1,"a":3}', ['changed /a']],
		[
			'two members of one name in the other order',
			'{"a":1,"a":2}',
			'{"a":2,"a":1}',
			['changed /a', 'changed /a'],
		],
		[
			'a member named __proto__',
			'{"__proto__":{"x":1}}',
			'{"__proto__":{"x":2}}',
			['changed /__proto__/x'],
		],
		['names with marks of JSON Pointer', '{"a/b~c":1}', '{"a/b~c":2}', ['changed /a~1b~0c']],
		['a value in place of an object', '{"a":{"b":1}}', '{"a":"b"}', ['changed /a']],
	])('%s', async (_, kept, sent, expected) => {
		expect(told(await compared(jsonComparer, kept, sent))).toEqual(expected);
	});

	test('with lines, old and new text, counts, and the share of nodes that differ', async () => {
		const kept = '{\n "name": "Bolt",\n "price": 1.10,\n "tags": ["a"]\n}';
		const sent = '{\n "price": 1.2,\n\n "name": "Bolt",\n "tags": ["a", "b"]\n}';
		expect(await compared(jsonComparer, kept, sent)).toMatchObject({
			method: 'paths and values',
			unit: 'path',
			// Five nodes and six, and the layout of both; two of one path differ, one was added.
			accuracy: accuracyOf({ differing: 3, total: 13 }),
			counts: { added: 1, removed: 0, changed: 1, moved: 0 },
			changes: [
				{
					kind: 'changed',
					kept: { path: '/price', line: 3 },
					sent: { path: '/price', line: 2 },
					oldText: '1.10',
					newText: '1.2',
				},
				{ kind: 'added', sent: { path: '/tags/1', line: 5 }, newText: 'b' },
			],
		});
	});

	test('a text that became a number with its quotes', async () => {
		const { changes } = await compared(jsonComparer, '{"a":"1"}', '{"a":1}');
		expect(changes).toMatchObject([{ oldText: '"1"', newText: '1' }]);
	});
});

describe('levels', () => {
	const classes: [string, string, string, Level][] = [
		['a value', '{"a":1}', '{"a":2}', 'Lowest'],
		['the sign of a number', '[-5]', '[5]', 'Lowest'],
		['the point of a number in a text', '["1.5"]', '["15"]', 'Lowest'],
		['an item at another place', '[1,2]', '[2,1]', 'Lowest'],
		['upper case and punctuation', '["Hello, world"]', '["hello world!"]', 'Low'],
		['the type of a value', '["1"]', '[1]', 'Low'],
		['white space inside a text', '["a b"]', '["a  b"]', 'Medium'],
		['the spelling of a number', '[1.10]', '[1.1]', 'Excellent'],
		['the spelling of a text', '["A"]', '["\\u0041"]', 'Excellent'],
		['the order of members', '{"a":1,"b":2}', '{"b":2,"a":1}', 'Excellent'],
		['white space between values', '{"a":1}', '{ "a": 1 }\n', 'Excellent'],
	];

	test.each(classes)('%s counts from its level on, and not below', async (_, kept, sent, from) => {
		for (const level of levelNames) {
			const { accuracy, changes } = await compared(jsonComparer, kept, sent, { level });
			expect({ level, isEqual: accuracy === 1 }).toEqual({
				level,
				isEqual: !isAtLeast(level, from),
			});
			expect({ level, isShown: changes.length > 0 }).toEqual({ level, isShown: accuracy < 1 });
		}
	});

	test.each(['1', '1.0', '10e-1', '0.1E+1', '100e-2'])('%s is the number one', async (spelling) => {
		expect((await compared(jsonComparer, '[1]', `[${spelling}]`)).accuracy).toBe(1);
	});
});

describe('rules', () => {
	test.each<[string, string, string, CompareRules, string[]]>([
		['arrays as sets', '[1,2,2,{"a":[3,4]}]', '[{"a":[4,3]},2,1,2]', { arrays: 'set' }, []],
		['sets with a value too many', '[1,2,2]', '[2,1]', { arrays: 'set' }, ['removed /2']],
		[
			'a key of arrays that is given',
			'[{"k":1,"id":7,"v":1},{"k":2,"id":8,"v":2}]',
			'[{"k":2,"id":7,"v":2},{"k":1,"id":8,"v":1}]',
			{ arrayKey: 'k' },
			['changed /1/id -> /0/id', 'moved /0 -> /1', 'changed /0/id -> /1/id'],
		],
		[
			'a path',
			'{"a":{"t":1,"x":1}}',
			'{"a":{"t":2,"x":2}}',
			{ ignorePaths: ['/a/t'] },
			['changed /a/x'],
		],
		['any one member', '[{"t":1},{"t":2}]', '[{"t":3},{"t":4}]', { ignorePaths: ['/*/t'] }, []],
		[
			'any number of members',
			'{"t":1,"a":[{"b":{"t":2}}],"u":1}',
			'{"t":3,"a":[{"b":{"t":4}}],"u":2}',
			{ ignorePaths: ['/**/t'] },
			['changed /u'],
		],
		['a pattern', '["at 10:22, ok"]', '["at 11:07, ok"]', { ignorePatterns: ['\\d+:\\d+'] }, []],
		[
			'not what stands beside it',
			'["10:22 a"]',
			'["11:07 b"]',
			{ ignorePatterns: ['\\d+:\\d+'] },
			['changed /0'],
		],
		['case and white space', '["A b"]', '["aB"]', { ignoreCase: true, ignoreWhiteSpace: true }, []],
		[
			'numbers that are near',
			'[1, 1.5, 3]',
			'[1.1, 1.5, 3.2]',
			{ numberTolerance: 0.1 },
			['changed /2'],
		],
		[
			'near numbers of a set',
			'[1, 2]',
			'[2.05, 1.05]',
			{ arrays: 'set', numberTolerance: 0.1 },
			[],
		],
		[
			'dates that are near',
			'["2026-01-01T10:00:00Z", "2026-01-01"]',
			'["2026-01-01T11:00:30+01:00", "2026-01-03"]',
			{ dateToleranceSeconds: 60 },
			['changed /1'],
		],
	])('leave out %s', async (_, kept, sent, rules, expected) => {
		expect(told(await compared(jsonComparer, kept, sent, { rules }))).toEqual(expected);
	});

	test('count and show what they hid, and nothing else', async () => {
		const rules = { ignorePaths: ['/at'], ignorePatterns: ['<b>\\d+'], numberTolerance: 1 };
		const result = await compared(
			jsonComparer,
			'{"at":"secret-old","s":"<b>1 <b>2","n":1}',
			'{"s":"<b>3 <b>4","n":2,"more":"plain"}',
			{ rules, isReported: true },
		);
		expect(result.ignored).toEqual([
			{ rule: 'pattern <b>\\d+', kept: 2, sent: 2 },
			{ rule: 'path /at', kept: 1, sent: 0 },
			{ rule: 'numberTolerance', kept: 1, sent: 1 },
		]);
		const [shown = '', hidden = ''] =
			result.report?.content.text.split('Left out by the rules') ?? [];
		expect(shown).not.toContain('secret-old');
		expect(hidden).toContain('secret-old');
		expect(hidden).toContain('&lt;b&gt;3');
		expect(hidden).not.toContain('plain');
	});

	test('hide at the finest level too, where other bytes alone count else', async () => {
		const rules = { ignorePaths: ['/at'] };
		const ways = { level: 'Excellent' as const, rules };
		const { accuracy } = await compared(jsonComparer, '{"at":1}', '{"at":2}', ways);
		expect(accuracy).toBe(1);
	});

	test('a key that no object has makes the file unreadable, and the sentence names it', async () => {
		const result = await comparison(jsonComparer, '[{"a":1}]', '[{"a":2}]', {
			rules: { arrayKey: 'sku' },
		});
		expect(result).toMatchObject({ isReadable: false, side: 'kept' });
		expect('reason' in result && result.reason).toContain('the member sku');
	});
});

describe('what is wrong', () => {
	test.each([
		['{"a": 1,\n "b" 2}', 'line 2, column 6: a colon is expected'],
		['[1, 2', 'line 1, column 6: a comma or ] is expected'],
		['{"a": 1,}', 'line 1, column 9: a name in double quotes is expected'],
		['["a\nb"]', 'line 1, column 4: a control character in a string'],
		['["\\x"]', 'line 1, column 3: an unknown escape in a string'],
		['[1] []', 'line 1, column 5: there is more behind the end'],
		['[01]', 'line 1, column 3: a comma or ] is expected'],
		['["a', 'line 1, column 4: a string has no end'],
	])('%j is said with its place', async (sent, expected) => {
		expect(await reasonOf(jsonComparer, sent)).toBe(`sent: It is no valid JSON: ${expected}.`);
	});

	test('an empty file, and bytes that are no text', async () => {
		expect(await reasonOf(jsonComparer, ' \n')).toBe('sent: It is empty.');
		expect(await reasonOf(jsonComparer, Buffer.from([1, 2, 3, 255]))).toMatch(/no text/);
	});

	test('JSON that nests 100,000 deep is compared like any other', async () => {
		const deep = (value: number) => '['.repeat(100_000) + value + ']'.repeat(100_000);
		const result = await compared(jsonComparer, deep(1), deep(2), { isReported: true });
		expect(result.counts).toMatchObject({ changed: 1, added: 0, removed: 0 });
		expect(fileText(result, 'JSON Patch')).toBe(
			`[{"op":"replace","path":"${'/0'.repeat(100_000)}","value":2}]\n`,
		);
	});

	test('UTF-16 is read with and without a mark', async () => {
		const utf16 = Buffer.from('\ufeff{"a":"ü"}', 'utf16le');
		expect(await compared(jsonComparer, '{"a":"ü"}', utf16)).toMatchObject({ accuracy: 1 });
		expect(await compared(jsonComparer, '{"a":"ü"}', utf16.subarray(2))).toMatchObject({
			accuracy: 1,
		});
	});
});

describe('JSON Patch', () => {
	test.each([
		['[1,2,3,4,5,6]', '[6,2,9,3,1,4]'],
		[
			'{"a":[{"id":1,"x":[1,2]},{"id":2,"x":[]}]}',
			'{"a":[{"id":2,"x":[5]},{"id":3},{"id":1,"x":[2,1,0]}]}',
		],
		['{"a":1,"a":2,"b/c":{"~":1}}', '{"a":3,"b/c":{"~":2,"":null}}'],
		['[[1],[2],{"a":{"b":[1,2,3]}}]', '[{"c":{"b":[1,2,3]}},[2,2],[1]]'],
		['{"a":{}}', '[]'],
		['1', '"x"'],
	])('from %s to %s gives the new document', async (kept, sent) => {
		const result = await compared(jsonComparer, kept, sent, { isReported: true, level: 'Lowest' });
		const patch = JSON.parse(fileText(result, 'JSON Patch')) as Operation[];
		expect(applyPatch(JSON.parse(kept), patch).newDocument).toEqual(JSON.parse(sent));
	});

	test('holds what rules leave out, and numbers as the file spells them', async () => {
		const rules = { ignorePaths: ['/t'], arrays: 'set' as const };
		const result = await compared(
			jsonComparer,
			'{"t":1,"l":[1,2]}',
			'{"t":12345678901234567890,"l":[2,1]}',
			{ rules, isReported: true },
		);
		expect(result.accuracy).toBe(1);
		const patch = fileText(result, 'JSON Patch');
		expect(patch).toContain('"path":"/t","value":12345678901234567890');
		expect(patch).toContain('"op":"move"');
	});
});
