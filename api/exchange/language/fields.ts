/** Fields that several endpoints of the exchange share; amounts are decimal strings. */
import type { Field, Pattern } from '../../language/description';
import { path } from '../../language/fields';

export const symbol = path('Symbol of the market, such as CREDIT-EUR');

export const orderId = path('Identifier the exchange gave to the order, such as CREDIT-EUR.17');

export const accountId = path('Identifier of the account');

/** Of a key that signs. */
export const publicKey = {
	in: 'json',
	type: 'string',
	format: 'lines',
	minLength: 1,
	maxLength: 500,
	description:
		'Ed25519 public key, as PEM or as base64 of its 32 bytes; the key then signs each request, and no secret of it is kept here or sent',
} as const satisfies Field;

export const plainReading = {
	in: 'json',
	type: 'boolean',
	description:
		'Whether a plain key comes with one that signs, for x-api-key, which can read and nothing else',
} as const satisfies Field;

/** For commands that set something up. */
export const optionalReason = {
	in: 'json',
	type: 'string',
	minLength: 1,
	maxLength: 500,
	description: 'Why; it stands in the audit log',
} as const satisfies Field;

/** For commands that affect somebody's money or trading. */
export const reason = { ...optionalReason, required: true } as const satisfies Field;

/** Errors of endpoints with a JSON body. */
export const bodyErrors = ['Request_TooLarge', 'Request_UnsupportedMediaType'] as const;

export const assetCode = {
	in: 'json',
	type: 'string',
	required: true,
	minLength: 1,
	maxLength: 200,
	description: 'Code of the asset, such as EUR',
} as const satisfies Field;

const decimal = {
	expression: '^[0-9]+([.][0-9]+)?$',
	words: 'must be a decimal string of digits and at most one point, such as 12.5',
} as const satisfies Pattern;

export const amount = (description: string) =>
	({ in: 'json', type: 'string', maxLength: 40, pattern: decimal, description }) as const;

/** A client id: a repeated request with the same id is carried out once. */
export const clientId = (description: string) =>
	({
		in: 'json',
		type: 'string',
		pattern: {
			expression: '^[A-Za-z0-9_-]{1,36}$',
			words: 'must be 1 to 36 letters, digits, _ or -',
		},
		description,
	}) as const;

export const trackerKey = {
	in: 'header',
	type: 'string',
	pattern: {
		expression: '^[!-~]{1,500}$',
		words: 'must be the key as it was shown, without blanks',
	},
	description:
		'Your key at the tracker; may be left out where that of x-api-key is known to be the same, or was got by a sign-in that allows deposits',
} as const satisfies Field;

export const lastEventId = {
	in: 'header',
	type: 'string',
	maxLength: 200,
	description: 'The id of the last event seen, to go on behind it',
} as const satisfies Field;

/** Resumes a stream, for a browser that can send no header. */
export const lastEventIdInAddress = {
	...lastEventId,
	in: 'query',
	description: 'The same for who opens a stream anew and can send no header',
} as const satisfies Field;

/** The list has the newest first, unless it has an order of its own. */
const limit = <Most extends number>(maximum: Most) =>
	({
		in: 'query',
		type: 'integer',
		minimum: 1,
		maximum,
		default: 100,
		description: 'The most entries to answer',
	}) as const;

export const entriesLimit = {
	...limit(1_000),
	description:
		'The most entries to answer; when there are more, the reply has a Link header with rel="next"',
} as const;
export const levelsLimit = {
	...limit(5_000),
	description: 'The most prices of each side, the best ones',
} as const;

/** No fewer than the checksum is of. */
export const followedLevels = {
	...levelsLimit,
	minimum: 10,
	description:
		'The most prices of each side to begin with, 10 or more; those that move up among the best so many are sent with the changes, as far as 250',
} as const;

const first =
	'The first entry to answer; those newer are left out, so that a page stays as it is when entries are added';

export const fromTrade = {
	in: 'query',
	type: 'integer',
	minimum: 1,
	maximum: 9007199254740991,
	description: first,
} as const satisfies Field;

export const fromId = {
	in: 'query',
	type: 'string',
	minLength: 1,
	maxLength: 200,
	description: first,
} as const satisfies Field;

/** Filters a list by a text. */
export const only = (description: string) =>
	({ in: 'query', type: 'string', minLength: 1, maxLength: 200, description }) as const;

/** The first entry of a page, in a list with the newest first. */
export const fromNewest = (what: string) =>
	only(`The first ${what} to answer; those newer are left out`);

/** For lists whose next page begins at an entry. */
export const page = {
	limit: entriesLimit,
	offset: {
		in: 'query',
		type: 'integer',
		minimum: 0,
		maximum: 10_000,
		default: 0,
		description: 'Entries to leave out at the start; to go deeper, begin at an entry or a time',
	},
} as const satisfies Record<string, Field>;

/** Filters a list by a time. */
export const time = (description: string) =>
	({
		in: 'query',
		type: 'integer',
		isMoment: true,
		minimum: 0,
		maximum: 9007199254740991,
		description,
	}) as const satisfies Field;

/** For lists; both ends are included. */
export const timeRange = {
	startTime: time('Only entries of this time or later, in milliseconds since 1970'),
	endTime: time('Only entries of this time or earlier, in milliseconds since 1970'),
} as const;
