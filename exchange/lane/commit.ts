/**
 * Carries a batch of commands out and writes what it did: one transaction that first moves the
 * cursor, and is given up when the cursor or the epoch is not the expected one. Money, orders,
 * trades and what the public sees become visible together or not at all.
 */
import type { Clock } from '../../server/clock';
import { insertRows } from '../../server/database/bulk';
import type { Database } from '../database/database';
import { rulesText } from '../markets/rules';
import { Balances } from '../ledger/balances';
import { FEES } from '../ledger/posting';
import type { Market } from '../markets/market';
import type { OpenOrder, Trade } from './accounting';
import { levelsText, reportsText, type CommittedBatch } from './batch-text';
import { writeCandles } from './candles';
import type { BatchEffects, LaneState, LoggedCommand } from './lane-state';

export interface Batch {
	/** Where the commands begin; it moves only once the cursor has. */
	readonly state: LaneState;
	/** At least one. */
	readonly commands: readonly LoggedCommand[];
	/** What the lane must still say for the commit to count. */
	readonly fence: { readonly epoch: bigint; readonly cursor: number };
}

/** Answers undefined, with nothing written and the state as it was, when another owner was faster. */
export async function carryOut(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	batch: Batch,
): Promise<CommittedBatch | undefined> {
	return database.transaction().execute(async (transaction) => {
		if (!(await moveCursor(transaction, batch))) return undefined;
		const { state, commands, fence } = batch;
		const { symbol } = state.market.description;
		const effects = state.advance(commands);
		const { reports, levels } = effects;
		const { cursor } = fence;
		const told = { firstSequence: cursor + 1, lastSequence: state.sequence, reports, levels };
		await writeBatch(transaction, symbol, { told, epoch: fence.epoch, now: clock.now() });
		await writeOrders(transaction, symbol, effects.orders.values());
		await writeTrades(transaction, symbol, effects.trades);
		await writeCandles(transaction, symbol, effects.trades);
		await writeLevels(transaction, symbol, levels);
		if (effects.isMarketChanged) await writeMarket(transaction, state);
		// Last, because whoever accepts orders waits for the balances that are locked here.
		await writeMoney(transaction, state.market, effects);
		return told;
	});
}

async function moveCursor(
	transaction: Database,
	{ state, commands, fence }: Batch,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable('lanes')
		.set({ cursor: fence.cursor + commands.length })
		.where('market', '=', state.market.description.symbol)
		.where('epoch', '=', fence.epoch)
		.where('cursor', '=', BigInt(fence.cursor))
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

async function writeBatch(
	transaction: Database,
	market: string,
	batch: { readonly told: CommittedBatch; readonly epoch: bigint; readonly now: number },
): Promise<void> {
	const { told, epoch, now } = batch;
	const { text, parts } = reportsText(told.reports);
	await transaction
		.insertInto('batches')
		.values({
			market,
			first_sequence: told.firstSequence,
			last_sequence: told.lastSequence,
			epoch,
			reports: text,
			levels: levelsText(told.levels),
			committed_at: now,
		})
		.execute();
	const places = parts.map(({ accountId, beginsAt, characters }) => [
		...[accountId, market, told.lastSequence],
		...[beginsAt, characters],
	]);
	await insertRows(transaction, newReportPlace, places);
}

const newReportPlace = {
	table: 'report_places',
	columns: ['account_id', 'market', 'last_sequence', 'begins_at', 'characters'],
} as const;

async function writeMoney(
	transaction: Database,
	{ description }: Market,
	{ postings }: BatchEffects,
): Promise<void> {
	if (postings.length === 0) return;
	const { symbol, baseAsset, quoteAsset } = description;
	const accounts = new Set([FEES]);
	for (const { from, to } of postings) accounts.add(from).add(to);
	const balances = await Balances.load(transaction, [...accounts], [baseAsset, quoteAsset]);
	for (const posting of postings) balances.post(symbol, posting);
	await balances.write();
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

async function writeOrders(
	transaction: Database,
	market: string,
	orders: Iterable<OpenOrder>,
): Promise<void> {
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
	await insertRows(transaction, newOrderState, rows);
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

async function writeTrades(
	transaction: Database,
	market: string,
	trades: readonly Trade[],
): Promise<void> {
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
	await insertRows(transaction, newTrade, rows);
}

const newLevel = {
	table: 'levels',
	columns: ['market', 'side', 'price_ticks', 'quantity_lots'],
	ending:
		'on conflict (market, side, price_ticks) do update set quantity_lots = excluded.quantity_lots',
} as const;

async function writeLevels(
	transaction: Database,
	market: string,
	levels: BatchEffects['levels'],
): Promise<void> {
	if (levels.length === 0) return;
	const rows = levels.map(([side, priceTicks, lots]) => [market, side, priceTicks, lots]);
	await insertRows(transaction, newLevel, rows);
	if (levels.some(([, , lots]) => lots === 0)) {
		await transaction
			.deleteFrom('levels')
			.where('market', '=', market)
			.where('quantity_lots', '=', 0n)
			.execute();
	}
}

async function writeMarket(transaction: Database, state: LaneState): Promise<void> {
	const { status, protection } = state.book;
	const { rules, referenceTicks, pausedUntil } = protection;
	await transaction
		.updateTable('markets')
		.set({
			...{ status, rules: rulesText(rules) },
			reference_ticks: referenceTicks > 0 ? referenceTicks : null,
			paused_until: pausedUntil > 0 ? pausedUntil : null,
		})
		.where('symbol', '=', state.market.description.symbol)
		.execute();
}
