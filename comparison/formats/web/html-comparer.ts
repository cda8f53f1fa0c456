/**
 * Compares two pages: what a reader sees, then the structure, then the code. Each part counts from a level
 * on, and within a part differences count as those of texts do.
 */
import { comparedKinds } from '../../../api/comparison/kinds';
import {
	comparerOf,
	ReadFault,
	type Both,
	type Found,
	type MatchTask,
} from '../../core/format-comparer';
import { countText, markup } from '../../../server/html/markup';
import { classesOf } from '../../core/classes';
import type { Level } from '../../core/level';
import type { Place } from '../../../api/comparison/place';
import { findingsOf, type Findings } from '../text/report/findings';
import { compareRows, weightsAt, type TextComparison } from '../text/matching/row-comparison';
import { rowView, rowViewStyle } from '../text/report/row-view';
import { rowsFrom, type TextRow } from '../text/reading/rows';
import { wordsAndGaps } from '../text/reading/tokens';
import { withoutAlone } from './alone';
import { pageParser } from './dom';
import { mainOf, onlyMain, readPage, textsOf, type ReadPage } from './page-reading';

type PartName = 'main' | 'around' | 'structure' | 'code';

const titles: Readonly<Record<PartName, string>> = {
	main: 'Main text',
	around: 'Text around it',
	structure: 'Structure',
	code: 'Scripts, styles and attributes',
};

const { countsAt } = classesOf(comparedKinds.page.classes);

interface Part {
	readonly name: PartName;
	readonly comparison: TextComparison;
	readonly findings: Findings;
}

export const htmlComparer = comparerOf<ReadPage>('page', () => ({
	async read({ bytes }, { ruled }) {
		const page = readPage(bytes, ruled, await pageParser());
		if (page.isErrorPage) throw new ReadFault('It looks like the error page of a server.');
		return page;
	},
	match: matchPages,
	outline(page, { level }) {
		const { main, around } = textsOf(page, mainOf([page]));
		const rows = countsAt(level, 'around') ? [...main, ...around] : main;
		return {
			isReadable: true,
			unit: 'paragraph',
			rows: rows.map(({ text, place }) => ({ place, ...wordsAndGaps(text) })),
		};
	},
}));

function matchPages(pages: Both<ReadPage>, task: MatchTask): Found {
	const { level } = task;
	const all = comparedParts(pages, task);
	const counted = all.filter(({ name }) => countsAt(level, name));
	return {
		method: counted.map(({ name }) => titles[name].toLowerCase()).join(', '),
		weights: weightsIn(all, level),
		unit: 'paragraph',
		counts: sumOfCounts(counted),
		changes: counted.flatMap(({ findings }) => findings.changes),
		notes: [...mainNotes(pages), ...notesOn(all, level)],
		show: () => reportOf(counted),
	};
}

/** The texts first: what they tell of elements is left out of structure and code. */
function comparedParts(pages: Both<ReadPage>, { level, rules, hits }: MatchTask): readonly Part[] {
	const isMain = mainOf([pages.kept, pages.sent]);
	const texts = { kept: textsOf(pages.kept, isMain), sent: textsOf(pages.sent, isMain) };
	const part = (name: PartName, rowsOf: (side: 'kept' | 'sent') => readonly TextRow[]): Part => {
		const told = countsAt(level, name) ? hits : undefined;
		const sides = [rowsFrom(rowsOf('kept')), rowsFrom(rowsOf('sent'))] as const;
		const comparison = compareRows(...sides, rules, told);
		return { name, comparison, findings: findingsOf(comparison, level) };
	};
	const seen = (['main', 'around'] as const).map((name) => part(name, (side) => texts[side][name]));
	const words = seen.map(({ comparison }) => comparison);
	const built = (['structure', 'code'] as const).map((name) =>
		part(name, (side) => withoutAlone(pages[side][name], words, side)),
	);
	return [...seen, ...built];
}

/** Structure and code each weigh at most as much as the text. */
function weightsIn(all: readonly Part[], level: Level): Found['weights'] {
	const text = all
		.filter(({ name }) => name === 'main' || name === 'around')
		.reduce((sum, { comparison }) => sum + comparison.total, 0);
	const sums = { differing: 0, total: 0 };
	for (const { name, comparison } of all) {
		const found = weightsAt(comparison, level);
		const share = found.total > text ? text / found.total : 1;
		sums.total += found.total * share;
		if (countsAt(level, name)) sums.differing += found.differing * share;
	}
	return sums;
}

function sumOfCounts(counted: readonly Part[]): Findings['counts'] {
	const sum = (kind: keyof Findings['counts']) =>
		counted.reduce((total, { findings }) => total + findings.counts[kind], 0);
	return {
		added: sum('added'),
		removed: sum('removed'),
		changed: sum('changed'),
		moved: sum('moved'),
	};
}

function mainNotes(pages: Parameters<typeof onlyMain>[0]): readonly string[] {
	const side = onlyMain(pages);
	if (side === undefined) return [];
	return [
		`Only the ${side} file has a main element: of both, all but navigation, head, foot and asides was taken for the main text.`,
	];
}

/** Notes about parts that differ but do not count at the level. */
function notesOn(all: readonly Part[], level: Level): readonly string[] {
	return all
		.filter(({ name, comparison }) => {
			const isCounted = countsAt(level, name);
			return !isCounted && weightsAt(comparison, 'Excellent').differing > 0;
		})
		.map(
			({ name }) =>
				`${titles[name]}: differs, which counts from ${comparedKinds.page.classes[name].from} on.`,
		);
}

/** The last step of a path; the changes have all of it. */
function placeText({ path }: Place): string {
	return path?.split('/').slice(-1).join('/') ?? '';
}

function reportOf(counted: readonly Part[]) {
	const count = counted.reduce((sum, { findings }) => sum + findings.changeCount, 0);
	let before = 0;
	const sections = counted.map(({ name, findings }) => {
		const view = rowView(findings, { placeText, numbering: { before, count } });
		before += findings.changeCount;
		if (findings.changeCount === 0) return markup``;
		const heading = `${titles[name]}: ${countText(findings.changeCount, 'difference')}`;
		return markup`<h2>${heading}</h2>
${view}`;
	});
	return { style: rowViewStyle, content: markup`${sections}`, files: [] };
}
