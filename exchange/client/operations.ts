/**
 * Written by `npm run generate` from api/; do not edit. The records and operations of the interface, and
 * how each operation is asked for.
 */

export interface Account {
	/** Identifier of the account */
	readonly accountId: string;
	/** FROZEN when no order, deposit, payout or key can begin; cancelling and reading go on */
	readonly status: 'ACTIVE' | 'FROZEN';
	/** Since when it is frozen */
	readonly frozenAt?: number;
	/** Why it is frozen, where the operator gave a reason */
	readonly frozenReason?: string;
	/** Whether proceeds leave by themselves */
	readonly payouts: 'AUTOMATIC' | 'ON_DEMAND';
	/** What the account has of each asset */
	readonly balances: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** What can be used */
		readonly available: string;
		/** What open orders hold, and what is reserved for orders to be funded */
		readonly held: string;
	}[];
	/** Limits of this account by itself, with what is used of them */
	readonly limits: {
		/** Open orders it may have in each market; as the market has it when absent */
		readonly maxNumOrders?: number;
		/** Where it has some, when their number is limited */
		readonly openOrders?: readonly {
			/** Symbol of the market */
			readonly symbol: string;
			/** Open orders there */
			readonly open: number;
		}[];
		/** Assets that orders have a limit of */
		readonly assets: readonly {
			/** Code of the asset */
			readonly asset: string;
			/** What its open orders together may hold of it */
			readonly maxHeld?: string;
			/** What they hold now, where that is limited */
			readonly held?: string;
			/** What one order may be worth that is paid with it */
			readonly maxNotional?: string;
		}[];
		/** Assets that payouts have a limit of */
		readonly payouts: readonly {
			/** Code of the asset */
			readonly asset: string;
			/** The most in 24 hours */
			readonly perDayMax?: string;
			/** What the last 24 hours have taken of it */
			readonly perDayUsed?: string;
			/** A larger payout waits for approval */
			readonly approvalAbove?: string;
		}[];
	};
}

export interface AccountLimits {
	/** Identifier of the account */
	readonly accountId: string;
	/** Open orders it may have in each market; as the market has it when absent */
	readonly maxNumOrders?: number;
	/** Where it has some, when their number is limited */
	readonly openOrders?: readonly {
		/** Symbol of the market */
		readonly symbol: string;
		/** Open orders there */
		readonly open: number;
	}[];
	/** Assets that orders have a limit of */
	readonly assets: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** What its open orders together may hold of it */
		readonly maxHeld?: string;
		/** What they hold now, where that is limited */
		readonly held?: string;
		/** What one order may be worth that is paid with it */
		readonly maxNotional?: string;
	}[];
	/** Assets that payouts have a limit of */
	readonly payouts: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** The most in 24 hours */
		readonly perDayMax?: string;
		/** What the last 24 hours have taken of it */
		readonly perDayUsed?: string;
		/** A larger payout waits for approval */
		readonly approvalAbove?: string;
	}[];
}

export interface AccountState {
	/** Identifier of the account */
	readonly accountId: string;
	/** How people call it */
	readonly name: string;
	/** FROZEN when nothing new may begin for it, DISABLED when it may have no key */
	readonly status: 'ACTIVE' | 'FROZEN' | 'DISABLED';
	/** Since when it is frozen */
	readonly frozenAt?: number;
	/** What its owner is told of why */
	readonly frozenReason?: string;
	/** Where its open orders were cancelled with this call */
	readonly cancellations: readonly {
		/** Symbol of the market */
		readonly symbol: string;
		/** Place of the cancellation in the log of the market, which carries it out at once */
		readonly sequence?: number;
		/** Why the market takes no cancellation at present */
		readonly refusal?: string;
	}[];
}

export interface AccountTrade {
	/** Symbol of the market */
	readonly symbol: string;
	/** Number of the trade in its market */
	readonly tradeId: number;
	/** Price of one of the base asset */
	readonly price: string;
	/** Of the base asset */
	readonly quantity: string;
	/** Of the quote asset */
	readonly quoteQty: string;
	/** Side of the order that came second */
	readonly takerSide: 'BUY' | 'SELL';
	/** When it was traded */
	readonly time: number;
	/** Identifier the exchange gave to the order */
	readonly orderId: string;
	/** Own side */
	readonly side: 'BUY' | 'SELL';
	/** Whether the own order was there first */
	readonly isMaker: boolean;
	/** What the exchange took of it */
	readonly commission: string;
	/** Asset of the commission */
	readonly commissionAsset: string;
}

export interface AdminAction {
	/** Number of the entry */
	readonly actionId: number;
	/** When it was done */
	readonly time: number;
	/** Who did it */
	readonly actor: {
		/** By an administrator's key, or by command */
		readonly kind: 'KEY' | 'COMMAND';
		/** Identifier of the key */
		readonly keyId?: string;
		/** Label of the key, or user of the operating system who ran the command */
		readonly name: string;
	};
	/** What was done */
	readonly action: string;
	/** What it was done to: the id of an account, a market, an asset or a transfer */
	readonly subject: string;
	/** What else tells what was done */
	readonly details: readonly {
		/** What of it */
		readonly name: string;
		/** As it was done */
		readonly value: string;
	}[];
	/** Why it was done */
	readonly reason?: string;
}

export interface Alarm {
	/** Identifier of the alarm */
	readonly alarmId: string;
	/** KEY of a refused own key, HALT of a halted market, INTENT of one transfer, BALANCE of books that differ, SHORT of stopped payouts, UNREAD of a tracker that could not be read, CLOCK of a clock, ARCHIVE of history that cannot be moved there, SETTINGS of settings that do not fit what the tracker says */
	readonly kind: 'KEY' | 'HALT' | 'INTENT' | 'BALANCE' | 'SHORT' | 'UNREAD' | 'CLOCK' | 'ARCHIVE' | 'SETTINGS';
	/** What an administrator must know */
	readonly message: string;
	/** The transfer it is about, where it is about one */
	readonly transferId?: string;
	/** When it was raised */
	readonly raisedAt: number;
	/** When it was cleared */
	readonly clearedAt?: number;
}

export interface CancelAfter {
	/** Market it is for; all when absent */
	readonly symbol?: string;
	/** TRIGGERED once it has cancelled; it is set again by calling again */
	readonly status: 'RUNNING' | 'TRIGGERED' | 'OFF';
	/** Milliseconds it was set to */
	readonly countdownTime: number;
	/** When it cancels, unless it is set again before */
	readonly triggerTime?: number;
	/** When it has cancelled; the orders it ended have the reason CANCEL_AFTER */
	readonly triggeredAt?: number;
}

export interface CancelTest {
	/** The order as it stands */
	readonly order: Order;
	/** Asset the order holds */
	readonly asset: string;
	/** How much of it would be free again */
	readonly amount: string;
}

export interface Candle {
	/** When it begins */
	readonly openTime: number;
	/** First price */
	readonly open: string;
	/** Highest price */
	readonly high: string;
	/** Lowest price */
	readonly low: string;
	/** Last price */
	readonly close: string;
	/** Traded of the base asset */
	readonly volume: string;
	/** Traded of the quote asset */
	readonly quoteVolume: string;
	/** Trades in it */
	readonly trades: number;
}

export interface Commissions {
	/** Code of the asset */
	readonly asset: string;
	/** What can be paid out, in decimals of the asset */
	readonly amount: string;
}

export interface Credit {
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** What was credited, in decimals of the asset */
	readonly amount: string;
	/** What names this credit */
	readonly reference: string;
}

export interface Delivery {
	/** Identifier of the event */
	readonly eventId: string;
	/** Place of the event */
	readonly sequence: number;
	/** What happened */
	readonly type: string;
	/** What it happened to */
	readonly subject: string;
	/** Waiting for the next attempt, or for an earlier event of its subject; Parked after three days of failures */
	readonly state: 'Delivered' | 'Waiting' | 'Parked';
	/** How often it was sent */
	readonly attempts: number;
	/** When it was sent last */
	readonly lastAttempt?: string;
	/** When it will be sent again at the earliest */
	readonly nextAttempt?: string;
	/** Status the target answered with */
	readonly status?: number;
	/** Why it was not taken */
	readonly reason?: string;
}

export interface Deposit {
	/** Identifier the exchange gave to the deposit */
	readonly depositId: string;
	/** Your own id, where you gave one */
	readonly clientDepositId?: string;
	/** Your own id of the order it was made for, for which it is reserved */
	readonly clientOrderId?: string;
	/** Code of the asset */
	readonly asset: string;
	/** In decimals of the asset */
	readonly amount: string;
	/** How far the transfer has come */
	readonly status: 'SETTLED' | 'PLANNED' | 'SENDING' | 'UNKNOWN' | 'REFUSED' | 'HELD_FOR_REVIEW' | 'PENDING_APPROVAL';
	/** Why it stands where it does */
	readonly reason?: string;
	/** The transaction of the tracker that moved it */
	readonly trackerTransactionId?: string;
	/** When it was asked for */
	readonly createdAt: number;
	/** When it was settled or refused */
	readonly endedAt?: number;
}

export interface Depth {
	/** Sequence number it is as of */
	readonly lastUpdateId: number;
	/** Best prices of buyers as [price, quantity], the highest first */
	readonly bids: readonly (readonly [string, string])[];
	/** Best prices of sellers as [price, quantity], the lowest first */
	readonly asks: readonly (readonly [string, string])[];
	/** CRC-32 of the ten best prices of both sides, as the book is then */
	readonly checksum: number;
}

export interface DepthUpdate {
	/** First sequence number it covers */
	readonly firstUpdateId: number;
	/** Last sequence number it covers */
	readonly lastUpdateId: number;
	/** Changed prices of buyers with their new quantity; 0 for none any more */
	readonly bids: readonly (readonly [string, string])[];
	/** Changed prices of sellers with their new quantity; 0 for none any more */
	readonly asks: readonly (readonly [string, string])[];
	/** The same of the book after it; seldom absent, where it is not known in time */
	readonly checksum?: number;
}

export interface EndedKey {
	/** Identifier of the key */
	readonly keyId: string;
	/** What it is for */
	readonly label: string;
}

export interface Event {
	/** The same whenever the event is told again: what was seen already is known by it */
	readonly id: string;
	/** Place among all events, which grows and is never given twice */
	readonly sequence: number;
	/** What happened */
	readonly type: string;
	/** Version of what `data` holds for this type */
	readonly version: number;
	/** When it happened, ISO 8601 in UTC with milliseconds */
	readonly timestamp: string;
	/** The product it happened in */
	readonly productId?: string;
	/** What it happened to; events of one subject come in their order */
	readonly subject: string;
	/** What the type says of it */
	readonly data: Readonly<Record<string, unknown>>;
}

export interface EventPage {
	/** In the order of their sequence */
	readonly events: readonly Event[];
	/** Where to go on: the `after` of the next call */
	readonly cursor: number;
	/** Whether more are there already */
	readonly hasMore: boolean;
	/** The oldest event that is still kept; whoever goes on before it has missed some */
	readonly oldestSequence: number;
}

export interface EventStreamEnded {
	/** KeyEnded when the key was revoked or its user was given other roles, TooSlow when what was sent was not taken within half a minute */
	readonly reason: 'KeyEnded' | 'TooSlow';
}

export interface EventStreamOpened {
	/** Where the stream begins: only what came behind this event follows */
	readonly after: number;
	/** The oldest event that is kept: whoever comes back from before it has missed some */
	readonly oldestSequence: number;
}

export interface ExchangeStatus {
	/** In MAINTENANCE orders can be cancelled and everything read, and nothing new begins */
	readonly status: 'NORMAL' | 'MAINTENANCE';
	/** When the maintenance began */
	readonly since?: number;
	/** When it is announced to end */
	readonly endsAt?: number;
	/** Why it is in maintenance */
	readonly reason?: string;
}

export interface ExecutionReport {
	/** Market, sequence number of the command, place among its reports */
	readonly reportId: string;
	/** When the command was accepted */
	readonly time: number;
	/** Symbol of the market */
	readonly symbol: string;
	/** Identifier the exchange gave to the order */
	readonly orderId: string;
	/** Your own id, or the id of the order where you gave none */
	readonly clientOrderId: string;
	/** The list the order belongs to */
	readonly orderListId?: string;
	/** What happened */
	readonly execType: 'TRADE' | 'NEW' | 'TRIGGERED' | 'TRADE_PREVENTION' | 'REPLACED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';
	/** Where the order stands afterwards */
	readonly status: 'FILLED' | 'NEW' | 'PARTIALLY_FILLED' | 'CANCELED' | 'REJECTED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';
	/** Side of the order */
	readonly side: 'SELL' | 'BUY';
	/** The limit; 0 for an order without one */
	readonly price: string;
	/** Of the base asset */
	readonly quantity: string;
	/** What is executed of the base asset */
	readonly executedQty: string;
	/** What is left of the base asset */
	readonly leavesQty: string;
	/** What is executed of the quote asset */
	readonly executedQuoteQty: string;
	/** Why it was refused or ended */
	readonly reason?: string;
	/** Number of the trade */
	readonly tradeId?: number;
	/** Price of this trade */
	readonly lastPrice?: string;
	/** Of the base asset in this trade */
	readonly lastQty?: string;
	/** Of the quote asset in this trade */
	readonly lastQuoteQty?: string;
	/** What the exchange took of it */
	readonly commission?: string;
	/** Asset of the commission */
	readonly commissionAsset?: string;
	/** Whether the order was there first */
	readonly isMaker?: boolean;
}

export interface JobQueue {
	/** Name of the queue */
	readonly queue: string;
	/** Jobs that wait */
	readonly waiting: number;
	/** Jobs under way */
	readonly active: number;
	/** Jobs of a later time */
	readonly delayed: number;
	/** Jobs that failed */
	readonly failed: number;
}

