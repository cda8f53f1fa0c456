/**
 * The form of a segment: a closed part of a market's history as lines of JSON, compressed by gzip.
 * The first line is the head, then one line a row, the tables in the order below, then the closing
 * line; docs/archive.md says it for other programs. This is the one place where segments are
 * written and read.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { at, present } from '../../../server/at';
import type { MarketRules } from '../../engine/command';
import type { MarketDescription } from '../../trading/markets/market';

export const segmentFormat = 'sealkeeper-exchange-segment';
const version = 1;

/** Columns of each table, in the order in which they stand in a line. */
export const segmentTables = {
	commands: ['sequence', 'body', 'accepted_at'],
	batches: ['first_sequence', 'last_sequence', 'epoch', 'reports', 'levels', 'committed_at'],
	orders: [
		...(['order_id', 'account_id', 'client_order_id', 'request', 'created_at', 'status'] as const),
		...(['reason', 'quantity_lots', 'executed_lots', 'leaves_lots', 'executed_quote'] as const),
		...(['commission', 'held', 'expire_time', 'updated_at'] as const),
	],
	order_lists: ['order_list_id', 'account_id', 'list_client_order_id', 'created_at'],
	trades: [
		...(['trade_id', 'sequence', 'price_ticks', 'quantity_lots', 'quote_amount'] as const),
		...(['taker_side', 'taker_order_id', 'taker_account_id', 'taker_commission'] as const),
		...(['maker_order_id', 'maker_account_id', 'maker_commission', 'traded_at'] as const),
	],
	postings: [
		...(['sequence', 'position', 'kind', 'asset', 'amount'] as const),
		...(['from_account', 'to_account', 'order_id'] as const),
	],
	balances: ['account_id', 'asset', 'available', 'held'],
} as const;

export type SegmentTable = keyof typeof segmentTables;
export const tableNames = Object.keys(segmentTables) as readonly SegmentTable[];

/** Columns that hold JSON; in a line it stands as it is. */
const jsonColumns: ReadonlySet<string> = new Set(['body', 'reports', 'levels', 'request']);

/** Columns that may be null. */
interface Nullable {
	readonly orders: 'reason';
	readonly postings: 'order_id';
}

/** A row as it is read from a segment or a database: whole numbers as decimal text. */
export type SegmentRow<Table extends SegmentTable> = {
	readonly [Column in (typeof segmentTables)[Table][number]]:
		| string
		| (Column extends (Table extends keyof Nullable ? Nullable[Table] : never) ? null : never);
};

/** A row of any table. */
type Cells = Readonly<Record<string, string | null>>;

export type RowCounts = Readonly<Record<SegmentTable, number>>;

export interface SegmentHead {
	readonly market: MarketDescription;
	/** What the market's book began with. */
	readonly firstRules: MarketRules;
	readonly number: number;
	readonly firstSequence: number;
	readonly lastSequence: number;
	/** When its last command was accepted, in milliseconds since 1970. */
	readonly lastTime: number;
	/** SHA-256 of the segment before; zeros for the first. */
	readonly previous: string;
}

export const noPrevious = '0'.repeat(64);

/** As much as is hashed, or taken apart, in a millisecond or two; others are served in between. */
const hashedAtOnce = 1024 * 1024;
const textAtOnce = 64 * 1024;

export async function sha256Of(bytes: Uint8Array): Promise<string> {
	const hash = createHash('sha256');
	for (let at = 0; at < bytes.length; at += hashedAtOnce) {
		if (at > 0) await nextTurn();
		hash.update(bytes.subarray(at, at + hashedAtOnce));
	}
	return hash.digest('hex');
}

/** Collects the lines of one segment, in the order in which they are to stand. */
export class SegmentDraft {
	private readonly pieces: Buffer[] = [];
	private readonly counts = new Map<SegmentTable, number>();

	constructor(head: SegmentHead) {
		this.push([
			JSON.stringify({ format: segmentFormat, version, ...head, columns: segmentTables }),
		]);
	}

	get rows(): RowCounts {
		const of = (table: SegmentTable) => [table, this.counts.get(table) ?? 0] as const;
		return Object.fromEntries(tableNames.map(of)) as RowCounts;
	}

	add(table: SegmentTable, rows: readonly Cells[]): void {
		this.push(rows.map((row) => rowLine(table, row)));
		this.counts.set(table, (this.counts.get(table) ?? 0) + rows.length);
	}

	/** The segment as it is stored. */
	close(): Promise<Uint8Array> {
		this.push([JSON.stringify({ rows: this.rows })]);
		return buffer(Readable.from(this.pieces).pipe(createGzip({ level: 6 })));
	}

	private push(lines: readonly string[]): void {
		if (lines.length > 0) this.pieces.push(Buffer.from(`${lines.join('\n')}\n`));
	}
}

