/** How well the places of known edits are found in tables: the figures are printed, and may not fall. */
import Papa from 'papaparse';
import { csvComparer, xlsxComparer } from '../../../../comparison/formats/table/compare-tables';
import { placeText, tablePairs, type TablePair } from '../../quality/tables';
import { xlsxOf } from './workbook-files';

const asCsv = (rows: TablePair['kept']) => Buffer.from(Papa.unparse(rows.map((row) => [...row])));
const asXlsx = (rows: TablePair['kept']) => xlsxOf([{ name: 'Sheet', rows }]);

test.each([
	['CSV', csvComparer, asCsv, 60],
	['XLSX', xlsxComparer, asXlsx, 50],
] as const)(
	'in %s known edits are found at their places, and no others',
	async (name, comparer, bytesOf, count) => {
		let [reported, found, expectedCount, right] = [0, 0, 0, 0];
		for (const { kept, sent, expected } of tablePairs(count, 15)) {
			const result = await comparer.compare({
				kept: { bytes: bytesOf(kept), fileName: 'kept' },
				sent: { bytes: bytesOf(sent), fileName: 'sent' },
				level: 'High',
				rules: {},
				isReported: false,
				onProgress: () => undefined,
			});
			if (!result.isReadable) throw new Error(result.reason);
			const places = result.changes.map(placeText);
			reported += places.length;
			right += places.filter((place) => expected.includes(place)).length;
			found += expected.filter((place) => places.includes(place)).length;
			expectedCount += expected.length;
		}
		const [precision, recall] = [right / reported, found / expectedCount];
		console.log(`${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
		expect(precision).toBeGreaterThanOrEqual(0.95);
		expect(recall).toBeGreaterThanOrEqual(0.95);
	},
);
