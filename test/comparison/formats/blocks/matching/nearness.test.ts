/** Numbers and dates of documents by a tolerance: in tables and in sentences, and nothing beyond it. */
import fc from 'fast-check';
import type { Compared } from '../../../../../comparison/core/comparison';
import { officeComparer } from '../../../../../comparison/formats/office/comparer';
import type { CompareRules } from '../../../../../comparison/core/rules';
import { paragraph, table, wordFile } from '../../office/word-files';

async function compared(kept: string, sent: string, rules: CompareRules): Promise<Compared> {
	const side = (body: string) => ({ bytes: wordFile({ body }), fileName: 'a.docx' });
	const result = await officeComparer.compare({
		...{ kept: side(kept), sent: side(sent), level: 'High', rules, isReported: true },
		onProgress: () => undefined,
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const prices = (rows: readonly (readonly string[])[]) => table([['Ware', 'Price'], ...rows]);

test('cells of a table are the same within the tolerance, and no further', async () => {
	const kept = prices([
		['Bread', '1.10'],
		['Milk', '2,000.50 €'],
		['Oil', '7'],
	]);
	const near = prices([
		['Bread', '1.12'],
		['Milk', '2,000.48 €'],
		['Oil', '7.00'],
	]);
	const rules = { numberTolerance: 0.02 };
	const same = await compared(kept, near, rules);
	expect(same).toMatchObject({
		...{ accuracy: 1, changes: [] },
		ignored: [{ rule: 'numberTolerance', kept: 3, sent: 3 }],
	});
	expect((await compared(kept, near, { numberTolerance: 0.01 })).changes).toMatchObject([
		{ kind: 'changed', kept: { cell: 'B2' }, sent: { cell: 'B2' } },
		{ kind: 'changed', kept: { cell: 'B3' }, sent: { cell: 'B3' } },
	]);
	expect((await compared(kept, near.replace('€', '$'), rules)).counts.changed).toBe(1);
});

test('rows of numbers alone keep their partners', async () => {
	const kept = table([
		['10', '20', '30'],
		['11', '21', '31'],
	]);
	const sent = table([
		['10.5', '20.5', '30.5'],
		['11.5', '21.5', '99'],
	]);
	const { counts, changes, report } = await compared(kept, sent, { numberTolerance: 0.5 });
	expect(counts).toEqual({ added: 0, removed: 0, changed: 1, moved: 0 });
	expect(changes).toMatchObject([{ kept: { cell: 'C2' }, oldText: '31', newText: '99' }]);
	expect(report?.content.text).toContain('<span class="ignored">11.5</span>');
});

test('numbers and dates of a sentence are told from the words around them', async () => {
	const kept = paragraph('On 2026-01-02, the price (10.00) was 12 % above that of May 7.');
	const rules = { numberTolerance: 0.5, dateToleranceSeconds: 86_400 };
	const near = paragraph('On 2026-01-03, the price (10.25) was 12 % above that of May 7.');
	expect(await compared(kept, near, rules)).toMatchObject({
		...{ accuracy: 1 },
		ignored: [
			{ rule: 'numberTolerance', kept: 1, sent: 1 },
			{ rule: 'dateToleranceSeconds', kept: 1, sent: 1 },
		],
	});
	const other = paragraph('On 2026-01-03, the cost (10.25) was 14 % above that of May 7.');
	const { changes, accuracy } = await compared(kept, other, rules);
	expect(accuracy).toBeLessThan(1);
	expect(changes).toHaveLength(1);
	expect(changes[0]?.newText).toContain('cost … was 14 %');
});

test('it hides numbers within it and nothing else, from either side', async () => {
	const word = fc.oneof(
		fc.constantFrom('rent', 'of', 'the', 'flat'),
		fc.integer({ min: 0, max: 40 }).map(String),
	);
	const text = fc.array(word, { minLength: 1, maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(
			text,
			fc.array(fc.nat(12), { minLength: 8, maxLength: 8 }),
			async (words, by) => {
				const moved = words.map((one, at) =>
					/\d/.test(one) ? String(Number(one) + (by[at] ?? 0)) : one,
				);
				const isNear = words.every((one, at) => !/\d/.test(one) || (by[at] ?? 0) <= 5);
				const [kept, sent] = [paragraph(words.join(' ')), paragraph(moved.join(' '))];
				const there = await compared(kept, sent, { numberTolerance: 5 });
				expect(there.accuracy === 1).toBe(isNear);
				expect((await compared(sent, kept, { numberTolerance: 5 })).accuracy).toBe(there.accuracy);
			},
		),
		{ numRuns: 40, seed: 20_261_123 },
	);
});
