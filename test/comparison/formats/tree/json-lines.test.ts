/** JSON Lines: each line is a document of its own. */
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import { formatOf } from '../../../../comparison/formats/formats';
import { jsonComparer } from '../../../../comparison/formats/tree/comparers';
import { comparedCase } from '../../cases';

function compare(kept: string, sent: string): Promise<Compared | Unreadable> {
	const side = (text: string, fileName: string) => ({ bytes: Buffer.from(text), fileName });
	return jsonComparer.compare({
		...{ kept: side(kept, 'kept.json'), sent: side(sent, 'sent.json') },
		...{ level: 'High', rules: {}, isReported: true, onProgress: () => undefined },
	});
}

test('json-ndjson', async () => {
	expect(await comparedCase(jsonComparer, 'json-ndjson')).toMatchObject({
		counts: { added: 0, removed: 0, changed: 1, moved: 0 },
		changes: [{ kind: 'changed', sent: { path: '/1/a', line: 2 }, oldText: '2', newText: '3' }],
	});
});

const lines = ['{"id":1,"of":["a"]}', '{"id":2,"of":["b"]}', '{"id":3,"of":["c"]}'];

test.each<[string, string, object]>([
	['a line added', [...lines, '{"id":4,"of":[]}'].join('\n'), { added: 1 }],
	['a line removed', lines.toSpliced(1, 1).join('\n'), { removed: 1 }],
	['blank lines and another line end', `\n${lines.join('\r\n\r\n')}\n`, {}],
	['one line alone, which is a document', String(lines[0]), { removed: 2 }],
])('%s', async (_what, sent, counts) => {
	const result = await compare(lines.join('\n'), sent);
	const none = { added: 0, removed: 0, changed: 0, moved: 0 };
	expect(result).toMatchObject({ isReadable: true, counts: { ...none, ...counts } });
});

test('a line that is no JSON is named', async () => {
	expect(await compare(lines.join('\n'), `${String(lines[0])}\n{"id":2\n`)).toMatchObject({
		...{ isReadable: false, side: 'sent' },
		reason: expect.stringMatching(/^It is no valid JSON: line \d+, column \d+: /),
	});
});

test.each(['events.ndjson', 'events.jsonl'])('%s is read as JSON', (fileName) => {
	expect(formatOf({ bytes: Buffer.from(lines.join('\n')), fileName })).toBe('json');
});
