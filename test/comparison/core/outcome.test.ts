/** What a comparison comes to, said in a sentence. */
import { numberText } from '../../../server/html/markup';
import type { Change, Compared } from '../../../comparison/core/comparison';
import { comparedOutcome } from '../../../comparison/core/outcome';

const none = { added: 0, removed: 0, changed: 0, moved: 0 };
const formatted = (count: number) =>
	Array.from({ length: count }, (): Change => ({ kind: 'formatted', oldText: 'a', newText: 'b' }));

function summaryOf(found: Partial<Compared>): string {
	const compared: Compared = {
		...{ isReadable: true, method: 'cells', accuracy: 0.9, unit: 'row', counts: none },
		...{ changes: [], notes: [], ignored: [], ...found },
	};
	return comparedOutcome(compared, 'Excellent').summary;
}

test.each<[string, Partial<Compared>]>([
	['2 rows changed, 1 moved.', { counts: { ...none, changed: 2, moved: 1 } }],
	['1 row added, 2 differences of form.', { counts: { ...none, added: 1 }, changes: formatted(2) }],
	[
		'1 column added, 5 rows changed.',
		{ counts: { ...none, added: 1, changed: 5 }, columns: { ...none, added: 1 } },
	],
	[
		'2 columns added, 1 moved, 1 row changed, 3 added.',
		{
			counts: { ...none, added: 5, changed: 1, moved: 1 },
			columns: { ...none, added: 2, moved: 1 },
		},
	],
	[
		'1 column removed, 1 difference of form.',
		{
			counts: { ...none, removed: 1 },
			columns: { ...none, removed: 1 },
			changes: formatted(1),
		},
	],
	['1 difference of form alone.', { changes: formatted(1) }],
	['At least 1,000 differences of form alone.', { changes: formatted(1000) }],
	['The files differ in their form alone.', {}],
])('%s', (sentence, found) => {
	expect(summaryOf(found)).toBe(sentence);
});

test.each([0, 7, 999, 1000, 12_345, 1_000_000, Number.MAX_SAFE_INTEGER])(
	'%d is written as people write it',
	(count) => {
		expect(numberText(count)).toBe(count.toLocaleString('en-US'));
	},
);
