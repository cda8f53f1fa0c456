/** The records of the exchange as the structures that ccxt has for all exchanges. Makes no call. */
import { Exchange, ExchangeError, ExchangeNotAvailable, InvalidOrder, Precise } from 'ccxt';
import type {
	Balances,
	Currency,
	Dict,
	Int,
	Market,
	OHLCV,
	Order,
	Str,
	Ticker,
	Trade,
	Transaction,
} from 'ccxt';

/** What lists are asked for: entries of a market, or of a currency. */
export type ListOf = [of?: Str, since?: Int, limit?: Int, params?: Dict];

type FaultClass = new (message: string) => Error;

const orderStatuses: Readonly<Record<string, string>> = {
	NEW: 'open',
	PENDING_NEW: 'open',
	PARTIALLY_FILLED: 'open',
	FILLED: 'closed',
	CANCELED: 'canceled',
	EXPIRED: 'expired',
	EXPIRED_IN_MATCH: 'expired',
	REJECTED: 'rejected',
};

const transferStatuses: Readonly<Record<string, string>> = {
	PLANNED: 'pending',
	SENDING: 'pending',
	UNKNOWN: 'pending',
	HELD_FOR_REVIEW: 'pending',
	PENDING_APPROVAL: 'pending',
	SETTLED: 'ok',
	REFUSED: 'failed',
};

const named = (names: Readonly<Record<string, string>>, name: Str) =>
	name === undefined ? undefined : (names[name] ?? name.toLowerCase());

/** One that is set off is told by its trigger price, not by its type. */
const typeOf = (type: Str) =>
	type === undefined ? undefined : type.endsWith('LIMIT') ? 'limit' : 'market';

export class SealkeeperRecords extends Exchange {
	override parseMarket(market: Dict): Market {
		const baseId = this.safeString(market, 'baseAsset');
		const quoteId = this.safeString(market, 'quoteAsset');
		const [base, quote] = [this.safeCurrencyCode(baseId), this.safeCurrencyCode(quoteId)];
		const unitOf = (digits: string) =>
			this.parseNumber(this.parsePrecision(this.safeString(market, digits)));
		const rateOf = (bps: string) =>
			this.parseNumber(this.parseBps(this.safeString(market, bps, '0')));
		const limit = (name: string) => this.parseNumber(this.omitZero(this.safeString(market, name)));
		const quoteUnit = unitOf('quoteAssetPrecision');
		return this.safeMarketStructure({
			id: this.safeString(market, 'symbol'),
			symbol: `${base}/${quote}`,
			base,
			quote,
			baseId,
			quoteId,
			type: 'spot',
			spot: true,
			margin: false,
			active: this.safeString(market, 'status') === 'TRADING',
			percentage: true,
			tierBased: false,
			feeSide: 'quote',
			maker: rateOf('makerFeeBps'),
			taker: rateOf('takerFeeBps'),
			precision: {
				amount: limit('stepSize'),
				price: limit('tickSize'),
				cost: quoteUnit,
				base: unitOf('baseAssetPrecision'),
				quote: quoteUnit,
			},
			limits: {
				leverage: { min: undefined, max: undefined },
				amount: { min: limit('minQty'), max: limit('maxQty') },
				price: { min: limit('tickSize'), max: limit('maxPrice') },
				cost: { min: limit('minNotional'), max: undefined },
			},
			info: market,
		});
	}

