/** Lists of two orders, of which at most one trades. Names follow Binance spot. */
import type { EndpointDescription, Field } from '../../language/description';
import { amount, clientId, fromId, page, symbol } from '../language/fields';
import { newOrderRespType, orderFields, validUntil } from './fields';
import { path } from '../../language/fields';

const orderListId = path('Identifier the exchange gave to the list, such as CREDIT-EUR.17');

const { side, selfTradePreventionMode, trailingDelta } = orderFields;

const ocoFields = {
	symbol: { ...symbol, in: 'json' },
	listClientOrderId: clientId(
		'Your own id of the list; the same list sent again under it is accepted once and answered again',
	),
	side,
	quantity: { ...amount('Of the base asset, of either order'), required: true },
	price: {
		...amount('Of the limit order, on the far side of the stop price; it never takes'),
		required: true,
	},
	limitClientOrderId: clientId('Your own id of the limit order'),
	stopPrice: amount('A trade at this price or beyond sets the stop order off'),
	trailingDelta,
	stopLimitPrice: amount('Limit of the stop order; without one it takes what there is'),
	stopLimitTimeInForce: {
		in: 'json',
		type: 'string',
		choices: ['GTC', 'IOC', 'FOK'],
		description: 'Of a stop order with a limit; GTC when left out',
	},
	stopClientOrderId: clientId('Your own id of the stop order'),
	selfTradePreventionMode,
	validUntil,
	newOrderRespType,
} as const satisfies Readonly<Record<string, Field>>;

export const orderLists = {
	placeOco: {
		number: 'beyond',
		method: 'POST',
		path: '/order-lists/oco',
		summary:
			'Place a limit order and a stop order of which one cancels the other; both are accepted or none',
		caller: 'TRADER',
		scope: 'TRADE',
		fields: ocoFields,
		reply: { status: 201, kind: 'record', model: 'OrderList' },
		otherReplies: [
			{
				status: 200,
				kind: 'record',
				model: 'OrderList',
				when: 'The same list was accepted before under its listClientOrderId',
			},
		],
		errors: [
			'Exchange_AccountFrozen',
			'Exchange_HeldLimit',
			'Exchange_NotionalLimit',
			'Exchange_InMaintenance',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Exchange_MarketNotFound',
			'Exchange_MarketNotTrading',
			'Exchange_OrderRefused',
			'Exchange_OrderTooLate',
			'Exchange_ClientOrderIdReused',
			'Exchange_InsufficientBalance',
		],
	},
	listOrderLists: {
		number: 'beyond',
		method: 'GET',
		path: '/order-lists',
		summary: 'List own lists of orders, the newest first',
		caller: 'TRADER',
		scope: 'READ',
		fields: { fromId, ...page },
		reply: {
			status: 200,
			kind: 'list',
			model: 'OrderList',
			next: { field: 'fromId', property: 'orderListId' },
		},
		errors: ['Exchange_OrderListNotFound'],
	},
	getOrderList: {
		number: 'beyond',
		method: 'GET',
		path: '/order-lists/{orderListId}',
		summary: 'Fetch one own list of orders',
		caller: 'TRADER',
		scope: 'READ',
		fields: { orderListId },
		reply: { status: 200, kind: 'record', model: 'OrderList' },
		errors: ['Exchange_OrderListNotFound'],
	},
	cancelOrderList: {
		number: 'beyond',
		method: 'DELETE',
		path: '/order-lists/{orderListId}',
		summary: 'Cancel what is open of a list',
		caller: 'TRADER',
		scope: 'TRADE',
		fields: { orderListId },
		reply: { status: 200, kind: 'record', model: 'OrderList' },
		errors: ['Exchange_OrderListNotFound', 'Exchange_OrderNotOpen', 'Exchange_MarketNotTrading'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
