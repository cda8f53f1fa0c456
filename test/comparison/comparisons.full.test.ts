/** Comparisons in their processes: the files go by pipes, limits are kept, and the service goes on. */
import { createCipheriv } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Comparisons, usualLimits } from '../../comparison/worker/comparisons';
import { present } from '../../server/at';
import { comparisonProcesses } from '../support/programs/comparison-processes';
import { ownHeapBytes } from '../support/programs/process-use';
import { file, pageOf, pair, somebody } from './comparing';

const facts = {
	displayName: 'Lease <b>',
	level: 'High',
	address: 'http://localhost:8080/reports/one',
	kept: { fileName: 'lease.bin', version: 1, date: '2026-11-20T12:00:00.000Z' },
	sent: { fileName: 'new.bin', date: '2026-11-20T12:00:00.000Z' },
} as const;

const comparisons = new Comparisons();

test('files of the same bytes are equal and identical, and their report says so', async () => {
	const outcome = await comparisons.run(pair('one', 'one', { facts }), somebody);
	expect(outcome).toMatchObject({ outcome: 'equal', identical: true, accuracy: 1, changes: [] });
	expect(pageOf(outcome)).toContain('The files are the same, byte for byte.');
	expect(pageOf(outcome)).toContain('Comparison of Lease &lt;b&gt;');
});

test.each([
	['a PDF replaced by an error page', '%PDF-1.7\n1 0 obj', '<!doctype html><p>502', /is HTML/],
	['an old Office file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'text', /save it without/],
])('%s is unreadable, is never equal, and the sentence says why', async (_, kept, sent, reason) => {
	const outcome = await comparisons.run(pair(kept, sent, { facts }), somebody);
	expect(outcome).toMatchObject({ outcome: 'unreadable', identical: false });
	expect(outcome.accuracy).toBeLessThan(1);
	expect(outcome.summary).toMatch(reason);
	expect(pageOf(outcome)).toMatch(reason);
});

test('texts are compared as texts, with the places of what changed and a report', async () => {
	const texts = pair('one\ntwo\nthree\n', 'one\ntwo\n3\n', { facts });
	const outcome = await comparisons.run(texts, somebody);
	expect(outcome).toMatchObject({
		outcome: 'different',
		counts: { added: 0, removed: 0, changed: 1, moved: 0 },
		changes: [{ kind: 'changed', kept: { line: 3, column: 1 }, sent: { line: 3, column: 1 } }],
	});
	expect(outcome.summary).toBe('1 word changed.');
	const html = pageOf(outcome);
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

test('the files of a process that crashes are compared as pieces, and its fault is told', async () => {
	const faults: Error[] = [];
	const crashing = new Comparisons(usualLimits, (fault) => faults.push(fault));
	const crash = () => process.kill(present(comparisonProcesses().at(-1), 'a process'), 'SIGSEGV');
	const kept = file('one');
	const isFirst = () => faults.length === 0;
	const read = () => {
		if (isFirst()) crash();
		return kept.read();
	};
	const files = { ...pair('one', 'two', { facts }), kept: { ...kept, read } };
	const outcome = await crashing.run(files, somebody);
	expect(outcome).toMatchObject({ outcome: 'different', method: 'bytes' });
	expect(outcome.notes.join()).toContain('a fault of this program');
	expect(faults.map(({ message }) => message).join()).toContain('SIGSEGV');
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
	const before = ownHeapBytes();
	let most = 0;
	let turns = 0;
	/** What this process holds while a file is read, looked at four times. */
	async function* watched(pieces: AsyncIterable<Uint8Array>) {
		let sent = 0;
		for await (const piece of pieces) {
			sent += 1;
			if (sent % 5 === 0) most = Math.max(most, ownHeapBytes());
			yield piece;
		}
	}
	const large = (fill: number) => ({
		...file(''),
		sizeBytes: 20 * 1024 * 1024,
		hash: String(fill),
		read: () => Promise.resolve(watched(filled(fill, 20))),
	});
	let isDone = false;
	const comparing = new Comparisons({ ...usualLimits, contentMebibytes: 1 })
		.run({ ...pair('', ''), kept: large(1), sent: large(2) }, somebody)
		.finally(() => (isDone = true));
	for (; !isDone; turns += 1) await setImmediate();
	const outcome = await comparing;
	expect(outcome.notes.join()).toContain('more than 1 MiB');
	expect(most - before).toBeLessThan(10 * 1024 * 1024);
	// One at least for each mebibyte.
	expect(turns).toBeGreaterThan(40);
});

test('scattered edits of files too large to be held are told to the byte, read once more by the service', async () => {
	const sizeBytes = 65 * 1024 * 1024;
	const key = Buffer.alloc(16, 1);
	const kept = createCipheriv('aes-128-ctr', key, key).update(Buffer.alloc(sizeBytes));
	const sent = Buffer.from(kept);
	for (let at = 100; at < sizeBytes; at += 50_000) sent[at] = (sent[at] ?? 0) ^ 255;
	const outcome = await comparisons.run(pair(kept, sent), somebody);
	const edits = Math.ceil((sizeBytes - 100) / 50_000);
	expect(outcome).toMatchObject({
		...{ method: 'pieces of bytes', accuracy: 0.99998 },
		counts: { added: 0, removed: 0, changed: edits, moved: 0 },
	});
	expect(outcome.changes[1]?.kept).toEqual({ offsetBytes: 50_100, sizeBytes: 1 });
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
