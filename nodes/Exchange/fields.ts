/** Fields that several operations of the Exchange node show alike. */
import type { INodeProperties } from 'n8n-workflow';
import {
	orderTypeNames,
	orderTypes,
	typesWith,
	type TermField,
} from '../../api/exchange/language/order-types';
import type { FieldScreen, ShownField, Where } from '../wire/screen';

/** Return All and Limit. */
export const paging = { limit: { as: 'paging' }, offset: { as: 'paging' } } as const;

export const market: ShownField = {
	as: 'parameter',
	label: 'Market',
	search: 'searchMarkets',
	idExample: 'e.g. CREDIT-EUR',
};

export const order: ShownField = {
	as: 'parameter',
	label: 'Order',
	search: 'searchOpenOrders',
	idExample: 'e.g. CREDIT-EUR.17',
	nameLabel: 'By Client Order ID',
	nameExample: 'e.g. sale-1',
};

export const asset: ShownField = {
	as: 'parameter',
	label: 'Asset',
	search: 'searchAssets',
	idExample: 'e.g. EUR',
};

export const fromTo = {
	startTime: {
		as: 'option',
		label: 'After',
		isMoment: true,
		description: 'Only what happened at this moment or later',
	},
	endTime: {
		as: 'option',
		label: 'Before',
		isMoment: true,
		description: 'Only what happened at this moment or earlier',
	},
} as const satisfies Readonly<Record<string, ShownField>>;

export const notFromId = {
	as: 'absent',
	why: 'the node asks for pages by itself',
} as const satisfies FieldScreen;

export const trackerKey = {
	as: 'absent',
	why: 'taken from the credential',
} as const satisfies FieldScreen;

const derived =
	'The same on every try: with Retry On Fail, when the execution is resumed, and with Retry in the list of executions. Left empty, it is derived from the token that n8n gives an execution and keeps for its retries, the ID of this node, the number of its run, and the item';

/** A client id, which is derived if empty. */
export const ownId = (label: string, once: string): ShownField => ({
	as: 'parameter',
	label,
	placeholder: 'made from the execution',
	description: `Your own ID, under which ${once}. ${derived}.`,
});

export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only tell what would come of it, in the book as it is shown: what would trade at which prices, what it costs with commission, what would rest, or why it would be refused. Nothing changes.',
};

/** Shown for the types of orders that have the field. */
const forTypesWith = (field: TermField): Where => ({ type: typesWith(field) });
const priced = forTypesWith('price');

const typeSentences = Object.fromEntries(
	orderTypeNames.map((type) => [type, orderTypes[type].meaning]),
);

const timeInForceSentences = {
	GTC: 'Good till cancelled: rests until it is filled or cancelled',
	IOC: 'Immediate or cancel: trades what it can at once, the rest expires',
	FOK: 'Fill or kill: trades all of it at once, or nothing',
	GTD: 'Good till date: rests until its expire time',
};

/** Fields of an order, as far as its type has them. */
export const orderFields = {
	side: { as: 'parameter', label: 'Side' },
	type: { as: 'parameter', label: 'Type', sentences: typeSentences },
	quantity: {
		as: 'parameter',
		label: 'Quantity',
		placeholder: 'e.g. 40',
		description:
			'Of the base asset, in digits with at most one point; for an order without a price empty where Quote Quantity is given',
	},
	quoteOrderQty: {
		as: 'parameter',
		label: 'Quote Quantity',
		placeholder: 'e.g. 500',
		description:
			'How much of the quote asset to trade for, in place of a quantity: digits with at most one point',
		where: forTypesWith('quoteOrderQty'),
	},
	price: {
		as: 'parameter',
		label: 'Price',
		placeholder: 'e.g. 12.5',
		description:
			'The most to pay, or the least to get, for one of the base asset, in the quote asset: digits with at most one point, a multiple of the tick of the market',
		where: priced,
	},
	stopPrice: {
		as: 'parameter',
		label: 'Stop Price',
		placeholder: 'e.g. 12',
		description:
			'A trade at this price or beyond sets the stop order off: in the quote asset, digits with at most one point, a multiple of the tick of the market',
		where: forTypesWith('stopPrice'),
	},
	timeInForce: {
		as: 'parameter',
		label: 'Time in Force',
		sentences: timeInForceSentences,
		where: priced,
	},
	expireTime: {
		as: 'parameter',
		label: 'Expire Time',
		isMoment: true,
		where: { ...priced, timeInForce: ['GTD'] },
	},
	clientOrderId: ownId('Client Order ID', 'this order is placed once'),
	trailingDelta: {
		as: 'option',
		label: 'Trailing Delta (Basis Points)',
		name: 'trailingDelta',
		initial: 100,
		where: forTypesWith('trailingDelta'),
	},
	icebergQty: {
		as: 'option',
		label: 'Iceberg Quantity',
		description:
			'The most that is shown at a time, of the base asset: digits with at most one point',
		where: forTypesWith('icebergQty'),
	},
	postOnly: {
		as: 'option',
		label: 'Post Only',
		description: 'Whether to refuse the order when it would trade at once',
		where: forTypesWith('postOnly'),
	},
	selfTradePreventionMode: {
		as: 'option',
		label: 'Self-Trade Prevention',
		initial: 'EXPIRE_MAKER',
	},
	validUntil: {
		as: 'option',
		label: 'Valid Until',
		isMoment: true,
		description: 'An order that reaches the exchange later than this is refused',
	},
} as const satisfies Readonly<Record<string, ShownField>>;

export const answersWhenDone = {
	as: 'absent',
	why: 'the node answers what became of the order',
} as const satisfies FieldScreen;

const notional =
	'at its price, its stop price, or the prices shown. An order beyond it is refused by the node and not sent.';

/** The node's own limits. */
export const caps: readonly INodeProperties[] = [
	{
		displayName: 'Max Notional per Execution',
		name: 'maxNotionalPerExecution',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5000',
		description: `The most all orders of this node in one execution may be worth together in the quote asset, ${notional}`,
	},
	{
		displayName: 'Max Notional per Order',
		name: 'maxNotionalPerOrder',
		type: 'string',
		default: '',
		placeholder: 'e.g. 500',
		description: `The most an order may be worth in the quote asset, ${notional}`,
	},
];

export const waitSeconds = (what: string): INodeProperties => ({
	displayName: 'Wait (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 60,
	description: `How long to wait for ${what}. What takes longer is output as it stands; 60 seconds without this option.`,
});

export const sendInBatches = (what: string, also = ''): INodeProperties => ({
	displayName: 'Send in Batches',
	name: 'sendInBatches',
	type: 'boolean',
	default: false,
	description: `Whether to send the items together, up to 100 ${what} in one call, which counts as one request where requests are limited. ${also}Each has its own outcome, in the order of the items; after a call with one that failed no further call is made, unless On Error is set to continue.`,
});
