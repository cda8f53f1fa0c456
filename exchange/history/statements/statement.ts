/**
 * A trader's statement: every posting of a period with its effect on the balances, and the balances
 * before and after. Pure; entries stream through it one by one. It throws if it does not add up:
 * the entries of all time, not only of the period, must lead to the balances in the ledger.
 */
import { dayMs } from '../../../server/clock';
import { present } from '../../../server/at';
import { formatDecimal } from '../../../server/decimal';
import { postingKinds, type PostingKind } from '../../trading/ledger/posting';

/** One posting, seen from the account of the statement. */
export interface StatementEntry {
	/** Milliseconds since 1970. */
	readonly time: number;
	readonly kind: PostingKind;
	/** A market's symbol, `deposits`, `settlement` or `funding`. */
	readonly journal: string;
	readonly orderId: string | null;
	readonly tradeId: string | null;
	readonly intentId: string | null;
	/** Reference of the deposit or payout. */
	readonly reference: string | null;
	readonly asset: string;
	/** Above 0, in the smallest unit of the asset. */
	readonly amount: bigint;
	/** True if the account pays. */
	readonly isFrom: boolean;
	/** True if the account receives. */
	readonly isTo: boolean;
}

export interface AssetBalance {
	readonly asset: string;
	readonly decimals: number;
	readonly available: bigint;
	readonly held: bigint;
}

/** An entry with its changes and the balances after it. */
export interface StatementLine extends StatementEntry {
	readonly decimals: number;
	readonly availableChange: bigint;
	readonly heldChange: bigint;
	readonly available: bigint;
	readonly held: bigint;
}

export type StatementItem =
	| { readonly kind: 'LINE'; readonly line: StatementLine }
	| {
			readonly kind: 'OPENING' | 'CLOSING';
			/** Null: the period has no such end. */
			readonly time: number | null;
			readonly balances: readonly AssetBalance[];
	  };

/** From inclusive, to exclusive; null: no end. */
export interface Period {
	readonly from: number | null;
	readonly to: number | null;
}

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Parses a date or ISO time, by default in UTC, to milliseconds; a date as `to` includes that day.
 * Returns null for malformed text.
 */
export function readTime(text: string, end: keyof Period): number | null {
	if (dateForm.test(text)) {
		const time = Date.parse(`${text}T00:00:00Z`);
		const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
		return isDay ? time + (end === 'to' ? dayMs : 0) : null;
	}
	const parts = timeForm.exec(text);
	if (parts === null || readTime(text.slice(0, 10), 'from') === null) return null;
	const time = Date.parse(parts[3] === undefined ? `${text}Z` : text);
	return Number.isNaN(time) ? null : time;
}

/** Sum of entries that are not read because all are before the period. */
export type OpeningSum = Omit<AssetBalance, 'decimals'>;

/**
 * Yields the items of a statement. `entries` must be all entries of the account, sorted by time.
 */
export async function* statementItems(
	entries: AsyncIterable<StatementEntry>,
	{
		period,
		ledger,
		opening: sums = [],
	}: {
		readonly period: Period;
		readonly ledger: readonly AssetBalance[];
		readonly opening?: readonly OpeningSum[];
	},
): AsyncGenerator<StatementItem> {
	const running = new RunningBalances(ledger, sums);
	let part: 'BEFORE' | 'WITHIN' | 'AFTER' = 'BEFORE';
	const opening = (): StatementItem => ({
		kind: 'OPENING',
		time: period.from,
		balances: running.all(),
	});
	const closing = (): StatementItem => ({
		kind: 'CLOSING',
		time: period.to,
		balances: running.all(),
	});
	for await (const entry of entries) {
		if (part === 'BEFORE' && entry.time >= (period.from ?? -Infinity)) {
			yield opening();
			part = 'WITHIN';
		}
		if (part === 'WITHIN' && entry.time >= (period.to ?? Infinity)) {
			yield closing();
			part = 'AFTER';
		}
		const line = running.apply(entry);
		if (part === 'WITHIN') yield { kind: 'LINE', line };
	}
	if (part === 'BEFORE') yield opening();
	if (part !== 'AFTER') yield closing();
	running.check();
}

class RunningBalances {
	private readonly byAsset = new Map<string, { available: bigint; held: bigint }>();
	private last = -Infinity;

	constructor(
		private readonly ledger: readonly AssetBalance[],
		opening: readonly OpeningSum[],
	) {
		for (const { asset } of ledger) this.byAsset.set(asset, { available: 0n, held: 0n });
		for (const { asset, available, held } of opening) {
			const balance = this.byAsset.get(asset);
			if (balance === undefined) throw new Error(`${asset} was archived and has no balance`);
			balance.available += available;
			balance.held += held;
		}
	}

	apply(entry: StatementEntry): StatementLine {
		const { asset, amount, kind, time } = entry;
		const balance = this.byAsset.get(asset);
		const decimals = this.ledger.find((one) => one.asset === asset)?.decimals;
		if (balance === undefined || decimals === undefined) {
			throw new Error(`the account has postings of ${asset} and no balance`);
		}
		if (time < this.last) throw new Error('the entries of a statement are not in order');
		this.last = time;
		const { from, to } = postingKinds[kind];
		const change = { available: 0n, held: 0n };
		if (entry.isFrom) change[from] -= amount;
		if (entry.isTo) change[to] += amount;
		balance.available += change.available;
		balance.held += change.held;
		return {
			...entry,
			...balance,
			decimals,
			availableChange: change.available,
			heldChange: change.held,
		};
	}