export interface Lane {
	/** Symbol of the market */
	readonly symbol: string;
	/** What the market takes at present */
	readonly status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	/** Commands in its log */
	readonly accepted: number;
	/** Commands carried out */
	readonly committed: number;
	/** Commands accepted and not carried out */
	readonly waiting: number;
	/** How often a process took it over */
	readonly epoch: number;
	/** When a command was carried out last */
	readonly committedAt?: number;
	/** The command of the last snapshot, from which a start goes on */
	readonly snapshotSequence?: number;
}

export interface ManagedAccount {
	/** Identifier of the account */
	readonly accountId: string;
	/** How people call it */
	readonly name: string;
	/** FROZEN when nothing new may begin for it, DISABLED when it may have no key */
	readonly status: 'ACTIVE' | 'FROZEN' | 'DISABLED';
	/** Address at the tracker, where payouts go */
	readonly email?: string;
	/** Whether proceeds leave by themselves */
	readonly payouts: 'AUTOMATIC' | 'ON_DEMAND';
	/** When it was added */
	readonly createdAt: number;
	/** Since when it is frozen */
	readonly frozenAt?: number;
	/** What its owner is told of why */
	readonly frozenReason?: string;
	/** Since when it is disabled */
	readonly disabledAt?: number;
	/** What it has of each asset; not in a list */
	readonly balances?: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** What can be used */
		readonly available: string;
		/** What open orders hold, and what is reserved for orders */
		readonly held: string;
	}[];
}

export interface ManagedAsset {
	/** Code of the asset */
	readonly asset: string;
	/** Digits behind the point */
	readonly decimals: number;
	/** The asset of the tracker it stands for, where it is linked */
	readonly trackerAssetId?: string;
	/** How much of it one whole unit of the tracker is, where it is linked */
	readonly unit?: string;
}

export interface ManagedKey {
	/** Identifier of the key */
	readonly keyId: string;
	/** Whose it is; absent for an administrator's */
	readonly accountId?: string;
	/** What it is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope?: 'READ' | 'TRADE' | 'FULL';
	/** When it ends by itself */
	readonly expiresAt?: number;
	/** When it was made */
	readonly createdAt: number;
	/** When it was taken out of use */
	readonly revokedAt?: number;
	/** Identifier of the key it was made with; absent where the operator made it */
	readonly madeBy?: string;
	/** Whether it is the key of its owner at the tracker, too */
	readonly isAtTracker: boolean;
}

export interface Market {
	/** Symbol of the market */
	readonly symbol: string;
	/** What the market takes at present */
	readonly status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	/** What is bought and sold */
	readonly baseAsset: string;
	/** What it is paid with */
	readonly quoteAsset: string;
	/** Digits behind the point of amounts of the base asset */
	readonly baseAssetPrecision: number;
	/** Digits behind the point of amounts of the quote asset */
	readonly quoteAssetPrecision: number;
	/** Least step between two prices */
	readonly tickSize: string;
	/** Least step between two quantities */
	readonly stepSize: string;
	/** Highest price */
	readonly maxPrice: string;
	/** Least quantity of an order */
	readonly minQty: string;
	/** Largest quantity of an order */
	readonly maxQty: string;
	/** Least value of an order; 0 for no limit */
	readonly minNotional: string;
	/** Commission of the order that was there first, in hundredths of a percent */
	readonly makerFeeBps: number;
	/** Commission of the order that came second, in hundredths of a percent */
	readonly takerFeeBps: number;
	/** What happens when an order that names no mode meets one of the same account */
	readonly defaultSelfTradePreventionMode: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** How far from the reference price a price may be; beyond it a limit price is refused and nothing trades; 0 for no such band */
	readonly staticBandPercent: string;
	/** How far from the last trade, or from the best price, an order trades; the rest expires; 0 for no such band */
	readonly dynamicBandPercent: string;
	/** What the static band is measured from, where there is anything */
	readonly referencePrice?: string;
	/** After this long the last price becomes the reference price; 0 for never */
	readonly referenceWindowMs: number;
	/** How long the market is CANCEL_ONLY after an order met the static band; 0 for no pause */
	readonly pauseMs: number;
	/** When a pause ends; absent while there is none */
	readonly pausedUntil?: number;
	/** From when on lists of orders, trades and reports are whole; what had ended before is in the archive; absent while nothing is */
	readonly historyStartTime?: number;
	/** The most open orders of an account; 0 for no such limit */
	readonly maxNumOrders: number;
	/** The rules by kind, each with the limits of its kind */
	readonly filters: readonly {
		/** Kind of the rule */
		readonly filterType: 'PRICE_FILTER' | 'LOT_SIZE' | 'NOTIONAL' | 'PERCENT_PRICE' | 'MAX_NUM_ORDERS';
		/** Lowest price */
		readonly minPrice?: string;
		/** Highest price */
		readonly maxPrice?: string;
		/** Least step between two prices */
		readonly tickSize?: string;
		/** Least quantity of an order */
		readonly minQty?: string;
		/** Largest quantity of an order */
		readonly maxQty?: string;
		/** Least step between two quantities */
		readonly stepSize?: string;
		/** Least value of an order */
		readonly minNotional?: string;
		/** Times the reference price, the highest price */
		readonly multiplierUp?: string;
		/** Times the reference price, the lowest price */
		readonly multiplierDown?: string;
		/** Most open orders of an account */
		readonly maxNumOrders?: number;
	}[];
}

export interface MarketRulesChange {
	/** Symbol of the market */
	readonly symbol: string;
	/** Place of the command in the log of the market, which carries it out at once */
	readonly sequence: number;
	/** How far from the reference price a price may be; 0 for no band */
	readonly staticBandPercent: string;
	/** How far from the last trade an order trades; 0 for no band */
	readonly dynamicBandPercent: string;
	/** After this long the last price becomes the reference price; 0 for never */
	readonly referenceWindowMs: number;
	/** How long an order at the static band pauses the market; 0 for no pause */
	readonly pauseMs: number;
	/** The most open orders of an account; 0 for no such limit */
	readonly maxNumOrders: number;
}

export interface MarketStatusChange {
	/** Symbol of the market */
	readonly symbol: string;
	/** Place of the command in the log of the market, which carries it out at once */
	readonly sequence: number;
	/** What the market takes once the command is carried out */
	readonly status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
}

export interface NewKey {
	/** Identifier of the key */
	readonly keyId: string;
	/** The key itself, which is shown here and never again */
	readonly key: string;
	/** Whose it is; absent for an administrator's */
	readonly accountId?: string;
	/** What it is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope?: 'READ' | 'TRADE' | 'FULL';
	/** When it ends by itself */
	readonly expiresAt?: number;
}

export interface NewOwnKey {
	/** Identifier of the key */
	readonly keyId: string;
	/** The key itself, which is shown here and never again */
	readonly key: string;
	/** What it is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope: 'READ' | 'TRADE' | 'FULL';
	/** When it ends by itself */
	readonly expiresAt?: number;
}

export interface NewSubscription {
	/** Identifier, 24 characters */
	readonly id: string;
	/** Where events are sent to */
	readonly url: string;
	/** What it is for, empty where nothing was said */
	readonly description: string;
	/** Types it is for; every type its owner hears where absent */
	readonly types?: readonly string[];
	/** Product it is for */
	readonly productId?: string;
	/** Market it is for, at the exchange */
	readonly symbol?: string;
	/** Subject it is for */
	readonly subject?: string;
	/** Failing while the target takes nothing, Stopped while its owner has no right to hear, Disabled once the target has answered 410, Expired when its time is over */
	readonly state: 'Active' | 'Failing' | 'Stopped' | 'Disabled' | 'Expired';
	/** Why it is not Active */
	readonly reason?: string;
	/** Every event up to it is delivered, or one of its deliveries */
	readonly cursor: number;
	/** Deliveries that wait */
	readonly waiting: number;
	/** Deliveries that were given up */
	readonly parked: number;
	/** Nothing is sent before it */
	readonly nextAttempt?: string;
	/** When it ends by itself */
	readonly expires?: string;
	/** Until when the secret before signs as well */
	readonly earlierSecretExpires?: string;
	/** When it was made, ISO 8601 in UTC */
	readonly creationDate: string;
	/** Key of the signatures: base64 behind `whsec_` */
	readonly secret: string;
}

export interface OpenOrders {
	/** Sequence number they are as of */
	readonly lastUpdateId: number;
	/** Orders that can trade */
	readonly orders: readonly Order[];
}

export interface Order {
	/** Identifier the exchange gave to the order */
	readonly orderId: string;
	/** Your own id, or the id of the order where you gave none */
	readonly clientOrderId: string;
	/** Symbol of the market */
	readonly symbol: string;
	/** Side of the order */
	readonly side: 'SELL' | 'BUY';
	/** Kind of order */
	readonly type: 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT';
	/** How long the order stays */
	readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'GTD';
	/** The limit */
	readonly price?: string;
	/** The price that sets it off */
	readonly stopPrice?: string;
	/** Basis points it follows at */
	readonly trailingDelta?: number;
	/** Of the base asset */
	readonly quantity?: string;
	/** Of the quote asset */
	readonly quoteOrderQty?: string;
	/** The most that is shown at a time */
	readonly icebergQty?: string;
	/** When a GTD order ends */
	readonly expireTime?: number;
	/** Whether it never takes */
	readonly postOnly?: boolean;
	/** What happens when the order meets one of the same account */
	readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** The order it replaces */
	readonly origOrderId?: string;
	/** The list it belongs to */
	readonly orderListId?: string;
	/** Where the order stands; PENDING_NEW until it was matched */
	readonly status: 'NEW' | 'PENDING_NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'REJECTED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';
	/** Why it was refused or ended */
	readonly reason?: string;
	/** What is executed of the base asset */
	readonly executedQty: string;
	/** What is left of the base asset */
	readonly leavesQty: string;
	/** What is executed of the quote asset */
	readonly executedQuoteQty: string;
	/** Mean price of what is executed */
	readonly avgPrice: string;
	/** What the exchange took of it */
	readonly commission: string;
	/** Asset of the commission */
	readonly commissionAsset: string;
	/** When it was accepted */
	readonly createdAt: number;
	/** When it last changed */
	readonly updatedAt: number;
}

export interface OrderList {
	/** Identifier of the list, that of its limit order */
	readonly orderListId: string;
	/** Own id of the list; that of the exchange where none was given */
	readonly listClientOrderId: string;
	/** Symbol of the market */
	readonly symbol: string;
	/** One cancels the other */
	readonly contingencyType: 'OCO';
	/** EXECUTING while one of its orders can trade; REJECT when both were refused */
	readonly listOrderStatus: 'EXECUTING' | 'ALL_DONE' | 'REJECT';
	/** When it was accepted */
	readonly createdAt: number;
	/** The limit order, and the stop order */
	readonly orders: readonly Order[];
}

export interface OrderResult {
	/** The status it would have been answered with by itself */
	readonly status: number;
	/** The order as it stands, unless it was refused */
	readonly order?: Order;
	/** Why it was refused */
	readonly error?: {
		/** Names what happened, for programs */
		readonly errorCode: string;
		/** What happened and what to change */
		readonly message: string;
		/** The values in the message, in their order */
		readonly arguments: readonly string[];
	};
}

export interface OrderTest {
	/** Symbol of the market */
	readonly symbol: string;
	/** Asset the order would hold */
	readonly asset: string;
	/** How much of it, commission included */
	readonly hold: string;
	/** How much of it the account has available */
	readonly available: string;
	/** Whether the same order was placed before under its clientOrderId, so that nothing would be done */
	readonly repeated: boolean;
	/** What would come of it at once, as far as the book is shown: what others hide is not counted; absent where nothing would be done */
	readonly outcome?: {
		/** Where the order would stand */
		readonly status: 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';
		/** Why it would end */
		readonly reason?: string;
		/** What would trade, the best price first */
		readonly trades: readonly {
			/** Price of one of the base asset */
			readonly price: string;
			/** Of the base asset at this price */
			readonly quantity: string;
			/** Of the quote asset for it */
			readonly quoteQty: string;
		}[];
		/** What would trade of the base asset */
		readonly executedQty: string;
		/** What would trade of the quote asset */
		readonly executedQuoteQty: string;
		/** Mean price of that */
		readonly avgPrice: string;
		/** What the exchange took of it */
		readonly commission: string;
		/** Asset of the commission */
		readonly commissionAsset: string;
		/** What a buyer would pay or a seller get, commission counted */
		readonly totalQuoteQty: string;
		/** What would rest in the book, or wait for its stop price */
		readonly leavesQty: string;
		/** Own orders it would meet, which its selfTradePreventionMode keeps from trading; where one stands among others of its price is not shown, so that it is taken for the first */
		readonly metOrderIds: readonly string[];
	};
}

export interface OrderTestResult {
	/** The status a test of it alone would have been answered with */
	readonly status: number;
	/** What would come of it, unless it would be refused */
	readonly test?: OrderTest;
	/** Why it was refused */
	readonly error?: {
		/** Names what happened, for programs */
		readonly errorCode: string;
		/** What happened and what to change */
		readonly message: string;
		/** The values in the message, in their order */
		readonly arguments: readonly string[];
	};
}

export interface OwnKey {
	/** Identifier of the key */
	readonly keyId: string;
	/** What it is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope: 'READ' | 'TRADE' | 'FULL';
	/** When it was made */
	readonly createdAt: number;
	/** When it ends by itself */
	readonly expiresAt?: number;
	/** Identifier of the key it was made with; absent where the operator made it */
	readonly madeBy?: string;
}

export interface Payout {
	/** Identifier the exchange gave to the payout */
	readonly payoutId: string;
	/** Your own id, where you gave one */
	readonly clientPayoutId?: string;
	/** Code of the asset */
	readonly asset: string;
	/** In decimals of the asset */
	readonly amount: string;
	/** How far the transfer has come */
	readonly status: 'SETTLED' | 'PLANNED' | 'SENDING' | 'UNKNOWN' | 'REFUSED' | 'HELD_FOR_REVIEW' | 'PENDING_APPROVAL';
	/** Why it stands where it does */
	readonly reason?: string;
	/** The transaction of the tracker that moved it */
	readonly trackerTransactionId?: string;
	/** When it was asked for */
	readonly createdAt: number;
	/** When it was settled or refused */
	readonly endedAt?: number;
}

