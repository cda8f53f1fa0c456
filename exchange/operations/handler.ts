/**
 * What a handler of the exchange is: a function of the caller and the checked input, for every
 * operation of the description. A missing or misspelt handler does not compile, nor does one that
 * answers what the description does not say. Handlers know nothing of HTTP.
 */
import type { Queue } from 'bullmq';
import type { endpoints } from '../../api/endpoints';
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
import type { Intake } from '../trading/intake/intake';
import type { Market } from '../trading/markets/market';
import type { Markets } from '../trading/markets/markets';
import type { TreasuryParts } from '../settlement/setup/parts';
import type { TraderBalances } from '../settlement/trader-balances';
import { refuse } from '../../server/refusal';
import type { EventStream, ServerEvent } from '../../server/http/streams/event-stream';
import type { Feed } from '../handlers/feeds/feed';
import type { IntentFeed } from '../handlers/feeds/intent-feed';

type Endpoints = (typeof endpoints)['exchange'];

export type OperationName = keyof Endpoints;

/** Somebody whose key was not asked for. */
export interface Anyone {
	readonly kind: 'ANYONE';
}

export interface Trader {
	readonly kind: 'TRADER';
	readonly keyId: string;
	readonly accountId: string;
	/** Of the key. */
	readonly scope: Scope;
	/**
	 * Only to be handed on to the tracker, and only where it is known to be of it; absent where a token
	 * stands for it.
	 */
	readonly key: string | undefined;
}

export interface Administrator {
	readonly kind: 'ADMINISTRATOR';
	readonly keyId: string;
	/** Of the key. */
	readonly label: string;
}

export type KeyHolder = Trader | Administrator;

export type Caller = Anyone | KeyHolder;

type CallerOf<O extends OperationName> = Endpoints[O]['caller'] extends 'TRADER_OR_ADMINISTRATOR'
	? KeyHolder
	: Extract<Caller, { readonly kind: Endpoints[O]['caller'] }>;

export type InputOf<O extends OperationName> = Input<'exchange', O, never>;

/** The record or records of the reply; with its status where an operation has several replies. */
type AnswerOf<O extends OperationName> = Endpoints[O] extends { otherReplies: unknown }
	? AnyReply<'exchange', O, never>
	: Reply<'exchange', O, never>;

/** Takes the reply over for a stream of the operation's events. */
export type Open<O extends OperationName> = () => EventStream<StreamEvent<'exchange', O>>;

/** Aborted when the caller leaves before the answer; for work that is not worth finishing then. */
export type Leaving = () => AbortSignal;

export type Handler<O extends OperationName> = Endpoints[O] extends { reply: { kind: 'stream' } }
	? (caller: CallerOf<O>, input: InputOf<O>, open: Open<O>) => Promise<void>
	: Endpoints[O] extends { streamed: unknown }
		? StreamedHandler<O>
		: Endpoints[O] extends { reply: { kind: 'bytes' } }
			? (caller: CallerOf<O>, input: InputOf<O>, leaving: Leaving) => Promise<ByteReply>
			: (caller: CallerOf<O>, input: InputOf<O>) => Promise<AnswerOf<O>>;

/** Answers, or streams where it is given what to open. */
type StreamedHandler<O extends OperationName> = (
	caller: CallerOf<O>,
	input: InputOf<O>,
	open?: Open<O>,
) => Promise<AnswerOf<O> | undefined>;

export type Handlers<O extends OperationName = OperationName> = {
	readonly [Name in O]: Handler<Name>;
};

export type AnyHandler = (
	caller: Caller,
	input: Values,
	/** What an operation that answers a stream or bytes is handed besides. */
	edge?: (() => EventStream<ServerEvent>) | Leaving,
) => Promise<unknown>;

/** The one place where the types of the description are given up: a handler chosen by name. */
export function handlerOf(handlers: Handlers, operation: string): AnyHandler {
	const handler = (handlers as unknown as Readonly<Record<string, AnyHandler>>)[operation];
	if (handler === undefined) throw new Error(`no handler for ${operation}`);
	return handler;
}

export interface HandlerParts {
	readonly database: Database;
	/** For what may take longer: an embedded database is read beside the loop. */
	readonly reader: Database;
	/** Absent where nothing is archived. */
	readonly archive: Archive | undefined;
	readonly markets: Markets;
	readonly intake: Intake;
	readonly feed: Feed;
	readonly streamTokens: StreamTokens;
	readonly events: EventOperations;
	readonly accounts: Accounts;
	/** As long as keys that traders make may live; absent where they may without end. */
	readonly keyLifetimeDays: number | undefined;
	readonly clock: Clock;
	/** Told of a fault that keeps no request from its answer. */
	readonly onFault: (fault: unknown) => void;
	/** Called after commands were appended to this market's log. */
	readonly onAppended: (market: string) => void;
	/** Absent where the exchange has no tracker. */
	readonly settlement: SettlementParts | undefined;
	readonly queues: readonly Queue[];
}

export interface SettlementParts {
	readonly treasury: TreasuryParts;
	readonly intents: IntentFeed;
	readonly accounts: Accounts;
	readonly traderBalances: TraderBalances;
	/** Called after an intent was planned in this slot. */
	readonly onPlanned: (slot: string) => void;
}

/** What needs the tracker; refuses where the exchange has none. */
export function connected({ settlement }: Pick<HandlerParts, 'settlement'>): SettlementParts {
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