	all(): readonly AssetBalance[] {
		return this.ledger.map(({ asset, decimals }) => {
			return { asset, decimals, ...(this.byAsset.get(asset) ?? { available: 0n, held: 0n }) };
		});
	}

	/** Throws unless all entries lead to the balances in the ledger. */
	check(): void {
		for (const [at, balance] of this.all().entries()) {
			const real = this.ledger[at];
			if (real?.available === balance.available && real.held === balance.held) continue;
			const sum = `${balance.available}/${balance.held}`;
			throw new Error(
				`the statement does not add up: ${balance.asset} ${sum} by its postings, ` +
					`${real?.available}/${real?.held} in the ledger`,
			);
		}
	}
}

const changes = ['available_change', 'held_change', 'available', 'held'] as const;
const columns = [
	'time',
	'kind',
	'journal',
	'order_id',
	'trade_id',
	'intent_id',
	'reference',
	'asset',
	...changes,
] as const;

export const statementFormats = ['csv', 'json', 'text'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export interface StatementHead {
	readonly account: { readonly id: string; readonly name: string };
	readonly period: Period;
}

/** Yields the statement as text, item by item. */
export function statementText(
	items: AsyncIterable<StatementItem>,
	{ head, format }: { readonly head: StatementHead; readonly format: StatementFormat },
): AsyncGenerator<string> {
	if (format === 'json') return jsonPieces(items, head);
	return format === 'csv' ? csvPieces(items) : textPieces(items, head);
}

/** RFC 4180. */
async function* csvPieces(items: AsyncIterable<StatementItem>): AsyncGenerator<string> {
	yield `${columns.join()}\r\n`;
	for await (const item of items) {
		for (const { texts, numbers } of rowsOf(item)) {
			yield `${[...texts.map(csvText), ...numbers].join()}\r\n`;
		}
	}
}

/** Spreadsheets run text that looks like a formula; a leading apostrophe prevents that. */
function csvText(text: string): string {
	const harmless = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const textWidths = [24, 15, 12, 8, 8, 24, 20, 8];
const numberWidth = 16;

/** For a terminal; a cell wider than its column shifts the rest of its line. */
async function* textPieces(
	items: AsyncIterable<StatementItem>,
	{ account }: StatementHead,
): AsyncGenerator<string> {
	const lineOf = (texts: readonly string[], numbers: readonly string[]) =>
		[
			...texts.map((cell, at) => cell.padEnd(present(textWidths[at], 'the width of a column'))),
			...numbers.map((cell) => cell.padStart(numberWidth)),
		].join(' ');
	yield `${printable(account.name)} (${account.id})\n\n`;
	yield `${lineOf(columns.slice(0, -changes.length), changes)}\n`;
	for await (const item of items) {
		for (const { texts, numbers } of rowsOf(item)) {
			yield `${lineOf(texts.map(printable), numbers).trimEnd()}\n`;
		}
	}
}

/** Names and references are free text and must not control the terminal. */
function printable(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

async function* jsonPieces(
	items: AsyncIterable<StatementItem>,
	{ account, period }: StatementHead,
): AsyncGenerator<string> {
	const head = { account, from: isoOf(period.from), to: isoOf(period.to) };
	yield JSON.stringify(head).slice(0, -1);
	let separator = '\n';
	for await (const item of items) {
		if (item.kind === 'LINE') {
			yield separator + JSON.stringify(jsonLine(item.line));
			separator = ',\n';
			continue;
		}
		const balances = JSON.stringify(item.balances.map(jsonBalance));
		yield item.kind === 'OPENING'
			? `,\n"opening":${balances},\n"lines":[`
			: `\n],\n"closing":${balances}}\n`;
	}
}

function jsonBalance({ asset, decimals, available, held }: AssetBalance) {
	const decimal = (amount: bigint) => formatDecimal(amount, decimals);
	return { asset, available: decimal(available), held: decimal(held) };
}

function jsonLine(line: StatementLine) {
	const { kind, journal, orderId, tradeId, intentId, reference, decimals } = line;
	return {
		time: isoOf(line.time),
		kind,
		journal,
		orderId,
		tradeId,
		intentId,
		reference,
		availableChange: formatDecimal(line.availableChange, decimals),
		heldChange: formatDecimal(line.heldChange, decimals),
		...jsonBalance(line),
	};
}

interface Row {
	readonly texts: readonly string[];
	readonly numbers: readonly string[];
}

function rowsOf(item: StatementItem): readonly Row[] {
	if (item.kind !== 'LINE') {
		return item.balances.map(({ asset, decimals, available, held }) => ({
			texts: [isoOf(item.time) ?? '', item.kind, '', '', '', '', '', asset],
			numbers: ['', '', formatDecimal(available, decimals), formatDecimal(held, decimals)],
		}));
	}
	const { line } = item;
	const { kind, journal, orderId, tradeId, intentId, reference, asset, decimals } = line;
	const texts = [isoOf(line.time), kind, journal, orderId, tradeId, intentId, reference, asset];
	const amounts = [line.availableChange, line.heldChange, line.available, line.held];
	return [
		{
			texts: texts.map((text) => text ?? ''),
			numbers: amounts.map((amount) => formatDecimal(amount, decimals)),
		},
	];
}

function isoOf(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