/** The rows a few at a time. */
export function* inGroups<Row>(rows: Iterable<Row>, rowsMax: number): Generator<readonly Row[]> {
	let group: Row[] = [];
	for (const row of rows) {
		group.push(row);
		if (group.length < rowsMax) continue;
		yield group;
		group = [];
	}
	if (group.length > 0) yield group;
}

function rowLine(table: SegmentTable, row: Cells): string {
	const cells = segmentTables[table].map((column) => {
		const value = row[column] ?? null;
		return value !== null && jsonColumns.has(column) ? value : JSON.stringify(value);
	});
	return `[${JSON.stringify(table)},${cells.join()}]`;
}

/** What is wrong with a segment, in words that name it. */
export class DamagedSegment extends Error {}

interface NumberedLine {
	readonly first: number;
	readonly second: number;
	readonly line: string;
}

/** One segment in memory; its rows are taken apart when they are asked for. */
export class Segment {
	private constructor(
		readonly head: SegmentHead,
		private readonly lines: ReadonlyMap<string, readonly string[]>,
	) {}

	/** Throws `DamagedSegment` where it is not what was written under this hash. */
	static async read(bytes: Uint8Array, sha256: string): Promise<Segment> {
		const found = await sha256Of(bytes);
		if (found !== sha256) throw new DamagedSegment(`it has the hash ${found}, not ${sha256}`);
		const lines = new Map<string, string[]>(tableNames.map((table) => [table, []]));
		const [head = '', closing = ''] = await sortLines(bytes, lines);
		const segment = new Segment(readHead(head), lines);
		const { rows } = JSON.parse(closing) as { readonly rows: RowCounts };
		for (const table of tableNames) {
			if (segment.countOf(table) === rows[table]) continue;
			throw new DamagedSegment(`it has ${segment.countOf(table)} ${table}, not ${rows[table]}`);
		}
		return segment;
	}

	countOf(table: SegmentTable): number {
		return this.lines.get(table)?.length ?? 0;
	}

	/** The first two cells, which are numbers, and the line; it is not taken apart. */
	*numbered(table: 'batches' | 'trades' | 'postings'): Generator<NumberedLine> {
		for (const line of this.lines.get(table) ?? []) {
			const [, first, second] = present(
				/^\["\w+","(\d+)","(\d+)"/.exec(line),
				'the numbers of a row',
			);
			yield { first: Number(first), second: Number(second), line };
		}
	}

	/** Those whose line holds a text, where one is given: rows of an account are found by its id. */
	*rows<Table extends SegmentTable>(table: Table, holding = ''): Generator<SegmentRow<Table>> {
		for (const line of this.lines.get(table) ?? []) {
			if (line.includes(holding)) yield readRow(table, line);
		}
	}
}

function readHead(line: string): SegmentHead {
	const head = JSON.parse(line) as SegmentHead & { readonly format: string; version: number };
	if (head.format !== segmentFormat || head.version > version) {
		throw new DamagedSegment(`its form is ${head.format} ${head.version}; this program reads 1`);
	}
	return head;
}

/** Puts each row to those of its table; answers the head and the closing line. */
async function sortLines(
	bytes: Uint8Array,
	rows: ReadonlyMap<string, string[]>,
): Promise<readonly string[]> {
	const objects: string[] = [];
	for await (const lines of linesIn(bytes)) {
		for (const line of lines) {
			const table = line.slice(2, line.indexOf('"', 2));
			const own = line.startsWith('{') ? objects : rows.get(table);
			if (own === undefined) throw new DamagedSegment(`it has a line of ${table.slice(0, 40)}`);
			own.push(line);
		}
	}
	return objects;
}

/** The lines in parts, as they are decompressed; one may be longer than a part. */
async function* linesIn(bytes: Uint8Array): AsyncGenerator<readonly string[]> {
	const gunzip = createGunzip({ chunkSize: textAtOnce });
	gunzip.end(bytes);
	let begun = '';
	for await (const text of gunzip.setEncoding('utf8') as AsyncIterable<string>) {
		const lines = text.split('\n');
		const last = present(lines.pop(), 'the last line');
		if (lines.length === 0) {
			begun += last;
			continue;
		}
		lines[0] = begun + at(lines, 0);
		begun = last;
		yield lines;
	}
}

function readRow<Table extends SegmentTable>(table: Table, line: string): SegmentRow<Table> {
	const [, ...cells] = JSON.parse(line) as readonly unknown[];
	const columns: readonly string[] = segmentTables[table];
	const named = columns.map((column, at): [string, unknown] => {
		const cell = cells[at] ?? null;
		return [column, cell !== null && jsonColumns.has(column) ? JSON.stringify(cell) : cell];
	});
	return Object.fromEntries(named) as SegmentRow<Table>;
}
