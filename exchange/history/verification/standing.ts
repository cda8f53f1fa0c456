/**
 * What `verify` knows of every column of the database, in one table. A new column does not compile
 * without a place here; `verify` prints what it cannot prove.
 *
 *   replayed     the commands of the log, carried out again, bring the same
 *   derived      another table determines it
 *   chained      it is in the chain of hashes of the audit log
 *   not proven   nothing else determines it; the reason says why
 *
 * The commands themselves are what everything of a market comes from. One that brought nothing, as
 * a cancellation of an ended order, can be changed unnoticed until it is in a segment.
 */
import type { Schema } from '../../database/schema';

export type Standing =
	| { readonly kind: 'REPLAYED' | 'CHAINED' }
	| { readonly kind: 'DERIVED'; readonly from: string; readonly but?: string }
	| { readonly kind: 'NOT_PROVEN'; readonly why: string };

const replayed: Standing = { kind: 'REPLAYED' };
const chained: Standing = { kind: 'CHAINED' };
const derived = (from: string, but?: string): Standing => ({
	kind: 'DERIVED',
	from,
	...(but && { but }),
});
const notProven = (why: string): Standing => ({ kind: 'NOT_PROVEN', why });

/** The same standing for several columns. */
function each<const Name extends string>(
	standing: Standing,
	...names: readonly Name[]
): { readonly [Column in Name]: Standing } {
	const columns = names.map((name) => [name, standing] as const);
	return Object.fromEntries(columns) as { readonly [Column in Name]: Standing };
}

type Standings = {
	readonly [Table in keyof Schema]: { readonly [Column in keyof Schema[Table]]: Standing };
};

const given = notProven('an administrator or a trader gave it; the audit log may tell of it');
const working = notProven('it is the working state of a program, and no trader is shown it');
const events = notProven('an event tells of what happened, and nothing is worked out from it');

export const standings: Standings = {
	...accountTables(),
	...marketTables(),
	...logTables(),
	...ledgerTables(),
	...settlementTables(),
	...operatorTables(),
	...eventTables(),
};

function accountTables() {
	return {
		accounts: {
			...each(given, 'id', 'name', 'created_at', 'email', 'payouts', 'disabled_at'),
			...each(given, 'frozen_at', 'frozen_reason', 'max_num_orders'),
		},
		account_limits: each(given, 'account_id', 'asset', 'max_held', 'max_notional'),
		api_keys: {
			...each(given, 'id', 'key_hash', 'account_id', 'label', 'created_at', 'revoked_at'),
			...each(given, 'at_tracker', 'expires_at', 'scope', 'made_by', 'networks', 'public_key'),
			...each(given, 'signed_in'),
		},
		stream_tokens: each(working, 'token_hash', 'key_id', 'expires_at'),
		cancel_timers: {
			...each(given, 'account_id', 'market', 'countdown_ms'),
			...each(working, 'due_at', 'triggered_at'),
		},
	};
}

function marketTables() {
	const definition = notProven(
		'an administrator gave it; from the first segment on it is compared with the archive',
	);
	const segments = derived('the segments');
	return {
		assets: each(given, 'code', 'decimals'),
		markets: {
			...each(definition, 'base_asset', 'quote_asset', 'tick_size', 'step_size', 'max_price'),
			...each(definition, 'min_qty', 'max_qty', 'min_notional', 'maker_fee_bps'),
			...each(definition, 'taker_fee_bps', 'first_rules'),
			...each(given, 'symbol', 'created_at', 'self_trade_prevention_mode'),
			...each(replayed, 'status', 'rules', 'reference_ticks', 'paused_until'),
		},
		logs: each(replayed, 'market', 'last_sequence', 'last_time'),
		lanes: { ...each(replayed, 'market', 'cursor'), ...each(working, 'epoch', 'places_since') },
		snapshots: {
			...each(working, 'market', 'sequence', 'fingerprint', 'body', 'taken_at'),
			...each(working, 'begun_at', 'open_orders'),
		},
		snapshot_parts: each(working, 'market', 'begun_at', 'part', 'body'),
		archive_segments: {
			...each(segments, 'market', 'number', 'first_sequence', 'last_sequence', 'sha256', 'place'),
			...each(working, 'last_time', 'size_bytes', 'archived_at'),
		},
		archives: {
			...each(segments, 'market', 'archived_to', 'last_time'),
			removed_to: derived('archived_sums', 'among commands without postings'),
		},
		archived_sums: each(segments, 'market', 'account_id', 'asset', 'available', 'held'),
		archived_ids: each(segments, 'hash'),
	};
}

