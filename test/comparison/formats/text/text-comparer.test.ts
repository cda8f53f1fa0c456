/** Texts compared from their bytes: encodings, rules, what is unreadable, and what is said of it. */
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import { levelNames, type Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { textComparer } from '../../../../comparison/formats/text/text-comparer';

interface Options {
	readonly level?: Level;
	readonly rules?: CompareRules;
	readonly isReported?: boolean;
}

function compare(kept: string | Buffer, sent: string | Buffer, options: Options = {}) {
	const side = (content: string | Buffer) => ({
		fileName: 'a.txt',
		bytes: Buffer.isBuffer(content) ? content : Buffer.from(content),
	});
	return textComparer.compare({
		kept: side(kept),
		sent: side(sent),
		level: 'Medium',
		rules: {},
		isReported: false,
		onProgress: () => undefined,
		...options,
	});
}

async function compared(kept: string | Buffer, sent: string | Buffer, options: Options = {}) {
	const result: Compared | Unreadable = await compare(kept, sent, options);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

test('one line of many changed costs its words, at every level and every size', async () => {
	for (const count of [50, 500, 5_000]) {
		const lines = Array.from({ length: count }, (_, index) => `the rent of flat ${index} is due\n`);
		const sent = lines.with(7, 'nobody pays anything here now and then\n');
		for (const level of levelNames) {
			const { accuracy, counts } = await compared(lines.join(''), sent.join(''), { level });
			expect(accuracy).toBeCloseTo(1 - 1 / count, 6);
			const found = { Lowest: 1, Low: 1, Medium: 1, High: 7, Excellent: 25 }[level];
			expect(counts).toMatchObject({ removed: 0, changed: found, moved: 0 });
			expect(counts.added).toBe(level === 'Excellent' ? 13 : 0);
		}
	}
});

test('other line ends alone are 1 at High and below, whatever the size', async () => {
	for (const count of [10, 3_000]) {
		const lines = Array.from({ length: count }, (_, index) => `the rent of flat ${index} is due\n`);
		const kept = lines.join('');
		const sent = kept.replaceAll('\n', '\r\n');
		expect((await compared(kept, sent, { level: 'High' })).accuracy).toBe(1);
		const { accuracy } = await compared(kept, sent, { level: 'Excellent' });
		expect(accuracy).toBeCloseTo(1 - 1 / 7, 4);
	}
});

test('an encoding that changed is a note, and a difference at the finest level alone', async () => {
	const text = 'Straße nach Süden, an der Mühle vorbei und weiter geradeaus\n';
	const sent = Buffer.from(text, 'latin1');
	const high = await compared(text, sent, { level: 'High' });
	expect(high).toMatchObject({
		accuracy: 1,
		notes: ['The encoding changed from UTF-8 to windows-1252.'],
	});
	expect((await compared(text, sent, { level: 'Excellent' })).accuracy).toBeLessThan(1);
	const marked = await compared(text, `\ufeff${text}`, { level: 'High' });
	expect(marked).toMatchObject({
		accuracy: 1,
		notes: [expect.stringContaining('sent file has a')],
	});
});

test('what a pattern hides is the same on both sides, counted, and grey in the report', async () => {
	const rules = { ignorePatterns: ['\\d{4}-\\d\\d-\\d\\d', 'session=\\w+'] };
	const kept = 'Made on 2026-01-02\nprice 10\nsession=abc\n';
	const sent = 'Made on 2026-11-22\nprice 10\nsession=xyz\n';
	expect(await compared(kept, sent, { rules })).toMatchObject({
		accuracy: 1,
		ignored: [
			{ rule: 'pattern \\d{4}-\\d\\d-\\d\\d', kept: 1, sent: 1 },
			{ rule: 'pattern session=\\w+', kept: 1, sent: 1 },
		],
	});
	const other = sent.replace('10', '11');
	const { changes, report } = await compared(kept, other, { rules, isReported: true });
	expect(changes).toEqual([
		{
			kind: 'changed',
			kept: { line: 2 },
			sent: { line: 2 },
			oldText: 'price 10',
			newText: 'price 11',
		},
	]);
	expect(report?.content.text).toContain('<span class="ignored">2026-11-22</span>');
});

test('case and white space can be left out, and nothing else with them', async () => {
	const [kept, sent] = ['The  Rent is\ndue.\n', 'the rent is due.\n'];
	const rules = { ignoreCase: true, ignoreWhiteSpace: true };
	expect((await compared(kept, sent, { level: 'Excellent', rules })).accuracy).toBe(1);
	const marks = await compared(kept, 'the rent is due!\n', { level: 'Excellent', rules });
	expect(marks.accuracy).toBeLessThan(1);
	expect((await compared('a \n', 'A\n', { rules: { ignoreCase: true } })).accuracy).toBe(1);
	const spaces = await compared('A \n', 'a\n', { level: 'High', rules: { ignoreCase: true } });
	expect(spaces.accuracy).toBeLessThan(1);
});

test('a file that is no text, is empty, or has nothing left is unreadable with its reason', async () => {
	expect(await compare('a\n', Buffer.from([0, 1, 2, 3]))).toEqual({
		isReadable: false,
		side: 'sent',
		reason: 'It is no text in an encoding that can be told.',
	});
	expect(await compare('a\n', ' \n')).toMatchObject({ side: 'sent', reason: 'It is empty.' });
	const rules = { ignorePatterns: ['\\w+'] };
	expect(await compare('a!\n', 'b\n', { rules })).toMatchObject({
		side: 'sent',
		reason: expect.stringContaining('leave nothing of it'),
	});
});

test('a report carries the unified diff, and shows markup of the texts as text', async () => {
	const sent = '<script>alert(1)</script> & more\n';
	const { report } = await compared('plain\n', sent, { isReported: true });
	expect(report?.content.text).toContain('&lt;script&gt;');
	expect(report?.content.text).not.toContain('<script');
	expect(report?.files.map(({ fileName }) => fileName)).toEqual(['a.txt.diff']);
	expect(Buffer.from(report?.files[0]?.bytes ?? []).toString()).toContain(`+${sent}`);
});

test('long texts whose lines all differ are compared in parts, with the outcome of short ones', async () => {
	const words = Array.from({ length: 12_000 }, (_, index) => `word${(index * 7919) % 3001}`);
	const wrapped = (length: number, list: readonly string[] = words) =>
		Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
			list.slice(index * length, (index + 1) * length).join(' '),
		).join('\n');
	const lowest = { level: 'Lowest' } as const;
	expect((await compared(wrapped(10), wrapped(7), lowest)).accuracy).toBe(1);
	const edited = words.map((word, index) => (index % 100 === 50 ? `new${index}` : word));
	for (const count of [2_400, 12_000]) {
		const [kept, sent] = [wrapped(10, words.slice(0, count)), wrapped(7, edited.slice(0, count))];
		const { accuracy } = await compared(kept, sent, lowest);
		expect(Math.abs(accuracy - 0.99)).toBeLessThan(0.005);
		expect((await compared(sent, kept, lowest)).accuracy).toBe(accuracy);
	}
	const other = words.map((word) => `other${word}`);
	expect((await compared(wrapped(10), wrapped(10, other), lowest)).accuracy).toBe(0);
});
