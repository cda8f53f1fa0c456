/**
 * Carries a batch of commands out and writes its effects in one transaction. It locks the lane's row
 * first, and does nothing if epoch or cursor differ from the expected ones. Cursor, money, orders,
 * trades and public data become visible together.
 */
import type { Clock } from '../../../server/clock';
import { deleteStatements, insertStatements, type Insertion } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import { isPostgres } from '../../../server/database/database';
import { commitWith, together } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import type { Schema } from '../../database/schema';
import { rulesText } from '../markets/rules';
import { Balances } from '../ledger/balances';
import { FEES } from '../ledger/posting';
import type { Market } from '../markets/market';
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
	/** Values the lane's row must still have for the commit to count. */
	readonly fence: { readonly epoch: bigint; readonly cursor: number };
}

/** Returns undefined, with nothing written and the state unchanged, if another owner was faster. */
export async function carryOut(
	transaction: Database,
	clock: Clock,
	batch: Batch,
): Promise<CommittedBatch | undefined> {
	if (!(await isOwned(transaction, batch))) return undefined;
	const { state, candles, commands, fence } = batch;
	const { symbol } = state.market.description;
	const before = statusOf(state);
	const effects = state.advance(commands);
	const { reports, levels } = effects;
	const { cursor } = fence;
	const committed = { firstSequence: cursor + 1, lastSequence: state.sequence, reports, levels };
	if (effects.isMarketChanged) {
		await writeMarket(transaction, state);
		await tellMarketStatus(transaction, clock, { symbol, before, after: statusOf(state) });
	}
	// Late, because the intake waits for the balances that are locked here.
	const [money, candleRows] = await together(
		moneyRows(transaction, state.market, effects),
		candles.add(transaction, symbol, effects.trades),
	);
	await commitWith(transaction, [
		...(await insertStatements(transaction, [
			{ ...movedCursor, rows: [[symbol, fence.epoch, state.sequence]] },
			...batchRows(symbol, { committed, epoch: fence.epoch, now: clock.now() }),
			orderRows(symbol, effects.orders.values()),
			tradeRows(symbol, effects.trades),
			candleRows,
			levelRows(symbol, levels),
			...money,
		])),
		...(await deleteStatements(transaction, levelKey, emptyLevels(symbol, levels))),
	]);
	return committed;
}

const lockedLane = new Prepared((database: Database) => {
	const query = database.selectFrom('lanes').select(['epoch', 'cursor']).where('market', '=', '');
	return isPostgres(database) ? query.forUpdate() : query;
});

/** Locks the lane's row; true if it still has the values of the fence. */
async function isOwned(transaction: Database, { state, fence }: Batch): Promise<boolean> {
	const [lane] = await lockedLane.rows(transaction, [state.market.description.symbol]);
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

/** Locks the balances that the postings change; returns what to write. */
async function moneyRows(
	transaction: Database,
	{ description }: Market,
	{ postings }: BatchEffects,
): Promise<readonly Insertion<Schema>[]> {
	if (postings.length === 0) return [];
	const { symbol, baseAsset, quoteAsset } = description;
	const accounts = new Set([FEES]);
	for (const { from, to } of postings) accounts.add(from).add(to);
	const balances = await Balances.load(transaction, [...accounts], [baseAsset, quoteAsset]);
	for (const posting of postings) balances.post(symbol, posting);
	return balances.insertions();
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
