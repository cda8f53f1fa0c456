/**
 * Compares two pages as the paragraphs of a document: in the main text, around it, and at the finest level the
 * lines of the code.
 */
import { comparedKinds } from '../../../api/comparison/kinds';
import { markup } from '../../../server/html/markup';
import { classesOf } from '../../core/classes';
import type { ReportBody } from '../../core/comparison';
import {
	comparerOf,
	ReadFault,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import type { Level } from '../../core/level';
import {
	compareBlocks,
	differingOf,
	weightOfBlocks,
	type ComparedBlock,
} from '../blocks/matching/comparing';
import { countsAt as looksCountAt, type Counts } from '../blocks/matching/differences';
import { Nearness } from '../blocks/matching/nearness';
import { countFolded, foundIn, outlineOf } from '../blocks/report/changes';
import { BlockRows, blocksStyle, table } from '../blocks/report/report';
import { pageParser } from './dom';
import { isText, mainOf, onlyMain, partsOf, readPage, type ReadPage } from './page-reading';

const { countsAt } = classesOf(comparedKinds.page.classes);

export const htmlComparer = comparerOf<ReadPage>('page', () => ({
	async read({ bytes }, { ruled, level }) {
		const how = { parsePage: await pageParser(), keepsCode: countsAt(level, 'code') };
		const page = readPage(bytes, ruled, how);
		if (page.isErrorPage) throw new ReadFault('It looks like the error page of a server.');
		return page;
	},
	match: matchPages,
	outline(page, { level }) {
		const { main, around } = partsOf(page, mainOf([page]));
		const rows = countsAt(level, 'around') ? [...main, ...around] : main;
		return outlineOf(rows.filter(isText));
	},
}));

/** The parts of a page in the order of its report; each counts from the level of its class on. */
const titles = {
	main: 'Main text',
	around: 'Text around it',
	code: 'Scripts, styles and attributes',
} as const;
const names = Object.keys(titles) as PartName[];

type PartName = keyof typeof titles;
type Parts = Readonly<Record<PartName, readonly ComparedBlock[]>>;

function matchPages(pages: Both<ReadPage>, task: MatchTask): MatchResult {
	const { level, rules, hits } = task;
	const isMain = mainOf([pages.kept, pages.sent]);
	const [kept, sent] = [partsOf(pages.kept, isMain), partsOf(pages.sent, isMain)];
	const compared = (name: PartName) => {
		const nearness = new Nearness(rules, countsAt(level, name) ? hits : undefined);
		return compareBlocks(kept[name], sent[name], { nearness, findsBroken: true });
	};
	const parts = { main: compared('main'), around: compared('around'), code: compared('code') };
	const counted = names.filter((name) => countsAt(level, name));
	const blocks = counted.flatMap((name) => parts[name]);
	countFolded(blocks, hits);
	const counts = looksCountAt(level, rules);
	return {
		...foundIn(blocks, counts),
		method: [
			...counted.map((name) => titles[name].toLowerCase()),
			...(countsAt(level, 'structure') ? ['looks'] : []),
		].join(', '),
		weights: weightsOf(pages, parts, task),
		notes: [...mainNotes(pages), ...notesOn(pages, parts, task)],
		show: () => reportOf(counted, parts, counts),
	};
}

/** The code weighs at most as much as all else. */
function weightsOf(
	{ kept, sent }: Both<ReadPage>,
	{ main, around, code }: Parts,
	{ level, rules }: MatchTask,
): MatchResult['weights'] {
	const counts = looksCountAt(level, rules);
	const seen = weightOfBlocks([...kept.blocks, ...sent.blocks]);
	const all = kept.code.weight + sent.code.weight;
	const share = Math.min(1, seen / all);
	const text = countsAt(level, 'around') ? [...main, ...around] : main;
	return {
		differing: differingOf(text, counts) + share * differingOf(code, counts),
		total: seen + Math.min(seen, all),
	};
}

function mainNotes(pages: Both<ReadPage>): readonly string[] {
	const side = onlyMain(pages);
	if (side === undefined) return [];
	return [
		`Only the ${side} file has a main element: of both, all but navigation, head, foot and asides was taken for the main text.`,
	];
}

/** Notes about what differs but does not count at the level. */
function notesOn(
	{ kept, sent }: Both<ReadPage>,
	{ main, around }: Parts,
	{ level, rules }: MatchTask,
): readonly string[] {
	const differs = (blocks: readonly ComparedBlock[], at: Level) =>
		differingOf(blocks, looksCountAt(at, rules));
	const seen = [...main, ...around];
	const classes = comparedKinds.page.classes;
	return [
		['around', titles.around, differs(around, classes.around.from) > 0] as const,
		['structure', 'Looks', differs(seen, 'High') > differs(seen, 'Medium')] as const,
		['code', titles.code, kept.code.hash !== sent.code.hash] as const,
	].flatMap(([name, title, isOther]) =>
		isOther && !countsAt(level, name)
			? [`${title}: differs, which counts from ${classes[name].from} on.`]
			: [],
	);
}

function reportOf(counted: readonly PartName[], parts: Parts, counts: Counts): ReportBody {
	const rows = new BlockRows(
		counted.flatMap((name) => parts[name]),
		counts,
	);
	const sections = counted.flatMap((name) =>
		rows.differsIn(parts[name])
			? [markup`<h2>${titles[name]}</h2>\n${table(rows.of(parts[name]))}`]
			: [],
	);
	return { style: blocksStyle, content: markup`${sections}${rows.rest()}`, files: [] };
}
