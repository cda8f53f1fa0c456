/** What ccxt has to know of the exchange beforehand: what it can do, its addresses, and what its refusals are. */
import {
	AccountSuspended,
	AuthenticationError,
	BadRequest,
	BadSymbol,
	DuplicateOrderId,
	ExchangeNotAvailable,
	InsufficientFunds,
	InvalidNonce,
	InvalidOrder,
	ManualInteractionNeeded,
	MarketClosed,
	NotSupported,
	OnMaintenance,
	OperationRejected,
	OrderImmediatelyFillable,
	OrderNotFound,
	PermissionDenied,
	RateLimitExceeded,
	RequestTimeout,
} from 'ccxt';

const words = (text: string) => text.trim().split(/\s+/);

const supported = words(`
	spot cancelAllOrders cancelAllOrdersAfter cancelOrder cancelOrderWithClientOrderId
	cancelOrders cancelOrdersWithClientOrderIds createLimitOrder
	createMarketBuyOrderWithCost createMarketOrder createMarketOrderWithCost
	createMarketSellOrderWithCost createOrder createOrders createPostOnlyOrder
	createStopLimitOrder createStopLossOrder createStopMarketOrder createStopOrder
	createTakeProfitOrder createTrailingPercentOrder createTriggerOrder editOrder fetchBalance
	fetchCanceledAndClosedOrders fetchCanceledOrders fetchClosedOrders fetchDeposits
	fetchMarkets fetchMyTrades fetchOHLCV fetchOpenOrders fetchOrder fetchOrderBook
	fetchOrderTrades fetchOrderWithClientOrderId fetchOrders fetchStatus fetchTicker
	fetchTickers fetchTime fetchTrades fetchTradingFee fetchTradingFees fetchWithdrawals
	watchBalance watchMyTrades watchOHLCV watchOrderBook watchOrders watchTicker watchTrades
	withdraw ws
`);

const absent = words('CORS fetchCurrencies future margin option sandbox swap');

const hasOf = (names: readonly string[], has: boolean) =>
	Object.fromEntries(names.map((name) => [name, has]));

/** Every call for traders, so that those without a unified name can be made by their implicit ones. */
const api = {
	public: {
		get: words(`
			exchange-info markets markets/{symbol} markets/{symbol}/candles markets/{symbol}/depth
			markets/{symbol}/ticker markets/{symbol}/trades reserves status tickers time
		`),
	},
	private: {
		get: words(`
			account account/keys account/reports account/reserves account/statement
			account/tracker-balances account/trades client-orders/{clientOrderId}
			deposits deposits/{depositId} events order-lists order-lists/{orderListId}
			orders orders/cancel-after orders/{orderId} payouts payouts/{payoutId}
			subscriptions subscriptions/{subscriptionId}
			subscriptions/{subscriptionId}/deliveries
		`),
		post: words(`
			account/keys account/stream-tokens deposits order-lists/oco orders
			orders/batch orders/batch-cancel orders/batch-test orders/cancel-after
			orders/test orders/test-cancel orders/{orderId}/replace payouts subscriptions
			subscriptions/{subscriptionId}/replay subscriptions/{subscriptionId}/secret
			subscriptions/{subscriptionId}/test
		`),
		patch: words('account orders/{orderId}'),
		delete: words(`
			account/keys/{keyId} client-orders/{clientOrderId} order-lists/{orderListId}
			orders orders/{orderId} subscriptions/{subscriptionId}
		`),
	},
} as const;

