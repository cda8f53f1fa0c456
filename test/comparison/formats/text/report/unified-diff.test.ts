/** The unified diff of two files, applied by the real `patch`: it gives the sent file, byte for byte. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { textComparer } from '../../../../../comparison/formats/text/text-comparer';
import { present } from '../../../../../server/at';
import { unifiedDiff } from '../../../../../comparison/formats/text/report/unified-diff';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'unified-diff-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const named = (kept: Buffer, sent: Buffer) => ({
	kept: { fileName: 'the kept.txt', bytes: kept },
	sent: { fileName: 'sent.txt', bytes: sent },
});

function patched(kept: Buffer, diff: Uint8Array): Buffer {
	const file = path.join(folder, 'file');
	writeFileSync(file, kept);
	const { status, stdout, stderr } = spawnSync('patch', ['-s', '--posix', file], { input: diff });
	if (status !== 0) throw new Error(`patch refused it: ${stdout.toString()} ${stderr.toString()}`);
	return readFileSync(file);
}

const lines = Array.from({ length: 40 }, (_, index) => `line ${index % 7} of ${index}`);
const text = (list: readonly string[], end = '\n') => Buffer.from(list.join(end) + end);

const pairs: ReadonlyArray<readonly [string, Buffer, Buffer]> = [
	['a changed line', text(lines), text(lines.with(20, 'another'))],
	['changes at both ends', text(lines), text(['new', ...lines.slice(2), 'last'])],
	[
		'many near each other',
		text(lines),
		text(lines.map((line, at) => (at % 4 ? line : `${line}!`))),
	],
	['a text from nothing', Buffer.alloc(0), text(lines)],
	['a last line without its end', text(lines), Buffer.from(lines.join('\n'))],
	['a last line that got its end', Buffer.from(lines.join('\n')), text(lines)],
	['two last lines without an end', Buffer.from('a\nb'), Buffer.from('a\nc')],
	['other line ends', text(lines), text(lines, '\r\n')],
	[
		'a change among lines that end with CR LF',
		text(lines, '\r\n'),
		text(lines.with(3, 'x'), '\r\n'),
	],
	[
		'lines that look like a patch',
		text(['-- a', '++ b', '@@ -1 +1 @@']),
		text(['-- b', '\\ No', '+']),
	],
	['another encoding', Buffer.from('Straße\nnach\n', 'latin1'), Buffer.from('Straße\nnach\n')],
	[
		'UTF-16',
		Buffer.from('one\ntwo\nthree\n', 'utf16le'),
		Buffer.from('one\n2\nthree\n', 'utf16le'),
	],
	['blank lines', text(['a', '', '', 'b']), text(['a', '', '', '', 'b', ''])],
];

test.each(pairs)('%s', (_what, kept, sent) => {
	const sides = named(kept, sent);
	const diff = unifiedDiff(sides.kept, sides.sent);
	expect(patched(kept, diff).toString('latin1')).toBe(sent.toString('latin1'));
});

test.each([
	...pairs.map((pair) => [...pair, []] as const),
	[
		'lines that end with a carriage return alone',
		text(['a\rb', ...lines]),
		text(['a\rb', ...lines.with(9, 'x\ry')]),
		[],
	],
	[
		'lines that a rule hides in one of the files',
		text(lines),
		text(['Printed\non Friday', ...lines.with(5, 'x')]),
		['Printed\\non \\w+\\n'],
	],
] as const)('beside a report, %s', async (_what, kept, sent, ignorePatterns) => {
	const found = await textComparer.compare({
		...named(kept, sent),
		...{ level: 'Excellent', rules: { ignorePatterns }, isReported: true },
		onProgress: () => undefined,
	});
	if (!found.isReadable) throw new Error(found.reason);
	const bytes = present(found.report?.files[0]?.bytes, 'the diff');
	expect(patched(kept, bytes).toString('latin1')).toBe(sent.toString('latin1'));
});

test('runs that are not equal are not believed', () => {
	const { kept, sent } = named(text(lines), text(lines.with(20, 'another')));
	const believed = unifiedDiff(kept, sent, [{ base: 0, other: 0, length: 40 }]);
	expect(Buffer.from(believed).equals(unifiedDiff(kept, sent))).toBe(true);
});

test('of the same files it is empty', () => {
	const side = { fileName: 'a', bytes: text(lines) };
	expect(unifiedDiff(side, side)).toHaveLength(0);
});
