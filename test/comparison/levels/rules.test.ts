/**
 * Rule by kind of file by level: what a rule hides is equal and counted at every level, and nothing beside it
 * is hidden. The table is made from what each kind of file says that it has.
 */
import { comparedKinds, type ComparedKindName } from '../../../api/comparison/kinds';
import { accuracyLevels } from '../../../api/comparison/levels';
import { compare, expectMirrored } from './comparing';
import { rulePairs, type Hiding, type Shaping } from './rule-pairs';

const cases = (Object.keys(comparedKinds) as ComparedKindName[]).flatMap((kind) => {
	const pairsOfKind: Readonly<Record<string, Hiding | Shaping>> = rulePairs[kind];
	return Object.entries(pairsOfKind).map(([rule, pairs]) => ({ kind, rule, pairs }));
});

describe.each(cases)('$rule in a file of the kind $kind', ({ kind, pairs }) => {
	const { rules, tells } = pairs;

	if ('hides' in pairs) {
		test('hides the difference at every level, and says how much', async () => {
			for (const made of pairs.hides) {
				const pair = await made;
				expect((await compare(kind, pair, 'Excellent')).accuracy).toBeLessThan(1);
				for (const level of accuracyLevels) {
					const { accuracy, ignored } = await compare(kind, pair, level, rules);
					expect({ level, format: pair.format, accuracy }).toEqual({
						...{ level, format: pair.format, accuracy: 1 },
					});
					if (level === 'Excellent') {
						expect(ignored.some(({ kept, sent }) => kept + sent > 0)).toBe(true);
					}
				}
				await expectMirrored(kind, pair, 'High', rules);
			}
		});
	} else {
		test('has the files read or paired otherwise', async () => {
			for (const [pair, counts] of pairs.shapes) {
				expect((await compare(kind, pair, 'High', rules)).counts).toMatchObject(counts);
				expect((await compare(kind, pair, 'High')).counts).not.toMatchObject(counts);
			}
		});
	}

	test('hides nothing beside it, from the coarsest level on', async () => {
		for (const made of tells) {
			const pair = await made;
			const { accuracy } = await compare(kind, pair, 'Lowest', rules);
			expect({ pair: pair.format, isLess: accuracy < 1 }).toEqual({
				...{ pair: pair.format, isLess: true },
			});
			await expectMirrored(kind, pair, 'High', rules);
		}
	});
});
