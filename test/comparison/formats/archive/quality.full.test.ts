/** Archives with known edits of their entries: nearly all are found, and nearly nothing else is reported. */
import { strToU8, zipSync } from 'fflate';
import { archiveComparer } from '../../../../comparison/formats/archive/archive-comparer';
import { comparePieces } from '../../../../comparison/formats/bytes/compare-pieces';
import { compareEntry } from '../../../../comparison/worker/entry-comparison';
import { textComparer } from '../../../../comparison/formats/text/text-comparer';
import { Score } from '../../quality/places';
import { Random } from '../../quality/random';
import { sentence } from '../../quality/text';

const archives = archiveComparer((task, nested) =>
	compareEntry(task, nested, {
		comparerOf: (format) => (format === 'text' ? Promise.resolve(textComparer) : undefined),
		pieces: () => Promise.resolve(comparePieces),
	}),
);

type Entries = Record<string, Uint8Array>;

interface ArchivePair {
	readonly kept: Entries;
	readonly sent: Entries;
	/** As `moved old>new`. */
	readonly expected: readonly string[];
}

const kinds = ['added', 'removed', 'changed', 'moved'] as const;

/** Some entries stay as they are, some are edited, each by one edit that a person would name. */
function pairOf(random: Random): ArchivePair {
	const [kept, sent]: [Entries, Entries] = [{}, {}];
	const expected: string[] = [];
	for (let index = random.between(5, 20); index > 0; index -= 1) {
		const name = `${['', 'a/', 'a/b/'][random.below(3)]}${index}.${['txt', 'bin'][index % 2]}`;
		const content = contentOf(name, random);
		const kind = random.below(2) === 0 ? kinds[random.below(kinds.length)] : undefined;
		if (kind !== 'added') kept[name] = content;
		if (kind === undefined || kind === 'added') sent[name] = content;
		if (kind === 'changed') sent[name] = edited(content, random);
		if (kind === 'moved') sent[`moved/${name}`] = content;
		const from = kind === 'added' ? '' : name;
		const to = kind === 'removed' ? '' : kind === 'moved' ? `moved/${name}` : name;
		if (kind !== undefined) expected.push(`${kind} ${from}>${to}`);
	}
	return { kept, sent, expected };
}

function contentOf(name: string, random: Random): Uint8Array {
	if (name.endsWith('.bin')) return Buffer.from([0, ...random.bytes(random.between(200, 5000))]);
	const lines = Array.from({ length: random.between(3, 30) }, () => sentence(random));
	return strToU8(`${lines.join('\n')}\n`);
}

/** A digit or a byte. */
function edited(content: Uint8Array, random: Random): Uint8Array {
	const text = Buffer.from(content).toString('latin1');
	const place = content[0] === 0 ? random.between(1, content.length) : text.search(/\d/);
	return content.with(place, content[0] === 0 ? 255 - (content[place] ?? 0) : 120);
}

test('precision and recall of the entries that differ are at least 0.95', async () => {
	const random = new Random(51);
	const score = new Score();
	for (let pair = 0; pair < 50; pair += 1) {
		const { kept, sent, expected } = pairOf(random);
		const side = (entries: Entries) => ({ bytes: zipSync(entries), fileName: 'a.zip' });
		const result = await archives.compare({
			...{ kept: side(kept), sent: side(sent), level: 'High', rules: {}, isReported: false },
			onProgress: () => undefined,
		});
		if (!result.isReadable) throw new Error(result.reason);
		expect(result.accuracy === 1).toBe(expected.length === 0);
		// An entry has its changes one by one, and is one edit.
		const places = result.changes.map(
			({ kind, kept: from, sent: to }) => `${kind} ${from?.entry ?? ''}>${to?.entry ?? ''}`,
		);
		score.add(expected, [...new Set(places)]);
	}
	process.stdout.write(`ZIP: ${score.sentence}\n`);
	expect(score.precision).toBeGreaterThanOrEqual(0.95);
	expect(score.recall).toBeGreaterThanOrEqual(0.95);
});