	override parseTicker(ticker: Dict, market?: Market): Ticker {
		const timestamp = this.safeInteger(ticker, 'closeTime');
		const last = this.safeString(ticker, 'lastPrice');
		return this.safeTicker(
			{
				symbol: this.symbolOf(ticker, market),
				timestamp,
				datetime: this.iso8601(timestamp),
				high: this.safeString(ticker, 'highPrice'),
				low: this.safeString(ticker, 'lowPrice'),
				bid: this.safeString(ticker, 'bidPrice'),
				bidVolume: this.safeString(ticker, 'bidQty'),
				ask: this.safeString(ticker, 'askPrice'),
				askVolume: this.safeString(ticker, 'askQty'),
				vwap: this.safeString(ticker, 'weightedAvgPrice'),
				open: this.safeString(ticker, 'openPrice'),
				close: last,
				last,
				previousClose: undefined,
				change: this.safeString(ticker, 'priceChange'),
				percentage: this.safeString(ticker, 'priceChangePercent'),
				average: undefined,
				baseVolume: this.safeString(ticker, 'volume'),
				quoteVolume: this.safeString(ticker, 'quoteVolume'),
				info: ticker,
			},
			market,
		);
	}

	/** Of the tape, with the taker's side, or of the account, with the own one. */
	override parseTrade(trade: Dict, market?: Market): Trade {
		const timestamp = this.safeInteger(trade, 'time');
		const isMaker = this.safeBool(trade, 'isMaker');
		const commission = this.safeString(trade, 'commission');
		return this.safeTrade(
			{
				id: this.safeString(trade, 'tradeId'),
				order: this.safeString(trade, 'orderId'),
				timestamp,
				datetime: this.iso8601(timestamp),
				symbol: this.symbolOf(trade, market),
				type: undefined,
				side: this.safeStringLower2(trade, 'side', 'takerSide'),
				takerOrMaker: isMaker === undefined ? undefined : isMaker ? 'maker' : 'taker',
				price: this.safeString(trade, 'price'),
				amount: this.safeString(trade, 'quantity'),
				cost: this.safeString(trade, 'quoteQty'),
				fee:
					commission === undefined
						? undefined
						: { cost: commission, currency: this.codeOf(trade, 'commissionAsset') },
				info: trade,
			},
			market,
		);
	}

	override parseOHLCV(candle: Dict): OHLCV {
		return [
			this.safeInteger(candle, 'openTime'),
			this.safeNumber(candle, 'open'),
			this.safeNumber(candle, 'high'),
			this.safeNumber(candle, 'low'),
			this.safeNumber(candle, 'close'),
			this.safeNumber(candle, 'volume'),
		];
	}

	override parseBalance(account: Dict): Balances {
		const balances: Dict = { info: account, timestamp: undefined, datetime: undefined };
		for (const balance of this.safeList(account, 'balances', []) as Dict[]) {
			balances[this.codeOf(balance, 'asset')] = {
				free: this.safeString(balance, 'available'),
				used: this.safeString(balance, 'held'),
			};
		}
		return this.safeBalance(balances);
	}

	/** An order, or a report of one, which is what cancelling many answers. */
	override parseOrder(order: Dict, market?: Market): Order {
		const id = this.safeString(order, 'orderId');
		const clientOrderId = this.safeString(order, 'clientOrderId');
		const timestamp = this.safeInteger(order, 'createdAt');
		const isReport = 'reportId' in order;
		const postOnly = this.safeBool(order, 'postOnly', false);
		const typeOfReport = this.safeString(order, 'price') === '0' ? 'market' : 'limit';
		const stopPrice = this.safeString(order, 'stopPrice');
		const takesProfit = this.safeString(order, 'type', '').startsWith('TAKE_PROFIT');
		const amount = this.safeString(order, 'quantity');
		const status = named(orderStatuses, this.safeString(order, 'status'));
		const fee = {
			cost: this.safeString(order, 'commission'),
			currency: this.codeOf(order, 'commissionAsset'),
		};
		return this.safeOrder(
			{
				id,
				// Where none was given the exchange repeats its own.
				clientOrderId: clientOrderId === id ? undefined : clientOrderId,
				timestamp,
				datetime: this.iso8601(timestamp),
				lastTradeTimestamp: undefined,
				lastUpdateTimestamp: this.safeInteger2(order, 'updatedAt', 'time'),
				symbol: this.symbolOf(order, market),
				type: isReport ? typeOfReport : typeOf(this.safeString(order, 'type')),
				timeInForce: postOnly ? 'PO' : this.safeString(order, 'timeInForce'),
				postOnly: isReport ? undefined : postOnly,
				reduceOnly: isReport ? undefined : false,
				side: this.safeStringLower(order, 'side'),
				price: this.safeString(order, 'price'),
				triggerPrice: stopPrice,
				takeProfitPrice: takesProfit ? stopPrice : undefined,
				amount,
				filled: this.safeString(order, 'executedQty'),
				// Nothing is left to trade of one that ended; elsewhere this is what was not filled.
				remaining:
					status === 'open' || amount === undefined
						? this.safeString(order, 'leavesQty')
						: undefined,
				cost: this.safeString(order, 'executedQuoteQty'),
				average: this.safeString(order, 'avgPrice'),
				status,
				// A report has that of its trade alone.
				fees: isReport ? [] : [fee],
				trades: undefined,
				info: order,
			},
			market,
		);
	}