function logTables() {
	return {
		commands: each(replayed, 'market', 'sequence', 'body', 'accepted_at'),
		orders: {
			...each(replayed, 'market', 'order_id', 'account_id', 'client_order_id'),
			...each(replayed, 'request', 'created_at'),
		},
		order_states: {
			...each(replayed, 'market', 'order_id', 'account_id', 'status', 'reason', 'quantity_lots'),
			...each(replayed, 'executed_lots', 'leaves_lots', 'executed_quote', 'commission', 'held'),
			...each(replayed, 'expire_time', 'updated_at'),
		},
		order_lists: {
			...each(replayed, 'market', 'order_list_id', 'account_id', 'list_client_order_id'),
			...each(replayed, 'created_at'),
		},
		batches: {
			...each(replayed, 'market', 'first_sequence', 'last_sequence', 'reports', 'levels'),
			...each(working, 'epoch'),
			committed_at: notProven('a batch is committed whenever its lane comes to it'),
		},
		report_places: {
			...each(replayed, 'account_id', 'market', 'last_sequence', 'begins_at', 'characters'),
		},
		trades: {
			...each(replayed, 'market', 'trade_id', 'sequence', 'price_ticks', 'quantity_lots'),
			...each(replayed, 'quote_amount', 'taker_side', 'taker_order_id', 'taker_account_id'),
			...each(replayed, 'taker_commission', 'maker_order_id', 'maker_account_id'),
			...each(replayed, 'maker_commission', 'traded_at'),
		},
		levels: each(replayed, 'market', 'side', 'price_ticks', 'quantity_lots'),
		candles: {
			...each(replayed, 'market', 'span_ms', 'opened_at', 'open_ticks', 'high_ticks', 'low_ticks'),
			...each(replayed, 'close_ticks', 'volume_lots', 'quote_volume', 'trades'),
		},
	};
}

function ledgerTables() {
	const caused = derived('the log, intents, deposits and reservations');
	const reservation = derived('its postings');
	return {
		balances: each(derived('postings'), 'account_id', 'asset', 'available', 'held'),
		postings: {
			...each(caused, 'journal', 'sequence', 'position', 'kind', 'asset', 'amount'),
			...each(caused, 'from_account', 'to_account', 'order_id'),
		},
		deposits: {
			...each(derived('postings'), 'sequence', 'account_id', 'asset', 'amount'),
			...each(given, 'reference', 'created_at'),
		},
		reservations: {
			...each(reservation, 'number', 'account_id', 'asset', 'held', 'moves'),
			...each(derived('the order that took it over', 'of one that none took over'), 'market'),
			...each(derived('the order that took it over', 'of one that none took over'), 'request'),
			client_order_id: derived('its order and its deposit', 'of one that has neither'),
			intent_id: derived('intents', 'where it is left out'),
			state: derived('its order and postings', 'whether one that holds nothing was released'),
			due_at: working,
		},
		reservation_moves: {
			...each(derived('postings'), 'number', 'position', 'account_id'),
			at: notProven('a posting has no time of its own'),
		},
	};
}

