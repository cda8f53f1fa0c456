/**
 * The language the exchange's endpoints are described in, and the fields that several of them
 * share. The endpoints themselves are in endpoints.ts and settlement-endpoints.ts.
 */

export interface FieldDescription {
	readonly in: 'path' | 'query' | 'header' | 'body';
	readonly type: 'string' | 'integer' | 'boolean';
	readonly required?: boolean;
	readonly choices?: readonly string[];
	/** Of a text, with the words that say what it asks for. */
	readonly pattern?: { readonly expression: RegExp; readonly words: string };
	readonly minimum?: number;
	readonly maximum?: number;
	readonly default?: number | string;
	readonly description: string;
}

export interface EndpointDescription {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Path fields stand in braces. */
	readonly path: string;
	readonly caller: 'ANYONE' | 'TRADER';
	readonly summary: string;
	/** The status of success; `stream` answers server-sent events. */
	readonly reply: 200 | 201 | 'stream';
	/** Other statuses that are no refusal, with what they mean. */
	readonly otherReplies?: Readonly<Partial<Record<200 | 202, string>>>;
	readonly fields: Readonly<Record<string, FieldDescription>>;
}

export const symbol: FieldDescription = {
	in: 'path',
	type: 'string',
	required: true,
	description: "The market's symbol, such as CREDIT-EUR.",
};

export const orderId: FieldDescription = {
	in: 'path',
	type: 'string',
	required: true,
	description: 'The id the exchange gave to the order, such as CREDIT-EUR.17.',
};

export const limit = (most: number): FieldDescription => ({
	in: 'query',
	type: 'integer',
	minimum: 1,
	maximum: most,
	default: Math.min(most, 100),
	description: 'The most entries to answer.',
});

const offset: FieldDescription = {
	in: 'query',
	type: 'integer',
	minimum: 0,
	maximum: 1_000_000_000,
	default: 0,
	description: 'Entries to leave out at the start.',
};

export const paging = { limit: limit(1_000), offset };

export const amount = (description: string): FieldDescription => ({
	in: 'body',
	type: 'string',
	description,
});

export const clientId = (description: string): FieldDescription => ({
	in: 'body',
	type: 'string',
	pattern: {
		expression: /^[A-Za-z0-9_-]{1,36}$/,
		words: 'must be 1 to 36 letters, digits, _ or -',
	},
	description,
});

export const trackerKey: FieldDescription = {
	in: 'header',
	type: 'string',
	pattern: {
		expression: /^[\x21-\x7e]{1,500}$/,
		words: 'must be the key as it was shown, without blanks',
	},
	description: 'Your key at the tracker; that of x-api-key when left out.',
};