/** By the errorCode of the reply. */
const refusals = {
	Request_Invalid: BadRequest,
	Request_Malformed: BadRequest,
	Request_RouteNotFound: NotSupported,
	Request_MethodNotAllowed: NotSupported,
	Request_TooSlow: RequestTimeout,
	Request_PreconditionFailed: BadRequest,
	Request_TooLarge: BadRequest,
	Request_AddressTooLong: BadRequest,
	Request_UnsupportedMediaType: BadRequest,
	Request_UnsupportedEncoding: BadRequest,
	Request_ExpectationFailed: BadRequest,
	Request_HeadTooLarge: BadRequest,
	Request_TooMany: RateLimitExceeded,
	Request_TooManyPipelined: RateLimitExceeded,
	Storage_RangeNotSatisfiable: BadRequest,
	Auth_KeyMissing: AuthenticationError,
	Auth_KeyInvalid: AuthenticationError,
	Auth_KeyExpired: AuthenticationError,
	Auth_HeaderMissing: AuthenticationError,
	Auth_SignatureInvalid: AuthenticationError,
	Auth_TimeOutside: InvalidNonce,
	Auth_ScopeMissing: PermissionDenied,
	Auth_AddressNotAllowed: PermissionDenied,
	Core_Unhandled: ExchangeNotAvailable,
	Core_Ending: ExchangeNotAvailable,
	// It may have been done all the same, as where no answer comes.
	Core_DatabaseAway: RequestTimeout,
	Core_DatabaseReadOnly: ExchangeNotAvailable,
	Core_DatabaseFull: ExchangeNotAvailable,
	Exchange_MarketNotFound: BadSymbol,
	Exchange_MarketNotTrading: MarketClosed,
	Exchange_OrderNotFound: OrderNotFound,
	Exchange_OrderArchived: OrderNotFound,
	Exchange_OrderNotOpen: OrderNotFound,
	Exchange_OrderListNotFound: OrderNotFound,
	Exchange_OrderTooLate: InvalidOrder,
	Exchange_OrderRefused: InvalidOrder,
	Exchange_OrderWouldBeRefused: InvalidOrder,
	Exchange_OrderInList: InvalidOrder,
	Exchange_OrderChanged: InvalidOrder,
	Exchange_HeldLimit: InvalidOrder,
	Exchange_NotionalLimit: InvalidOrder,
	Exchange_ClientOrderIdReused: DuplicateOrderId,
	Exchange_InsufficientBalance: InsufficientFunds,
	Exchange_AccountFrozen: AccountSuspended,
	Exchange_InMaintenance: OnMaintenance,
	Exchange_SettlementOff: NotSupported,
	Exchange_AssetNotFound: BadRequest,
	Exchange_AssetNotLinked: BadRequest,
	Exchange_KeyNotFound: BadRequest,
	Exchange_KeysTooMany: OperationRejected,
	Exchange_EmailMissing: ManualInteractionNeeded,
	Exchange_IntentNotFound: BadRequest,
	Exchange_ReferenceReused: BadRequest,
	Exchange_ReservesNotFound: BadRequest,
	Exchange_TransferRefused: OperationRejected,
	Exchange_DepositKeyEnded: PermissionDenied,
	Exchange_TrackerRefused: OperationRejected,
	Exchange_TrackerAway: ExchangeNotAvailable,
	Exchange_PayoutLimit: OperationRejected,
	Exchange_StreamsTooMany: RateLimitExceeded,
	Exchange_OwnStreamsTooMany: RateLimitExceeded,
	Exchange_DepositsTooMany: RateLimitExceeded,
	Exchange_StatementUnderWay: RateLimitExceeded,
	Event_NotHeard: BadRequest,
	Event_SubscriptionNotFound: BadRequest,
	Event_SubscriptionsTooMany: OperationRejected,
} as const;

/** By the reason for which the book refused an order, where that has a name of its own. */
const reasons = {
	POST_ONLY_WOULD_TAKE: OrderImmediatelyFillable,
	DUPLICATE_ORDER_ID: DuplicateOrderId,
} as const;

/** Most entries of a page. */
export const pageMax = 1000;

/** Most markets whose tickers can be asked for by name. */
export const symbolsMax = 100;

export const description = {
	id: 'sealkeeper',
	name: 'Sealkeeper',
	countries: [],
	// The rest of the minute is waited for only where as many as the exchange takes were sent in it.
	rateLimit: 10,
	rateLimiterAlgorithm: 'rollingWindow',
	rollingWindowSize: 60_000,
	pro: true,
	// A client that is silent for 30 seconds is cut off.
	streaming: { keepAlive: 10_000 },
	has: { ...hasOf(supported, true), ...hasOf(absent, false) },
	timeframes: Object.fromEntries(
		words('1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 1w 1M').map((name) => [name, name]),
	),
	urls: {
		api: 'https://{hostname}',
		www: 'https://github.com/sealkeeper/n8n-nodes-sealkeeper',
		doc: 'https://github.com/sealkeeper/n8n-nodes-sealkeeper/blob/main/docs/exchange.md',
	},
	requiredCredentials: { apiKey: true, secret: false },
	api,
	fees: { trading: { feeSide: 'quote', percentage: true, tierBased: false } },
	exceptions: { exact: refusals, reasons },
} as const;
