/**
 * The tables as types, one section an area. Whole numbers are bigint when read and may be written
 * as number; times are milliseconds since 1970 in UTC; amounts are in the smallest unit of their
 * asset, prices in ticks and quantities in lots of their market.
 */
import type { ColumnType } from 'kysely';

type Whole = ColumnType<bigint, bigint | number, bigint | number>;
type WholeOrNull = ColumnType<
	bigint | null,
	bigint | number | null | undefined,
	bigint | number | null
>;

interface Accounts {
	id: string;
	/** Unique; what the administrator calls the account. */
	name: string;
	created_at: Whole;
}

interface ApiKeys {
	id: string;
	/** SHA-256 of the key, lower-case hex; the key itself is never stored. */
	key_hash: string;
	/** Absent for an administrator's key. */
	account_id: string | null;
	label: string;
	created_at: Whole;
	revoked_at: WholeOrNull;
}

interface Assets {
	code: string;
	/** Digits behind the point; an amount is counted in units of the last of them. */
	decimals: Whole;
}

/** Sizes and limits are decimal text, as they were given. */
interface Markets {
	symbol: string;
	base_asset: string;
	quote_asset: string;
	tick_size: string;
	step_size: string;
	max_price: string;
	min_qty: string;
	max_qty: string;
	min_notional: string;
	maker_fee_bps: Whole;
	taker_fee_bps: Whole;
	/** As of the lane's cursor. */
	status: string;
	created_at: Whole;
}

/** Where the log of a market ends; its row is locked while commands are appended. */
interface Logs {
	market: string;
	last_sequence: Whole;
	/** Never goes back, whatever the clock does. */
	last_time: Whole;
}

/** How far the log is carried out, and by which owner; the fence of the lane. */
interface Lanes {
	market: string;
	epoch: Whole;
	cursor: Whole;
}

interface Commands {
	market: string;
	sequence: Whole;
	/** JSON; see lane/command-text.ts. */
	body: string;
	accepted_at: Whole;
}

/** What was asked for; never changed. */
interface Orders {
	market: string;
	/** Its place in the log, which is the order's id in its market. */
	order_id: Whole;
	account_id: string;
	client_order_id: string;
	/** JSON of the order as it was asked for, to tell a repeated request from another one. */
	request: string;
	created_at: Whole;
}

/** What became of an order; absent until the lane has reached it. */
interface OrderStates {
	market: string;
	order_id: Whole;
	account_id: string;
	status: string;
	/** Why it was refused or ended. */
	reason: string | null;
	quantity_lots: Whole;
	executed_lots: Whole;
	leaves_lots: Whole;
	executed_quote: Whole;
	commission: Whole;
	held: Whole;
	/** 0 for an order that ends by no time. */
	expire_time: Whole;
	updated_at: Whole;
}

/** One row for each commit of the lane. */
interface Batches {
	market: string;
	first_sequence: Whole;
	last_sequence: Whole;
	epoch: Whole;
	/** JSON array of execution reports. */
	reports: string;
	/** JSON array of [side, price in ticks, lots now shown]. */
	levels: string;
	committed_at: Whole;
}

interface Trades {
	market: string;
	trade_id: Whole;
	sequence: Whole;
	price_ticks: Whole;
	quantity_lots: Whole;
	quote_amount: Whole;
	taker_side: string;
	taker_order_id: Whole;
	taker_account_id: string;
	taker_commission: Whole;
	maker_order_id: Whole;
	maker_account_id: string;
	maker_commission: Whole;
	traded_at: Whole;
}

interface Levels {
	market: string;
	side: string;
	price_ticks: Whole;
	quantity_lots: Whole;
}

/** One minute each; volumes are decimal text because a minute's sum may pass 64 bits. */
interface Candles {
	market: string;
	opened_at: Whole;
	open_ticks: Whole;
	high_ticks: Whole;
	low_ticks: Whole;
	close_ticks: Whole;
	volume_lots: string;
	quote_volume: string;
	trades: Whole;
}

interface Snapshots {
	market: string;
	sequence: Whole;
	fingerprint: string;
	/** JSON; see lane/lane-snapshot.ts. */
	body: string;
	taken_at: Whole;
}

interface Balances {
	account_id: string;
	asset: string;
	available: Whole;
	held: Whole;
}

/** One movement each: from one account to another, so every entry adds up to nothing. */
interface Postings {
	/** A market's symbol, or that of the deposits. */
	journal: string;
	sequence: Whole;
	position: Whole;
	kind: string;
	asset: string;
	amount: Whole;
	from_account: string;
	to_account: string;
	order_id: WholeOrNull;
}

interface Deposits {
	sequence: Whole;
	account_id: string;
	asset: string;
	amount: Whole;
	/** Unique: the same reference again is the same deposit. */
	reference: string;
	created_at: Whole;
}

export interface Schema {
	accounts: Accounts;
	api_keys: ApiKeys;
	assets: Assets;
	markets: Markets;
	logs: Logs;
	lanes: Lanes;
	commands: Commands;
	orders: Orders;
	order_states: OrderStates;
	batches: Batches;
	trades: Trades;
	levels: Levels;
	candles: Candles;
	snapshots: Snapshots;
	balances: Balances;
	postings: Postings;
	deposits: Deposits;
}
