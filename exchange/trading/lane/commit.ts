/**
 * Writes what a batch of commands did in one transaction, which locks the lane's row first, and does
 * nothing if epoch or cursor differ from the expected ones. Cursor, money, orders, trades and public
 * data become visible together.
 */
import type { CompiledQuery } from 'kysely';
import type { Clock } from '../../../server/clock';
import { deleteStatements, insertStatements, type Insertion } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import { isPostgres } from '../../../server/database/database';
import { commitWith } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { rulesText } from '../markets/rules';
import { Balances } from '../ledger/balances';
import { FEES } from '../ledger/posting';
import { tellMarketStatus, type ToldStatus } from '../../telling/telling';
import type { OpenOrder, Trade } from './accounting';
import { levelsText, reportsText, type CommittedBatch, type ShownLevel } from './batch-text';
import type { NewestCandles } from './candles';
import type { BatchEffects, LaneState, LoggedCommand } from './lane-state';

export interface Batch {
	/** The state before the commands; it advances only once the lane's row is locked. */
	readonly state: LaneState;
	/** Of the same owner as the state. */
	readonly candles: NewestCandles;
	/** At least one. */
	readonly commands: readonly LoggedCommand[];
	readonly fence: Fence;
}

/** Values the lane's row must still have for a commit to count. */
export interface Fence {
	readonly epoch: bigint;
	readonly cursor: number;
}

/** A batch that is carried out, and not written yet. */
export interface Advanced {
	readonly batch: Batch;
	readonly before: ToldStatus;
	readonly effects: BatchEffects;
	readonly committed: CommittedBatch;
	readonly candleRows: Insertion<Schema>;
}

/** Advances the state; call once the lane's row is locked. */
export async function advance(transaction: Database, batch: Batch): Promise<Advanced> {
	const { state, candles, commands, fence } = batch;
	const before = statusOf(state);
	const effects = state.advance(commands);
	const { reports, levels, trades } = effects;
	const candleRows = await candles.add(transaction, symbolOf(state), trades);
	const sequences = { firstSequence: fence.cursor + 1, lastSequence: state.sequence };
	return { batch, before, effects, committed: { ...sequences, reports, levels }, candleRows };
}

/** Writes the batch as the last work of its transaction. */
export async function write(
	transaction: Database,
	clock: Clock,
	advanced: Advanced,
): Promise<void> {
	const { batch, before, effects } = advanced;
	const { state } = batch;
	if (effects.isMarketChanged) {
		await writeMarket(transaction, state);
		const symbol = symbolOf(state);
		await tellMarketStatus(transaction, clock, { symbol, before, after: statusOf(state) });
	}
	// Late, because the intake waits for the balances that are locked here.
	const balances = await Balances.load(transaction, ...places(advanced));
	await commitWith(transaction, await statements(transaction, clock, { ...advanced, balances }));
}

/**
 * The same in a transaction that has locked other balances already: waiting for one could last for
 * ever, because its owner may wait for ours. Returns false, with nothing written, if one is not free.
 */
export async function writeIfFree(
	transaction: Database,
	clock: Clock,
	advanced: Advanced,
): Promise<boolean> {
	if (!isPostgres(transaction)) {
		await write(transaction, clock, advanced);
		return true;
	}
	if (advanced.effects.isMarketChanged) return false;
	const balances = await Balances.loadFree(transaction, ...places(advanced));
	if (balances === undefined) return false;
	await commitWith(transaction, await statements(transaction, clock, { ...advanced, balances }));
	return true;
}

async function statements(
	transaction: Database,
	clock: Clock,
	written: Advanced & { readonly balances: Balances },
): Promise<readonly CompiledQuery[]> {
	const { batch, effects, committed, candleRows, balances } = written;
	const { state, fence } = batch;
	const symbol = symbolOf(state);
	for (const posting of effects.postings) balances.post(symbol, posting);
	const insertions = await insertStatements(transaction, [
		{ ...movedCursor, rows: [[symbol, fence.epoch, state.sequence]] },
		...batchRows(symbol, { committed, epoch: fence.epoch, now: clock.now() }),
		orderRows(symbol, effects.orders.values()),
		tradeRows(symbol, effects.trades),
		candleRows,
		levelRows(symbol, effects.levels),
		...balances.insertions(),
	]);
	const empty = emptyLevels(symbol, effects.levels);
	return [...insertions, ...(await deleteStatements(transaction, levelKey, empty))];
}

function symbolOf({ market }: LaneState): string {
	return market.description.symbol;
}

const lockedLane = new Prepared((database: Database) => {
	const query = database.selectFrom('lanes').select(['epoch', 'cursor']).where('market', '=', '');
	return isPostgres(database) ? query.forUpdate() : query;
});

/** Locks the lane's row; true if it still has the values of the fence. */
export async function isOwned(
	transaction: Database,
	state: LaneState,
	fence: Fence,
): Promise<boolean> {
	const [lane] = await lockedLane.rows(transaction, [symbolOf(state)]);
	return lane?.epoch === fence.epoch && lane.cursor === BigInt(fence.cursor);
}