export interface PayoutLimits {
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** The most in 24 hours */
	readonly perDayMax?: string;
	/** A larger payout waits for approval */
	readonly approvalAbove?: string;
}

export interface PayoutMode {
	/** Identifier of the account */
	readonly accountId: string;
	/** Whether proceeds leave by themselves */
	readonly payouts: 'AUTOMATIC' | 'ON_DEMAND';
}

export interface PayoutStops {
	/** Why no payout at all is sent; absent where payouts flow */
	readonly reason?: string;
	/** Assets of which the tracker holds too little */
	readonly assets: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** How much the tracker holds too little */
		readonly short: string;
		/** Since when no payout of it is sent */
		readonly stoppedAt: number;
		/** When it was let go on, though it is short still */
		readonly resumedAt?: number;
	}[];
}

export interface PendingOrder {
	/** The order is not placed yet */
	readonly status: 'PENDING_FUNDING';
	/** The deposit it waits for */
	readonly deposit: Deposit;
}

export interface Reconciliation {
	/** Number of the entry */
	readonly reconciliationId: number;
	/** AGREES when the tracker holds what is owed, DIFFERS when nothing explains what it holds, MOVING when transfers went on at every try, UNREAD when the tracker did not answer */
	readonly verdict: 'AGREES' | 'DIFFERS' | 'MOVING' | 'UNREAD';
	/** When the books were first found so */
	readonly beganAt: number;
	/** When they were last found so */
	readonly endedAt: number;
	/** How often they were found so */
	readonly runs: number;
	/** What was compared the last time */
	readonly assets: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** AGREES when the tracker holds what is owed, DIFFERS when nothing explains what it holds, MOVING when transfers went on at every try, UNREAD when the tracker did not answer */
		readonly verdict: 'AGREES' | 'DIFFERS' | 'MOVING' | 'UNREAD';
		/** Why there is no comparison */
		readonly reason?: string;
		/** Owed to traders */
		readonly traders: string;
		/** Commissions */
		readonly fees: string;
		/** On its way to traders */
		readonly payouts: string;
		/** All of it */
		readonly owed: string;
		/** The least that transfers under way explain */
		readonly least: string;
		/** The most that they explain */
		readonly most: string;
		/** What own accounts hold there; absent where not known */
		readonly atTracker?: string;
		/** How far that is outside; with a sign before it where something is missing */
		readonly difference?: string;
	}[];
}

export interface Reserves {
	/** When it was published, ISO 8601 in UTC */
	readonly time: string;
	/** What is owed and held of each asset */
	readonly assets: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** Digits behind the point */
		readonly decimals: number;
		/** Owed to all traders together, in smallest units */
		readonly liabilities: string;
		/** Held at the tracker, in smallest units */
		readonly reserves: string;
	}[];
	/** Accounts in the tree */
	readonly treeSize: number;
	/** SHA-256 in lower-case hex that commits to all the rest */
	readonly root: string;
}

export interface ReservesProof {
	/** What was published */
	readonly published: Reserves;
	/** What shows that the account was counted in */
	readonly proof: {
		/** Identifier of the account */
		readonly accountId: string;
		/** What hides the account in the tree */
		readonly salt: string;
		/** Amounts in smallest units, in the order of the assets */
		readonly amounts: readonly string[];
		/** Place of the leaf in the tree */
		readonly leafIndex: number;
		/** Neighbours from the leaf to the top */
		readonly path: readonly {
			/** Hash of the neighbour */
			readonly hash: string;
			/** Amounts in smallest units, in the order of the assets */
			readonly amounts: readonly string[];
		}[];
	};
}

export interface SelfTradePrevention {
	/** Symbol of the market */
	readonly symbol: string;
	/** What an order does that names no mode and meets one of the same account */
	readonly defaultSelfTradePreventionMode: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
}

export interface ServerTime {
	/** The time of the exchange */
	readonly serverTime: number;
}

export interface StreamToken {
	/** To be sent as token in the address of a stream; shown here and never again */
	readonly token: string;
	/** Until when it opens streams; those that are open go on until its key ends */
	readonly expiresAt: number;
}

export interface Subscription {
	/** Identifier, 24 characters */
	readonly id: string;
	/** Where events are sent to */
	readonly url: string;
	/** What it is for, empty where nothing was said */
	readonly description: string;
	/** Types it is for; every type its owner hears where absent */
	readonly types?: readonly string[];
	/** Product it is for */
	readonly productId?: string;
	/** Market it is for, at the exchange */
	readonly symbol?: string;
	/** Subject it is for */
	readonly subject?: string;
	/** Failing while the target takes nothing, Stopped while its owner has no right to hear, Disabled once the target has answered 410, Expired when its time is over */
	readonly state: 'Active' | 'Failing' | 'Stopped' | 'Disabled' | 'Expired';
	/** Why it is not Active */
	readonly reason?: string;
	/** Every event up to it is delivered, or one of its deliveries */
	readonly cursor: number;
	/** Deliveries that wait */
	readonly waiting: number;
	/** Deliveries that were given up */
	readonly parked: number;
	/** Nothing is sent before it */
	readonly nextAttempt?: string;
	/** When it ends by itself */
	readonly expires?: string;
	/** Until when the secret before signs as well */
	readonly earlierSecretExpires?: string;
	/** When it was made, ISO 8601 in UTC */
	readonly creationDate: string;
}

export interface TestDelivery {
	/** Whether the target took it */
	readonly isDelivered: boolean;
	/** Status the target answered with */
	readonly status?: number;
	/** Why it was not taken */
	readonly reason?: string;
}

export interface Ticker {
	/** Symbol of the market */
	readonly symbol: string;
	/** From the first price of the window to the last; absent without a trade in it */
	readonly priceChange?: string;
	/** The same in percent of the first price */
	readonly priceChangePercent?: string;
	/** Mean price of what was traded */
	readonly weightedAvgPrice?: string;
	/** First price of the window */
	readonly openPrice?: string;
	/** Highest price of the window */
	readonly highPrice?: string;
	/** Lowest price of the window */
	readonly lowPrice?: string;
	/** Price of the last trade, of whatever time; absent where there was none */
	readonly lastPrice?: string;
	/** Traded of the base asset */
	readonly volume: string;
	/** Traded of the quote asset */
	readonly quoteVolume: string;
	/** Trades in the window */
	readonly trades: number;
	/** Best price of buyers; absent where there is none */
	readonly bidPrice?: string;
	/** What is bought at it */
	readonly bidQty?: string;
	/** Best price of sellers; absent where there is none */
	readonly askPrice?: string;
	/** What is sold at it */
	readonly askQty?: string;
	/** When the window begins: with the minute of 24 hours ago */
	readonly openTime: number;
	/** When it ends: now */
	readonly closeTime: number;
}

export interface TrackerBalances {
	/** Each asset of which there is something */
	readonly balances: readonly {
		/** Code of the asset */
		readonly asset: string;
		/** What the tracker has for you, in decimals of the asset */
		readonly amount: string;
	}[];
}

export interface Trade {
	/** Number of the trade in its market */
	readonly tradeId: number;
	/** Price of one of the base asset */
	readonly price: string;
	/** Of the base asset */
	readonly quantity: string;
	/** Of the quote asset */
	readonly quoteQty: string;
	/** Side of the order that came second */
	readonly takerSide: 'BUY' | 'SELL';
	/** When it was traded */
	readonly time: number;
}

export interface Transfer {
	/** Identifier the exchange gave to the transfer */
	readonly transferId: string;
	/** Pulled from a trader, or paid out to one */
	readonly kind: 'DEPOSIT' | 'PAYOUT';
	/** Identifier of the account; fees for a payout of commissions */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** In decimals of the asset */
	readonly amount: string;
	/** How far it has come */
	readonly status: 'PENDING_APPROVAL' | 'PLANNED' | 'SENDING' | 'UNKNOWN' | 'SETTLED' | 'REFUSED' | 'HELD_FOR_REVIEW';
	/** Why it stands where it does */
	readonly reason?: string;
	/** The address of the trader at the tracker, where it is known */
	readonly email?: string;
	/** The transaction of the tracker that moved it */
	readonly trackerTransactionId?: string;
	/** Calls that were made for it */
	readonly attempts: number;
	/** When the first call was made whose outcome is not known */
	readonly firstDoubtAt?: number;
	/** When the last of them was made */
	readonly lastDoubtAt?: number;
	/** When it was asked for */
	readonly createdAt: number;
	/** When it was settled or refused */
	readonly endedAt?: number;
}

export interface TransferDetails {
	/** Identifier the exchange gave to the transfer */
	readonly transferId: string;
	/** Pulled from a trader, or paid out to one */
	readonly kind: 'DEPOSIT' | 'PAYOUT';
	/** Identifier of the account; fees for a payout of commissions */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** In decimals of the asset */
	readonly amount: string;
	/** How far it has come */
	readonly status: 'PENDING_APPROVAL' | 'PLANNED' | 'SENDING' | 'UNKNOWN' | 'SETTLED' | 'REFUSED' | 'HELD_FOR_REVIEW';
	/** Why it stands where it does */
	readonly reason?: string;
	/** The address of the trader at the tracker, where it is known */
	readonly email?: string;
	/** The transaction of the tracker that moved it */
	readonly trackerTransactionId?: string;
	/** Calls that were made for it */
	readonly attempts: number;
	/** When the first call was made whose outcome is not known */
	readonly firstDoubtAt?: number;
	/** When the last of them was made */
	readonly lastDoubtAt?: number;
	/** When it was asked for */
	readonly createdAt: number;
	/** When it was settled or refused */
	readonly endedAt?: number;
	/** Every state it went through, the oldest first */
	readonly steps: readonly {
		/** When it came there */
		readonly time: number;
		/** How far it had come */
		readonly status: 'PENDING_APPROVAL' | 'PLANNED' | 'SENDING' | 'UNKNOWN' | 'SETTLED' | 'REFUSED' | 'HELD_FOR_REVIEW';
		/** Why */
		readonly note?: string;
	}[];
	/** Open alarms about it */
	readonly alarms: readonly Alarm[];
}

export interface TransferEvidence {
	/** Identifier the exchange gave to the transfer */
	readonly transferId: string;
	/** When the tracker was read */
	readonly time: number;
	/** What the resolvers that are set make of a call in doubt: it happened, it did not and will not, neither explains it, or it is too early to say */
	readonly verdict?: 'HAPPENED' | 'DID_NOT_HAPPEN' | 'UNEXPLAINED' | 'WAIT';
	/** Why, in one sentence */
	readonly reason?: string;
	/** Who sends it, by the address at the tracker; absent where not known */
	readonly sender?: string;
	/** Who gets it */
	readonly recipient: string;
	/** What the account that sends held before the call, where it was read */
	readonly heldBefore?: string;
	/** What it holds now; absent where the tracker did not tell */
	readonly heldNow?: string;
	/** Transactions of the same amount since it was asked for, the oldest first; absent where the tracker did not tell */
	readonly transactions?: readonly {
		/** The transaction at the tracker */
		readonly trackerTransactionId: string;
		/** Who sent it */
		readonly sender: string;
		/** Who got it */
		readonly recipient: string;
		/** When, by the tracker's clock */
		readonly time: number;
		/** Whether another transfer rests on it */
		readonly isOfAnother: boolean;
	}[];
}

export interface WaitingPayout {
	/** Identifier the exchange gave to the payout */
	readonly payoutId: string;
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** In decimals of the asset */
	readonly amount: string;
	/** How far it has come */
	readonly status: string;
	/** Whom at the tracker it goes to */
	readonly email: string;
	/** When it was asked for */
	readonly createdAt: number;
}

export type ServerTimeInput = Readonly<Record<string, never>>;

export type ListMarketsInput = Readonly<Record<string, never>>;

export interface GetMarketInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
}

export interface TickerInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
}

export interface StreamTickerInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
}

export type ListTickersInput = Readonly<Record<string, never>>;

export interface DepthInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The most prices of each side, the best ones */
	readonly limit?: number;
}

export interface StreamDepthInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The most prices of each side, the best ones */
	readonly limit?: number;
}

export interface TradesInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** The first trade to answer, the newer ones after it; without it and startTime the newest ones */
	readonly fromId?: number;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
}

export interface StreamTradesInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The most trades to begin with */
	readonly limit?: number;
	/** The id of the last event seen, to go on behind it */
	readonly 'last-event-id'?: string;
	/** The same for who opens a stream anew and can send no header */
	readonly lastEventId?: string;
}

export interface CandlesInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The length of a candle */
	readonly interval?: '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
	/** The first candle opens at this time or later */
	readonly startTime?: number;
	/** The last candle opens at this time or earlier */
	readonly endTime?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
}

export interface StreamCandlesInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The length of a candle */
	readonly interval?: '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
	/** The id of the last event seen, to go on behind it */
	readonly 'last-event-id'?: string;
	/** The same for who opens a stream anew and can send no header */
	readonly lastEventId?: string;
}

export interface PlaceOrderInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** BUY or SELL the base asset */
	readonly side: 'BUY' | 'SELL';
	/** LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT */
	readonly type: 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT';
	/** GTC when left out; an order without a price is IOC */
	readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTD';
	/** The limit, a multiple of the tick */
	readonly price?: string;
	/** A trade at this price or beyond sets a stop order off */
	readonly stopPrice?: string;
	/** Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once */
	readonly trailingDelta?: number;
	/** Of the base asset, a multiple of the step */
	readonly quantity?: string;
	/** Of the quote asset, for MARKET and STOP_LOSS instead of a quantity */
	readonly quoteOrderQty?: string;
	/** The most that is shown at a time */
	readonly icebergQty?: string;
	/** When a GTD order ends */
	readonly expireTime?: number;
	/** Whether to refuse the order when it would trade at once */
	readonly postOnly?: boolean;
	/** What happens when the order meets one of the same account; as the market has it when left out */
	readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** Your own id; the same order sent again under it is accepted once and answered again */
	readonly clientOrderId?: string;
	/** ACK answers when it is durable, RESULT when it has been carried out */
	readonly newOrderRespType?: 'ACK' | 'RESULT';
	/** Whether to pull what the order lacks from your account at the tracker first; needs a clientOrderId */
	readonly fund?: boolean;
	/** Your key at the tracker; may be left out where that of x-api-key is known to be the same */
	readonly 'x-tracker-key'?: string;
}

