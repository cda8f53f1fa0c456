import fc from 'fast-check';
import {
	alignTables,
	type TableAlignment,
} from '../../../../../comparison/formats/table/matching/align-tables';
import { packRow, type Table } from '../../../../../comparison/formats/table/reading/table';

function tableOf(rows: ReadonlyArray<readonly string[]>): Table {
	const packed = rows.map(packRow);
	const rowNumbers = packed.flatMap((row, index) => (row === '' ? [] : [index + 1]));
	return { name: '', rows: packed.filter((row) => row !== ''), rowNumbers };
}

/** Each aligned row as `kept>sent`, from 0, in the order of the kept table, with `~` where it moved. */
function rowPairs({ rows }: TableAlignment): string {
	const kept = [...rows.toSent].map(
		(sent, row) => `${row}>${sent < 0 ? '' : sent}${rows.isMoved[row] === 1 ? '~' : ''}`,
	);
	const added = [...rows.toKept].flatMap((row, sent) => (row < 0 ? [`>${sent}`] : []));
	return [...kept, ...added].join(' ');
}

function columnPairs({ columns }: TableAlignment): string {
	return columns
		.map(
			({ kept, sent, isMoved, isRenamed }) =>
				`${kept ?? ''}>${sent ?? ''}${isMoved ? '~' : ''}${isRenamed ? '=' : ''}`,
		)
		.join(' ');
}

const table = (text: string) =>
	tableOf(
		text
			.trim()
			.split('\n')
			.map((line) => line.trim().split('|')),
	);

const aligned = (kept: string, sent: string, rules = {}) =>
	alignTables(table(kept), table(sent), rules);

const prices = `sku|name|price
	A1|Bolt|10
	B2|Nut|20
	C3|Washer|30
	D4|Screw|40`;

describe('aligning the rows of two tables', () => {
	const rows: Array<[string, string, string, string, object?]> = [
		[
			'a row put in shifts those below and changes none',
			'1|red|x\n2|red|x\n3|blue|x',
			'1|red|x\n9|grey|y\n2|red|x\n3|blue|x',
			'0>0 1>2 2>3 >1',
		],
		[
			'a row with a changed cell is the same row',
			'1|red|x\n2|red|x\n3|blue|x',
			'1|red|x\n2|pink|x\n3|blue|x',
			'0>0 1>1 2>2',
		],
		[
			'a row that shares less than half is another one',
			'1|red|x\n2|red|x\n3|blue|x',
			'1|red|x\n7|pink|x\n3|blue|x',
			'0>0 1> 2>2 >1',
		],
		[
			'rows that stand twice are paired in their order',
			'a|1\na|1\nb|2\nb|2',
			'a|1\nb|2\nb|2\nb|2',
			'0>0 1> 2>2 3>3 >1',
		],
		[
			'a row at another place has moved, and only that',
			'a|1\nb|2\nc|3\nd|4',
			'd|4\na|1\nb|2\nc|3',
			'0>1 1>2 2>3 3>0~',
		],
		[
			'a row that moved and changed is found by a value of its own',
			'a|1|x|x\nb|2|x|x\nc|3|x|x\nd|4|x|x\ne|5|x|x',
			'e|6|x|x\na|1|x|x\nb|2|x|x\nc|3|x|x\nd|4|x|x',
			'0>1 1>2 2>3 3>4 4>0~',
		],
		[
			'a number that only counts the rows does not name them',
			'1|ash|x\n2|oak|y\n3|elm|z\n4|fir|x',
			'1|yew|w\n2|ash|x\n3|oak|y\n4|elm|z\n5|fir|x',
			'0>1 1>2 2>3 3>4 >0',
		],
		[
			'a column of texts of their own names the rows, however much else changed',
			prices,
			'sku|name|price\nC3|Ring|33\nA1|Rod|11\nB2|Hook|22\nD4|Pin|44',
			'0>0 1>2 2>3 3>1~ 4>4',
		],
		[
			'rows are paired by the columns that a rule names, and by nothing else',
			'team|day|score\nA|Mon|1\nA|Tue|2\nB|Mon|3',
			'team|day|score\nA|Tue|2\nB|Mon|3\nA|Wed|1',
			'0>0 1> 2>1 3>2 >3',
			{ keyColumns: ['team', 'day'] },
		],
		[
			'a key may be named by the letters of its column',
			'1|red\n2|blue',
			'2|pink\n1|grey',
			'0>1~ 1>0',
			{ keyColumns: ['A'] },
		],
	];

	test.each(rows)('%s', (...[, kept, sent, pairs, rules]) => {
		expect(rowPairs(aligned(kept, sent, rules))).toBe(pairs);
	});

	test('a key that one side has not got is told with its side', () => {
		const sent = prices.replace('sku', 'x').replace(/[ABCD]\d/g, (code) => `${code}-9${code}`);
		expect(aligned(prices, 'name|price\nBolt|10\nNut|20', { keyColumns: ['sku'] }).key).toEqual({
			by: 'missing',
			side: 'sent',
			name: 'sku',
		});
		expect(aligned(sent, prices, { keyColumns: ['ean'] }).key).toMatchObject({ side: 'kept' });
	});
});