function settlementTables() {
	const posted = derived('postings', 'of a deposit that has not arrived');
	const stepped = derived('intent_steps');
	const counted = notProven('windows are not counted again: balances of that moment are not kept');
	const newest = derived('intents', 'of steps that others have followed');
	return {
		asset_links: each(given, 'asset', 'tracker_asset_id', 'unit'),
		intents: {
			...each(posted, 'number', 'kind', 'account_id', 'asset', 'amount'),
			...each(derived('intent_steps'), 'id'),
			...each(stepped, 'state', 'reason', 'version', 'created_at', 'ended_at'),
			units: derived('its amount and asset_links'),
			window_number: derived('its reference and payout_windows'),
			transaction_id: derived('transfer_claims', 'where it is left out'),
			...each(given, 'reference', 'trader_email'),
			...each(working, 'slot', 'exclusive_slot', 'leg', 'attempt', 'key_number', 'tried_since'),
			...each(working, 'transit_email', 'sent_at', 'first_doubt_at', 'last_doubt_at'),
			...each(working, 'units_before', 'due_at'),
		},
		intent_steps: {
			...each(stepped, 'intent_id', 'version'),
			...each(newest, 'state', 'note', 'at'),
		},
		transfer_claims: {
			...each(derived('intents'), 'asset'),
			...each(derived('intents', 'of a transfer that its intent does not name'), 'transaction_id'),
			...each(derived('intents', 'of a transfer that its intent does not name'), 'intent_id'),
		},
		payout_limits: each(given, 'account_id', 'asset', 'day_max', 'approval_above'),
		unnamed_transfers: each(working, 'intent_id', 'look_at', 'looks'),
		sealed_keys: each(working, 'intent_id', 'sealed'),
		deposit_keys: each(given, 'account_id', 'email', 'sealed'),
		dues: each(counted, 'account_id', 'asset', 'amount'),
		due_cursors: each(counted, 'market', 'sequence'),
		payout_windows: {
			...each(derived('intents'), 'number', 'payouts'),
			...each(counted, 'closed_at', 'trades', 'credits'),
		},
		transit_accounts: each(working, 'email', 'state', 'intent_id', 'rest_until'),
		settlement_state: {
			...each(working, 'id', 'last_number', 'last_window', 'window_opened_at'),
			...each(working, 'payouts_stopped', 'escrow_email'),
		},
		payout_stops: each(working, 'asset', 'short', 'stopped_at', 'resumed_at'),
	};
}

function operatorTables() {
	const outside = notProven('it tells of the tracker at one time, which is not asked again');
	return {
		alarms: each(outside, 'id', 'kind', 'message', 'intent_id', 'raised_at', 'cleared_at'),
		reconciliations: {
			...each(outside, 'number', 'began_at', 'ended_at', 'runs', 'verdict', 'report'),
		},
		admin_actions: {
			...each(chained, 'number', 'at', 'actor_kind', 'actor_id', 'actor_name', 'action'),
			...each(chained, 'subject', 'details', 'reason', 'hash'),
		},
		maintenance: each(given, 'id', 'since', 'reason', 'ends_at'),
		reserves: each(outside, 'id', 'root', 'published', 'leaves'),
	};
}

function eventTables() {
	const numbered = derived('the numbers of other events', 'before the last one that was removed');
	return {
		market_events: {
			...each(derived('batches'), 'market', 'places', 'batch', 'placed_at'),
			...each(numbered, 'first_sequence'),
		},
		event_arrivals: {
			...each(events, 'sequence', 'id', 'type', 'version', 'owner', 'product_id', 'subject'),
			...each(events, 'audience', 'data', 'occurred_at'),
		},
		events: {
			...each(numbered, 'sequence'),
			...each(events, 'id', 'type', 'version', 'owner', 'product_id', 'subject'),
			...each(events, 'audience', 'data', 'occurred_at'),
		},
		event_cursors: each(working, 'name', 'position'),
		event_subscriptions: {
			...each(given, 'id', 'owner', 'user_id', 'url', 'description', 'types', 'product_id'),
			...each(given, 'subject', 'secret', 'earlier_secret', 'earlier_secret_until'),
			...each(given, 'secret_key_id', 'created_at', 'expires_at'),
			...each(working, 'sequence', 'cursor', 'generation', 'state', 'reason', 'failures'),
			...each(working, 'paused_until'),
		},
		event_deliveries: {
			...each(working, 'subscription_id', 'sequence', 'event_id', 'type', 'subject', 'state'),
			...each(working, 'attempts', 'first_at', 'last_at', 'next_at', 'status', 'reason'),
		},
	};
}

/** One sentence for each table and reason, as `verify` prints them. */
export function unproven(): readonly string[] {
	return Object.entries(standings).flatMap(([table, columns]) => {
		const byReason = Map.groupBy(Object.entries<Standing>(columns), ([, standing]) =>
			reasonOf(standing),
		);
		return [...byReason].flatMap(([reason, own]) =>
			reason === undefined ? [] : [`${table} (${own.map(([name]) => name).join(', ')}): ${reason}`],
		);
	});
}

function reasonOf(standing: Standing): string | undefined {
	if (standing.kind === 'NOT_PROVEN') return standing.why;
	if (standing.kind !== 'DERIVED' || standing.but === undefined) return undefined;
	return `by ${standing.from}, but not ${standing.but}`;
}
