/**
 * Types of handlers: functions of the caller and the checked input, one for every operation of the
 * description. A missing or misspelt handler does not compile, nor does one with a wrong result.
 * Handlers know nothing of HTTP.
 */
import type { Queue } from 'bullmq';
import type { endpoints } from '../../api/endpoints';
import type { SignedParts } from '../../api/exchange/signing';
import type { Scope } from '../../api/language/scopes';
import type { AnyReply, Input, Reply, StreamEvent } from '../../api/types';
import type { Clock } from '../../server/clock';
import type { EventOperations } from '../../server/events/operations';
import type { Values } from '../../server/http/routing/checks';
import type { ByteReply } from '../../server/http/files/file-reply';
import type { Accounts } from '../accounts/accounts';
import type { StreamTokens } from '../accounts/stream-tokens';
import type { Archive } from '../history/archive/history';
import type { Database } from '../database/database';
import type { AccountReports } from '../events/account-reports';
import type { Intake } from '../trading/intake/intake';
import type { Market } from '../trading/markets/market';
import type { Markets } from '../trading/markets/markets';
import type { TreasuryParts } from '../settlement/setup/parts';
import type { SettlementSettings } from '../settlement/setup/settings';
import type { TraderBalances } from '../settlement/trader-balances';
import { refuse } from '../../server/refusal';
import type { EventStream, ServerEvent } from '../../server/http/streams/event-stream';
import type { Feed } from '../feeds/feed';
import type { IntentFeed } from '../feeds/intent-feed';

type Endpoints = (typeof endpoints)['exchange'];

export type OperationName = keyof Endpoints;

/** A caller whose key was not checked. */
export interface Anyone {
	readonly kind: 'ANYONE';
}

export interface Trader {
	readonly kind: 'TRADER';
	readonly keyId: string;
	readonly accountId: string;
	/** The key's scope. */
	readonly scope: Scope;
	/**
	 * Only to be passed to the tracker, and only if it is known to be a tracker key; undefined if a
	 * token was used.
	 */
	readonly key: string | undefined;
	/** Of a signed request: an order is not taken in after its receive window. */
	readonly claim?: SignedParts | undefined;
}

export interface Administrator {
	readonly kind: 'ADMINISTRATOR';
	readonly keyId: string;
	/** The key's label. */
	readonly label: string;
}

/** Who runs a command on the exchange's own machine. */
export interface Operator {
	readonly kind: 'OPERATOR';
	/** Of the operating system. */
	readonly user: string;
}

export type KeyHolder = Trader | Administrator;

export type Caller = Anyone | KeyHolder;

type CallerOf<O extends OperationName> = Endpoints[O]['caller'] extends 'TRADER_OR_ADMINISTRATOR'
	? KeyHolder
	: Endpoints[O]['caller'] extends 'ADMINISTRATOR'
		? Administrator | Operator
		: Extract<Caller, { readonly kind: Endpoints[O]['caller'] }>;

export type InputOf<O extends OperationName> = Input<'exchange', O, never>;

/** The body of the reply, with its status if the operation has several replies. */
type AnswerOf<O extends OperationName> = Endpoints[O] extends { otherReplies: unknown }
	? AnyReply<'exchange', O, never>
	: Reply<'exchange', O, never>;

/** Opens the reply as a stream of the operation's events. */
export type Open<O extends OperationName> = () => EventStream<StreamEvent<'exchange', O>>;

/** Aborted if the caller disconnects before the reply, so that useless work can stop. */
export type Leaving = () => AbortSignal;

export type Handler<O extends OperationName> = Endpoints[O] extends { reply: { kind: 'stream' } }
	? (caller: CallerOf<O>, input: InputOf<O>, open: Open<O>) => Promise<void>
	: Endpoints[O] extends { streamed: unknown }
		? StreamedHandler<O>
		: Endpoints[O] extends { reply: { kind: 'bytes' } }
			? (caller: CallerOf<O>, input: InputOf<O>, leaving: Leaving) => Promise<ByteReply>
			: (caller: CallerOf<O>, input: InputOf<O>) => Promise<AnswerOf<O>>;

/** Returns a reply, or streams if `open` is given. */
type StreamedHandler<O extends OperationName> = (
	caller: CallerOf<O>,
	input: InputOf<O>,
	open?: Open<O>,
) => Promise<AnswerOf<O> | undefined>;

export type Handlers<O extends OperationName = OperationName> = {
	readonly [Name in O]: Handler<Name>;
};

export type AnyHandler = (
	caller: Caller | Operator,
	input: Values,
	/** Only for operations that reply with a stream or bytes. */
	edge?: (() => EventStream<ServerEvent>) | Leaving,
) => Promise<unknown>;

/** The one place that gives up the types of the description: a handler chosen by name. */
export function handlerOf(handlers: Partial<Handlers>, operation: string): AnyHandler {
	const handler = (handlers as Readonly<Record<string, unknown>>)[operation] as
		| AnyHandler
		| undefined;
	if (handler === undefined) throw new Error(`no handler for ${operation}`);
	return handler;
}

/** What one program may ask of this server. */
export interface RequestLimits {
	readonly requestsPerMinuteMax: number;
	readonly streamsPerAddressMax: number;
	readonly streamsPerAccountMax: number;
}

export interface HandlerParts {
	readonly database: Database;
	/** For long reads: with SQLite it is another thread. */
	readonly reader: Database;
	/** Undefined: nothing is archived. */
	readonly archive: Archive | undefined;
	readonly markets: Markets;
	readonly intake: Intake;
	readonly feed: Feed;
	readonly streamTokens: StreamTokens;
	readonly events: EventOperations;
	readonly accountReports: AccountReports;
	readonly accounts: Accounts;
	readonly limits: RequestLimits;
	/** Longest lifetime of keys that traders create; undefined: no limit. */
	readonly keyLifetimeDays: number | undefined;
	readonly clock: Clock;
	/** For faults that do not fail the request. */
	readonly onFault: (fault: unknown) => void;
	/** Called after commands were appended to this market's log. */
	readonly onAppended: (market: string) => void;
	/** Undefined: the exchange has no tracker. */
	readonly settlement: SettlementParts | undefined;
	/** Settings of settlement, of which an administrator's acts use the own accounts. */
	readonly settlementSettings: () => SettlementSettings | undefined;
	readonly queues: readonly Queue[];
}

/** What administrators need, also on the command line, beside a running exchange or without one. */
export type OperatorParts = Omit<
	HandlerParts,
	| 'archive'
	| 'intake'
	| 'feed'
	| 'streamTokens'
	| 'events'
	| 'accountReports'
	| 'limits'
	| 'onFault'
>;

export interface SettlementParts {
	readonly treasury: TreasuryParts;
	readonly intents: IntentFeed;
	readonly accounts: Accounts;
	readonly traderBalances: TraderBalances;
	/** Called after an intent was planned in this slot. */
	readonly onPlanned: (slot: string) => void;
}

/** Refuses if the exchange has no tracker. */
export function requireSettlement({
	settlement,
}: Pick<HandlerParts, 'settlement'>): SettlementParts {
	if (settlement === undefined) throw refuse('Exchange_SettlementOff');
	return settlement;
}

export async function marketOf(
	{ markets }: Pick<HandlerParts, 'markets'>,
	symbol: string,
): Promise<Market> {
	const market = await markets.find(symbol);
	if (market === undefined) throw refuse('Exchange_MarketNotFound', symbol.slice(0, 100));
	return market;
}
