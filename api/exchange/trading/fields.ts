/** Fields of an order, for all endpoints that take one. Names follow Binance spot and FIX. */
import type { Field } from '../../language/description';
import { amount, clientId, symbol } from '../language/fields';
import {
	orderTypeNames,
	orderTypes,
	selfTradePreventionModes,
	sides,
	timesInForce,
	typesWith,
	type OrderType,
	type OrderTypeRow,
} from '../language/order-types';

export const clientOrderId = clientId(
	'Your own id; the same order sent again under it is accepted once and answered again',
);

/** "LIMIT: Trades at its price or better … (price and quantity, optional timeInForce)". */
function typeSentence(type: OrderType): string {
	const { meaning, needs, oneOf, anyOf, takes }: OrderTypeRow = orderTypes[type];
	const groups = [
		needs.join(' and '),
		oneOf.join(' or '),
		anyOf.join(' or '),
		`optional ${takes.join(', ')}`,
	];
	const fields = groups.filter((group) => group !== '').join(', ');
	return `${type}: ${meaning} (${fields})`;
}

const typeDescription = orderTypeNames.map(typeSentence).join('. ');

/** Not a term of the order: sent again with another one, it is the same order. */
export const validUntil = {
	in: 'json',
	type: 'integer',
	minimum: 1,
	maximum: 9007199254740991,
	description:
		'Milliseconds since 1970; what comes later than this, by the clock of GET /time, is refused and leaves no trace. It does not end what was accepted, as expireTime does',
} as const satisfies Field;

export const orderFields = {
	side: {
		in: 'json',
		type: 'string',
		required: true,
		choices: sides,
		description: 'BUY or SELL the base asset',
	},
	type: {
		in: 'json',
		type: 'string',
		required: true,
		choices: orderTypeNames,
		description: typeDescription,
	},
	timeInForce: {
		in: 'json',
		type: 'string',
		choices: timesInForce,
		description: 'GTC when left out; an order without a price is IOC',
	},
	price: amount('The limit, a multiple of the tick'),
	stopPrice: amount('A trade at this price or beyond sets a stop order off'),
	trailingDelta: {
		in: 'json',
		type: 'integer',
		minimum: 10,
		maximum: 2_000,
		description:
			'Basis points at which a stop order follows the best price traded, from a trade at its stopPrice on or, without one, at once',
	},
	quantity: amount('Of the base asset, a multiple of the step'),
	quoteOrderQty: amount(
		`Of the quote asset, for ${typesWith('quoteOrderQty').join(', ')} instead of a quantity; the order is FILLED when the rest is less than one step at the best price left`,
	),
	icebergQty: amount('The most that is shown at a time'),
	expireTime: {
		in: 'json',
		type: 'integer',
		minimum: 1,
		maximum: 9007199254740991,
		description: 'When a GTD order ends',
	},
	postOnly: {
		in: 'json',
		type: 'boolean',
		description: 'Whether to refuse the order when it would trade at once',
	},
	selfTradePreventionMode: {
		in: 'json',
		type: 'string',
		choices: selfTradePreventionModes,
		description:
			'What happens when the order meets one of the same account; as the market has it when left out',
	},
	validUntil,
	clientOrderId,
} as const satisfies Readonly<Record<string, Field>>;

export const newOrderRespType = {
	in: 'json',
	type: 'string',
	choices: ['ACK', 'RESULT'],
	default: 'RESULT',
	description: 'ACK answers when it is durable, RESULT when it has been carried out',
} as const satisfies Field;

/** Of one order. */
export const orderRespType = {
	...newOrderRespType,
	choices: [...newOrderRespType.choices, 'FULL'],
	description: `${newOrderRespType.description}, FULL then as well, with the trades that have filled it`,
} as const satisfies Field;

/** Most orders of one request. */
export const batchMax = 100;

/** An order of a batch. */
export const batchOrderFields = {
	symbol: { ...symbol, in: 'json' },
	...orderFields,
} as const satisfies Readonly<Record<string, Field>>;

/** A cancellation of a batch. */
export const batchCancelFields = {
	orderId: {
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 200,
		description: 'Identifier the exchange gave to the order',
	},
	clientOrderId: { ...clientOrderId, description: 'Your own id, in place of the orderId' },
} as const satisfies Readonly<Record<string, Field>>;
