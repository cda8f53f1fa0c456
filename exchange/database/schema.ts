/**
 * Types of the tables. Integers are bigint when read and may be written as number; times are
 * milliseconds since 1970 in UTC; amounts are in the smallest unit of their asset, prices in ticks
 * and quantities in lots of their market.
 */
import type { ColumnType, Generated } from 'kysely';
import type { EventTables } from '../../server/events/record/tables';

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
	/** Since then the account may begin nothing new; null: not frozen. */
	frozen_at: WholeOrNull;
	/** The reason its owner is shown; null: none. */
	frozen_reason: ColumnType<string | null, string | null | undefined, string | null>;
	/** Most open orders in a market; overrides the market's own limit. */
	max_num_orders: WholeOrNull;
}

/** Limits of an account's orders; no row: no limit. */
interface AccountLimits {
	account_id: string;
	asset: string;
	/** Most that its open orders together may hold of the asset. */
	max_held: WholeOrNull;
	/** Highest notional of one order in markets with this quote asset. */
	max_notional: WholeOrNull;
}

interface ApiKeys {
	id: string;
	/** SHA-256 of the key, lower-case hex; the key itself is never stored. Null: it only signs. */
	key_hash: string | null;
	/** Base64 of the Ed25519 key that it signs by; null for a plain key. */
	public_key: ColumnType<string | null, string | null | undefined, string | null>;
	/** Null for an administrator's key. */
	account_id: string | null;
	label: string;
	created_at: Whole;
	revoked_at: WholeOrNull;
	/** 1 for a key that its trader uses at the tracker too; any other is never sent there. */
	at_tracker: ColumnType<bigint, bigint | number | undefined, bigint | number>;
	/** 1 for a key that its trader got by signing in through the console. */
	signed_in: ColumnType<bigint, bigint | number | undefined, bigint | number>;
	/** Null: the key ends only when it is revoked. */
	expires_at: WholeOrNull;
	/** FULL, TRADE or READ; see accounts/key-scope.ts. */
	scope: Generated<string>;
	/** Id of the key that created it; null if an administrator did. */
	made_by: ColumnType<string | null, string | null | undefined, string | null>;
	/** JSON list of the networks that it may be used from; null: from anywhere. */
	networks: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Open streams in place of a key; see accounts/stream-tokens.ts. */
interface StreamTokens {
	token_hash: string;
	key_id: string;
	expires_at: Whole;
}

interface Assets {
	code: string;
	/** Decimal places; an amount counts units of the last one. */
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
	/**
	 * Default for orders that name no mode. A change does not affect accepted orders, which store
	 * their mode.
	 */
	self_trade_prevention_mode: string;
	/** Rules with which its book began; null: none. */
	first_rules: string | null;
	/** As of the lane's cursor, like the next two. */
	rules: string | null;
	reference_ticks: WholeOrNull;
	paused_until: WholeOrNull;
}

/** The end of a market's log; the row is locked while commands are appended. */
interface Logs {
	market: string;
	last_sequence: Whole;
	/** Never decreases, even if the clock does. */
	last_time: Whole;
}

/** How far the log is carried out, and by which owner; a commit with an older epoch fails. */
interface Lanes {
	market: string;
	epoch: Whole;
	cursor: Whole;
	/** Batches after this sequence have rows in `report_places`. */
	places_since: ColumnType<bigint, bigint | number | undefined, bigint | number>;
}

interface Commands {
	market: string;
	sequence: Whole;
	/** See lane/command-text.ts. */
	body: string;
	accepted_at: Whole;
}

/** Orders as requested; never changed. */
interface Orders {
	market: string;
	/** Its sequence in the log, which is the order's id in its market. */
	order_id: Whole;
	account_id: string;
	client_order_id: string;
	/** The request; see intake/request-text.ts. */
	request: string;
	created_at: Whole;
}

/** State of an order; no row until the lane has reached it. */
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
	/** 0: the order does not expire. */
	expire_time: Whole;
	updated_at: Whole;
}

/** One row per commit of the lane. */
interface Batches {
	market: string;
	first_sequence: Whole;
	last_sequence: Whole;
	epoch: Whole;
	/** Execution reports, and the price levels that changed; see lane/batch-text.ts. */
	reports: string;
	levels: string;
	committed_at: Whole;
}

/** Position of an account's reports in the reports of a batch; see lane/batch-text.ts. */
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

