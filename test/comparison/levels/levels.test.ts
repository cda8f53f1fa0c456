/**
 * The table of levels is what the comparers do: of each phrase a pair of files that differs in it alone is
 * equal below its level and different from it on. A phrase without a pair does not compile.
 */
import { accuracyLevels } from '../../../api/comparison/levels';
import { comparedKinds, phrasesFrom, type ComparedKindName } from '../../../api/comparison/kinds';
import { archiveComparer } from '../../../comparison/formats/archive/archive-comparer';
import type { Compared, Comparer, StreamedSide } from '../../../comparison/core/comparison';
import { imageComparer } from '../../../comparison/formats/image/image-comparer';
import type { Level } from '../../../comparison/core/level';
import { officeComparer } from '../../../comparison/formats/office/comparer';
import { comparePieces } from '../../../comparison/formats/bytes/compare-pieces';
import { compareEntry } from '../../../comparison/worker/entry-comparison';
import { slidesComparer } from '../../../comparison/formats/slides/comparer';
import {
	csvComparer,
	odsComparer,
	xlsxComparer,
} from '../../../comparison/formats/table/compare-tables';
import { textComparer } from '../../../comparison/formats/text/text-comparer';
import {
	jsonComparer,
	xmlComparer,
	yamlComparer,
} from '../../../comparison/formats/tree/comparers';
import { htmlComparer } from '../../../comparison/formats/web/html-comparer';
import { toldAlike } from '../cases';
import { PdfComparing } from '../formats/pdf/comparing';
import { documentPairs, pdfPairs } from './document-pairs';
import { archivePairs, bytesPairs, picturePairs } from './file-pairs';
import type { LevelPair, PairFormat, PairsOf } from './pairs';
import { slidePairs } from './slide-pairs';
import { tablePairs } from './table-pairs';
import { pagePairs, textPairs, treePairs } from './text-pairs';

const pairs: { readonly [Kind in ComparedKindName]: PairsOf<Kind> } = {
	text: textPairs,
	tree: treePairs,
	table: tablePairs,
	pdf: pdfPairs,
	document: documentPairs,
	slides: slidePairs,
	page: pagePairs,
	picture: picturePairs,
	archive: archivePairs,
	bytes: bytesPairs,
};

const archives = archiveComparer((task, nested) =>
	compareEntry(task, nested, {
		comparerOf: (format) => (format === 'text' ? Promise.resolve(textComparer) : undefined),
		pieces: () => Promise.resolve(comparePieces),
	}),
);

const byKind: Partial<Record<ComparedKindName, Comparer>> = {
	text: textComparer,
	document: officeComparer,
	slides: slidesComparer,
	page: htmlComparer,
	picture: imageComparer,
	archive: archives,
};

const byFormat: Partial<Record<PairFormat, Comparer>> = {
	json: jsonComparer,
	yaml: yamlComparer,
	xml: xmlComparer,
	csv: csvComparer,
	xlsx: xlsxComparer,
	ods: odsComparer,
};

let pdfs: PdfComparing;
beforeAll(() => (pdfs = new PdfComparing()));
afterAll(() => pdfs.end());

async function compare(kind: ComparedKindName, pair: LevelPair, level: Level): Promise<Compared> {
	const found = await comparedPair(kind, pair, level);
	expect(toldAlike(found)).toEqual([]);
	return found;
}

async function comparedPair(
	kind: ComparedKindName,
	pair: LevelPair,
	level: Level,
): Promise<Compared> {
	const [kept, sent] = [Buffer.from(pair.kept), Buffer.from(pair.sent)];
	if (kind === 'pdf') return pdfs.compare(kept, sent, { level });
	const onProgress = () => undefined;
	if (kind === 'bytes') {
		const sides = { kept: streamed(kept), sent: streamed(sent) };
		return comparePieces(sides, { level, isReported: false, onProgress });
	}
	const comparer = byKind[kind] ?? byFormat[pair.format ?? 'text'];
	const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a' });
	const sides = { kept: side(kept), sent: side(sent) };
	const rest = { level, rules: {}, isReported: false, onProgress };
	const compared = await comparer?.compare({ ...sides, ...rest });
	if (compared?.isReadable !== true) throw new Error(compared?.reason ?? 'nothing compares it');
	return compared;
}

function streamed(bytes: Uint8Array): StreamedSide {
	async function* once() {
		yield await Promise.resolve(bytes);
	}
	return { bytes: once(), sizeBytes: bytes.length, fileName: 'a' };
}

describe.each(Object.keys(comparedKinds) as ComparedKindName[])('of %s', (kind) => {
	const phrases = accuracyLevels.flatMap((level) =>
		phrasesFrom(kind, level).map((phrase) => [phrase, level] as const),
	);

	test.each(phrases)('%s: counts from %s on', async (phrase, from) => {
		const pairsOfKind: Readonly<Record<string, readonly (LevelPair | Promise<LevelPair>)[]>> =
			pairs[kind];
		const made = await Promise.all(
			(pairsOfKind[phrase] ?? []).map((pair) => Promise.resolve(pair)),
		);
		expect(made).not.toEqual([]);
		const levels = slow.has(kind) ? around(from) : accuracyLevels;
		for (const pair of made) {
			const found: number[] = [];
			for (const level of levels) found.push((await compare(kind, pair, level)).accuracy);
			const isLess = found.map((accuracy) => accuracy < 1);
			const isCounted = levels.map((level) => isFrom(level, from));
			expect({ format: pair.format, isLess }).toEqual({ format: pair.format, isLess: isCounted });
			expect(found).toEqual([...found].sort((one, other) => other - one));
		}
	});
});

/** Of these the levels farther off are left to the tests of their rooms. */
const slow: ReadonlySet<ComparedKindName> = new Set<ComparedKindName>(['pdf', 'picture']);

/** A level and the next coarser one. */
function around(level: Level): readonly Level[] {
	const at = accuracyLevels.indexOf(level);
	return accuracyLevels.slice(Math.max(0, at - 1), at + 1);
}

function isFrom(level: Level, from: Level): boolean {
	return accuracyLevels.indexOf(level) >= accuracyLevels.indexOf(from);
}
