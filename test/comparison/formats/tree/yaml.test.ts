/** YAML compared by structure: documents, comments, aliases and tags, beside what it shares with JSON. */
import { applyPatch, type Operation } from 'fast-json-patch';
import { isAtLeast, type Level, levelNames } from '../../../../comparison/core/level';
import { yamlComparer } from '../../../../comparison/formats/tree/comparers';
import { compared, comparison, fileText, reasonOf, told } from './comparing-trees';

test.each([
	['a changed value', 'a:\n  b: 1\n', 'a:\n  b: 2\n', ['changed /a/b']],
	['keys in another order as nothing', 'a: 1\nb: 2\n', '{b: 2, a: 1}\n', []],
	['an item of a list', '- x\n- y\n', '- x\n- n\n- y\n', ['added /1']],
	['a document in the middle', 'a: 1\n---\nb: 2\n', 'a: 1\n---\nc: 3\n---\nb: 2\n', ['added /1']],
	['a value of the second document', 'a: 1\n---\nb: 2\n', 'a: 1\n---\nb: 3\n', ['changed /1/b']],
	[
		'what an alias stands for',
		'x: &n {p: 1}\ny: *n\n',
		'x: &n {p: 2}\ny: *n\n',
		['changed /x/p', 'changed /y/p'],
	],
	['an alias written out as nothing', 'x: &n {p: 1}\ny: *n\n', 'x: {p: 1}\ny: {p: 1}\n', []],
	[
		'what a mapping merges in, written out, as nothing',
		'x: &x {p: 1, q: 2}\ny: &y {<<: *x, q: 3}\nz: {<<: [*y, *x], r: 4}\n',
		'x: {p: 1, q: 2}\ny: {p: 1, q: 3}\nz: {p: 1, q: 3, r: 4}\n',
		[],
	],
	[
		'what a mapping merges in and has not itself',
		'x: &x {p: 1, q: 2}\ny: {<<: *x, p: 5}\n',
		'x: &x {p: 7, q: 8}\ny: {<<: *x, p: 5}\n',
		['changed /x/p', 'changed /x/q', 'changed /y/q'],
	],
	[
		'a text that only looks as if it merged',
		'y: {"<<": {p: 1}}\n',
		'y: {p: 1}\n',
		['removed /y/<<', 'added /y/p'],
	],
	['a tag', 'a: !Ref x\n', 'a: !GetAtt x\n', ['changed /a']],
	['a text that became a number', 'v: "1.10"\n', 'v: 1.10\n', ['changed /v']],
	[
		'a number beyond 2^53',
		'n: 12345678901234567890\n',
		'n: 12345678901234567891\n',
		['changed /n'],
	],
])('tells %s', async (_, kept, sent, expected) => {
	expect(told(await compared(yamlComparer, kept, sent))).toEqual(expected);
});

test.each<[string, string, string, Level]>([
	['a comment', 'a: 1 # one\n', 'a: 1 # two\n', 'High'],
	['a comment above', '# one\na: 1\n', 'a: 1\n', 'High'],
	['the spelling of a number', 'a: 0x1F\n', 'a: 31\n', 'Excellent'],
	['quotes', 'a: "x"\n', "a: 'x'\n", 'Excellent'],
	['block and flow', 'a: [1, 2]\n', 'a:\n  - 1\n  - 2\n', 'Excellent'],
])('%s counts from its level on, and not below', async (_, kept, sent, from) => {
	for (const level of levelNames) {
		const { accuracy, changes } = await compared(yamlComparer, kept, sent, { level });
		expect({ level, isEqual: accuracy === 1 }).toEqual({ level, isEqual: !isAtLeast(level, from) });
		expect({ level, isShown: changes.length > 0 }).toEqual({ level, isShown: accuracy < 1 });
	}
});

test('places have the lines of the file', async () => {
	const { changes } = await compared(
		yamlComparer,
		'a: 1\nb:\n  c: 2\n',
		'# new\na: 1\nb:\n  c: 3\n',
		{
			level: 'Medium',
		},
	);
	expect(changes).toMatchObject([{ kept: { line: 3 }, sent: { line: 4 } }]);
});

test('the JSON Patch gives the new document', async () => {
	const kept = 'a: [1, 2, {x: y}] # c\nb: no\n';
	const sent = 'a: [{x: z}, 2]\nc: ~\n';
	const result = await compared(yamlComparer, kept, sent, { isReported: true });
	const patch = JSON.parse(fileText(result, 'JSON Patch')) as Operation[];
	const document = { a: [1, 2, { x: 'y' }], b: 'no' };
	expect(applyPatch(document, patch).newDocument).toEqual({ a: [{ x: 'z' }, 2], c: null });
});

describe('what is refused, in a sentence', () => {
	const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
	for (let at = 1; at < 9; at++) {
		bomb.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join()}]`);
	}

	test.each([
		['an alias bomb', bomb.join('\n'), /aliases stand for more than 100,000 values/],
		['an alias that holds itself', 'a: &a [*a]\n', /aliases stand for more than 100,000 values/],
		[
			'a mapping that merges itself in',
			'a: &a {<<: *a}\n',
			/aliases stand for more than 100,000 values/,
		],
		['an alias without an anchor', 'a: *b\n', /line 1, column 4/],
		['a tab in place of spaces', 'a:\n\t- b\n', /line 2, column 1/],
		['lists 100,000 deep', '['.repeat(100_000), /nests too deeply/],
	])('%s', async (_, sent, expected) => {
		expect(await reasonOf(yamlComparer, sent)).toMatch(expected);
	});

	test('more than 5 MiB is left to the pieces of bytes', () => {
		const large = `a: ${'x'.repeat(6 * 1024 * 1024)}`;
		return expect(comparison(yamlComparer, 'a: 1', large)).rejects.toThrow('more than 5 MiB');
	});
});
