/** Comparisons in their processes: the files go by pipes, limits are kept, and the service goes on. */
import { setImmediate } from 'node:timers/promises';
import { Comparisons, usualLimits } from '../../../service/comparison/running/comparisons';
import { file, pair, somebody } from './comparing';

const facts = {
	displayName: 'Lease <b>',
	level: 'High',
	kept: { fileName: 'lease.bin', version: 1, date: '2026-11-20T12:00:00.000Z' },
	sent: { fileName: 'new.bin', date: '2026-11-20T12:00:00.000Z' },
} as const;

const comparisons = new Comparisons();

test('files of the same bytes are equal and identical, and their report says so', async () => {
	const outcome = await comparisons.run(pair('one', 'one', { facts }), somebody);
	expect(outcome).toMatchObject({ outcome: 'equal', identical: true, accuracy: 1, changes: [] });
	expect(outcome.report?.html).toContain('The files are the same, byte for byte.');
	expect(outcome.report?.html).toContain('Comparison of Lease &lt;b&gt;');
});

test.each([
	['a PDF replaced by an error page', '%PDF-1.7\n1 0 obj', '<!doctype html><p>502', /is HTML/],
	['an old Office file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'text', /save it without/],
])('%s is unreadable, is never equal, and the sentence says why', async (_, kept, sent, reason) => {
	const outcome = await comparisons.run(pair(kept, sent, { facts }), somebody);
	expect(outcome).toMatchObject({ outcome: 'unreadable', identical: false });
	expect(outcome.accuracy).toBeLessThan(1);
	expect(outcome.summary).toMatch(reason);
	expect(outcome.report?.html).toMatch(reason);
});

test('texts are compared as texts, with the places of what changed and a report', async () => {
	const texts = pair('one\ntwo\nthree\n', 'one\ntwo\n3\n', { facts });
	const outcome = await comparisons.run(texts, somebody);
	expect(outcome).toMatchObject({
		outcome: 'different',
		counts: { added: 0, removed: 0, changed: 1, moved: 0 },
		changes: [{ kind: 'changed', kept: { line: 3 }, sent: { line: 3 } }],
	});
	expect(outcome.summary).toBe('1 line changed.');
	const html = outcome.report?.html ?? '';
	expect(html).toContain('id="change-1"');
	const [counted, notCounted] = [...html.matchAll(/<dt>(?:Not c|C)ounted<\/dt><dd>(.*?)<\/dd>/g)];
	expect(counted?.[1]).toMatch(
		/^letters or digits of a word; .*; white space at the end of a line$/,
	);
	expect(notCounted?.[1]).toBe('the style of line ends; the mark of the byte order; the encoding');
});

test('what took more than its time is compared as pieces, and says so', async () => {
	const hurried = new Comparisons({ ...usualLimits, timeoutMs: 1 });
	const outcome = await hurried.run(pair('one', 'two', { facts }), somebody);
	expect(outcome.outcome).toBe('different');
	expect(outcome.notes.join()).toContain('more time or memory');
});

test('a comparison nobody waits for any more is ended', async () => {
	const leaving = new AbortController();
	const waiting = comparisons.run(pair('one', 'two'), { owner: 'me', signal: leaving.signal });
	await setImmediate();
	leaving.abort(new Error('left'));
	await expect(waiting).rejects.toThrow('left');
});

test('a file that cannot be read is said, whichever of the two it is', async () => {
	const broken = {
		...file('x'),

		read: () =>
			Promise.resolve(
				(async function* (): AsyncGenerator<Uint8Array> {
					await setImmediate();
					throw new Error('the buckets are away');
				})(),
			),
	};
	const files = pair('one', 'two');
	await expect(comparisons.run({ ...files, kept: broken }, somebody)).rejects.toThrow('away');
	await expect(comparisons.run({ ...files, sent: broken }, somebody)).rejects.toThrow('away');
});

test('the service is served while large files are compared, and takes none of them into memory', async () => {
	const before = process.memoryUsage().arrayBuffers;
	const large = (fill: number) => ({
		...file(''),
		sizeBytes: 20 * 1024 * 1024,
		hash: String(fill),
		read: () => Promise.resolve(filled(fill, 20)),
	});
	let most = 0;
	let isDone = false;
	const run = new Comparisons({ ...usualLimits, contentMebibytes: 1 })
		.run({ ...pair('', ''), kept: large(1), sent: large(2) }, somebody)
		.finally(() => (isDone = true));
	while (!isDone) {
		most = Math.max(most, process.memoryUsage().arrayBuffers);
		await setImmediate();
	}
	expect((await run).notes.join()).toContain('more than 1 MiB');
	expect(most - before).toBeLessThan(10 * 1024 * 1024);
});

test('pieces of bytes have the memory they need, whatever the limit for contents', async () => {
	const lines = (word: string) =>
		Array.from({ length: 100_000 }, (_, at) => `${(at * 7919) % 1_000_003},${word} ${at}\n`);
	const small = new Comparisons({ ...usualLimits, memoryMebibytes: 64, contentMebibytes: 1 });
	const outcome = await small.run(pair(lines('one').join(''), lines('two').join('')), somebody);
	expect(outcome).toMatchObject({ outcome: 'different', method: 'bytes' });
});

/** The same bytes again and again, so that what is in memory is what the comparison holds. */
async function* filled(fill: number, mebibytes: number): AsyncGenerator<Uint8Array> {
	const mebibyte = Buffer.alloc(1024 * 1024, fill);
	for (let left = mebibytes; left > 0; left -= 1) yield await Promise.resolve(mebibyte);
}
