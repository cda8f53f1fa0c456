/**
 * What holds of every pair of presentations, drawn from a seed: itself is equal, swapping the sides
 * swaps the findings, a coarser level finds no more, and other bytes are never equal at Excellent.
 */
import { accuracyLevels } from '../../../../api/comparison/levels';
import { countOf } from '../../../support/run/tier';
import { Random } from '../../quality/random';
import { sentence } from '../../quality/text';
import { compared } from './comparing-slides';
import {
	body,
	paragraph,
	presentationFile,
	shape,
	table,
	title,
	type SlideParts,
} from './slide-files';

/** A slide as it is drawn, before it is written. */
interface Drawn {
	readonly title: string;
	readonly texts: readonly string[];
	readonly label: string;
	readonly left: number;
	readonly notes: readonly string[];
	readonly isHidden: boolean;
	readonly cell: string;
}

function drawnSlide(random: Random, number: number): Drawn {
	const texts = Array.from({ length: random.below(4) }, () => sentence(random));
	return {
		title: random.below(5) === 0 ? '' : `Part ${number % 4}`,
		texts,
		label: String(random.below(3) * 10),
		left: random.below(4) * 1000,
		notes: random.below(2) === 0 ? [] : [sentence(random)],
		isHidden: random.below(5) === 0,
		cell: random.below(3) === 0 ? sentence(random) : '',
	};
}

function written({ title: text, texts, label, left, notes, isHidden, cell }: Drawn): SlideParts {
	const mark = shape({ content: paragraph(label), id: 20, box: [left, 0, 500, 500] });
	const shapes = [
		text === '' ? '' : title(text),
		texts.length === 0 ? '' : body(...texts),
		mark,
		cell === '' ? '' : table([['Item', cell]]),
	];
	return {
		shapes: shapes.join(''),
		...(notes.length === 0 ? {} : { notes }),
		...(isHidden ? { state: ' show="0"' } : {}),
	};
}

type Edit = (slides: Drawn[], random: Random) => void;

const changeOf =
	(change: (slide: Drawn, random: Random) => Partial<Drawn>): Edit =>
	(slides, random) => {
		const index = random.below(slides.length);
		const slide = slides[index];
		if (slide !== undefined) slides[index] = { ...slide, ...change(slide, random) };
	};

const edits: readonly Edit[] = [
	(slides, random) => slides.splice(random.below(slides.length), 1),
	(slides, random) => slides.splice(random.below(slides.length + 1), 0, drawnSlide(random, 9)),
	(slides, random) => {
		const [moved] = slides.splice(random.below(slides.length), 1);
		if (moved !== undefined) slides.splice(random.below(slides.length + 1), 0, moved);
	},
	changeOf((_, random) => ({ title: `Part ${random.below(4)}` })),
	changeOf(({ texts }, random) => ({ texts: [...texts.slice(1), sentence(random)] })),
	changeOf(({ texts }) => ({ texts: texts.toReversed() })),
	changeOf(({ texts }) => ({ texts: [texts.join(' ')] })),
	changeOf(({ texts }) => ({ texts: texts.map((text) => text.toUpperCase()) })),
	changeOf(({ texts }) => ({ texts: ['', ...texts] })),
	changeOf((_, random) => ({ label: String(random.below(3) * 10) })),
	changeOf(({ left }) => ({ left: left + 2000 })),
	changeOf((_, random) => ({ notes: [sentence(random)] })),
	changeOf(({ isHidden }) => ({ isHidden: !isHidden })),
	changeOf((_, random) => ({ cell: sentence(random) })),
];

const seeds = Array.from({ length: countOf({ quick: 12, full: 100 }) }, (_, index) => index + 1);

test.each(seeds)('of seed %i', async (seed) => {
	const random = new Random(seed);
	const slides = Array.from({ length: random.between(1, 7) }, (_, at) => drawnSlide(random, at));
	const edited = [...slides];
	for (let left = random.between(1, 4); left > 0; left -= 1) {
		edits[random.below(edits.length)]?.(edited, random);
	}
	const [kept, sent] = [slides, edited].map((all) =>
		presentationFile({ slides: all.map(written) }),
	);
	if (kept === undefined || sent === undefined) throw new Error('two presentations are drawn');
	expect((await compared(kept, kept, { level: 'Excellent' })).accuracy).toBe(1);
	const shares: number[] = [];
	for (const level of accuracyLevels) {
		const there = await compared(kept, sent, { level });
		const back = await compared(sent, kept, { level });
		expect([level, back.accuracy]).toEqual([level, there.accuracy]);
		const { added, removed, ...rest } = there.counts;
		expect([level, back.counts]).toEqual([level, { added: removed, removed: added, ...rest }]);
		expect(there.accuracy).toBeGreaterThanOrEqual(0);
		if (level !== 'Excellent') expect(there.accuracy === 1).toBe(there.changes.length === 0);
		shares.push(there.accuracy);
	}
	expect(shares).toEqual(shares.toSorted((one, other) => other - one));
	expect((shares.at(-1) ?? 1) < 1).toBe(Buffer.compare(kept, sent) !== 0);
});