/** Volumes are decimal text because a sum may exceed 64 bits. */
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
	/** Closes the parts, or is the whole snapshot in the older form; see lane/snapshot-text.ts. */
	body: string;
	taken_at: Whole;
	/** Identifies its parts; null if it has none. */
	begun_at: WholeOrNull;
	open_orders: ColumnType<bigint, bigint | number | undefined, bigint | number>;
}

/** A part that no row of `Snapshots` refers to belongs to an unfinished snapshot. */
interface SnapshotParts {
	market: string;
	/** The lane's cursor when the snapshot was begun. */
	begun_at: Whole;
	part: Whole;
	/** See lane/snapshot-text.ts. */
	body: string;
}

interface Balances {
	account_id: string;
	asset: string;
	available: Whole;
	held: Whole;
}

/** One movement from one account to another, so every entry adds up to zero. */
interface Postings {
	/** A market's symbol, or the journal of deposits or of settlement. */
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
	/** Unique: a repeated reference is the same deposit. */
	reference: string;
	created_at: Whole;
}

/** The tracker asset that backs one of ours. */
interface AssetLinks {
	asset: string;
	tracker_asset_id: string;
	/** Our smallest units in one whole unit of the tracker. */
	unit: Whole;
}

/** A transfer that must happen at most once; settlement/state/intent.ts explains its states. */
interface Intents {
	id: string;
	/** 1, 2, 3, ... in the order of planning; the sequence of its postings. */
	number: Whole;
	kind: string;
	account_id: string;
	asset: string;
	/** Whole units of the tracker. */
	units: Whole;
	/** The same amount in our smallest units. */
	amount: Whole;
	/** Unique per account and kind: a repeated reference is the same intent. */
	reference: string;
	window_number: WholeOrNull;
	/** The trader's address when the intent was planned. */
	trader_email: string | null;
	/** Calls of one slot are made one after the other; see settlement/store/slots.ts. */
	slot: string;
	/** The slot if only one call at a time may be in doubt there, else null. */
	exclusive_slot: string | null;
	state: string;
	leg: string;
	attempt: Whole;
	/** 0: its calls carry the id itself; see settlement/state/intent.ts. */
	key_number: Whole;
	/** When the first of its calls was claimed. */
	tried_since: WholeOrNull;
	transit_email: string | null;
	sent_at: WholeOrNull;
	/** When the first and the last call with an unknown outcome were sent. */
	first_doubt_at: WholeOrNull;
	last_doubt_at: WholeOrNull;
	/** Decimal text: balance of the watched account before the call. */
	units_before: string | null;
	transaction_id: string | null;
	reason: string | null;
	due_at: Whole;
	/** Incremented by every change; a change based on another version fails. */
	version: Whole;
	created_at: Whole;
	ended_at: WholeOrNull;
}

/** Tracker transfers that belong to an intent: each to one intent only. */
interface TransferClaims {
	asset: string;
	transaction_id: string;
	intent_id: string;
}

/** What is paid out without approval; see settlement/store/payout-limits.ts. */
interface PayoutLimits {
	account_id: string;
	asset: string;
	/** In 24 hours. */
	day_max: WholeOrNull;
	approval_above: WholeOrNull;
}

/**
 * Settled intents whose transaction id is still to be looked up; see settlement/carrying/naming.ts.
 */
interface UnnamedTransfers {
	intent_id: string;
	look_at: Whole;
	looks: Whole;
}

/** Money reserved for an order that funds itself; see ledger/reservations.ts. */
interface Reservations {
	/** The sequence of its postings, numbered together with the intents. */
	number: Whole;
	account_id: string;
	client_order_id: string;
	market: string;
	asset: string;
	/** The request; see intake/request-text.ts. */
	request: string;
	/** The deposit that it waits for, or waited for last. */
	intent_id: string | null;
	state: string;
	held: Whole;
	/** Number of its postings so far. */
	moves: Whole;
	/** When it is released, unless the order is sent again. */
	due_at: Whole;
}

/** When each posting of a reservation was made. */
interface ReservationMoves {
	number: Whole;
	position: Whole;
	account_id: string;
	at: Whole;
}

/** A trader's encrypted key; kept while its deposit is open. */
interface SealedKeys {
	intent_id: string;
	sealed: string;
}

/** A trader's encrypted key at the tracker; see settlement/store/deposit-keys.ts. */
interface DepositKeys {
	account_id: string;
	/** The address that allowed it. */
	email: string;
	sealed: string;
}

