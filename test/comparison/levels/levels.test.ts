/**
 * The table of levels is what the comparers do: of each phrase a pair of files that differs in it alone is
 * equal below its level and different from it on. A phrase without a pair does not compile.
 */
import { accuracyLevels } from '../../../api/comparison/levels';
import { comparedKinds, phrasesFrom, type ComparedKindName } from '../../../api/comparison/kinds';
import type { Level } from '../../../comparison/core/level';
import { compare, expectMirrored } from './comparing';
import { documentPairs, pdfPairs } from './document-pairs';
import { archivePairs, bytesPairs, picturePairs } from './file-pairs';
import type { LevelPair, PairsOf } from './pairs';
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
			await expectMirrored(kind, pair, from);
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