	/** One order of a batch. What became of one that has no order stands in its `info.error`. */
	protected parseResult(result: Dict, asked: Dict): Order {
		const order = this.safeDict(result, 'order');
		if (order !== undefined) return this.parseOrder(order);
		return this.safeOrder({ ...asked, info: result });
	}

	/** A deposit or a payout. */
	override parseTransaction(transfer: Dict, currency?: Currency): Transaction {
		const timestamp = this.safeInteger(transfer, 'createdAt');
		const payoutId = this.safeString(transfer, 'payoutId');
		return {
			info: transfer,
			id: payoutId ?? this.safeString(transfer, 'depositId'),
			txid: this.safeString(transfer, 'trackerTransactionId'),
			timestamp,
			datetime: this.iso8601(timestamp),
			address: undefined,
			addressFrom: undefined,
			addressTo: undefined,
			tag: undefined,
			tagFrom: undefined,
			tagTo: undefined,
			type: payoutId === undefined ? 'deposit' : 'withdrawal',
			amount: this.safeNumber(transfer, 'amount'),
			currency: this.safeCurrencyCode(this.safeString(transfer, 'asset'), currency),
			status: named(transferStatuses, this.safeString(transfer, 'status')),
			updated: this.safeInteger(transfer, 'endedAt'),
			fee: undefined,
			network: undefined,
			comment: this.safeString(transfer, 'reason'),
			internal: false,
		};
	}

	/** The error of a refusal, by the tables of the description. */
	protected faultOf(
		refusal: Dict,
		{ statusCode, text, isOrder }: { statusCode: number; text: string; isOrder: boolean },
	): Error {
		const message = `${this.id} ${text}`;
		const code = this.safeString(refusal, 'errorCode', '');
		const reason = this.safeList(refusal, 'arguments', []).at(-1) as string;
		const { exact, reasons } = this.exceptions as Readonly<Record<string, Dict>>;
		const isRefusedByBook =
			code === 'Exchange_OrderRefused' || code === 'Exchange_OrderWouldBeRefused';
		const known = (isRefusedByBook ? reasons?.[reason] : undefined) ?? exact?.[code];
		const fallback = statusCode >= 500 ? ExchangeNotAvailable : ExchangeError;
		const Fault = isOrder && code === 'Request_Invalid' ? InvalidOrder : (known ?? fallback);
		return new (Fault as FaultClass)(message);
	}

	private symbolOf(record: Dict, market?: Market): string {
		return this.safeSymbol(this.safeString(record, 'symbol'), market, '-');
	}

	private codeOf(record: Dict, name: string): string {
		return this.safeCurrencyCode(this.safeString(record, name)) ?? '';
	}

	/** "20" hundredths of a percent are "0.002". */
	private parseBps(bps: string): string {
		return Precise.stringDiv(bps, '10000') ?? '';
	}
}