/** Every state an intent went through, for later analysis. */
interface IntentSteps {
	intent_id: string;
	version: Whole;
	state: string;
	note: string | null;
	at: Whole;
}

/** Proceeds of a trader that no payout has taken yet. */
interface Dues {
	account_id: string;
	asset: string;
	amount: Whole;
}

/** Up to which command the postings of a market are counted into the dues. */
interface DueCursors {
	market: string;
	sequence: Whole;
}

interface PayoutWindows {
	number: Whole;
	closed_at: Whole;
	trades: Whole;
	/** Number of credits counted, and of payouts made of them. */
	credits: Whole;
	payouts: Whole;
}

/**
 * Our own accounts at the tracker that carry one payment at a time; see
 * settlement/store/transit-accounts.ts.
 */
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
	/** Why payouts are stopped; null: they are not. */
	payouts_stopped: string | null;
	/** The escrow account at the last start; null before the first. */
	escrow_email: string | null;
}

/** Assets of which the tracker held too little; see settlement/store/payout-stops.ts. */
interface PayoutStops {
	asset: string;
	/** How much was missing, in our smallest units. */
	short: Whole;
	stopped_at: Whole;
	/** When a person resumed payouts; the shortage may still exist. */
	resumed_at: WholeOrNull;
}

/** Alarms for the administrator; see operator/alarms.ts. */
interface Alarms {
	id: string;
	kind: string;
	message: string;
	/** Null if the alarm is not about an intent. */
	intent_id: string | null;
	raised_at: Whole;
	cleared_at: WholeOrNull;
}

/** Results of reconciliations; equal consecutive results share one row. */
interface Reconciliations {
	number: Generated<bigint>;
	began_at: Whole;
	ended_at: Whole;
	runs: Whole;
	verdict: string;
	/** The last report; see reconciliation/history.ts. */
	report: string;
}

/** The audit log, a chain of hashes; rows are only added. See operator/audit-chain.ts. */
interface AdminActions {
	/** 1, 2, 3, ... */
	number: Whole;
	at: Whole;
	/** KEY or COMMAND. */
	actor_kind: string;
	/** Id of the key; null for a command. */
	actor_id: string | null;
	/** The key's label, or the system user. */
	actor_name: string;
	action: string;
	/** Id of what was changed. */
	subject: string;
	details: string;
	reason: string | null;
	/** SHA-256 of the row and the hash before it, lower-case hex. */
	hash: string;
}

/** One row while the exchange is in maintenance. */
interface Maintenance {
	id: Whole;
	since: Whole;
	reason: string;
	/** Announced end; null: unknown. */
	ends_at: WholeOrNull;
}

/**
 * One row: the latest publication, and the leaves for its proofs; see reserves/reserves-text.ts.
 */
interface Reserves {
	id: Whole;
	/** Root of the publication; it commits to everything else. */
	root: string;
	published: string;
	leaves: string;
}

/** Two orders of which at most one trades; their ids are the list's id and the next. */
interface OrderLists {
	market: string;
	order_list_id: Whole;
	account_id: string;
	list_client_order_id: string;
	created_at: Whole;
}

/** Timers that cancel an account's orders unless set again; see intake/cancel-timers.ts. */
interface CancelTimers {
	account_id: string;
	/** Empty: all markets. */
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
	/** SHA-256 of the stored segment, lower-case hex. */
	sha256: string;
	size_bytes: Whole;
	/** Where it is stored; only the store can read this. */
	place: string;
	archived_at: Whole;
}

/** How far a market's history has left the database; no row before the first segment. */
interface Archives {
	market: string;
	/** The last command of the last segment. */
	archived_to: Whole;
	/**
	 * Up to this command only open orders and the newest trade are left here; postings of the next
	 * command may have left in part.
	 */
	removed_to: Whole;
	/** When the command of `archived_to` was accepted. */
	last_time: Whole;
}

/** Sums of a market's archived postings; see archive/archives.ts. */
interface ArchivedSums {
	market: string;
	account_id: string;
	asset: string;
	available: Whole;
	held: Whole;
}

/** Hashes of client ids of archived orders and lists; see archive/client-ids.ts. */
interface ArchivedIds {
	hash: Whole;
}

/**
 * Sequence numbers of order events: those of a batch take the numbers from `first_sequence` on, as
 * many as its reports have characters. See events/order-events.ts.
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
	deposit_keys: DepositKeys;
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
