import type { ModelField } from '../../language/description';

/** Of a key that signs. */
export const signing = {
	publicKey: {
		type: 'string',
		optional: true,
		example: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
		description: 'The Ed25519 public key it signs by, in base64; absent for a plain key',
	},
	plainReading: {
		type: 'boolean',
		optional: true,
		description: 'Whether a key that signs has a plain key besides, which can only read',
	},
} as const satisfies Readonly<Record<string, ModelField>>;

/** The secret of a new key. */
export const newKey = {
	type: 'string',
	optional: true,
	example: 'l0c8Wf3nUu6oUO5P1u5nZl6T9p0QfY2sJm1vXc7bR4E',
	description:
		'The key itself, which is shown here and never again; absent for one that signs, without plainReading',
} as const satisfies ModelField;

export const symbol = {
	type: 'string',
	example: 'CREDIT-EUR',
	description: 'Symbol of the market',
} as const;

export const orderId = {
	type: 'string',
	example: 'CREDIT-EUR.17',
	description: 'Identifier the exchange gave to the order',
} as const;

export const clientOrderId = {
	type: 'string',
	example: 'sale-1',
	description: 'Your own id, or the id of the order where you gave none',
} as const;

export const side = {
	type: 'string',
	choices: ['SELL', 'BUY'],
	description: 'Side of the order',
} as const;

export const amount = <Example extends string>(example: Example, description: string) =>
	({ type: 'string', example, description }) as const satisfies ModelField;

export const time = (description: string) =>
	({
		type: 'integer',
		isMoment: true,
		example: 1769851800000,
		description,
	}) as const satisfies ModelField;

export const commission = amount('0.5', 'What the exchange took of it');

export const commissionAsset = {
	type: 'string',
	example: 'EUR',
	description: 'Asset of the commission',
} as const;

export const identifier = (description: string) =>
	({ type: 'string', example: '65f0c0ffee0123456789abcd', description }) as const;

export const optionalText = (description: string) =>
	({ type: 'string', optional: true, description }) as const satisfies ModelField;

export const asset = { type: 'string', example: 'EUR', description: 'Code of the asset' } as const;

export const updateId = (description: string) =>
	({ type: 'integer', example: 4711, description }) as const satisfies ModelField;

export const trade = {
	tradeId: { type: 'integer', example: 8, description: 'Number of the trade in its market' },
	price: amount('12.5', 'Price of one of the base asset'),
	quantity: amount('40', 'Of the base asset'),
	quoteQty: amount('500', 'Of the quote asset'),
	takerSide: {
		type: 'string',
		choices: ['BUY', 'SELL'],
		description: 'Side of the order that came second',
	},
	time: time('When it was traded'),
} as const satisfies Readonly<Record<string, ModelField>>;
