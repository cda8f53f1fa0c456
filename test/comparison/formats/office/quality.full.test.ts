/** Documents with known edits: nearly all are found, and nearly nothing else is reported. */
import { officeComparer } from '../../../../comparison/formats/office/comparer';
import { asOpen, asWord, documentPairs, placeText, type Write } from '../../quality/office';

test.each<[string, Write]>([
	['DOCX', asWord],
	['ODT', asOpen],
])('precision and recall of the places in %s files', async (format, write) => {
	const sums = { expected: 0, reported: 0, right: 0 };
	for (const { kept, sent, expected } of documentPairs(60, 15, write)) {
		const result = await officeComparer.compare({
			...{ kept: { bytes: kept, fileName: 'a' }, sent: { bytes: sent, fileName: 'b' } },
			...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
		});
		if (!result.isReadable) throw new Error(result.reason);
		const reported = result.changes.map(placeText);
		expect(result.accuracy === 1).toBe(expected.length === 0);
		sums.expected += expected.length;
		sums.reported += reported.length;
		sums.right += reported.filter((place) => expected.includes(place)).length;
	}
	const precision = sums.right / sums.reported;
	const recall = sums.right / sums.expected;
	process.stdout.write(
		`${format}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${sums.expected} edits\n`,
	);
	expect(sums.expected).toBeGreaterThan(100);
	expect(precision).toBeGreaterThanOrEqual(0.95);
	expect(recall).toBeGreaterThanOrEqual(0.95);
});