const movedCursor = {
	table: 'lanes',
	columns: ['market', 'epoch', 'cursor'],
	ending: 'on conflict (market) do update set cursor = excluded.cursor',
} as const;

function batchRows(
	market: string,
	batch: { readonly committed: CommittedBatch; readonly epoch: bigint; readonly now: number },
): readonly Insertion<Schema>[] {
	const { committed, epoch, now } = batch;
	const { text, parts } = reportsText(committed.reports);
	const { firstSequence, lastSequence, levels } = committed;
	const row = [market, firstSequence, lastSequence, epoch, text, levelsText(levels), now];
	const places = parts.map(({ accountId, beginsAt, characters }) => [
		accountId,
		market,
		lastSequence,
		beginsAt,
		characters,
	]);
	return [
		{ ...newBatch, rows: [row] },
		{ ...newReportPlace, rows: places },
	];
}

const newBatch = {
	table: 'batches',
	columns: [
		'market',
		'first_sequence',
		'last_sequence',
		'epoch',
		'reports',
		'levels',
		'committed_at',
	],
} as const;

const newReportPlace = {
	table: 'report_places',
	columns: ['account_id', 'market', 'last_sequence', 'begins_at', 'characters'],
} as const;

/** Accounts and assets of the balances that the postings change. */
function places({ batch, effects }: Advanced): readonly [readonly string[], readonly string[]] {
	const { postings } = effects;
	if (postings.length === 0) return [[], []];
	const { baseAsset, quoteAsset } = batch.state.market.description;
	const accounts = new Set([FEES]);
	for (const { from, to } of postings) accounts.add(from).add(to);
	return [[...accounts], [baseAsset, quoteAsset]];
}

const stateColumns = [
	'market',
	'order_id',
	'account_id',
	'status',
	'reason',
	'quantity_lots',
	'executed_lots',
	'leaves_lots',
	'executed_quote',
	'commission',
	'held',
	'expire_time',
	'updated_at',
] as const;

const newOrderState = {
	table: 'order_states',
	columns: stateColumns,
	ending: `on conflict (market, order_id) do update set ${stateColumns
		.slice(3)
		.map((name) => `${name} = excluded.${name}`)
		.join(', ')}`,
} as const;

function orderRows(market: string, orders: Iterable<OpenOrder>): Insertion<Schema> {
	const rows = [...orders].map((order) => [
		market,
		order.orderId,
		order.accountId,
		order.status,
		order.reason,
		order.quantityLots,
		order.executedLots,
		order.leavesLots,
		order.executedQuote,
		order.commission,
		order.held,
		order.expireTime,
		order.updatedAt,
	]);
	return { ...newOrderState, rows };
}

const newTrade = {
	table: 'trades',
	columns: [
		'market',
		'trade_id',
		'sequence',
		'price_ticks',
		'quantity_lots',
		'quote_amount',
		'taker_side',
		'taker_order_id',
		'taker_account_id',
		'taker_commission',
		'maker_order_id',
		'maker_account_id',
		'maker_commission',
		'traded_at',
	],
} as const;

function tradeRows(market: string, trades: readonly Trade[]): Insertion<Schema> {
	const rows = trades.map(({ sequence, time, event }) => [
		market,
		event.tradeId,
		sequence,
		event.priceTicks,
		event.quantityLots,
		event.quoteAmount,
		event.takerSide,
		event.takerOrderId,
		event.takerAccountId,
		event.takerCommission,
		event.makerOrderId,
		event.makerAccountId,
		event.makerCommission,
		time,
	]);
	return { ...newTrade, rows };
}

const newLevel = {
	table: 'levels',
	columns: ['market', 'side', 'price_ticks', 'quantity_lots'],
	ending:
		'on conflict (market, side, price_ticks) do update set quantity_lots = excluded.quantity_lots',
} as const;

const levelKey = { table: 'levels', columns: ['market', 'side', 'price_ticks'] } as const;

function levelRows(market: string, levels: readonly ShownLevel[]): Insertion<Schema> {
	const shown = levels.filter(([, , lots]) => lots > 0);
	return { ...newLevel, rows: shown.map((level) => [market, ...level]) };
}

/** Keys of levels that are empty now. */
function emptyLevels(market: string, levels: readonly ShownLevel[]) {
	const empty = levels.filter(([, , lots]) => lots === 0);
	return empty.map(([side, priceTicks]) => [market, side, priceTicks]);
}

function statusOf({ book }: LaneState): ToldStatus {
	return { status: book.status, pausedUntil: book.protection.pausedUntil };
}

async function writeMarket(transaction: Database, state: LaneState): Promise<void> {
	const { status, protection } = state.book;
	const { rules, referenceTicks, pausedUntil } = protection;
	await transaction
		.updateTable('markets')
		.set({
			status,
			rules: rulesText(rules),
			reference_ticks: referenceTicks > 0 ? referenceTicks : null,
			paused_until: pausedUntil > 0 ? pausedUntil : null,
		})
		.where('symbol', '=', state.market.description.symbol)
		.execute();
}
