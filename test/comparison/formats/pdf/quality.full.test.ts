/** How well edits of PDFs are found: pairs with known edits, and what must hold of any pair. */
import { levelNames } from '../../../../comparison/core/level';
import { Random } from '../../quality/random';
import { pdfPair, paragraphFrom, setPdf, type MarkedPlace, type PdfPair } from '../../quality/pdf';
import type { Box, Place } from '../../../../api/comparison/place';
import { PdfComparing } from './comparing';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

test('of 50 pairs with known edits at least 95 % of the reported places are right, and of the edits found', async () => {
	const random = new Random(20);
	const score = { reported: 0, right: 0, edits: 0, found: 0 };
	for (let pair = 0; pair < 50; pair += 1) await scorePair(await pdfPair(random), score);
	const precision = score.right / score.reported;
	const recall = score.found / score.edits;
	console.log(
		`PDF: precision ${precision.toFixed(3)} of ${score.reported} places, recall ${recall.toFixed(3)} of ${score.edits}`,
	);
	expect(precision).toBeGreaterThanOrEqual(0.95);
	expect(recall).toBeGreaterThanOrEqual(0.95);
});

interface Score {
	reported: number;
	right: number;
	edits: number;
	found: number;
}

/** An edit has a place on each page it touches of each file. */
async function scorePair({ kept, sent }: PdfPair, score: Score): Promise<void> {
	const { changes } = await comparing.compare(kept.bytes, sent.bytes, { level: 'Medium' });
	for (const side of ['kept', 'sent'] as const) {
		const edits = editPlaces((side === 'kept' ? kept : sent).places);
		const reported = changes.flatMap((change) => change[side] ?? []);
		score.reported += reported.length;
		score.right += reported.filter((place) => edits.some((edit) => lies(place, edit))).length;
		score.edits += edits.length;
		score.found += edits.filter((edit) => reported.some((place) => lies(place, edit))).length;
	}
}

interface EditPlace {
	readonly page: number;
	readonly boxes: readonly Box[];
}

function editPlaces(places: readonly MarkedPlace[]): readonly EditPlace[] {
	const byEdit = Map.groupBy(places, ({ mark, page }) => `${mark} ${page}`);
	return [...byEdit.values()].map((boxes) => ({ page: boxes[0]?.page ?? 0, boxes }));
}

function lies({ page, box }: Place, edit: EditPlace): boolean {
	return page === edit.page && box !== undefined && edit.boxes.some((other) => overlap(box, other));
}

function overlap(one: Box, other: Box): boolean {
	return (
		one.x < other.x + other.width &&
		other.x < one.x + one.width &&
		one.y < other.y + other.height &&
		other.y < one.y + one.height
	);
}

test('a coarser level never says more different, more edits never raise it, and swapping keeps it', async () => {
	const random = new Random(21);
	const base = Array.from({ length: 14 }, () => paragraphFrom(random));
	const kept = await setPdf(base);
	let before = 1;
	for (let edit = 0; edit < 6; edit += 1) {
		base[random.below(base.length)] = paragraphFrom(random);
		const sent = await setPdf(base);
		const accuracies = [];
		for (const level of levelNames) {
			const { accuracy, counts } = await comparing.compare(kept.bytes, sent.bytes, { level });
			const swapped = await comparing.compare(sent.bytes, kept.bytes, { level });
			expect(swapped.accuracy).toBe(accuracy);
			expect(swapped.counts).toEqual({ ...counts, added: counts.removed, removed: counts.added });
			accuracies.push(accuracy);
		}
		expect(accuracies).toEqual([...accuracies].sort((one, other) => other - one));
		expect(accuracies[0]).toBeLessThanOrEqual(before);
		before = accuracies[0] ?? 0;
	}
});
