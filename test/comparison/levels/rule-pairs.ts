/**
 * For each rule that a kind of file has: pairs of which it hides the only difference, or that it has read or
 * paired otherwise, and pairs beside which it hides nothing. A rule without them does not compile.
 */
import sharp from 'sharp';
import type { ComparedKindName, comparedKinds } from '../../../api/comparison/kinds';
import type { ChangeCounts } from '../../../comparison/core/comparison';
import type { CompareRules } from '../../../comparison/core/rules';
import { openFile } from '../formats/office/open-files';
import { paragraph, wordFile } from '../formats/office/word-files';
import { lines, sheets } from '../formats/pdf/files';
import { body, presentationFile } from '../formats/slides/slide-files';
import { odsOf, xlsxOf } from '../formats/table/workbook-files';
import { drawn, page } from '../quality/pictures';
import type { LevelPair, PairFormat } from './pairs';

type Maybe = LevelPair | Promise<LevelPair>;

interface Beside {
	readonly rules: CompareRules;
	/** Different at every level although the rule is given. */
	readonly tells: readonly Maybe[];
}

/** Equal at every level with the rule, and different without it. */
export interface Hiding extends Beside {
	readonly hides: readonly Maybe[];
}

/** At High: what is counted with the rule, which is something else without it. */
export interface Shaping extends Beside {
	readonly shapes: ReadonlyArray<readonly [LevelPair, Partial<ChangeCounts>]>;
}

type RulesOf<Kind extends ComparedKindName> = (typeof comparedKinds)[Kind]['rules'][number];

type Shapers = 'onlySelectors' | 'arrayKey' | 'keyColumns' | 'delimiter' | 'decimalSign';

type RulePairs = {
	readonly [Kind in ComparedKindName]: {
		readonly [Rule in RulesOf<Kind>]: Rule extends Shapers ? Shaping : Hiding;
	};
};

/** A file that says this value, in each format of a kind. */
type Files = ReadonlyArray<
	readonly [
		format: PairFormat | undefined,
		file: (value: string) => LevelPair['kept'] | Promise<Uint8Array>,
	]
>;

const sentence = (value: string) => `The chair of the list is at ${value} in this year`;
const rows = (value: string) => [
	['item', 'said', 'place'],
	['Chair', value, 'hall'],
	['Table', 'as before', 'yard'],
];
const csv = (value: string) =>
	rows(value)
		.map((row) => row.map((cell) => `"${cell}"`).join(','))
		.join('\n');
const odsCells = (row: readonly string[]) =>
	row
		.map(
			(cell) =>
				`<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`,
		)
		.join('');
const ods = (value: string) =>
	odsOf([
		{
			name: 'A',
			table: rows(value)
				.map((row) => `<table:table-row>${odsCells(row)}</table:table-row>`)
				.join(''),
		},
	]);
const json = (value: string) => JSON.stringify({ item: 'Chair', said: value });
const html = (value: string) =>
	`<html><body><main><p>${sentence(value)}</p><p class="foot">By the mill</p></main></body></html>`;

const texts: Files = [[undefined, sentence]];
const trees: Files = [
	['json', json],
	['yaml', (value) => `item: Chair\nsaid: "${value}"\n`],
	['xml', (value) => `<list><item>Chair</item><said>${value}</said></list>`],
];
const tables: Files = [
	['csv', csv],
	['xlsx', (value) => xlsxOf([{ name: 'A', rows: rows(value) }])],
	['ods', ods],
];
const documents: Files = [
	[undefined, (value) => wordFile({ body: paragraph(sentence(value)) })],
	[undefined, (value) => openFile({ body: `<text:p>${sentence(value)}</text:p>` })],
];
const slides: Files = [
	[undefined, (value) => presentationFile({ slides: [{ shapes: body(sentence(value)) }] })],
];
const pages: Files = [[undefined, html]];
const pdfs: Files = [
	['pdf', (value) => sheets([lines([sentence(value), 'The table is as before'])])],
];

async function pairOf(
	[format, file]: Files[number],
	[kept, sent]: readonly [kept: string, sent: string],
): Promise<LevelPair> {
	return { format, kept: await file(kept), sent: await file(sent) };
}

type Values = ReadonlyArray<readonly [kept: string, sent: string]>;

