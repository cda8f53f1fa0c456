/**
 * The tables as types, one section an area. Whole numbers are bigint when read and may be written
 * as number; times are milliseconds since 1970 in UTC; amounts are in the smallest unit of their
 * asset, prices in ticks and quantities in lots of their market.
 */
import type { ColumnType, Generated } from 'kysely';
import type { EventTables } from '../../server/events/tables';

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
	/** The trader's address at the tracker; payouts go there. */
	email: string | null;
	/** AUTOMATIC or ON_DEMAND. */
	payouts: Generated<string>;
	disabled_at: WholeOrNull;
	/** Nothing new may be begun for it since then; absent for one that is not frozen. */
	frozen_at: WholeOrNull;
	/** What its owner is told of why; absent where nothing is to be told. */
	frozen_reason: ColumnType<string | null, string | null | undefined, string | null>;
	/** Open orders it may have in a market, in the place of the market's own limit. */
	max_num_orders: WholeOrNull;
}

/** What an account may order; no row for no limit. */
interface AccountLimits {
	account_id: string;
	asset: string;
	/** What its open orders together may hold of the asset. */
	max_held: WholeOrNull;
	/** What one order may be worth, where the asset is the quote asset. */
	max_notional: WholeOrNull;
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
	/** 1 for a key that is the trader's at the tracker, too; any other is never sent there. */
	at_tracker: ColumnType<bigint, bigint | number | undefined, bigint | number>;
	/** Absent where the key ends by hand alone. */
	expires_at: WholeOrNull;
	/** FULL, TRADE or READ; see accounts/key-scope.ts. */
	scope: Generated<string>;
	/** The key it was made with; absent for one an administrator made. */
	made_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Opens streams in the place of its key; see accounts/stream-tokens.ts. */
interface StreamTokens {
	token_hash: string;
	key_id: string;
	expires_at: Whole;
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
	/** The default for orders that name no mode. It may change, because each order keeps the mode it got. */
	self_trade_prevention_mode: string;
	/** What its book began with; null for no rules. */
	first_rules: string | null;
	/** As of the lane's cursor, as the next two. */
	rules: string | null;
	reference_ticks: WholeOrNull;
	paused_until: WholeOrNull;
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
	/** Batches behind this place have report places. */
	places_since: ColumnType<bigint, bigint | number | undefined, bigint | number>;
}

interface Commands {
	market: string;
	sequence: Whole;
	/** See trading/lane/command-text.ts. */
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
	/** The order as it was asked for; see trading/intake/request-text.ts. */
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
	/** Execution reports, and the prices whose shown quantity changed; see trading/lane/batch-text.ts. */
	reports: string;
	levels: string;
	committed_at: Whole;
}

/** Where in the reports of a batch those of an account stand; see trading/lane/batch-text.ts. */
interface ReportPlaces {
	account_id: string;
	market: string;
	last_sequence: Whole;
	begins_at: Whole;
	characters: Whole;
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

/** One span of time each; volumes are decimal text because a span's sum may pass 64 bits. */
interface Candles {
	market: string;
	/** A minute, an hour or a day. */
	span_ms: Whole;
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
	/** Hash of the body, or of the book where the body is the whole snapshot. */
	fingerprint: string;
	/** Closes the parts, or is the whole snapshot as it was kept before; see trading/lane/snapshot-text.ts. */
	body: string;
	taken_at: Whole;
	/** Names its parts; absent where it has none. */
	begun_at: WholeOrNull;
	open_orders: ColumnType<bigint, bigint | number | undefined, bigint | number>;
}

/** A part without a row of `Snapshots` that names it is no snapshot's. */
interface SnapshotParts {
	market: string;
	/** Where the lane was when the writing of the snapshot began. */
	begun_at: Whole;
	part: Whole;
	/** See trading/lane/snapshot-text.ts. */
	body: string;
}

interface Balances {
	account_id: string;
	asset: string;
	available: Whole;
	held: Whole;
}

/** One movement each: from one account to another, so every entry adds up to nothing. */
interface Postings {
	/** A market's symbol, that of the deposits, or that of settlement. */
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

/** Which asset of the tracker stands for one of ours. */
interface AssetLinks {
	asset: string;
	tracker_asset_id: string;
	/** Our smallest units in one whole unit of the tracker. */
	unit: Whole;
}

/** A transfer that must happen at most once; see settlement/state/intent.ts for its life. */
interface Intents {
	id: string;
	/** 1, 2, 3, ... in the order of planning; the sequence of its postings. */
	number: Whole;
	kind: string;
	account_id: string;
	asset: string;
	/** Whole units of the tracker. */
	units: Whole;
	/** The same in our smallest units. */
	amount: Whole;
	/** Unique for the account and kind: the same reference again is the same intent. */
	reference: string;
	window_number: WholeOrNull;
	/** The trader's address as it was when the intent was planned. */
	trader_email: string | null;
	/** Calls of one slot are made one after the other; see settlement/store/slots.ts. */
	slot: string;
	/** The slot where only one call may be in doubt at a time, else absent. */
	exclusive_slot: string | null;
	state: string;
	leg: string;
	attempt: Whole;
	/** 0 where its calls carry the id itself; see settlement/state/intent.ts. */
	key_number: Whole;
	/** When the first of its calls was claimed. */
	tried_since: WholeOrNull;
	transit_email: string | null;
	sent_at: WholeOrNull;
	/** Sending times of the first and the last call whose outcome is not known. */
	first_doubt_at: WholeOrNull;
	last_doubt_at: WholeOrNull;
	/** Decimal text: what the watched account held before the call. */
	units_before: string | null;
	transaction_id: string | null;
	reason: string | null;
	due_at: Whole;
	/** Counted up by every change; a change of another version is refused. */
	version: Whole;
	created_at: Whole;
	ended_at: WholeOrNull;
}

/** Transfers at the tracker that calls of intents were answered or found out by, each one's alone. */
interface TransferClaims {
	asset: string;
	transaction_id: string;
	intent_id: string;
}

/** What an account may have paid out without a person; see settlement/store/payout-limits.ts. */
interface PayoutLimits {
	account_id: string;
	asset: string;
	/** In 24 hours. */
	day_max: WholeOrNull;
	approval_above: WholeOrNull;
}

/** Settled intents whose transaction is to be looked up; see settlement/carrying/naming.ts. */
interface UnnamedTransfers {
	intent_id: string;
	look_at: Whole;
	looks: Whole;
}

/** What is kept for an order that funds itself; see trading/ledger/reservations.ts. */
interface Reservations {
	/** The sequence of its postings, of the same counting as the intents. */
	number: Whole;
	account_id: string;
	client_order_id: string;
	market: string;
	asset: string;
	/** The order as it was asked for; see trading/intake/request-text.ts. */
	request: string;
	/** The deposit it waits for, or waited for last. */
	intent_id: string | null;
	state: string;
	held: Whole;
	/** Postings so far. */
	moves: Whole;
	/** When it is given up, unless the order is sent again. */
	due_at: Whole;
}

/** When each posting of a reservation was made. */
interface ReservationMoves {
	number: Whole;
	position: Whole;
	account_id: string;
	at: Whole;
}

/** A trader's key, encrypted, while the deposit it is for is open. */
interface SealedKeys {
	intent_id: string;
	sealed: string;
}

/** Every state an intent went through, to be understood later. */
interface IntentSteps {
	intent_id: string;
	version: Whole;
	state: string;
	note: string | null;
	at: Whole;
}

/** What trading brought a trader and no payout has taken yet. */
interface Dues {
	account_id: string;
	asset: string;
	amount: Whole;
}

/** How far the postings of a market are counted into the dues. */
interface DueCursors {
	market: string;
	sequence: Whole;
}

interface PayoutWindows {
	number: Whole;
	closed_at: Whole;
	trades: Whole;
	/** Credits counted, and the payouts they became. */
	credits: Whole;
	payouts: Whole;
}

/** Own accounts that carry one payment at a time; see settlement/store/transit-accounts.ts. */
interface TransitAccounts {
	email: string;
	state: string;
	intent_id: string | null;
	rest_until: Whole;
}

/** One row, locked while intents are planned. */
interface SettlementState {
	id: Whole;
	last_number: Whole;
	last_window: Whole;
	window_opened_at: Whole;
	/** Why no payout is sent at present. */
	payouts_stopped: string | null;
	/** The escrow account of the exchange when it was opened last; null before the first time. */
	escrow_email: string | null;
}

/** Assets of which the tracker held too little; see settlement/store/payout-stops.ts. */
interface PayoutStops {
	asset: string;
	/** How much was missing, in our smallest units. */
	short: Whole;
	stopped_at: Whole;
	/** When a person let payouts go on, though it may be missing still. */
	resumed_at: WholeOrNull;
}

/** What an administrator must know; see alarms/alarms.ts. */
interface Alarms {
	id: string;
	kind: string;
	message: string;
	/** The intent it is about; absent where it is about something else. */
	intent_id: string | null;
	raised_at: Whole;
	cleared_at: WholeOrNull;
}

/** What comparisons of books and tracker found; the same again and again is one row. */
interface Reconciliations {
	number: Generated<bigint>;
	began_at: Whole;
	ended_at: Whole;
	runs: Whole;
	verdict: string;
	/** The last report; see reconciliation/history.ts. */
	report: string;
}

/** What administrators did; added to and never changed. See audit/audit.ts. */
interface AdminActions {
	number: Generated<bigint>;
	at: Whole;
	/** KEY or COMMAND. */
	actor_kind: string;
	/** Of the key; absent for a command. */
	actor_id: string | null;
	/** The key's label, or the user of the operating system. */
	actor_name: string;
	action: string;
	/** The id of what it was done to. */
	subject: string;
	details: string;
	reason: string | null;
}

/** One row while the exchange is in maintenance. */
interface Maintenance {
	id: Whole;
	since: Whole;
	reason: string;
	/** As announced; absent where that is not known. */
	ends_at: WholeOrNull;
}

/** One row: the latest publication, and the leaves that its proofs are made from; see reserves/reserves-text.ts. */
interface Reserves {
	id: Whole;
	/** The root of the publication, which commits to all the rest. */
	root: string;
	published: string;
	leaves: string;
}

/** Two orders of which at most one trades: that of the list's id, and the next. */
interface OrderLists {
	market: string;
	order_list_id: Whole;
	account_id: string;
	list_client_order_id: string;
	created_at: Whole;
}

/** What cancels an account's orders unless it is set again; see trading/intake/cancel-timers.ts. */
interface CancelTimers {
	account_id: string;
	/** Empty for all markets. */
	market: string;
	countdown_ms: Whole;
	due_at: Whole;
	triggered_at: WholeOrNull;
}

/** A closed part of a market's history in the archive; see docs/archive.md. */
interface ArchiveSegments {
	market: string;
	/** 1, 2, 3, ... in the order of the log. */
	number: Whole;
	first_sequence: Whole;
	last_sequence: Whole;
	/** When its last command was accepted. */
	last_time: Whole;
	/** Of the segment as it is stored, lower-case hex. */
	sha256: string;
	size_bytes: Whole;
	/** Where it is stored, in the words of the store. */
	place: string;
	archived_at: Whole;
}

/** How far a market's history has left the database; no row before the first segment. */
interface Archives {
	market: string;
	/** The last command of the last segment. */
	archived_to: Whole;
	/**
	 * Up to there nothing is left here but orders that are open, and trades up to the newest; of the
	 * next command, postings may have left from the first on.
	 */
	removed_to: Whole;
	/** When the command of `archived_to` was accepted. */
	last_time: Whole;
}

/** What all postings of a market that have left changed in a balance; see history/archive/archives.ts. */
interface ArchivedSums {
	market: string;
	account_id: string;
	asset: string;
	available: Whole;
	held: Whole;
}

/** Clients' ids of orders and lists in the archive; see history/archive/client-ids.ts. */
interface ArchivedIds {
	hash: Whole;
}

/**
 * Where the events of orders stand among all: those of a batch take the places from `first_sequence` on,
 * as many as its reports have characters. See events/order-events.ts.
 */
interface MarketEvents {
	market: string;
	first_sequence: Whole;
	places: Whole;
	/** The last command of the batch. */
	batch: Whole;
	/** When the lane committed it. */
	placed_at: Whole;
}

export interface Schema extends EventTables {
	accounts: Accounts;
	account_limits: AccountLimits;
	api_keys: ApiKeys;
	stream_tokens: StreamTokens;
	assets: Assets;
	markets: Markets;
	logs: Logs;
	lanes: Lanes;
	commands: Commands;
	orders: Orders;
	order_states: OrderStates;
	cancel_timers: CancelTimers;
	order_lists: OrderLists;
	batches: Batches;
	report_places: ReportPlaces;
	trades: Trades;
	levels: Levels;
	candles: Candles;
	snapshots: Snapshots;
	snapshot_parts: SnapshotParts;
	balances: Balances;
	postings: Postings;
	deposits: Deposits;
	asset_links: AssetLinks;
	intents: Intents;
	transfer_claims: TransferClaims;
	payout_limits: PayoutLimits;
	unnamed_transfers: UnnamedTransfers;
	reservations: Reservations;
	reservation_moves: ReservationMoves;
	sealed_keys: SealedKeys;
	intent_steps: IntentSteps;
	dues: Dues;
	due_cursors: DueCursors;
	payout_windows: PayoutWindows;
	transit_accounts: TransitAccounts;
	settlement_state: SettlementState;
	payout_stops: PayoutStops;
	alarms: Alarms;
	reconciliations: Reconciliations;
	admin_actions: AdminActions;
	maintenance: Maintenance;
	reserves: Reserves;
	archive_segments: ArchiveSegments;
	archives: Archives;
	archived_sums: ArchivedSums;
	archived_ids: ArchivedIds;
	market_events: MarketEvents;
}
