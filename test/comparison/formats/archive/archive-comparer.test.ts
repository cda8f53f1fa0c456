/** Archives are compared entry by entry, each by its type, and archives in archives within bounds. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import { archiveComparer } from '../../../../comparison/formats/archive/archive-comparer';
import type { Compared, Unreadable } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { officeComparer } from '../../../../comparison/formats/office/comparer';
import { comparePieces } from '../../../../comparison/formats/bytes/compare-pieces';
import { compareEntry } from '../../../../comparison/worker/entry-comparison';
import { Comparisons } from '../../../../comparison/worker/comparisons';
import { formatOf } from '../../../../comparison/formats/formats';
import { pageOf, pair, somebody } from '../../comparing';
import { paragraph, wordFile } from '../office/word-files';
import { body as slideBody, presentationFile } from '../slides/slide-files';

const archives = archiveComparer((task, nested) =>
	compareEntry(task, nested, {
		comparerOf: (format) => (format === 'docx' ? Promise.resolve(officeComparer) : undefined),
		pieces: () => Promise.resolve(comparePieces),
	}),
);

async function outcome(
	kept: Uint8Array,
	sent: Uint8Array,
	level: Level = 'High',
): Promise<Compared | Unreadable> {
	const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a.zip' });
	return archives.compare({
		...{ kept: side(kept), sent: side(sent), level, rules: {}, isReported: true },
		onProgress: () => undefined,
	});
}

async function compared(...args: Parameters<typeof outcome>): Promise<Compared> {
	const result = await outcome(...args);
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const zip = (entries: Zippable, level: 0 | 6 = 6) => zipSync(entries, { level });
const contract = (term: string) =>
	wordFile({ body: paragraph(`The term is ${term} days, no more.`) });

test('entries are added, removed, renamed and changed, each named', async () => {
	const same = strToU8('equal in both '.repeat(9));
	const kept = zip({
		same,
		'old.bin': Uint8Array.of(1, 0, 2),
		gone: strToU8('gone'),
		'c/a.docx': contract('thirty'),
	});
	const sent = zip({
		same,
		'new/old.bin': Uint8Array.of(1, 0, 2),
		come: strToU8('come along'),
		'c/a.docx': contract('sixty'),
	});
	const result = await compared(kept, sent);
	expect(result.counts).toEqual({ added: 1, removed: 1, changed: 1, moved: 1 });
	expect(result.changes).toEqual([
		expect.objectContaining({
			kind: 'changed',
			kept: { entry: 'c/a.docx', path: 'paragraphs/1' },
			sent: { entry: 'c/a.docx', path: 'paragraphs/1' },
			oldText: 'The term is thirty days, no more.',
		}),
		{ kind: 'added', sent: { entry: 'come' } },
		{ kind: 'removed', kept: { entry: 'gone' } },
		{ kind: 'moved', kept: { entry: 'old.bin' }, sent: { entry: 'new/old.bin' } },
	]);
	const report = result.report?.content.text ?? '';
	expect(report).toContain('<a href="#entry-1"><bdi>c/a.docx</bdi></a>');
	const anchors = [...report.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	expect(new Set(anchors).size).toBe(anchors.length);
	for (const [, link] of report.matchAll(/ href="#([^"]+)"/g)) expect(anchors).toContain(link);
});

test('an archive packed again is equal, and folders without entries of their own as well', async () => {
	const entries = { 'a/b.txt': strToU8('text '.repeat(50)) };
	const again = zip({ 'a/': new Uint8Array(), ...entries }, 0);
	expect((await compared(zip(entries), again)).accuracy).toBe(1);
	const exact = await compared(zip(entries), again, 'Excellent');
	expect(exact.accuracy).toBeLessThan(1);
});

test('a document saved again inside of an archive is equal', async () => {
	const body = paragraph('Nothing changed.');
	const result = await compared(
		zip({ 'a.docx': wordFile({ body }) }),
		zip({ 'a.docx': wordFile({ body }, { level: 0 }) }),
	);
	expect(result.accuracy).toBe(1);
	expect(result.changes).toEqual([]);
});

test('which comes first does not matter, and a coarser level never says more', async () => {
	const kept = zip({ a: strToU8('alpha '.repeat(20)), b: Uint8Array.of(0, 7, 9) });
	const sent = zip({ c: Uint8Array.of(0, 7, 9), d: strToU8('delta') });
	const shares = [];
	for (const level of ['Lowest', 'Low', 'Medium', 'High', 'Excellent'] as const) {
		const there = await compared(kept, sent, level);
		const back = await compared(sent, kept, level);
		expect(back.accuracy).toBe(there.accuracy);
		expect(back.counts).toEqual({
			...there.counts,
			added: there.counts.removed,
			removed: there.counts.added,
		});
		shares.push(there.accuracy);
	}
	expect(shares).toEqual([...shares].sort((one, other) => other - one));
});

test('archives in archives are opened, to a depth', async () => {
	const nested = (text: string, depth: number): Uint8Array =>
		depth === 0 ? contract(text) : zip({ [`level-${depth}`]: nested(text, depth - 1) });
	const shallow = await compared(nested('thirty', 3), nested('sixty', 3));
	expect(shallow.changes[0]?.kept).toEqual({
		entry: 'level-3/level-2/level-1',
		path: 'paragraphs/1',
	});
	const deep = await compared(nested('thirty', 4), nested('sixty', 4));
	expect(deep.notes.join()).toContain('this deep inside of others');
});

test('a broken, empty or protected archive is unreadable, with a sentence', async () => {
	const good = zip({ a: strToU8('a') });
	const broken = await outcome(good, good.subarray(0, 30));
	expect(broken).toEqual({
		isReadable: false,
		side: 'sent',
		reason: expect.stringContaining('broken'),
	});
	expect(await outcome(good, zip({}))).toMatchObject({ reason: 'The archive holds no files.' });
});

test('what cannot be read inside is compared as bytes, with the reason', async () => {
	const ole = (byte: number) =>
		Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, byte)]);
	const result = await compared(zip({ 'a.doc': ole(1) }), zip({ 'a.doc': ole(2) }));
	expect(result.accuracy).toBeLessThan(1);
	expect(result.notes.join()).toMatch(/a\.doc: .*password/);
});

test('an outline names every entry with its hash', async () => {
	const comparer = archiveComparer(() => Promise.reject(new Error('nothing is compared')));
	const side = { bytes: zip({ b: strToU8('b'), a: strToU8('a') }), fileName: 'a.zip' };
	const outline = await comparer.outline(side, { level: 'High', rules: {} });
	expect(outline).toMatchObject({ rows: [{ place: { entry: 'a' } }, { place: { entry: 'b' } }] });
});

test('files of entries are beside the report as far as there is room, and it says how many are not', async () => {
	const texts = (word: string) =>
		Object.fromEntries(
			Array.from({ length: 53 }, (_, at) => [`${at}.docx`, contract(`${word} ${at}`)]),
		);
	const { report } = await compared(zip(texts('thirty')), zip(texts('sixty')));
	expect(report?.files).toHaveLength(50);
	expect(report?.content.text).toContain('but beside that of the entry by itself: 3.</p>');
});

test('in their process, archives of documents come to an outcome with places and a report', async () => {
	const facts = {
		...{ displayName: 'Contracts', level: 'High' as const },
		address: 'http://localhost:8080/reports/one',
		kept: { fileName: 'c.zip', version: 1, date: '2026-11-20T12:00:00.000Z' },
		sent: { fileName: 'c.zip', date: '2026-11-20T12:00:00.000Z' },
	};
	const files = pair(zip({ 'a.docx': contract('thirty') }), zip({ 'a.docx': contract('sixty') }), {
		facts,
	});
	const result = await new Comparisons().run(files, somebody);
	expect(result).toMatchObject({ outcome: 'different', summary: '1 file changed.' });
	expect(result.changes[0]?.kept).toEqual({ entry: 'a.docx', path: 'paragraphs/1' });
	expect(pageOf(result)).toContain('<del>thirty</del>');
});

test('a document stored in an archive makes the archive no document', () => {
	const bytes = zip({ 'a.docx': contract('thirty') }, 0);
	expect(formatOf({ bytes, fileName: 'a.docx' })).toBe('zip');
	expect(formatOf({ bytes: contract('thirty'), fileName: 'a.zip' })).toBe('docx');
	const unpacked = zip({ 'x/word/document.xml': strToU8('<a/>') });
	expect(formatOf({ bytes: unpacked, fileName: 'a.zip' })).toBe('zip');
});

test('a presentation in an archive is compared slide by slide', async () => {
	const talk = (term: string) => presentationFile({ slides: [{ shapes: slideBody(term) }] });
	const files = pair(zip({ 'a.pptx': talk('thirty days') }), zip({ 'a.pptx': talk('sixty days') }));
	const result = await new Comparisons().run(files, somebody);
	expect(result.changes[0]?.kept).toEqual({ entry: 'a.pptx', path: 'slides/1/paragraphs/1' });
});
