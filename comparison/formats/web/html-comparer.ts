/**
 * Compares two pages: what a reader sees as the paragraphs of a document, in the main text and around it; and
 * at the finest level the code, line by line.
 */
import { comparedKinds } from '../../../api/comparison/kinds';
import { countText, markup, type Markup } from '../../../server/html/markup';
import { classesOf } from '../../core/classes';
import {
	comparerOf,
	ReadFault,
	type Both,
	type Found,
	type MatchTask,
} from '../../core/format-comparer';
import {
	blockText,
	compareBlocks,
	differingOf,
	weightOfBlocks,
	type ComparedBlock,
} from '../office/matching/comparing';
import { countsAt as looksCountAt } from '../office/matching/differences';
import { Nearness } from '../office/matching/nearness';
import { countFolded, foundIn, placeOf } from '../office/report/changes';
import { BlockRows, officeStyle, table } from '../office/report/report';
import { compareRows, weightsAt } from '../text/matching/row-comparison';
import { rowsFrom } from '../text/reading/rows';
import { wordsAndGaps } from '../text/reading/tokens';
import { findingsOf, type Findings } from '../text/report/findings';
import { rowView, rowViewStyle } from '../text/report/row-view';
import { pageParser } from './dom';
import { isText, mainOf, onlyMain, readPage, textsOf, type ReadPage } from './page-reading';

const { countsAt } = classesOf(comparedKinds.page.classes);

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
			rows: rows
				.filter(isText)
				.map((block) => ({ place: placeOf(block), ...wordsAndGaps(blockText(block)) })),
		};
	},
}));

/** What is compared of two pages, with what differs in it at a level. */
interface Parts {
	readonly main: readonly ComparedBlock[];
	readonly around: readonly ComparedBlock[];
	readonly code: Code;
}

interface Code {
	readonly findings: Findings;
	/** At the finest level. */
	readonly weights: Found['weights'];
}

function matchPages(pages: Both<ReadPage>, task: MatchTask): Found {
	const { level, rules, hits } = task;
	const isMain = mainOf([pages.kept, pages.sent]);
	const [kept, sent] = [textsOf(pages.kept, isMain), textsOf(pages.sent, isMain)];
	const how = { nearness: new Nearness(rules, hits), findsBroken: true };
	const main = compareBlocks(kept.main, sent.main, how);
	const around = compareBlocks(kept.around, sent.around, how);
	const code = comparedCode(pages, task);
	const [hasAround, hasCode] = [countsAt(level, 'around'), countsAt(level, 'code')];
	const counts = looksCountAt(level, rules);
	const counted = hasAround ? [...main, ...around] : main;
	countFolded(counted, hits);
	const found = foundIn(counted, counts);
	const total = weightOfBlocks([...pages.kept.blocks, ...pages.sent.blocks]);
	// The code weighs at most as much as the text.
	const share = code.weights.total > total ? total / code.weights.total : 1;
	return {
		...found,
		method: [...seenParts, ...codePart]
			.filter(([name]) => countsAt(level, name))
			.map(([, title]) => title.toLowerCase())
			.join(', '),
		counts: hasCode ? sumOf(found.counts, code.findings.counts) : found.counts,
		changes: hasCode ? [...found.changes, ...code.findings.changes] : found.changes,
		weights: {
			differing: differingOf(counted, counts) + (hasCode ? share * code.weights.differing : 0),
			total: total + share * code.weights.total,
		},
		notes: [...mainNotes(pages), ...notesOn({ main, around, code }, task)],
		show: () => reportOf({ main, around, code }, task),
	};
}

const seenParts = [
	['main', 'Main text'],
	['around', 'Text around it'],
	['structure', 'Structure'],
] as const;
const codePart = [['code', 'Scripts, styles and attributes']] as const;

function comparedCode({ kept, sent }: Both<ReadPage>, { level, rules, hits }: MatchTask): Code {
	const told = countsAt(level, 'code') ? hits : undefined;
	const comparison = compareRows(rowsFrom(kept.code), rowsFrom(sent.code), rules, told);
	return {
		findings: findingsOf(comparison, 'Excellent'),
		weights: weightsAt(comparison, 'Excellent'),
	};
}

function sumOf(one: Found['counts'], other: Found['counts']): Found['counts'] {
	return {
		added: one.added + other.added,
		removed: one.removed + other.removed,
		changed: one.changed + other.changed,
		moved: one.moved + other.moved,
	};
}

function mainNotes(pages: Both<ReadPage>): readonly string[] {
	const side = onlyMain(pages);
	if (side === undefined) return [];
	return [
		`Only the ${side} file has a main element: of both, all but navigation, head, foot and asides was taken for the main text.`,
	];
}

/** Notes about parts that differ but do not count at the level. */
function notesOn({ main, around, code }: Parts, { level, rules }: MatchTask): readonly string[] {
	const [words, looks] = [looksCountAt('Medium', rules), looksCountAt('High', rules)];
	const seen = [...main, ...around];
	const differs = {
		main: false,
		around: differingOf(around, words) > 0,
		structure: differingOf(seen, looks) > differingOf(seen, words),
		code: code.weights.differing > 0,
	};
	return [...seenParts, ...codePart]
		.filter(([name]) => !countsAt(level, name) && differs[name])
		.map(
			([name, title]) =>
				`${title}: differs, which counts from ${comparedKinds.page.classes[name].from} on.`,
		);
}

function reportOf({ main, around, code: { findings } }: Parts, { level, rules }: MatchTask) {
	const seen = countsAt(level, 'around') ? [main, around] : [main];
	const codeCount = countsAt(level, 'code') ? findings.changeCount : 0;
	const rows = new BlockRows(seen.flat(), looksCountAt(level, rules), codeCount);
	const parts = seen.map((blocks, index) => {
		if (!rows.differsIn(blocks)) return markup``;
		return section(index === 0 ? 'Main text' : 'Text around it', table(rows.of(blocks)));
	});
	const numbering = { before: rows.count, count: rows.count + codeCount };
	const placeText = ({ path = '' }) => path.split('/').at(-1) ?? '';
	const code =
		codeCount === 0
			? markup``
			: section(
					`Scripts, styles and attributes: ${countText(codeCount, 'difference')}`,
					rowView(findings, { placeText, numbering }),
				);
	return {
		style: officeStyle + rowViewStyle,
		content: markup`${parts}${rows.rest()}${code}`,
		files: [],
	};
}

function section(title: string, content: Markup): Markup {
	return markup`<h2>${title}</h2>
${content}`;
}