describe('aligning the columns of two tables', () => {
	const columns: ReadonlyArray<readonly [string, string, string, string]> = [
		['columns in one order are the same', prices, prices, '0>0 1>1 2>2'],
		[
			'a column put in and one taken out are told apart from the rest',
			prices,
			prices.replace(/^(.*)\|(.*)\|(.*)$/gm, '$1|new $3|$3'),
			'0>0 >1 1> 2>2',
		],
		[
			'a column with another name and the same content was renamed',
			prices,
			prices.replace('price', 'price in euro'),
			'0>0 1>1 2>2=',
		],
		[
			'a column at another place has moved, and only that',
			prices,
			prices.replace(/^(.*)\|(.*)\|(.*)$/gm, '$3|$1|$2'),
			'2>0~ 0>1 1>2',
		],
		[
			'without names columns are found by what they hold',
			'1|ash|7\n2|oak|8\n3|elm|9',
			'1|ash|x|7\n2|oak|y|8\n3|elm|z|9',
			'0>0 1>1 >2 2>3',
		],
		[
			'without names as many columns between the same neighbours are the same',
			'1|ash|7\n2|oak|8',
			'1|box|7\n2|fir|8',
			'0>0 1>1 2>2',
		],
	];

	test.each(columns)('%s', (_, kept, sent, pairs) => {
		expect(columnPairs(aligned(kept.replace(/^\s+/gm, ''), sent.replace(/^\s+/gm, '')))).toBe(
			pairs,
		);
	});

	test('names in the first row are names only where both tables have them', () => {
		expect(aligned(prices, prices).hasHeader).toBe(true);
		expect(aligned('ash|oak\nelm|fir', 'yew|box\nash|oak\nelm|fir').hasHeader).toBe(false);
		expect(aligned('id|7\nelm|8', 'id|7\nelm|8').hasHeader).toBe(false);
	});
});

describe('whatever the tables hold', () => {
	const cell = fc.constantFrom('', 'a', 'b', 'c', '1', '2', 'A');
	const tables = fc.tuple(
		fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
		fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
	);

	test('swapping the two swaps their pairs', () => {
		fc.assert(
			fc.property(tables, ([kept, sent]) => {
				const there = alignTables(tableOf(kept), tableOf(sent), {});
				const back = alignTables(tableOf(sent), tableOf(kept), {});
				expect([...back.rows.toSent]).toEqual([...there.rows.toKept]);
				const moves = ({ rows }: TableAlignment) => rows.isMoved.filter((moved) => moved).length;
				expect(moves(back)).toBe(moves(there));
			}),
			{ seed: 15, numRuns: 500 },
		);
	});

	test('a table is its own partner row by row, and every row has one partner at most', () => {
		fc.assert(
			fc.property(tables, ([kept, sent]) => {
				const own = alignTables(tableOf(kept), tableOf(kept), {});
				expect([...own.rows.toSent]).toEqual(own.kept.rows.map((_, row) => row));
				const { toSent, toKept } = alignTables(tableOf(kept), tableOf(sent), {}).rows;
				toSent.forEach((partner, row) => {
					if (partner >= 0) expect(toKept[partner]).toBe(row);
				});
			}),
			{ seed: 16, numRuns: 500 },
		);
	});
});

test('two tables of 20,000 rows without one in common are told apart at once', () => {
	const rows = (word: string) =>
		tableOf(Array.from({ length: 20_000 }, (_, row) => [`${row % 7}`, word, `${word} ${row % 3}`]));
	const { toSent } = alignTables(rows('kept'), rows('sent'), {}).rows;
	expect(toSent.every((sent) => sent === -1)).toBe(true);
});