function hiding(rules: CompareRules, hidden: Values, told: Values) {
	const pairs = (files: Files, values: Values) =>
		files.flatMap((file) => values.map((value) => pairOf(file, value)));
	return (files: Files): Hiding => ({
		rules,
		hides: pairs(files, hidden),
		tells: pairs(files, told),
	});
}

const ignorePatterns = hiding(
	{ ignorePatterns: ['no \\d+'] },
	[['no 41', 'no 59']],
	[
		['no 41 of A', 'no 59 of B'],
		['no 41', 'number 41'],
	],
);
const numberTolerance = hiding(
	{ numberTolerance: 0.01 },
	[
		['5.00', '5.004'],
		['$5.00', '$5.004'],
	],
	[
		['5.00', '5.02'],
		['$5.00', '\u00a35.00'],
		['1,50', '150'],
	],
);
const dateToleranceSeconds = hiding(
	{ dateToleranceSeconds: 3600 },
	[
		['2026-01-01T10:00', '2026-01-01T10:30'],
		['2026-01-01 10:00', '2026-01-01 10:30'],
	],
	[['2026-01-01 10:00', '2026-01-01 12:30']],
);
const ignoreCase = hiding(
	{ ignoreCase: true },
	[['The Buyer', 'the BUYER']],
	[['The Buyer', 'the OWNER']],
);
const ignoreWhiteSpace = hiding(
	{ ignoreWhiteSpace: true },
	[
		['10 000', '10000'],
		['by hand', 'byhand'],
	],
	[['10 000', '10001']],
);

/** The words of the upper half of a picture, and of its lower half. */
async function halves(upper: string, lower: string): Promise<Uint8Array> {
	const { data, width, height } = drawn(page, [
		{ text: upper, x: 20, y: 60 },
		{ text: lower, x: 20, y: 220 },
	]);
	return sharp(data, { raw: { width, height, channels: 4 } })
		.png()
		.toBuffer();
}

const lowerHalf: CompareRules = { ignoreRegions: [{ x: 0, y: 0.5, width: 1, height: 0.5 }] };
const picture = async (kept: readonly [string, string], sent: readonly [string, string]) => ({
	kept: await halves(...kept),
	sent: await halves(...sent),
});
const sheet = async (kept: readonly [string, string], sent: readonly [string, string]) => {
	const file = ([upper, lower]: readonly [string, string]) =>
		sheets([
			[
				{ text: upper, y: 80 },
				{ text: lower, y: 600 },
			],
		]);
	return { kept: await file(kept), sent: await file(sent) };
};

const tree = (kept: unknown, sent: unknown): LevelPair => ({
	format: 'json',
	kept: JSON.stringify(kept),
	sent: JSON.stringify(sent),
});
const table = (kept: string, sent: string): LevelPair => ({ format: 'csv', kept, sent });
const web = (kept: string, sent: string): LevelPair => {
	const file = (text: string) => html('one').replace('By the mill', text);
	return { kept: file(kept), sent: file(sent) };
};

