/**
 * Commands, events and books as short lines, so that the tables of cases read like a day at the
 * market. A command: `1 ann BUY 5 @100 GTD:60 STP:DECREMENT`, `2 bob SELL 3 MARKET`, `cancel 1 ann`.
 * Two orders of a list: `oco 1 ann SELL 5 @110 + 2 ann SELL 5 STOP_LOSS STOP:95`; rules of a market:
 * `rules dynamicBandBps:500`. A stop that follows: `3 eve SELL 5 STOP_LOSS TRAIL:200`.
 * An event: `2>1 TRADE 3@100` (taker before maker), `1 CANCELED REQUESTED 2`. A book: its bids and
 * asks, best first, each order as `id:lots shown+hidden@price`.
 */
import type { Book } from '../../../exchange/engine/book';
import type {
	OrderType,
	SelfTradePreventionMode,
	TimeInForce,
} from '../../../api/exchange/language/order-types';
import type {
	Command,
	MarketRules,
	MarketStatus,
	NewOrder,
	Side,
} from '../../../exchange/engine/command';
import { apply, createBook } from '../../../exchange/engine/engine';
import type { Event } from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';
import { NO_RULES } from '../../../exchange/engine/rules';
import { takeSnapshot } from '../../../exchange/engine/snapshot';

export const TEST_MARKET: Market = {
	symbol: 'TEST',
	quotePerTickLot: 1,
	maxPriceTicks: 1_000_000,
	minQuantityLots: 1,
	maxQuantityLots: 1_000_000,
	minNotional: 0n,
	makerFeeBps: 0,
	takerFeeBps: 0,
};

/** Applies the lines to an empty book and answers the events of the last one. */
export function runScript(
	lines: readonly string[],
	market: Market = TEST_MARKET,
): { readonly book: Book; readonly events: Event[] } {
	const book = createBook(market);
	let events: Event[] = [];
	for (const line of lines) events = apply(book, parseCommand(line));
	return { book, events };
}

/** What an untyped caller could pass as a command. */
export function untyped(command: unknown): Command {
	return command as Command;
}

export function parseCommand(line: string): Command {
	const [first = '', ...words] = line.split(' ');
	const [one = '', two = '', three = ''] = words;
	switch (first) {
		case 'cancel':
			return { kind: 'CANCEL', orderId: Number(one), accountId: two };
		case 'cancel-all':
			return { kind: 'CANCEL_ALL', accountId: one };
		case 'reduce':
			return {
				kind: 'REDUCE',
				orderId: Number(one),
				accountId: two,
				newQuantityLots: Number(three),
			};
		case 'replace':
			return {
				kind: 'CANCEL_REPLACE',
				origOrderId: Number(one),
				...leaves(words),
				...parseOrder(words.slice(1).filter((word) => !word.startsWith('LEAVES:'))),
			};
		case 'oco': {
			const cut = words.indexOf('+');
			return {
				kind: 'PLACE_OCO',
				limit: parseOrder([...words.slice(0, cut), 'POST_ONLY']),
				stop: parseOrder(words.slice(cut + 1)),
			};
		}
		case 'rules':
			return { kind: 'RULES', rules: parseRules(words) };
		case 'expire':
			return { kind: 'EXPIRE', time: Number(one) };
		case 'status':
			return { kind: 'STATUS', status: one as MarketStatus };
		default:
			return { kind: 'PLACE', ...parseOrder([first, ...words]) };
	}
}

function leaves(words: readonly string[]): { readonly origLeavesLots?: number } {
	const word = words.find((candidate) => candidate.startsWith('LEAVES:'));
	return word === undefined ? {} : { origLeavesLots: Number(word.slice('LEAVES:'.length)) };
}

/** `rules staticBandBps:500 pauseMs:60000`: what is not named is not in force. */
function parseRules(words: readonly string[]): MarketRules {
	const named = words.map((word) => word.split(':')).map(([name, value]) => [name, Number(value)]);
	return { ...NO_RULES, ...Object.fromEntries(named) } as MarketRules;
}

function parseOrder([id, accountId = '', side, ...words]: readonly string[]): NewOrder {
	const fields: { -readonly [K in keyof NewOrder]: NewOrder[K] } = {
		orderId: Number(id),
		accountId,
		side: side as Side,
		type: 'LIMIT',
	};
	for (const word of words) {
		const [name = '', value = ''] = word.split(':');
		if (/^\d+$/.test(word)) fields.quantityLots = Number(word);
		else if (word.startsWith('@')) fields.priceTicks = Number(word.slice(1));
		else if (word.startsWith('$')) fields.quoteOrderQty = BigInt(word.slice(1));
		else if (name === 'GTD') [fields.timeInForce, fields.expireTime] = ['GTD', Number(value)];
		else if (name === 'ICEBERG') fields.icebergQtyLots = Number(value);
		else if (name === 'TRAIL') fields.trailingDelta = Number(value);
		else if (name === 'AT') fields.time = Number(value);
		else if (name === 'MOST') fields.maxNumOrders = Number(value);
		else if (name === 'STOP') fields.stopPriceTicks = Number(value);
		else if (name === 'STP') fields.selfTradePreventionMode = value as SelfTradePreventionMode;
		else if (name === 'BY_COST') fields.fillsByCost = true;
		else if (name === 'POST_ONLY') fields.postOnly = true;
		else if (['GTC', 'IOC', 'FOK'].includes(name)) fields.timeInForce = name as TimeInForce;
		else fields.type = name as OrderType;
	}
	return fields;
}

export function describeEvent(event: Event): string {
	switch (event.execType) {
		case 'NEW':
		case 'TRIGGERED':
			return `${event.orderId} ${event.execType}`;
		case 'TRADE':
			return `${event.takerOrderId}>${event.makerOrderId} TRADE ${event.quantityLots}@${event.priceTicks}`;
		case 'TRADE_PREVENTION':
			return `${event.takerOrderId}>${event.makerOrderId} PREVENTED ${event.preventedLots}@${event.priceTicks}`;
		case 'REPLACED':
			return `${event.orderId} REPLACED ${event.leavesLots} of ${event.quantityLots}`;
		case 'CANCELED':
		case 'EXPIRED':
			return `${event.orderId} ${event.execType} ${event.reason} ${event.unfilledLots}`;
		case 'REJECTED':
			return `REJECTED ${event.reason}`;
		case 'STATUS':
			return ['STATUS', event.status, event.reason, event.pausedUntil]
				.filter((word) => word !== undefined)
				.join(' ');
		case 'RULES':
			return 'RULES';
	}
}

/** `5:3+4@100 | 6:1@101`, and the waiting stop orders after a second bar when there are any. */
export function describeBook(book: Book): string {
	const { orders } = takeSnapshot(book);
	const text = (side: Side) =>
		orders
			.filter((order) => !order.waiting && order.side === side)
			.map((order) => {
				const hidden = order.leavesLots - order.visibleLots;
				const lots = hidden > 0 ? `${order.visibleLots}+${hidden}` : order.visibleLots;
				return `${order.orderId}:${lots}@${order.priceTicks}`;
			})
			.join(' ');
	const waiting = orders
		.filter((order) => order.waiting)
		.map(({ orderId, leavesLots, stopPriceTicks, trailingDelta, trailBestTicks }) => {
			const follows = trailingDelta === undefined ? '' : `~${trailBestTicks}`;
			return `${orderId}:${leavesLots}!${stopPriceTicks}${follows}`;
		});
	const stops = waiting.length > 0 ? ` | ${waiting.join(' ')}` : '';
	return `${text('BUY')} | ${text('SELL')}${stops}`.trim();
}
