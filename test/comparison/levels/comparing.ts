/** Compares pairs of files of any kind, and holds that the files exchanged say the same the other way round. */
import type { ComparedKindName } from '../../../api/comparison/kinds';
import type { Change, Compared, Comparer, StreamedSide } from '../../../comparison/core/comparison';
import type { Level } from '../../../comparison/core/level';
import type { CompareRules } from '../../../comparison/core/rules';
import { archiveComparer } from '../../../comparison/formats/archive/archive-comparer';
import { comparePieces } from '../../../comparison/formats/bytes/compare-pieces';
import { imageComparer } from '../../../comparison/formats/image/image-comparer';
import { officeComparer } from '../../../comparison/formats/office/comparer';
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
import { compareEntry } from '../../../comparison/worker/entry-comparison';
import { toldAlike } from '../cases';
import { PdfComparing } from '../formats/pdf/comparing';
import type { LevelPair, PairFormat } from './pairs';

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

/** No change may say the same of both sides. */
export async function compare(
	kind: ComparedKindName,
	pair: LevelPair,
	level: Level,
	rules: CompareRules = {},
): Promise<Compared> {
	const found = await comparedPair(kind, pair, level, rules);
	expect(toldAlike(found)).toEqual([]);
	return found;
}

async function comparedPair(
	kind: ComparedKindName,
	pair: LevelPair,
	level: Level,
	rules: CompareRules,
): Promise<Compared> {
	const [kept, sent] = [Buffer.from(pair.kept), Buffer.from(pair.sent)];
	if (kind === 'pdf') return pdfs.compare(kept, sent, { level, rules });
	const onProgress = () => undefined;
	if (kind === 'bytes') {
		const sides = { kept: streamed(kept), sent: streamed(sent) };
		return comparePieces(sides, { level, isReported: false, onProgress });
	}
	const comparer = byKind[kind] ?? byFormat[pair.format ?? 'text'];
	const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a' });
	const sides = { kept: side(kept), sent: side(sent) };
	const compared = await comparer?.compare({
		...sides,
		...{ level, rules, isReported: false, onProgress },
	});
	if (compared?.isReadable !== true) throw new Error(compared?.reason ?? 'nothing compares it');
	return compared;
}

function streamed(bytes: Uint8Array): StreamedSide {
	async function* once() {
		yield await Promise.resolve(bytes);
	}
	return { bytes: once(), sizeBytes: bytes.length, fileName: 'a' };
}

const mirroredKind = { added: 'removed', removed: 'added' } as const;

function mirrored({ kind, kept, sent, oldText, newText }: Change): Change {
	return {
		kind: kind === 'added' || kind === 'removed' ? mirroredKind[kind] : kind,
		...(sent && { kept: sent }),
		...(kept && { sent: kept }),
		...(newText !== undefined && { oldText: newText }),
		...(oldText !== undefined && { newText: oldText }),
	};
}

/** The same differences with their sides exchanged, in whatever order; of pictures the texts tell the way from one to the other. */
export async function expectMirrored(
	kind: ComparedKindName,
	pair: LevelPair,
	level: Level,
	rules: CompareRules = {},
): Promise<void> {
	const there = await compare(kind, pair, level, rules);
	const back = await compare(kind, { ...pair, kept: pair.sent, sent: pair.kept }, level, rules);
	const { added, removed } = there.counts;
	const told = (changes: readonly Change[]) =>
		changes
			.map((one) =>
				ordered(kind === 'picture' ? { ...one, oldText: undefined, newText: undefined } : one),
			)
			.map((one) => JSON.stringify(one))
			.sort();
	expect({
		...{ accuracy: back.accuracy, counts: back.counts, ignored: back.ignored },
		changes: told(back.changes.map(mirrored)),
	}).toEqual({
		accuracy: there.accuracy,
		counts: { ...there.counts, added: removed, removed: added },
		ignored: there.ignored.map((one) => ({ ...one, kept: one.sent, sent: one.kept })),
		changes: told(there.changes),
	});
}

/** With its members in one order. */
function ordered({ kind, kept, sent, oldText, newText }: Change): Change {
	return {
		kind,
		...(kept && { kept }),
		...(sent && { sent }),
		...(oldText !== undefined && { oldText }),
		...(newText !== undefined && { newText }),
	};
}