export const rulePairs: RulePairs = {
	text: {
		ignorePatterns: ignorePatterns(texts),
		ignoreCase: ignoreCase(texts),
		ignoreWhiteSpace: ignoreWhiteSpace(texts),
	},
	tree: {
		ignorePatterns: ignorePatterns(trees),
		ignorePaths: {
			rules: { ignorePaths: ['/said'] },
			hides: [tree({ item: 1, said: 'a' }, { item: 1, said: ['b'] })],
			tells: [tree({ item: 1, said: 'a' }, { item: 2, said: 'b' })],
		},
		numberTolerance: numberTolerance(trees),
		dateToleranceSeconds: dateToleranceSeconds(trees),
		arrays: {
			rules: { arrays: 'set' },
			hides: [tree(['bolt', 'nut', 'pin'], ['pin', 'bolt', 'nut'])],
			tells: [tree(['bolt', 'nut', 'pin'], ['pin', 'bolt', 'screw'])],
		},
		arrayKey: {
			rules: { arrayKey: 'name' },
			shapes: [
				[
					tree(
						[
							{ id: 1, name: 'bolt' },
							{ id: 2, name: 'nut' },
						],
						[
							{ id: 2, name: 'bolt' },
							{ id: 1, name: 'nut' },
						],
					),
					{ changed: 2, moved: 0 },
				],
			],
			tells: [tree([{ id: 1, name: 'bolt' }], [{ id: 2, name: 'bolt' }])],
		},
		ignoreCase: ignoreCase(trees),
		ignoreWhiteSpace: ignoreWhiteSpace(trees),
	},
	table: {
		ignorePatterns: ignorePatterns(tables),
		ignoreColumns: {
			rules: { ignoreColumns: ['said'] },
			hides: tables.map((file) => pairOf(file, ['one', 'two'])),
			tells: [table(csv('one'), csv('two').replace('hall', 'cellar'))],
		},
		numberTolerance: numberTolerance(tables),
		dateToleranceSeconds: dateToleranceSeconds(tables),
		keyColumns: {
			rules: { keyColumns: ['id'] },
			shapes: [
				[
					table(
						'id,name,size\n1,bolt,long\n2,nut,wide\n',
						'id,name,size\n2,bolt,long\n1,nut,wide\n',
					),
					{ changed: 2, moved: 1 },
				],
			],
			tells: [table('id,name\n1,bolt\n', 'id,name\n1,nut\n')],
		},
		delimiter: {
			rules: { delimiter: 'tab' },
			shapes: [[table('name,size\nbolt,1\n', 'size,name\n1,bolt\n'), { moved: 0 }]],
			tells: [table('name\tsize\nbolt\t1\n', 'name\tsize\nbolt\t2\n')],
		},
		decimalSign: {
			rules: { decimalSign: 'comma', numberTolerance: 0.5 },
			shapes: [
				[
					table('item;price\nbolt;1,200\nnut;2\n', 'item;price\nbolt;1,300\nnut;2\n'),
					{ changed: 0 },
				],
			],
			tells: [table('item;price\nbolt;1,200\n', 'item;price\nbolt;2,200\n')],
		},
		ignoreCase: ignoreCase(tables),
		ignoreWhiteSpace: ignoreWhiteSpace(tables),
	},
	pdf: {
		ignorePatterns: ignorePatterns(pdfs),
		ignoreRegions: {
			rules: lowerHalf,
			hides: [
				sheet(['The rent is due', 'Page printed one'], ['The rent is due', 'Page printed two']),
			],
			tells: [
				sheet(['The rent is due', 'Page printed one'], ['The rent is paid', 'Page printed one']),
			],
		},
		numberTolerance: numberTolerance(pdfs),
		ignoreCase: ignoreCase(pdfs),
	},
	document: {
		ignorePatterns: ignorePatterns(documents),
		numberTolerance: numberTolerance(documents),
		dateToleranceSeconds: dateToleranceSeconds(documents),
		ignoreCase: ignoreCase(documents),
		ignoreWhiteSpace: ignoreWhiteSpace(documents),
	},
	slides: {
		ignorePatterns: ignorePatterns(slides),
		numberTolerance: numberTolerance(slides),
		dateToleranceSeconds: dateToleranceSeconds(slides),
		ignoreCase: ignoreCase(slides),
		ignoreWhiteSpace: ignoreWhiteSpace(slides),
	},
	page: {
		ignorePatterns: ignorePatterns(pages),
		ignoreSelectors: {
			rules: { ignoreSelectors: ['.foot'] },
			hides: [web('By the mill', 'By the river')],
			tells: [{ kept: html('one'), sent: html('two').replace('By the mill', 'By the river') }],
		},
		onlySelectors: {
			rules: { onlySelectors: ['.foot'] },
			shapes: [[{ kept: html('one'), sent: html('two') }, { changed: 0 }]],
			tells: [web('By the mill', 'By the river')],
		},
		numberTolerance: numberTolerance(pages),
		dateToleranceSeconds: dateToleranceSeconds(pages),
		ignoreCase: ignoreCase(pages),
		ignoreWhiteSpace: ignoreWhiteSpace(pages),
	},
	picture: {
		ignoreRegions: {
			rules: lowerHalf,
			hides: [picture(['rent', 'one'], ['rent', 'two'])],
			tells: [picture(['rent', 'one'], ['paid', 'one'])],
		},
	},
	archive: {},
	bytes: {},
};