export interface TestOrderInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** BUY or SELL the base asset */
	readonly side: 'BUY' | 'SELL';
	/** LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT */
	readonly type: 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT';
	/** GTC when left out; an order without a price is IOC */
	readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTD';
	/** The limit, a multiple of the tick */
	readonly price?: string;
	/** A trade at this price or beyond sets a stop order off */
	readonly stopPrice?: string;
	/** Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once */
	readonly trailingDelta?: number;
	/** Of the base asset, a multiple of the step */
	readonly quantity?: string;
	/** Of the quote asset, for MARKET and STOP_LOSS instead of a quantity */
	readonly quoteOrderQty?: string;
	/** The most that is shown at a time */
	readonly icebergQty?: string;
	/** When a GTD order ends */
	readonly expireTime?: number;
	/** Whether to refuse the order when it would trade at once */
	readonly postOnly?: boolean;
	/** What happens when the order meets one of the same account; as the market has it when left out */
	readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** Your own id; the same order sent again under it is accepted once and answered again */
	readonly clientOrderId?: string;
	/** The order it would replace; what that one holds counts */
	readonly origOrderId?: string;
	/** ACK answers when it is durable, RESULT when it has been carried out */
	readonly newOrderRespType?: 'ACK' | 'RESULT';
}

export interface TestCancelInput {
	/** The order that would be cancelled */
	readonly orderId?: string;
	/** The market whose own orders would all be cancelled, in place of one order */
	readonly symbol?: string;
}

export interface ListOrdersInput {
	/** Only orders of this market */
	readonly symbol?: string;
	/** Only those that can still trade, or all */
	readonly status?: 'open' | 'all';
	/** The first entry to answer; those newer are left out, so that a page stays as it is when entries are added */
	readonly fromId?: string;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface GetOrderInput {
	/** Identifier the exchange gave to the order, such as CREDIT-EUR.17 */
	readonly orderId: string;
}

export interface GetOrderByClientIdInput {
	/** Your own id; the same order sent again under it is accepted once and answered again */
	readonly clientOrderId: string;
}

export interface CancelOrderInput {
	/** Identifier the exchange gave to the order, such as CREDIT-EUR.17 */
	readonly orderId: string;
}

export interface CancelAllOrdersInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
}

export interface ReduceOrderInput {
	/** Identifier the exchange gave to the order, such as CREDIT-EUR.17 */
	readonly orderId: string;
	/** The new quantity, what is executed counted */
	readonly quantity: string;
}

export interface ReplaceOrderInput {
	/** Identifier the exchange gave to the order, such as CREDIT-EUR.17 */
	readonly orderId: string;
	/** BUY or SELL the base asset */
	readonly side: 'BUY' | 'SELL';
	/** LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT */
	readonly type: 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT';
	/** GTC when left out; an order without a price is IOC */
	readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTD';
	/** The limit, a multiple of the tick */
	readonly price?: string;
	/** A trade at this price or beyond sets a stop order off */
	readonly stopPrice?: string;
	/** Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once */
	readonly trailingDelta?: number;
	/** Of the base asset, a multiple of the step */
	readonly quantity?: string;
	/** Of the quote asset, for MARKET and STOP_LOSS instead of a quantity */
	readonly quoteOrderQty?: string;
	/** The most that is shown at a time */
	readonly icebergQty?: string;
	/** When a GTD order ends */
	readonly expireTime?: number;
	/** Whether to refuse the order when it would trade at once */
	readonly postOnly?: boolean;
	/** What happens when the order meets one of the same account; as the market has it when left out */
	readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** Your own id; the same order sent again under it is accepted once and answered again */
	readonly clientOrderId?: string;
	/** ACK answers when it is durable, RESULT when it has been carried out */
	readonly newOrderRespType?: 'ACK' | 'RESULT';
}

export interface PlaceOrdersInput {
	/** The orders; they get their places in the order they stand in. The batch counts as one request where requests are limited */
	readonly orders: readonly {
		/** Symbol of the market, such as CREDIT-EUR */
		readonly symbol: string;
		/** BUY or SELL the base asset */
		readonly side: 'BUY' | 'SELL';
		/** LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT */
		readonly type: 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT';
		/** GTC when left out; an order without a price is IOC */
		readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTD';
		/** The limit, a multiple of the tick */
		readonly price?: string;
		/** A trade at this price or beyond sets a stop order off */
		readonly stopPrice?: string;
		/** Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once */
		readonly trailingDelta?: number;
		/** Of the base asset, a multiple of the step */
		readonly quantity?: string;
		/** Of the quote asset, for MARKET and STOP_LOSS instead of a quantity */
		readonly quoteOrderQty?: string;
		/** The most that is shown at a time */
		readonly icebergQty?: string;
		/** When a GTD order ends */
		readonly expireTime?: number;
		/** Whether to refuse the order when it would trade at once */
		readonly postOnly?: boolean;
		/** What happens when the order meets one of the same account; as the market has it when left out */
		readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
		/** Your own id; the same order sent again under it is accepted once and answered again */
		readonly clientOrderId?: string;
	}[];
	/** ACK answers when it is durable, RESULT when it has been carried out */
	readonly newOrderRespType?: 'ACK' | 'RESULT';
}

export interface TestOrdersInput {
	/** The orders; later ones have of the balances what earlier ones leave, and each meets the book as it is shown now. The batch counts as one request where requests are limited */
	readonly orders: readonly {
		/** Symbol of the market, such as CREDIT-EUR */
		readonly symbol: string;
		/** BUY or SELL the base asset */
		readonly side: 'BUY' | 'SELL';
		/** LIMIT, MARKET, STOP_LOSS or STOP_LOSS_LIMIT */
		readonly type: 'LIMIT' | 'MARKET' | 'STOP_LOSS' | 'STOP_LOSS_LIMIT';
		/** GTC when left out; an order without a price is IOC */
		readonly timeInForce?: 'GTC' | 'IOC' | 'FOK' | 'GTD';
		/** The limit, a multiple of the tick */
		readonly price?: string;
		/** A trade at this price or beyond sets a stop order off */
		readonly stopPrice?: string;
		/** Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once */
		readonly trailingDelta?: number;
		/** Of the base asset, a multiple of the step */
		readonly quantity?: string;
		/** Of the quote asset, for MARKET and STOP_LOSS instead of a quantity */
		readonly quoteOrderQty?: string;
		/** The most that is shown at a time */
		readonly icebergQty?: string;
		/** When a GTD order ends */
		readonly expireTime?: number;
		/** Whether to refuse the order when it would trade at once */
		readonly postOnly?: boolean;
		/** What happens when the order meets one of the same account; as the market has it when left out */
		readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
		/** Your own id; the same order sent again under it is accepted once and answered again */
		readonly clientOrderId?: string;
	}[];
}

export interface CancelOrdersInput {
	/** The orders, each by its orderId or its clientOrderId. The batch counts as one request where requests are limited */
	readonly orders: readonly {
		/** Identifier the exchange gave to the order */
		readonly orderId?: string;
		/** Your own id, in place of the orderId */
		readonly clientOrderId?: string;
	}[];
	/** ACK answers when it is durable, RESULT when it has been carried out */
	readonly newOrderRespType?: 'ACK' | 'RESULT';
}

export interface CancelAfterInput {
	/** The market whose orders are cancelled; all when left out, by a timer of its own */
	readonly symbol?: string;
	/** Milliseconds from now; 0 turns the timer off. It is looked at about twice a second */
	readonly countdownTime: number;
}

export type ListCancelAfterInput = Readonly<Record<string, never>>;

export interface PlaceOcoInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** Your own id of the list; the same list sent again under it is accepted once and answered again */
	readonly listClientOrderId?: string;
	/** BUY or SELL the base asset */
	readonly side: 'BUY' | 'SELL';
	/** Of the base asset, of either order */
	readonly quantity: string;
	/** Of the limit order, on the far side of the stop price; it never takes */
	readonly price: string;
	/** Your own id of the limit order */
	readonly limitClientOrderId?: string;
	/** A trade at this price or beyond sets the stop order off */
	readonly stopPrice?: string;
	/** Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once */
	readonly trailingDelta?: number;
	/** Limit of the stop order; without one it takes what there is */
	readonly stopLimitPrice?: string;
	/** Of a stop order with a limit; GTC when left out */
	readonly stopLimitTimeInForce?: 'GTC' | 'IOC' | 'FOK';
	/** Your own id of the stop order */
	readonly stopClientOrderId?: string;
	/** What happens when the order meets one of the same account; as the market has it when left out */
	readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** ACK answers when it is durable, RESULT when it has been carried out */
	readonly newOrderRespType?: 'ACK' | 'RESULT';
}

export interface ListOrderListsInput {
	/** The first entry to answer; those newer are left out, so that a page stays as it is when entries are added */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface GetOrderListInput {
	/** Identifier the exchange gave to the list, such as CREDIT-EUR.17 */
	readonly orderListId: string;
}

export interface CancelOrderListInput {
	/** Identifier the exchange gave to the list, such as CREDIT-EUR.17 */
	readonly orderListId: string;
}

export type AccountInput = Readonly<Record<string, never>>;

export interface TrackerBalancesInput {
	/** Your key at the tracker; may be left out where that of x-api-key is known to be the same */
	readonly 'x-tracker-key'?: string;
}

export interface SetPayoutsInput {
	/** AUTOMATIC pays out with every settlement window */
	readonly payouts: 'AUTOMATIC' | 'ON_DEMAND';
}

export interface AccountTradesInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** Only trades of this order */
	readonly orderId?: string;
	/** The first entry to answer; those newer are left out, so that a page stays as it is when entries are added */
	readonly fromId?: number;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface AccountStatementInput {
	/** What the file is: CSV for spreadsheets, or JSON */
	readonly format?: 'CSV' | 'JSON';
	/** The first millisecond of the period, counted since 1970; from the beginning when left out */
	readonly startTime?: number;
	/** The last millisecond of the period, counted since 1970; until now when left out */
	readonly endTime?: number;
	/** One range of bytes to fetch, in the form bytes=first-last */
	readonly range?: string;
}

export interface ListReportsInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** The first report to answer, the newer ones after it; without it and startTime the newest ones */
	readonly fromId?: string;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
}

export type CreateStreamTokenInput = Readonly<Record<string, never>>;

export interface StreamReportsInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** The id of the last event seen, to go on behind it */
	readonly 'last-event-id'?: string;
	/** The same for who opens a stream anew and can send no header */
	readonly lastEventId?: string;
	/** A stream token in the place of the key, for who can send no header */
	readonly token?: string;
}

export interface DepositInput {
	/** Code of the asset, such as EUR */
	readonly asset: string;
	/** Whole units of the tracker, in decimals of the asset */
	readonly amount: string;
	/** Your own id; the same deposit again under it is made once */
	readonly clientDepositId?: string;
	/** Your key at the tracker; may be left out where that of x-api-key is known to be the same */
	readonly 'x-tracker-key'?: string;
}

