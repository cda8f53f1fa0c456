/**
 * Which fields go with which type of order. The only table of this: the intake checks orders by it,
 * the engine and the forms of node and page read it, and so do the pages of `docs/`.
 */

export const sides = ['BUY', 'SELL'] as const;

export const timesInForce = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
export type TimeInForce = (typeof timesInForce)[number];

export const selfTradePreventionModes = [
	'NONE',
	'EXPIRE_TAKER',
	'EXPIRE_MAKER',
	'EXPIRE_BOTH',
	'DECREMENT',
] as const;

export type SelfTradePreventionMode = (typeof selfTradePreventionModes)[number];

/** Fields that only some types have. */
export const termFields = [
	'price',
	'stopPrice',
	'quantity',
	'quoteOrderQty',
	'icebergQty',
	'trailingDelta',
	'timeInForce',
	'expireTime',
	'postOnly',
] as const;
export type TermField = (typeof termFields)[number];

export interface OrderTypeRow {
	/** As a person reads it in a form. */
	readonly label: string;
	readonly meaning: string;
	readonly needs: readonly TermField[];
	/** Exactly one of these is needed. */
	readonly oneOf: readonly TermField[];
	/** At least one of these is needed. */
	readonly anyOf: readonly TermField[];
	readonly takes: readonly TermField[];
	/** The first one is the default. */
	readonly timesInForce: readonly TimeInForce[];
}

const trigger = ['stopPrice', 'trailingDelta'] as const;
const amount = ['quantity', 'quoteOrderQty'] as const;

export const orderTypes = {
	LIMIT: {
		label: 'Limit',
		meaning: 'Trades at its price or better, and rests with what is left',
		needs: ['price', 'quantity'],
		oneOf: [],
		anyOf: [],
		takes: ['timeInForce', 'expireTime', 'icebergQty', 'postOnly'],
		timesInForce,
	},
	MARKET: {
		label: 'Market',
		meaning: 'Trades at once at the best prices there are; what is left expires',
		needs: [],
		oneOf: amount,
		anyOf: [],
		takes: ['timeInForce'],
		timesInForce: ['IOC'],
	},
	STOP_LOSS: {
		label: 'Stop',
		meaning: 'Waits for a trade at the stop price, then trades as a market order',
		needs: [],
		oneOf: amount,
		anyOf: trigger,
		takes: ['timeInForce'],
		timesInForce: ['IOC'],
	},
	STOP_LOSS_LIMIT: {
		label: 'Stop limit',
		meaning: 'Waits for a trade at the stop price, then trades as a limit order',
		needs: ['price', 'quantity'],
		oneOf: [],
		anyOf: trigger,
		takes: ['timeInForce', 'expireTime', 'icebergQty'],
		timesInForce,
	},
	TAKE_PROFIT: {
		label: 'Take profit',
		meaning: 'Waits for a trade at the stop price or a better one, then trades as a market order',
		needs: ['stopPrice'],
		oneOf: amount,
		anyOf: [],
		takes: ['timeInForce'],
		timesInForce: ['IOC'],
	},
	TAKE_PROFIT_LIMIT: {
		label: 'Take profit limit',
		meaning: 'Waits for a trade at the stop price or a better one, then trades as a limit order',
		needs: ['price', 'stopPrice', 'quantity'],
		oneOf: [],
		anyOf: [],
		takes: ['timeInForce', 'expireTime', 'icebergQty'],
		timesInForce,
	},
} as const satisfies Readonly<Record<string, OrderTypeRow>>;

export type OrderType = keyof typeof orderTypes;

export const orderTypeNames = Object.keys(orderTypes) as readonly string[] as readonly OrderType[];

/** Whether orders of this type may have the field. */
export function isFieldOf(type: OrderType, field: TermField): boolean {
	const { needs, oneOf, anyOf, takes }: OrderTypeRow = orderTypes[type];
	return [needs, oneOf, anyOf, takes].some((fields) => fields.includes(field));
}

export function typesWith(field: TermField): readonly OrderType[] {
	return orderTypeNames.filter((type) => isFieldOf(type, field));
}

/** Whether orders of this type wait for a trade that sets them off. */
export function isTriggered(type: OrderType): boolean {
	return isFieldOf(type, 'stopPrice');
}

/** Whether orders of this type have a limit, so that they can rest in the book. */
export function isPriced(type: OrderType): boolean {
	return isFieldOf(type, 'price');
}

/** They wait for a price that is better for their owner than the last one; other stops for a worse one. */
const profitTypes: readonly OrderType[] = ['TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'];

/** Whether orders of this type and side wait for the price to rise to the stop price, and not to fall. */
export function waitsForRise(type: OrderType, side: (typeof sides)[number]): boolean {
	return (side === 'SELL') === profitTypes.includes(type);
}
