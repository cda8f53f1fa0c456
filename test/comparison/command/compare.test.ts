/** The command that compares two files, or two folders, as a person or git calls it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../server/clock';
import { runCompare } from '../../../comparison/command/compare';
import { TextTerminal } from '../../support/programs/text-terminal';

const cases = path.join(__dirname, '..', 'cases');
let folder: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compare-'));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

function put(name: string, text: string | Buffer): string {
	const file = path.join(folder, name);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, text);
	return file;
}

async function run(...words: readonly string[]) {
	const terminal = new TextTerminal();
	const shares: number[] = [];
	const code = await runCompare(words, {
		terminal,
		onProgress: (share) => shares.push(share),
		clock: systemClock,
		folder,
	});
	return { code, terminal, text: terminal.output, shares };
}

const prices = 'Coffee: expensive\nTea: cheap\n';
const changed = 'Coffee: cheap\nTea: cheap\n';

test('equal files end with 0', async () => {
	const { code, text } = await run(put('a.txt', prices), put('b.txt', prices));
	expect({ code, text }).toEqual({
		code: 0,
		text: 'a.txt: The files are the same, byte for byte.\n',
	});
});

test('of equal files nothing is written beside, and they end with 0', async () => {
	const [same, spaced] = [put('a.txt', prices), put('b.txt', prices.replaceAll('\n', '\r\n'))];
	for (const other of [put('c.txt', prices), spaced]) {
		const { code, terminal } = await run(
			same,
			other,
			'--patch',
			'out.diff',
			'--report',
			'out.html',
		);
		expect({ code, complaint: terminal.complaint }).toEqual({ code: 0, complaint: '' });
		expect(fs.existsSync(path.join(folder, 'out.diff'))).toBe(false);
		expect(fs.existsSync(path.join(folder, 'out.html'))).toBe(true);
	}
});

test('different files end with 1, a sentence and the first differences', async () => {
	const { code, text } = await run(put('a.txt', prices), put('b.txt', changed));
	expect(code).toBe(1);
	expect(text).toBe(
		'a.txt: 1 word changed. 83.33 % equal.\n  changed  line 1, column 9  "expensive" → "cheap"\n',
	);
});

test('of many differences ten are shown, and how many there are', async () => {
	const lines = (word: string) => Array.from({ length: 30 }, (_, at) => `${word} ${at}`).join('\n');
	const { text } = await run(put('a.txt', lines('old')), put('b.txt', lines('new')));
	expect(text.split('\n').filter((line) => line.startsWith('  changed'))).toHaveLength(10);
	expect(text).toContain('… 20 more');
});

test('what a rule left out is said, and a rule that is unknown is named', async () => {
	const rules = put('rules.json', '{"ignorePatterns":["Coffee: \\\\w+"]}');
	const [kept, sent] = [put('a.txt', prices), put('b.txt', changed)];
	const { code, text } = await run(kept, sent, '--rules', rules);
	expect(code).toBe(0);
	expect(text).toContain('left out by pattern Coffee: \\w+: 1 kept, 1 sent');
	const wrong = await run(kept, sent, '--rules', put('wrong.json', '{"ignorePattern":[]}'));
	expect(wrong.code).toBe(2);
	expect(wrong.terminal.complaint).toMatch(/--rules .*ignorePattern is not known/);
});

test('the report, the patch and the redline are written', async () => {
	const [report, patch] = [path.join(folder, 'out.html'), path.join(folder, 'out.diff')];
	const files = [put('a.txt', prices), put('b.txt', changed)];
	await run(...files, '--report', report, '--patch', patch);
	expect(fs.readFileSync(report, 'utf8')).toContain('1 word changed.');
	expect(fs.readFileSync(patch, 'utf8')).toContain('-Coffee: expensive\n+Coffee: cheap\n');
	const pair = path.join(cases, 'docx-footnote-added');
	const redline = path.join(folder, 'out.docx');
	const documents = [path.join(pair, 'kept.docx'), path.join(pair, 'sent.docx')];
	const { code } = await run(...documents, '--redline', redline);
	expect(code).toBe(1);
	expect(fs.readFileSync(redline).subarray(0, 2).toString()).toBe('PK');
});

test('a file that the format does not have is refused by what there is', async () => {
	const files = [put('a.txt', prices), put('b.txt', changed)];
	const { code, terminal } = await run(...files, '--redline', path.join(folder, 'out.docx'));
	expect(code).toBe(2);
	expect(terminal.complaint).toBe(
		'nothing is written to --redline: of these files there is Unified diff\n',
	);
});

test('a file that cannot be read ends with 2 and the reason', async () => {
	const { code, text } = await run(put('a.pdf', '%PDF-1.7\nbroken'), put('b.pdf', '%PDF-1.7\nno'));
	expect(code).toBe(2);
	expect(text).toMatch(/^a\.pdf: The (kept|sent) file cannot be read: /);
});

test('folders are compared by the paths in them', async () => {
	put('one/same.txt', prices);
	put('two/same.txt', prices);
	put('one/deep/prices.txt', prices);
	put('two/deep/prices.txt', changed);
	put('two/new.txt', 'new');
	const reports = path.join(folder, 'reports');
	const { code, text } = await run('one', 'two', '--report', 'reports');
	expect(code).toBe(1);
	expect(text.split('\n')).toEqual([
		'deep/prices.txt: 1 word changed. 83.33 % equal.',
		'  changed  line 1, column 9  "expensive" → "cheap"',
		'new.txt: only in what was sent.',
		'1 equal, 1 different, 0 not readable, 1 in one folder only.',
		'',
	]);
	expect(fs.readdirSync(reports, { recursive: true }).map(String).toSorted()).toEqual([
		'deep',
		path.join('deep', 'prices.txt.html'),
	]);
});

test('a file that git says was added is only in what was sent', async () => {
	const { code, text } = await run('/dev/null', put('new.txt', 'new'));
	expect({ code, text }).toEqual({ code: 1, text: 'new.txt: only in what was sent.\n' });
});

test('as JSON it has every figure and change', async () => {
	const { text } = await run(put('a.txt', prices), put('b.txt', changed), '--json');
	expect(JSON.parse(text)).toMatchObject({
		...{ outcome: 'different', equal: false, changed: 1, unit: 'word' },
		changes: [{ kind: 'changed', oldText: 'expensive', newText: 'cheap' }],
	});
});

test.each([
	[['a.txt'], 'give two files or two folders'],
	[['a.txt', 'b.txt', '--level', 'best'], '--level is best; it must be one of Lowest, Low'],
	[['a.txt', 'gone.txt'], 'gone.txt is not there'],
	[['a.txt', '.'], 'a folder can only be compared with a folder'],
	[['a.txt', 'b.txt', '--repot', 'x'], "Unknown option '--repot'"],
])('%s ends with 2 and says why', async (words, sentence) => {
	put('a.txt', prices);
	put('b.txt', changed);
	const { code, terminal } = await run(...words);
	expect(code).toBe(2);
	expect(terminal.complaint).toContain(sentence);
});

test('text of a file cannot steer the terminal', async () => {
	const { text } = await run(put('a.txt', 'a b\n'), put('b.txt', 'a \u001b[31mred\n'));
	expect(text).not.toContain('\u001b');
});