export interface ListDepositsInput {
	/** The first entry to answer; those newer are left out, so that a page stays as it is when entries are added */
	readonly fromId?: string;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface GetDepositInput {
	/** Identifier the exchange gave to the deposit */
	readonly depositId: string;
}

export interface PayoutInput {
	/** Code of the asset, such as EUR */
	readonly asset: string;
	/** Everything that is available when left out */
	readonly amount?: string;
	/** Your own id; the same payout again under it is made once */
	readonly clientPayoutId?: string;
}

export interface ListPayoutsInput {
	/** The first entry to answer; those newer are left out, so that a page stays as it is when entries are added */
	readonly fromId?: string;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface GetPayoutInput {
	/** Identifier the exchange gave to the payout */
	readonly payoutId: string;
}

export type ReservesInput = Readonly<Record<string, never>>;

export type OwnReservesInput = Readonly<Record<string, never>>;

export type ExchangeStatusInput = Readonly<Record<string, never>>;

export interface FreezeAccountInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Whether to cancel its open orders in all markets with it */
	readonly cancelOrders?: boolean;
	/** What its owner is told of why; nothing when left out */
	readonly publicReason?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface UnfreezeAccountInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface CancelAccountOrdersInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Symbol of the market; all of them when left out */
	readonly symbol?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListCommissionsInput {
	/** Code of an asset; all of them when left out */
	readonly asset?: string;
}

export interface PayOutCommissionsInput {
	/** Code of the asset, such as EUR */
	readonly asset: string;
	/** All there is when left out, in whole units of the tracker */
	readonly amount?: string;
	/** Whom at the tracker they go to; where the settings say when left out */
	readonly email?: string;
	/** Your own id; the same payout again under it is made once */
	readonly clientPayoutId?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface BeginMaintenanceInput {
	/** When it is announced to end, in milliseconds since 1970; it ends when you end it */
	readonly endsAt?: number;
	/** Why; everybody can read it, and it stands in the audit log */
	readonly reason: string;
}

export interface EndMaintenanceInput {
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListAdminActionsInput {
	/** Only what was done to the account, market, asset or transfer of this id */
	readonly subject?: string;
	/** Only what was done at this time or later */
	readonly startTime?: number;
	/** Only what was done at this time or earlier */
	readonly endTime?: number;
	/** The first entry to answer; those newer are left out */
	readonly fromId?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface ListAccountsInput {
	/** Only those in this status */
	readonly status?: 'ACTIVE' | 'FROZEN' | 'DISABLED';
	/** Only the account of this name */
	readonly name?: string;
	/** The first account to answer; those newer are left out */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface GetAccountInput {
	/** Identifier of the account */
	readonly accountId: string;
}

export interface AddAccountInput {
	/** How people call it; no two have the same name */
	readonly name: string;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface DisableAccountInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface EnableAccountInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface SetAccountEmailInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** The address at the tracker */
	readonly email: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface SetAccountPayoutsInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** AUTOMATIC pays out with every settlement window */
	readonly payouts: 'AUTOMATIC' | 'ON_DEMAND';
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface CreditAccountInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset, such as EUR */
	readonly asset: string;
	/** How much, in decimals of the asset */
	readonly amount: string;
	/** Names this credit; the same credit again under it is made once */
	readonly reference: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListKeysInput {
	/** Only keys of this account */
	readonly accountId?: string;
	/** The first key to answer; those newer are left out */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface AddKeyInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** What the key is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope: 'READ' | 'TRADE' | 'FULL';
	/** Days until it ends by itself; as the exchange is set when left out */
	readonly lifetimeDays?: number;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface AddTrackerKeyInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** The key, of which the hash alone is kept */
	readonly 'x-tracker-key': string;
	/** What the key is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope: 'READ' | 'TRADE' | 'FULL';
	/** Days until it ends by itself; as the exchange is set when left out */
	readonly lifetimeDays?: number;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface AddAdministratorKeyInput {
	/** What the key is for */
	readonly label: string;
	/** Days until it ends by itself; as the exchange is set when left out */
	readonly lifetimeDays?: number;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface RevokeKeyInput {
	/** Identifier of the key */
	readonly keyId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListAssetsInput {
	/** The code to begin with; those before it are left out */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface AddAssetInput {
	/** Its code: 1 to 16 capital letters and digits */
	readonly asset: string;
	/** Digits behind the point */
	readonly decimals: number;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface LinkAssetInput {
	/** Code of the asset */
	readonly asset: string;
	/** Identifier of the asset there */
	readonly trackerAssetId: string;
	/** How much here is one whole unit there */
	readonly unit: string;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface AddMarketInput {
	/** Capital letters and digits, such as CREDIT-EUR */
	readonly symbol: string;
	/** What is bought and sold */
	readonly baseAsset: string;
	/** What it is paid with */
	readonly quoteAsset: string;
	/** Prices are multiples of this */
	readonly tickSize: string;
	/** Quantities are multiples of this */
	readonly stepSize: string;
	/** Highest price */
	readonly maxPrice: string;
	/** Least quantity of an order */
	readonly minQty: string;
	/** Largest quantity of an order */
	readonly maxQty: string;
	/** Least worth of an order; 0 when left out */
	readonly minNotional?: string;
	/** Commission of who was there first, in hundredths of a percent */
	readonly makerFeeBps?: number;
	/** Commission of who came second, in hundredths of a percent */
	readonly takerFeeBps?: number;
	/** What an order does that names no mode and meets one of the same account */
	readonly selfTradePreventionMode?: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** How far from the reference price a price may be; 0 for no band */
	readonly staticBandPercent?: string;
	/** How far from the last trade an order trades; 0 for no band */
	readonly dynamicBandPercent?: string;
	/** After this long the last price becomes the reference price; 0 for never */
	readonly referenceWindowMs?: number;
	/** How long an order at the static band pauses the market; 0 for no pause */
	readonly pauseMs?: number;
	/** The most open orders of an account; 0 for no such limit */
	readonly maxNumOrders?: number;
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface SetMarketStatusInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** TRADING takes all, CANCEL_ONLY no order, HALT nothing */
	readonly status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface SetMarketRulesInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** How far from the reference price a price may be; 0 for no band */
	readonly staticBandPercent?: string;
	/** How far from the last trade an order trades; 0 for no band */
	readonly dynamicBandPercent?: string;
	/** After this long the last price becomes the reference price; 0 for never */
	readonly referenceWindowMs?: number;
	/** How long an order at the static band pauses the market; 0 for no pause */
	readonly pauseMs?: number;
	/** The most open orders of an account; 0 for no such limit */
	readonly maxNumOrders?: number;
	/** What the static band is measured from, until the window is over; as it is when left out */
	readonly referencePrice?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface SetSelfTradePreventionInput {
	/** Symbol of the market, such as CREDIT-EUR */
	readonly symbol: string;
	/** What an order does that names no mode and meets one of the same account */
	readonly mode: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH' | 'DECREMENT';
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListTransfersInput {
	/** Only those in this state; HELD_FOR_REVIEW waits for a decision */
	readonly status?: 'PENDING_APPROVAL' | 'PLANNED' | 'SENDING' | 'UNKNOWN' | 'SETTLED' | 'REFUSED' | 'HELD_FOR_REVIEW';
	/** Only those of this account */
	readonly accountId?: string;
	/** The first transfer to answer; those newer are left out */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface GetTransferInput {
	/** Identifier the exchange gave to the transfer */
	readonly transferId: string;
}

export interface TransferEvidenceInput {
	/** Identifier the exchange gave to the transfer */
	readonly transferId: string;
}

export interface ReviewTransferInput {
	/** Identifier the exchange gave to the transfer */
	readonly transferId: string;
	/** SETTLED when the tracker shows it, REFUSED when it did not happen and is not to, SEND_AGAIN for a payout that did not happen */
	readonly decision: 'SEND_AGAIN' | 'SETTLED' | 'REFUSED';
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ReconcileInput {
	/** Why; it stands in the audit log */
	readonly reason?: string;
}

export interface ListReconciliationsInput {
	/** The first entry to answer; those newer are left out */
	readonly fromId?: number;
	/** Only entries of this time or later, in milliseconds since 1970 */
	readonly startTime?: number;
	/** Only entries of this time or earlier, in milliseconds since 1970 */
	readonly endTime?: number;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface ListAlarmsInput {
	/** ALL shows those that were cleared, too */
	readonly status?: 'OPEN' | 'ALL';
	/** The first alarm to answer; those newer are left out */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface ClearAlarmInput {
	/** Identifier of the alarm */
	readonly alarmId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export type PayoutStopsInput = Readonly<Record<string, never>>;

export interface ResumePayoutsInput {
	/** Of this asset alone, where the tracker held too little */
	readonly asset?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListLanesInput {
	/** Only of this market */
	readonly symbol?: string;
}

export type ListQueuesInput = Readonly<Record<string, never>>;

export type ListOwnKeysInput = Readonly<Record<string, never>>;

export interface MakeOwnKeyInput {
	/** What it is for */
	readonly label: string;
	/** READ reads, TRADE orders and deposits besides, FULL pays out and makes keys besides */
	readonly scope: 'READ' | 'TRADE' | 'FULL';
	/** Days until it ends by itself; as the operator has set it when left out */
	readonly lifetimeDays?: number;
}

export interface EndOwnKeyInput {
	/** Identifier of the key */
	readonly keyId: string;
}

export interface GetAccountLimitsInput {
	/** Identifier of the account */
	readonly accountId: string;
}

export interface LimitOpenOrdersInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** As the market has it when left out */
	readonly maxNumOrders?: number;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface LimitHeldInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** No limit when left out */
	readonly maxHeld?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface LimitNotionalInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset */
	readonly asset: string;
	/** No limit when left out */
	readonly maxNotional?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface SetPayoutLimitsInput {
	/** Identifier of the account */
	readonly accountId: string;
	/** Code of the asset, such as EUR */
	readonly asset: string;
	/** The most in 24 hours; no limit when left out */
	readonly perDayMax?: string;
	/** A larger payout waits for approval; none does when left out */
	readonly approvalAbove?: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListWaitingPayoutsInput {
	/** The first payout to answer; those older are left out */
	readonly fromId?: string;
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
}

export interface ApprovePayoutInput {
	/** Identifier the exchange gave to the payout */
	readonly payoutId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface RejectPayoutInput {
	/** Identifier the exchange gave to the payout */
	readonly payoutId: string;
	/** Why; it stands in the audit log */
	readonly reason: string;
}

export interface ListEventsInput {
	/** Of a stream: the id of the last event seen, to go on behind it, before `after` */
	readonly 'last-event-id'?: string;
	/** The `cursor` of the page before: only what came behind it; from the oldest kept on when absent */
	readonly after?: number;
	/** Whether to return the newest events, and a cursor behind them, to begin there; a stream goes on behind them */
	readonly latest?: boolean;
	/** Most events to return; of a stream, the newest it begins with where `latest` is set */
	readonly limit?: number;
	/** Only events of these types; every type the caller may hear when absent */
	readonly types?: readonly ('order.accepted' | 'order.traded' | 'order.ended' | 'deposit.settled' | 'deposit.refused' | 'deposit.held' | 'payout.settled' | 'payout.refused' | 'payout.held' | 'market.status' | 'reconciliation.broken')[];
	/** Only what happened in this market, such as CREDIT-EUR */
	readonly symbol?: string;
	/** Only what happened to this: a contract, a file, an asset, a market or whatever the type names */
	readonly subject?: string;
}

export interface CreateSubscriptionInput {
	/** Where events are sent to: https, or this machine by its own name; one with `/webhook-test/` ends after 15 minutes */
	readonly url: string;
	/** What it is for */
	readonly description?: string;
	/** Begin behind this event; at what happens from now on when absent */
	readonly after?: number;
	/** When it ends by itself: ISO 8601, in UTC where it names no zone; never when absent */
	readonly expires?: string;
	/** Only events of these types; every type the caller may hear when absent */
	readonly types?: readonly ('order.accepted' | 'order.traded' | 'order.ended' | 'deposit.settled' | 'deposit.refused' | 'deposit.held' | 'payout.settled' | 'payout.refused' | 'payout.held' | 'market.status' | 'reconciliation.broken')[];
	/** Only what happened in this market, such as CREDIT-EUR */
	readonly symbol?: string;
	/** Only what happened to this: a contract, a file, an asset, a market or whatever the type names */
	readonly subject?: string;
}

export type ListSubscriptionsInput = Readonly<Record<string, never>>;

export interface GetSubscriptionInput {
	/** Identifier of the subscription */
	readonly subscriptionId: string;
}

export interface DeleteSubscriptionInput {
	/** Identifier of the subscription */
	readonly subscriptionId: string;
}

export interface TestSubscriptionInput {
	/** Identifier of the subscription */
	readonly subscriptionId: string;
}

export interface ListDeliveriesInput {
	/** Identifier of the subscription */
	readonly subscriptionId: string;
	/** Only deliveries in this state */
	readonly state?: 'Delivered' | 'Waiting' | 'Parked';
	/** The most entries to answer; when there are more, the reply has a Link header with rel="next" */
	readonly limit?: number;
	/** Entries to leave out at the start; to go deeper, begin at an entry or a time */
	readonly offset?: number;
	/** The place of the event to begin with; those before it are left out */
	readonly fromSequence?: number;
}

export interface ReplaySubscriptionInput {
	/** Identifier of the subscription */
	readonly subscriptionId: string;
	/** The event to begin behind */
	readonly after: number;
}

export interface RotateSubscriptionSecretInput {
	/** Identifier of the subscription */
	readonly subscriptionId: string;
	/** Hours for which the secret before signs as well */
	readonly graceHours?: number;
}

/** Each call once. */
export interface Calls {
	/** Fetch the time of the exchange */
	serverTime(input?: ServerTimeInput, options?: CallOptions): Promise<ServerTime>;
	/** List all markets with their rules and status */
	listMarkets(input?: ListMarketsInput, options?: CallOptions): Promise<readonly Market[]>;
	/** Fetch one market with its rules and status */
	getMarket(input: GetMarketInput, options?: CallOptions): Promise<Market>;
	/** Fetch what was traded within 24 hours, and the best prices */
	ticker(input: TickerInput, options?: CallOptions): Promise<Ticker>;
	/** List of all markets what was traded within 24 hours, and the best prices */
	listTickers(input?: ListTickersInput, options?: CallOptions): Promise<readonly Ticker[]>;
	/** Fetch the best prices of both sides as [price, quantity] */
	depth(input: DepthInput, options?: CallOptions): Promise<Depth>;
	/** List the newest trades, or those from an id or a time on; the oldest first */
	trades(input: TradesInput, options?: CallOptions): Promise<readonly Trade[]>;
	/** List open, high, low, close and volume by span of time; the oldest first */
	candles(input: CandlesInput, options?: CallOptions): Promise<readonly Candle[]>;
	/** Place an order; it is durable when this answers */
	placeOrder(input: PlaceOrderInput, options?: CallOptions): Promise<Order | PendingOrder>;
	/** Check an order as a real one is, and tell what would come of it in the book as it is shown; nothing is placed */
	testOrder(input: TestOrderInput, options?: CallOptions): Promise<OrderTest>;
	/** List which own orders a cancellation would end and what they would free; nothing is cancelled */
	testCancel(input?: TestCancelInput, options?: CallOptions): Promise<readonly CancelTest[]>;
	/** List own orders, the newest first */
	listOrders(input?: ListOrdersInput, options?: CallOptions): Promise<readonly Order[]>;
	/** Fetch one own order */
	getOrder(input: GetOrderInput, options?: CallOptions): Promise<Order>;
	/** Fetch one own order by your own id */
	getOrderByClientId(input: GetOrderByClientIdInput, options?: CallOptions): Promise<Order>;
	/** Cancel an order */
	cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Order>;
	/** Cancel all own orders of a market; answers their reports */
	cancelAllOrders(input: CancelAllOrdersInput, options?: CallOptions): Promise<readonly ExecutionReport[]>;
	/** Make an order smaller; it keeps its place */
	reduceOrder(input: ReduceOrderInput, options?: CallOptions): Promise<Order>;
	/** Cancel an order and place another of the same side, or do neither; what it holds counts */
	replaceOrder(input: ReplaceOrderInput, options?: CallOptions): Promise<Order>;
	/** Place up to 100 orders in one commit; each is answered for itself, in the order of the request */
	placeOrders(input: PlaceOrdersInput, options?: CallOptions): Promise<readonly OrderResult[]>;
	/** Check up to 100 orders as a batch of real ones is, and tell of each what would come of it in the book as it is shown; nothing is placed */
	testOrders(input: TestOrdersInput, options?: CallOptions): Promise<readonly OrderTestResult[]>;
	/** Cancel up to 100 own orders in one commit; each is answered for itself, in the order of the request */
	cancelOrders(input: CancelOrdersInput, options?: CallOptions): Promise<readonly OrderResult[]>;
	/** Cancel all own open orders, of a market or of all, unless this is called again before the time is over */
	cancelAfter(input: CancelAfterInput, options?: CallOptions): Promise<CancelAfter>;
	/** List own timers that cancel orders, those that run and those that have cancelled */
	listCancelAfter(input?: ListCancelAfterInput, options?: CallOptions): Promise<readonly CancelAfter[]>;
	/** Place a limit order and a stop order of which one cancels the other; both are accepted or none */
	placeOco(input: PlaceOcoInput, options?: CallOptions): Promise<OrderList>;
	/** List own lists of orders, the newest first */
	listOrderLists(input?: ListOrderListsInput, options?: CallOptions): Promise<readonly OrderList[]>;
	/** Fetch one own list of orders */
	getOrderList(input: GetOrderListInput, options?: CallOptions): Promise<OrderList>;
	/** Cancel what is open of a list */
	cancelOrderList(input: CancelOrderListInput, options?: CallOptions): Promise<OrderList>;
	/** Fetch what the account has available and held, by asset, and how it is paid out */
	account(input?: AccountInput, options?: CallOptions): Promise<Account>;
	/** Fetch what you have at the tracker of the assets that are traded here, by your key there */
	trackerBalances(input?: TrackerBalancesInput, options?: CallOptions): Promise<TrackerBalances>;
	/** Choose whether proceeds and released funds are paid out by themselves */
	setPayouts(input: SetPayoutsInput, options?: CallOptions): Promise<PayoutMode>;
	/** List own trades of a market, the newest first; one with yourself is listed as taker and as maker */
	accountTrades(input: AccountTradesInput, options?: CallOptions): Promise<readonly AccountTrade[]>;
	/** Fetch a statement of the account as a file: every movement of a period, with the balances before, after and in between */
	accountStatement(input?: AccountStatementInput, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
	/** List the newest reports of own orders of a market, or those from an id or a time on; the oldest first */
	listReports(input: ListReportsInput, options?: CallOptions): Promise<readonly ExecutionReport[]>;
	/** Make a token that opens streams of the account for a minute and can do nothing else */
	createStreamToken(input?: CreateStreamTokenInput, options?: CallOptions): Promise<StreamToken>;
	/** Pull an amount from your account at the tracker, by your key there */
	deposit(input: DepositInput, options?: CallOptions): Promise<Deposit>;
	/** List own deposits, the newest first */
	listDeposits(input?: ListDepositsInput, options?: CallOptions): Promise<readonly Deposit[]>;
	/** Fetch one own deposit */
	getDeposit(input: GetDepositInput, options?: CallOptions): Promise<Deposit>;
	/** Pay an available amount out to your account at the tracker */
	payout(input: PayoutInput, options?: CallOptions): Promise<Payout>;
	/** List own payouts, the newest first */
	listPayouts(input?: ListPayoutsInput, options?: CallOptions): Promise<readonly Payout[]>;
	/** Fetch one own payout */
	getPayout(input: GetPayoutInput, options?: CallOptions): Promise<Payout>;
	/** Fetch what the exchange owes and holds, as last published, with the root of the proofs */
	reserves(input?: ReservesInput, options?: CallOptions): Promise<Reserves>;
	/** Fetch the proof that what is owed to the account was counted in */
	ownReserves(input?: OwnReservesInput, options?: CallOptions): Promise<ReservesProof>;
	/** Fetch whether the exchange is in maintenance, why and until when */
	exchangeStatus(input?: ExchangeStatusInput, options?: CallOptions): Promise<ExchangeStatus>;
	/** Freeze an account: nothing new begins for it; cancelling, reading and what is under way go on */
	freezeAccount(input: FreezeAccountInput, options?: CallOptions): Promise<AccountState>;
	/** Let a frozen account begin things again; what it is owed is paid with the next window */
	unfreezeAccount(input: UnfreezeAccountInput, options?: CallOptions): Promise<AccountState>;
	/** Cancel the open orders of an account in one market, or in all */
	cancelAccountOrders(input: CancelAccountOrdersInput, options?: CallOptions): Promise<AccountState>;
	/** List what commissions there are to be paid out, by asset */
	listCommissions(input?: ListCommissionsInput, options?: CallOptions): Promise<readonly Commissions[]>;
	/** Pay commissions out by a transfer at the tracker */
	payOutCommissions(input: PayOutCommissionsInput, options?: CallOptions): Promise<Payout>;
	/** Take the whole exchange into maintenance, or announce another end of it: cancelling, reading and settlement go on */
	beginMaintenance(input: BeginMaintenanceInput, options?: CallOptions): Promise<ExchangeStatus>;
	/** Take the exchange out of maintenance */
	endMaintenance(input: EndMaintenanceInput, options?: CallOptions): Promise<ExchangeStatus>;
	/** List what administrators did, who and why, the newest first */
	listAdminActions(input?: ListAdminActionsInput, options?: CallOptions): Promise<readonly AdminAction[]>;
	/** List the accounts, the newest first */
	listAccounts(input?: ListAccountsInput, options?: CallOptions): Promise<readonly ManagedAccount[]>;
	/** Fetch an account with what it has of each asset */
	getAccount(input: GetAccountInput, options?: CallOptions): Promise<ManagedAccount>;
	/** Add an account */
	addAccount(input: AddAccountInput, options?: CallOptions): Promise<ManagedAccount>;
	/** End the keys of an account for good; its orders and money stay */
	disableAccount(input: DisableAccountInput, options?: CallOptions): Promise<ManagedAccount>;
	/** Let a disabled account have keys again */
	enableAccount(input: EnableAccountInput, options?: CallOptions): Promise<ManagedAccount>;
	/** Say which user of the tracker a trader is; payouts planned before keep their address */
	setAccountEmail(input: SetAccountEmailInput, options?: CallOptions): Promise<ManagedAccount>;
	/** Say whether the proceeds of an account are paid out by themselves */
	setAccountPayouts(input: SetAccountPayoutsInput, options?: CallOptions): Promise<ManagedAccount>;
	/** Credit an account by hand with an asset that no tracker backs */
	creditAccount(input: CreditAccountInput, options?: CallOptions): Promise<Credit>;
	/** List keys and when they end, without the keys themselves, the newest first */
	listKeys(input?: ListKeysInput, options?: CallOptions): Promise<readonly ManagedKey[]>;
	/** Make a key for an account; it is shown this once */
	addKey(input: AddKeyInput, options?: CallOptions): Promise<NewKey>;
	/** Let a trader's key of the tracker speak for their account here, too */
	addTrackerKey(input: AddTrackerKeyInput, options?: CallOptions): Promise<ManagedKey>;
	/** Make a key for an administrator; it is shown this once */
	addAdministratorKey(input: AddAdministratorKeyInput, options?: CallOptions): Promise<NewKey>;
	/** Take a key out of use, and with it the streams it opened */
	revokeKey(input: RevokeKeyInput, options?: CallOptions): Promise<ManagedKey>;
	/** List the assets and what they stand for at the tracker, by their codes */
	listAssets(input?: ListAssetsInput, options?: CallOptions): Promise<readonly ManagedAsset[]>;
	/** Add an asset */
	addAsset(input: AddAssetInput, options?: CallOptions): Promise<ManagedAsset>;
	/** Connect an asset for good with one of the tracker */
	linkAsset(input: LinkAssetInput, options?: CallOptions): Promise<ManagedAsset>;
	/** Add a market; what it is made of stays, status and rules may change */
	addMarket(input: AddMarketInput, options?: CallOptions): Promise<Market>;
	/** Change what a market takes; it is a command of the log of the market like any other */
	setMarketStatus(input: SetMarketStatusInput, options?: CallOptions): Promise<MarketStatusChange>;
	/** Change rules of a market while it trades; those left out stay as they are */
	setMarketRules(input: SetMarketRulesInput, options?: CallOptions): Promise<MarketRulesChange>;
	/** Change what orders accepted from then on do when they meet one of the same account */
	setSelfTradePrevention(input: SetSelfTradePreventionInput, options?: CallOptions): Promise<SelfTradePrevention>;
	/** List deposits and payouts of all accounts, the newest first */
	listTransfers(input?: ListTransfersInput, options?: CallOptions): Promise<readonly Transfer[]>;
	/** Fetch a transfer with every step of it and the alarms about it */
	getTransfer(input: GetTransferInput, options?: CallOptions): Promise<TransferDetails>;
	/** Read from the tracker what there is to decide on a transfer by */
	transferEvidence(input: TransferEvidenceInput, options?: CallOptions): Promise<TransferEvidence>;
	/** Decide on a transfer that is held for review */
	reviewTransfer(input: ReviewTransferInput, options?: CallOptions): Promise<TransferDetails>;
	/** Compare the books with the tracker now */
	reconcile(input?: ReconcileInput, options?: CallOptions): Promise<Reconciliation>;
	/** List what comparisons of the books with the tracker found, the newest first; the same again and again is one entry */
	listReconciliations(input?: ListReconciliationsInput, options?: CallOptions): Promise<readonly Reconciliation[]>;
	/** List alarms, the newest first */
	listAlarms(input?: ListAlarmsInput, options?: CallOptions): Promise<readonly Alarm[]>;
	/** Put an alarm aside */
	clearAlarm(input: ClearAlarmInput, options?: CallOptions): Promise<Alarm>;
	/** Fetch whether payouts are stopped, and of which assets */
	payoutStops(input?: PayoutStopsInput, options?: CallOptions): Promise<PayoutStops>;
	/** Let payouts go on that were stopped, of one asset or of all */
	resumePayouts(input: ResumePayoutsInput, options?: CallOptions): Promise<PayoutStops>;
	/** List how far the commands of each market are carried out */
	listLanes(input?: ListLanesInput, options?: CallOptions): Promise<readonly Lane[]>;
	/** List how many jobs each queue has, by their state */
	listQueues(input?: ListQueuesInput, options?: CallOptions): Promise<readonly JobQueue[]>;
	/** List the keys of the account that are in use, without the keys themselves */
	listOwnKeys(input?: ListOwnKeysInput, options?: CallOptions): Promise<readonly OwnKey[]>;
	/** Make a key for the account; it is shown this once */
	makeOwnKey(input: MakeOwnKeyInput, options?: CallOptions): Promise<NewOwnKey>;
	/** End a key of the account, and with it the streams it opened */
	endOwnKey(input: EndOwnKeyInput, options?: CallOptions): Promise<EndedKey>;
	/** Fetch the limits an account has by itself */
	getAccountLimits(input: GetAccountLimitsInput, options?: CallOptions): Promise<AccountLimits>;
	/** Limit how many open orders an account may have in each market */
	limitOpenOrders(input: LimitOpenOrdersInput, options?: CallOptions): Promise<AccountLimits>;
	/** Limit what the open orders of an account together may hold of an asset: what they pay with commission, or what they sell */
	limitHeld(input: LimitHeldInput, options?: CallOptions): Promise<AccountLimits>;
	/** Limit what one order of an account may be worth, commission not counted, in markets whose quote asset this is */
	limitNotional(input: LimitNotionalInput, options?: CallOptions): Promise<AccountLimits>;
	/** Say how much of an asset an account may have paid out without an administrator */
	setPayoutLimits(input: SetPayoutLimitsInput, options?: CallOptions): Promise<PayoutLimits>;
	/** List the payouts that wait for approval, the oldest first */
	listWaitingPayouts(input?: ListWaitingPayoutsInput, options?: CallOptions): Promise<readonly WaitingPayout[]>;
	/** Have a payout made that waits for approval */
	approvePayout(input: ApprovePayoutInput, options?: CallOptions): Promise<WaitingPayout>;
	/** Give the money of a payout back that waits for approval */
	rejectPayout(input: RejectPayoutInput, options?: CallOptions): Promise<WaitingPayout>;
	/** List, or follow as a stream, what has happened that the caller may hear of, from a cursor on */
	listEvents(input?: ListEventsInput, options?: CallOptions): Promise<EventPage>;
	/** Have events sent to an address; the secret of their signatures is shown here */
	createSubscription(input: CreateSubscriptionInput, options?: CallOptions): Promise<NewSubscription>;
	/** List the subscriptions of the caller */
	listSubscriptions(input?: ListSubscriptionsInput, options?: CallOptions): Promise<readonly Subscription[]>;
	/** Fetch a subscription, with what waits and why it does not go on */
	getSubscription(input: GetSubscriptionInput, options?: CallOptions): Promise<Subscription>;
	/** End a subscription */
	deleteSubscription(input: DeleteSubscriptionInput, options?: CallOptions): Promise<void>;
	/** Send a sample event, of the type `subscription.test`, and say what came of it */
	testSubscription(input: TestSubscriptionInput, options?: CallOptions): Promise<TestDelivery>;
	/** List what became of each delivery, in the order of the events */
	listDeliveries(input: ListDeliveriesInput, options?: CallOptions): Promise<readonly Delivery[]>;
	/** Send everything behind an event again; a disabled subscription goes on, too */
	replaySubscription(input: ReplaySubscriptionInput, options?: CallOptions): Promise<Subscription>;
	/** Give a subscription another secret, beside which the one before signs for a while */
	rotateSubscriptionSecret(input: RotateSubscriptionSecretInput, options?: CallOptions): Promise<NewSubscription>;
}

/** Lists from their first page to their last. */
export interface Lists {
	/** List the newest trades, or those from an id or a time on; the oldest first */
	trades(input: TradesInput, options?: CallOptions): AsyncIterable<Trade>;
	/** List open, high, low, close and volume by span of time; the oldest first */
	candles(input: CandlesInput, options?: CallOptions): AsyncIterable<Candle>;
	/** List own orders, the newest first */
	listOrders(input?: ListOrdersInput, options?: CallOptions): AsyncIterable<Order>;
	/** List own lists of orders, the newest first */
	listOrderLists(input?: ListOrderListsInput, options?: CallOptions): AsyncIterable<OrderList>;
	/** List own trades of a market, the newest first; one with yourself is listed as taker and as maker */
	accountTrades(input: AccountTradesInput, options?: CallOptions): AsyncIterable<AccountTrade>;
	/** List the newest reports of own orders of a market, or those from an id or a time on; the oldest first */
	listReports(input: ListReportsInput, options?: CallOptions): AsyncIterable<ExecutionReport>;
	/** List own deposits, the newest first */
	listDeposits(input?: ListDepositsInput, options?: CallOptions): AsyncIterable<Deposit>;
	/** List own payouts, the newest first */
	listPayouts(input?: ListPayoutsInput, options?: CallOptions): AsyncIterable<Payout>;
	/** List what administrators did, who and why, the newest first */
	listAdminActions(input?: ListAdminActionsInput, options?: CallOptions): AsyncIterable<AdminAction>;
	/** List the accounts, the newest first */
	listAccounts(input?: ListAccountsInput, options?: CallOptions): AsyncIterable<ManagedAccount>;
	/** List keys and when they end, without the keys themselves, the newest first */
	listKeys(input?: ListKeysInput, options?: CallOptions): AsyncIterable<ManagedKey>;
	/** List the assets and what they stand for at the tracker, by their codes */
	listAssets(input?: ListAssetsInput, options?: CallOptions): AsyncIterable<ManagedAsset>;
	/** List deposits and payouts of all accounts, the newest first */
	listTransfers(input?: ListTransfersInput, options?: CallOptions): AsyncIterable<Transfer>;
	/** List what comparisons of the books with the tracker found, the newest first; the same again and again is one entry */
	listReconciliations(input?: ListReconciliationsInput, options?: CallOptions): AsyncIterable<Reconciliation>;
	/** List alarms, the newest first */
	listAlarms(input?: ListAlarmsInput, options?: CallOptions): AsyncIterable<Alarm>;
	/** List the payouts that wait for approval, the oldest first */
	listWaitingPayouts(input?: ListWaitingPayoutsInput, options?: CallOptions): AsyncIterable<WaitingPayout>;
	/** List what became of each delivery, in the order of the events */
	listDeliveries(input: ListDeliveriesInput, options?: CallOptions): AsyncIterable<Delivery>;
}

/** Event streams, taken up again when they break. */
export interface Streams {
	/** Follow the ticker: as it is, then whenever the market has moved, once a second at most */
	streamTicker(input: StreamTickerInput, options?: CallOptions): AsyncIterable<StreamEvent<'ticker', Ticker>>;
	/** Follow the depth: a snapshot, then every change with its sequence numbers */
	streamDepth(input: StreamDepthInput, options?: CallOptions): AsyncIterable<StreamEvent<'snapshot', Depth> | StreamEvent<'update', DepthUpdate>>;
	/** Follow the trades: the newest ones, then every trade; goes on after Last-Event-ID */
	streamTrades(input: StreamTradesInput, options?: CallOptions): AsyncIterable<StreamEvent<'trade', Trade>>;
	/** Follow the candles: the present one, then each that trades have changed, once a second at most; goes on from Last-Event-ID */
	streamCandles(input: StreamCandlesInput, options?: CallOptions): AsyncIterable<StreamEvent<'candle', Candle>>;
	/** Follow own orders of a market: the open ones, then a report of all that happens; goes on after Last-Event-ID */
	streamReports(input: StreamReportsInput, options?: CallOptions): AsyncIterable<StreamEvent<'openOrders', OpenOrders> | StreamEvent<'executionReport', ExecutionReport>>;
	/** List, or follow as a stream, what has happened that the caller may hear of, from a cursor on */
	listEvents(input?: ListEventsInput, options?: CallOptions): AsyncIterable<StreamEvent<'opened', EventStreamOpened> | StreamEvent<'message', Event> | StreamEvent<'ended', EventStreamEnded>>;
}

/** What a single call may be given besides its fields. */
export interface CallOptions {
	/** Ends the call when it aborts. */
	readonly signal?: AbortSignal;
}

/** One event of a stream; by its id the stream is taken up again behind it. */
export interface StreamEvent<Name extends string, Data> {
	readonly event: Name;
	readonly id?: string;
	readonly data: Data;
}

/** How an operation is asked for. */
export interface OperationCall {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	readonly path: string;
	readonly kind: 'record' | 'list' | 'bytes' | 'nothing' | 'stream';
	/** Where each field travels. */
	readonly fields: Readonly<Record<string, 'path' | 'query' | 'header' | 'json'>>;
}

export const operations = {
	serverTime: {"method":"GET","path":"/time","kind":"record","fields":{}},
	listMarkets: {"method":"GET","path":"/markets","kind":"list","fields":{}},
	getMarket: {"method":"GET","path":"/markets/{symbol}","kind":"record","fields":{"symbol":"path"}},
	ticker: {"method":"GET","path":"/markets/{symbol}/ticker","kind":"record","fields":{"symbol":"path"}},
	streamTicker: {"method":"GET","path":"/markets/{symbol}/ticker/stream","kind":"stream","fields":{"symbol":"path"}},
	listTickers: {"method":"GET","path":"/tickers","kind":"list","fields":{}},
	depth: {"method":"GET","path":"/markets/{symbol}/depth","kind":"record","fields":{"symbol":"path","limit":"query"}},
	streamDepth: {"method":"GET","path":"/markets/{symbol}/depth/stream","kind":"stream","fields":{"symbol":"path","limit":"query"}},
	trades: {"method":"GET","path":"/markets/{symbol}/trades","kind":"list","fields":{"symbol":"path","limit":"query","fromId":"query","startTime":"query","endTime":"query"}},
	streamTrades: {"method":"GET","path":"/markets/{symbol}/trades/stream","kind":"stream","fields":{"symbol":"path","limit":"query","last-event-id":"header","lastEventId":"query"}},
	candles: {"method":"GET","path":"/markets/{symbol}/candles","kind":"list","fields":{"symbol":"path","interval":"query","startTime":"query","endTime":"query","limit":"query"}},
	streamCandles: {"method":"GET","path":"/markets/{symbol}/candles/stream","kind":"stream","fields":{"symbol":"path","interval":"query","last-event-id":"header","lastEventId":"query"}},
	placeOrder: {"method":"POST","path":"/orders","kind":"record","fields":{"symbol":"json","side":"json","type":"json","timeInForce":"json","price":"json","stopPrice":"json","trailingDelta":"json","quantity":"json","quoteOrderQty":"json","icebergQty":"json","expireTime":"json","postOnly":"json","selfTradePreventionMode":"json","clientOrderId":"json","newOrderRespType":"json","fund":"json","x-tracker-key":"header"}},
	testOrder: {"method":"POST","path":"/orders/test","kind":"record","fields":{"symbol":"json","side":"json","type":"json","timeInForce":"json","price":"json","stopPrice":"json","trailingDelta":"json","quantity":"json","quoteOrderQty":"json","icebergQty":"json","expireTime":"json","postOnly":"json","selfTradePreventionMode":"json","clientOrderId":"json","origOrderId":"json","newOrderRespType":"json"}},
	testCancel: {"method":"POST","path":"/orders/test-cancel","kind":"list","fields":{"orderId":"json","symbol":"json"}},
	listOrders: {"method":"GET","path":"/orders","kind":"list","fields":{"symbol":"query","status":"query","fromId":"query","startTime":"query","endTime":"query","limit":"query","offset":"query"}},
	getOrder: {"method":"GET","path":"/orders/{orderId}","kind":"record","fields":{"orderId":"path"}},
	getOrderByClientId: {"method":"GET","path":"/client-orders/{clientOrderId}","kind":"record","fields":{"clientOrderId":"path"}},
	cancelOrder: {"method":"DELETE","path":"/orders/{orderId}","kind":"record","fields":{"orderId":"path"}},
	cancelAllOrders: {"method":"DELETE","path":"/orders","kind":"list","fields":{"symbol":"query"}},
	reduceOrder: {"method":"PATCH","path":"/orders/{orderId}","kind":"record","fields":{"orderId":"path","quantity":"json"}},
	replaceOrder: {"method":"POST","path":"/orders/{orderId}/replace","kind":"record","fields":{"orderId":"path","side":"json","type":"json","timeInForce":"json","price":"json","stopPrice":"json","trailingDelta":"json","quantity":"json","quoteOrderQty":"json","icebergQty":"json","expireTime":"json","postOnly":"json","selfTradePreventionMode":"json","clientOrderId":"json","newOrderRespType":"json"}},
	placeOrders: {"method":"POST","path":"/orders/batch","kind":"list","fields":{"orders":"json","newOrderRespType":"json"}},
	testOrders: {"method":"POST","path":"/orders/batch-test","kind":"list","fields":{"orders":"json"}},
	cancelOrders: {"method":"POST","path":"/orders/batch-cancel","kind":"list","fields":{"orders":"json","newOrderRespType":"json"}},
	cancelAfter: {"method":"POST","path":"/orders/cancel-after","kind":"record","fields":{"symbol":"json","countdownTime":"json"}},
	listCancelAfter: {"method":"GET","path":"/orders/cancel-after","kind":"list","fields":{}},
	placeOco: {"method":"POST","path":"/order-lists/oco","kind":"record","fields":{"symbol":"json","listClientOrderId":"json","side":"json","quantity":"json","price":"json","limitClientOrderId":"json","stopPrice":"json","trailingDelta":"json","stopLimitPrice":"json","stopLimitTimeInForce":"json","stopClientOrderId":"json","selfTradePreventionMode":"json","newOrderRespType":"json"}},
	listOrderLists: {"method":"GET","path":"/order-lists","kind":"list","fields":{"fromId":"query","limit":"query","offset":"query"}},
	getOrderList: {"method":"GET","path":"/order-lists/{orderListId}","kind":"record","fields":{"orderListId":"path"}},
	cancelOrderList: {"method":"DELETE","path":"/order-lists/{orderListId}","kind":"record","fields":{"orderListId":"path"}},
	account: {"method":"GET","path":"/account","kind":"record","fields":{}},
	trackerBalances: {"method":"GET","path":"/account/tracker-balances","kind":"record","fields":{"x-tracker-key":"header"}},
	setPayouts: {"method":"PATCH","path":"/account","kind":"record","fields":{"payouts":"json"}},
	accountTrades: {"method":"GET","path":"/account/trades","kind":"list","fields":{"symbol":"query","orderId":"query","fromId":"query","startTime":"query","endTime":"query","limit":"query","offset":"query"}},
	accountStatement: {"method":"GET","path":"/account/statement","kind":"bytes","fields":{"format":"query","startTime":"query","endTime":"query","range":"header"}},
	listReports: {"method":"GET","path":"/account/reports","kind":"list","fields":{"symbol":"query","limit":"query","fromId":"query","startTime":"query","endTime":"query"}},
	createStreamToken: {"method":"POST","path":"/account/stream-tokens","kind":"record","fields":{}},
	streamReports: {"method":"GET","path":"/account/reports/stream","kind":"stream","fields":{"symbol":"query","last-event-id":"header","lastEventId":"query","token":"query"}},
	deposit: {"method":"POST","path":"/deposits","kind":"record","fields":{"asset":"json","amount":"json","clientDepositId":"json","x-tracker-key":"header"}},
	listDeposits: {"method":"GET","path":"/deposits","kind":"list","fields":{"fromId":"query","startTime":"query","endTime":"query","limit":"query","offset":"query"}},
	getDeposit: {"method":"GET","path":"/deposits/{depositId}","kind":"record","fields":{"depositId":"path"}},
	payout: {"method":"POST","path":"/payouts","kind":"record","fields":{"asset":"json","amount":"json","clientPayoutId":"json"}},
	listPayouts: {"method":"GET","path":"/payouts","kind":"list","fields":{"fromId":"query","startTime":"query","endTime":"query","limit":"query","offset":"query"}},
	getPayout: {"method":"GET","path":"/payouts/{payoutId}","kind":"record","fields":{"payoutId":"path"}},
	reserves: {"method":"GET","path":"/reserves","kind":"record","fields":{}},
	ownReserves: {"method":"GET","path":"/account/reserves","kind":"record","fields":{}},
	exchangeStatus: {"method":"GET","path":"/status","kind":"record","fields":{}},
	freezeAccount: {"method":"POST","path":"/admin/accounts/{accountId}/freeze","kind":"record","fields":{"accountId":"path","cancelOrders":"json","publicReason":"json","reason":"json"}},
	unfreezeAccount: {"method":"POST","path":"/admin/accounts/{accountId}/unfreeze","kind":"record","fields":{"accountId":"path","reason":"json"}},
	cancelAccountOrders: {"method":"POST","path":"/admin/accounts/{accountId}/cancel-orders","kind":"record","fields":{"accountId":"path","symbol":"json","reason":"json"}},
	listCommissions: {"method":"GET","path":"/admin/commissions","kind":"list","fields":{"asset":"query"}},
	payOutCommissions: {"method":"POST","path":"/admin/commissions/payouts","kind":"record","fields":{"asset":"json","amount":"json","email":"json","clientPayoutId":"json","reason":"json"}},
	beginMaintenance: {"method":"POST","path":"/admin/maintenance/begin","kind":"record","fields":{"endsAt":"json","reason":"json"}},
	endMaintenance: {"method":"POST","path":"/admin/maintenance/end","kind":"record","fields":{"reason":"json"}},
	listAdminActions: {"method":"GET","path":"/admin/actions","kind":"list","fields":{"subject":"query","startTime":"query","endTime":"query","fromId":"query","limit":"query","offset":"query"}},
	listAccounts: {"method":"GET","path":"/admin/accounts","kind":"list","fields":{"status":"query","name":"query","fromId":"query","limit":"query","offset":"query"}},
	getAccount: {"method":"GET","path":"/admin/accounts/{accountId}","kind":"record","fields":{"accountId":"path"}},
	addAccount: {"method":"POST","path":"/admin/accounts","kind":"record","fields":{"name":"json","reason":"json"}},
	disableAccount: {"method":"POST","path":"/admin/accounts/{accountId}/disable","kind":"record","fields":{"accountId":"path","reason":"json"}},
	enableAccount: {"method":"POST","path":"/admin/accounts/{accountId}/enable","kind":"record","fields":{"accountId":"path","reason":"json"}},
	setAccountEmail: {"method":"PUT","path":"/admin/accounts/{accountId}/email","kind":"record","fields":{"accountId":"path","email":"json","reason":"json"}},
	setAccountPayouts: {"method":"PUT","path":"/admin/accounts/{accountId}/payouts","kind":"record","fields":{"accountId":"path","payouts":"json","reason":"json"}},
	creditAccount: {"method":"POST","path":"/admin/accounts/{accountId}/credits","kind":"record","fields":{"accountId":"path","asset":"json","amount":"json","reference":"json","reason":"json"}},
	listKeys: {"method":"GET","path":"/admin/keys","kind":"list","fields":{"accountId":"query","fromId":"query","limit":"query","offset":"query"}},
	addKey: {"method":"POST","path":"/admin/accounts/{accountId}/keys","kind":"record","fields":{"accountId":"path","label":"json","scope":"json","lifetimeDays":"json","reason":"json"}},
	addTrackerKey: {"method":"POST","path":"/admin/accounts/{accountId}/tracker-keys","kind":"record","fields":{"accountId":"path","x-tracker-key":"header","label":"json","scope":"json","lifetimeDays":"json","reason":"json"}},
	addAdministratorKey: {"method":"POST","path":"/admin/keys","kind":"record","fields":{"label":"json","lifetimeDays":"json","reason":"json"}},
	revokeKey: {"method":"POST","path":"/admin/keys/{keyId}/revoke","kind":"record","fields":{"keyId":"path","reason":"json"}},
	listAssets: {"method":"GET","path":"/admin/assets","kind":"list","fields":{"fromId":"query","limit":"query","offset":"query"}},
	addAsset: {"method":"POST","path":"/admin/assets","kind":"record","fields":{"asset":"json","decimals":"json","reason":"json"}},
	linkAsset: {"method":"POST","path":"/admin/assets/{asset}/link","kind":"record","fields":{"asset":"path","trackerAssetId":"json","unit":"json","reason":"json"}},
	addMarket: {"method":"POST","path":"/admin/markets","kind":"record","fields":{"symbol":"json","baseAsset":"json","quoteAsset":"json","tickSize":"json","stepSize":"json","maxPrice":"json","minQty":"json","maxQty":"json","minNotional":"json","makerFeeBps":"json","takerFeeBps":"json","selfTradePreventionMode":"json","staticBandPercent":"json","dynamicBandPercent":"json","referenceWindowMs":"json","pauseMs":"json","maxNumOrders":"json","reason":"json"}},
	setMarketStatus: {"method":"POST","path":"/admin/markets/{symbol}/status","kind":"record","fields":{"symbol":"path","status":"json","reason":"json"}},
	setMarketRules: {"method":"POST","path":"/admin/markets/{symbol}/rules","kind":"record","fields":{"symbol":"path","staticBandPercent":"json","dynamicBandPercent":"json","referenceWindowMs":"json","pauseMs":"json","maxNumOrders":"json","referencePrice":"json","reason":"json"}},
	setSelfTradePrevention: {"method":"POST","path":"/admin/markets/{symbol}/self-trade-prevention","kind":"record","fields":{"symbol":"path","mode":"json","reason":"json"}},
	listTransfers: {"method":"GET","path":"/admin/transfers","kind":"list","fields":{"status":"query","accountId":"query","fromId":"query","limit":"query","offset":"query"}},
	getTransfer: {"method":"GET","path":"/admin/transfers/{transferId}","kind":"record","fields":{"transferId":"path"}},
	transferEvidence: {"method":"GET","path":"/admin/transfers/{transferId}/evidence","kind":"record","fields":{"transferId":"path"}},
	reviewTransfer: {"method":"POST","path":"/admin/transfers/{transferId}/review","kind":"record","fields":{"transferId":"path","decision":"json","reason":"json"}},
	reconcile: {"method":"POST","path":"/admin/reconciliations","kind":"record","fields":{"reason":"json"}},
	listReconciliations: {"method":"GET","path":"/admin/reconciliations","kind":"list","fields":{"fromId":"query","startTime":"query","endTime":"query","limit":"query","offset":"query"}},
	listAlarms: {"method":"GET","path":"/admin/alarms","kind":"list","fields":{"status":"query","fromId":"query","limit":"query","offset":"query"}},
	clearAlarm: {"method":"POST","path":"/admin/alarms/{alarmId}/clear","kind":"record","fields":{"alarmId":"path","reason":"json"}},
	payoutStops: {"method":"GET","path":"/admin/payouts/stops","kind":"record","fields":{}},
	resumePayouts: {"method":"POST","path":"/admin/payouts/resume","kind":"record","fields":{"asset":"json","reason":"json"}},
	listLanes: {"method":"GET","path":"/admin/lanes","kind":"list","fields":{"symbol":"query"}},
	listQueues: {"method":"GET","path":"/admin/jobs","kind":"list","fields":{}},
	listOwnKeys: {"method":"GET","path":"/account/keys","kind":"list","fields":{}},
	makeOwnKey: {"method":"POST","path":"/account/keys","kind":"record","fields":{"label":"json","scope":"json","lifetimeDays":"json"}},
	endOwnKey: {"method":"DELETE","path":"/account/keys/{keyId}","kind":"record","fields":{"keyId":"path"}},
	getAccountLimits: {"method":"GET","path":"/admin/accounts/{accountId}/limits","kind":"record","fields":{"accountId":"path"}},
	limitOpenOrders: {"method":"PUT","path":"/admin/accounts/{accountId}/limits/orders","kind":"record","fields":{"accountId":"path","maxNumOrders":"json","reason":"json"}},
	limitHeld: {"method":"PUT","path":"/admin/accounts/{accountId}/limits/assets/{asset}","kind":"record","fields":{"accountId":"path","asset":"path","maxHeld":"json","reason":"json"}},
	limitNotional: {"method":"PUT","path":"/admin/accounts/{accountId}/limits/notional/{asset}","kind":"record","fields":{"accountId":"path","asset":"path","maxNotional":"json","reason":"json"}},
	setPayoutLimits: {"method":"POST","path":"/admin/accounts/{accountId}/payout-limits","kind":"record","fields":{"accountId":"path","asset":"json","perDayMax":"json","approvalAbove":"json","reason":"json"}},
	listWaitingPayouts: {"method":"GET","path":"/admin/payouts/waiting","kind":"list","fields":{"fromId":"query","limit":"query","offset":"query"}},
	approvePayout: {"method":"POST","path":"/admin/payouts/{payoutId}/approve","kind":"record","fields":{"payoutId":"path","reason":"json"}},
	rejectPayout: {"method":"POST","path":"/admin/payouts/{payoutId}/reject","kind":"record","fields":{"payoutId":"path","reason":"json"}},
	listEvents: {"method":"GET","path":"/events","kind":"record","fields":{"last-event-id":"header","after":"query","latest":"query","limit":"query","types":"query","symbol":"query","subject":"query"}},
	createSubscription: {"method":"POST","path":"/subscriptions","kind":"record","fields":{"url":"json","description":"json","after":"json","expires":"json","types":"json","symbol":"json","subject":"json"}},
	listSubscriptions: {"method":"GET","path":"/subscriptions","kind":"list","fields":{}},
	getSubscription: {"method":"GET","path":"/subscriptions/{subscriptionId}","kind":"record","fields":{"subscriptionId":"path"}},
	deleteSubscription: {"method":"DELETE","path":"/subscriptions/{subscriptionId}","kind":"nothing","fields":{"subscriptionId":"path"}},
	testSubscription: {"method":"POST","path":"/subscriptions/{subscriptionId}/test","kind":"record","fields":{"subscriptionId":"path"}},
	listDeliveries: {"method":"GET","path":"/subscriptions/{subscriptionId}/deliveries","kind":"list","fields":{"subscriptionId":"path","state":"query","limit":"query","offset":"query","fromSequence":"query"}},
	replaySubscription: {"method":"POST","path":"/subscriptions/{subscriptionId}/replay","kind":"record","fields":{"subscriptionId":"path","after":"json"}},
	rotateSubscriptionSecret: {"method":"POST","path":"/subscriptions/{subscriptionId}/secret","kind":"record","fields":{"subscriptionId":"path","graceHours":"json"}},
} as const satisfies Readonly<Record<string, OperationCall>>;

/** Calls by message. */
export interface SocketCalls {
	/** Fetch the time of the exchange */
	serverTime(input?: ServerTimeInput, options?: CallOptions): Promise<ServerTime>;
	/** Place an order; it is durable when this answers */
	placeOrder(input: Omit<PlaceOrderInput, 'fund' | 'x-tracker-key'>, options?: CallOptions): Promise<Order | PendingOrder>;
	/** Check an order as a real one is, and tell what would come of it in the book as it is shown; nothing is placed */
	testOrder(input: TestOrderInput, options?: CallOptions): Promise<OrderTest>;
	/** Fetch one own order */
	getOrder(input: GetOrderInput, options?: CallOptions): Promise<Order>;
	/** Fetch one own order by your own id */
	getOrderByClientId(input: GetOrderByClientIdInput, options?: CallOptions): Promise<Order>;
	/** Cancel an order */
	cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Order>;
	/** Cancel all own orders of a market; answers their reports */
	cancelAllOrders(input: CancelAllOrdersInput, options?: CallOptions): Promise<readonly ExecutionReport[]>;
	/** Make an order smaller; it keeps its place */
	reduceOrder(input: ReduceOrderInput, options?: CallOptions): Promise<Order>;
	/** Cancel an order and place another of the same side, or do neither; what it holds counts */
	replaceOrder(input: ReplaceOrderInput, options?: CallOptions): Promise<Order>;
	/** Place up to 100 orders in one commit; each is answered for itself, in the order of the request */
	placeOrders(input: PlaceOrdersInput, options?: CallOptions): Promise<readonly OrderResult[]>;
	/** Cancel up to 100 own orders in one commit; each is answered for itself, in the order of the request */
	cancelOrders(input: CancelOrdersInput, options?: CallOptions): Promise<readonly OrderResult[]>;
	/** Cancel all own open orders, of a market or of all, unless this is called again before the time is over */
	cancelAfter(input: CancelAfterInput, options?: CallOptions): Promise<CancelAfter>;
	/** Place a limit order and a stop order of which one cancels the other; both are accepted or none */
	placeOco(input: PlaceOcoInput, options?: CallOptions): Promise<OrderList>;
	/** Fetch one own list of orders */
	getOrderList(input: GetOrderListInput, options?: CallOptions): Promise<OrderList>;
	/** Cancel what is open of a list */
	cancelOrderList(input: CancelOrderListInput, options?: CallOptions): Promise<OrderList>;
	/** Fetch what the account has available and held, by asset, and how it is paid out */
	account(input?: AccountInput, options?: CallOptions): Promise<Account>;
}

/** Subscriptions, taken up again when they break. */
export interface SocketStreams {
	/** Follow the ticker: as it is, then whenever the market has moved, once a second at most */
	streamTicker(input: StreamTickerInput, options?: CallOptions): AsyncIterable<StreamEvent<'ticker', Ticker>>;
	/** Follow the depth: a snapshot, then every change with its sequence numbers */
	streamDepth(input: StreamDepthInput, options?: CallOptions): AsyncIterable<StreamEvent<'snapshot', Depth> | StreamEvent<'update', DepthUpdate>>;
	/** Follow the trades: the newest ones, then every trade; goes on after Last-Event-ID */
	streamTrades(input: Omit<StreamTradesInput, 'last-event-id'>, options?: CallOptions): AsyncIterable<StreamEvent<'trade', Trade>>;
	/** Follow the candles: the present one, then each that trades have changed, once a second at most; goes on from Last-Event-ID */
	streamCandles(input: Omit<StreamCandlesInput, 'last-event-id'>, options?: CallOptions): AsyncIterable<StreamEvent<'candle', Candle>>;
	/** Follow own orders of a market: the open ones, then a report of all that happens; goes on after Last-Event-ID */
	streamReports(input: Omit<StreamReportsInput, 'last-event-id' | 'token'>, options?: CallOptions): AsyncIterable<StreamEvent<'openOrders', OpenOrders> | StreamEvent<'executionReport', ExecutionReport>>;
}

/** The message each call goes as. */
export const socketMethods = {
	serverTime: 'time',
	placeOrder: 'order.place',
	testOrder: 'order.test',
	getOrder: 'order.get',
	getOrderByClientId: 'order.getByClientId',
	reduceOrder: 'order.reduce',
	replaceOrder: 'order.replace',
	cancelOrder: 'order.cancel',
	cancelAllOrders: 'order.cancelAll',
	cancelAfter: 'order.cancelAfter',
	placeOrders: 'orders.batch',
	cancelOrders: 'orders.batchCancel',
	placeOco: 'orderList.placeOco',
	getOrderList: 'orderList.get',
	cancelOrderList: 'orderList.cancel',
	account: 'account',
} as const;


/** The channel each stream is of. */
export const socketChannels = {
	streamDepth: 'depth',
	streamTrades: 'trades',
	streamTicker: 'ticker',
	streamCandles: 'candles',
	streamReports: 'reports',
} as const;
