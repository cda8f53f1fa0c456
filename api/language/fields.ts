import type { Field, ReplyDescription } from './description';

export const path = (description: string) =>
	({
		in: 'path',
		type: 'string',
		required: true,
		minLength: 1,
		maxLength: 200,
		description,
	}) as const;

export const productId = path('Identifier of the product');
export const contractId = path('Identifier of the contract');
export const assetId = path('Identifier of the asset');
export const fileId = path('Identifier of the file');

export const displayName = {
	in: 'form',
	type: 'string',
	required: true,
	minLength: 1,
	maxLength: 200,
	formerly: ['DisplayName'],
	description: 'Name shown to people',
} as const satisfies Field;

/** Filter for lists of recorded things. */
export const beforeDateTime = {
	in: 'query',
	type: 'string',
	format: 'date-time',
	maxLength: 40,
	description: 'Only what was recorded before this moment: ISO 8601, in UTC where it names no zone',
} as const satisfies Field;

/** For downloads. */
export const range = {
	in: 'header',
	type: 'string',
	maxLength: 200,
	description: 'One range of bytes to fetch, in the form bytes=first-last',
} as const satisfies Field;

/** Success without a body. */
export const done = { status: 204, kind: 'nothing' } as const satisfies ReplyDescription;

export const recipientEmail = {
	in: 'json',
	type: 'string',
	format: 'email',
	required: true,
	minLength: 1,
	maxLength: 200,
	formerly: ['recipientDisplayName'],
	description: 'E-mail address the recipient has on the platform',
} as const satisfies Field;

export const idempotencyKey = {
	in: 'header',
	type: 'string',
	minLength: 1,
	maxLength: 255,
	description:
		'Makes a repeated request answer as the first one did, refused or not, without doing it twice. Kept for the days the service says (IDEMPOTENCY_KEY_DAYS, 30 by default): repeat no later, and after a refusal whose cause has passed, send a new key. A request refused before it was looked at (400, 401, 403, 413, 415, 429) or failed (5xx) leaves its key unused',
} as const satisfies Field;

/** The field of an operation that creates something or sends mails. */
export const creationKey = {
	...idempotencyKey,
	description:
		'Makes a repeated request answer with what the first one created, without creating or mailing it twice. Kept for the days the service says (IDEMPOTENCY_KEY_DAYS, 30 by default): repeat no later, and send the same values. A request that was refused or failed leaves its key unused',
} as const satisfies Field;

export const idempotencyErrors = [
	'Request_IdempotencyKeyReused',
	'Request_IdempotencyKeysTooMany',
] as const;

/** Reply of every proof endpoint: a proof file, which can be checked with the log's public key. */
export const proof = {
	status: 200,
	kind: 'bytes',
	mediaType: 'text/plain; charset=utf-8',
	example: [
		'c2sp.org/tlog-proof@v1',
		'extra eyJlbnRyeSI6eyJjb21taXRtZW50IjoiMThiY2Y1NDZkOWFkYzQ5ZDBiYjdjMWU1OWYxYzY3MjY0ZDVmODk1ZDg3NTNjZGE2NGQ5NGFjMjczYjhiZWE0ZSIsImlkIjoicjEiLCJraW5kIjoiZmlsZSIsInRpbWUiOiIyMDI2LTAxLTAyVDAzOjA0OjA1LjY3OFoifSwicGF5bG9hZCI6IntcImlkXCI6XCJyMVwiLFwiaGFzaFwiOlwiYWJcIn0iLCJzYWx0IjoiMDAwMTAyMDMwNDA1MDYwNzA4MDkwYTBiMGMwZDBlMGYifQ==',
		'index 1',
		'uokKw3/Fnedn6oZ/VNzWZATbjL3s51SGyUci79mQjNY=',
		'',
		'sealkeeper.example/log',
		'2',
		'VcKW/fh6j9T6FhVABe+clXBC1zwNa1MKFrWUjvX5cDQ=',
		'',
		'— sealkeeper.example/log zGxh9rrQh1TvIp1DrymR4pYoA6KZJ2MOp7SpXtYYo/LeeICbBMuI5LVv6QSwloM4IsNyyXoHKcYNHZOzKuTR17jT4gs=',
		'',
	].join('\n'),
} as const satisfies ReplyDescription;

/** Error codes of every proof endpoint, in addition to those for finding the record. */
export const proofErrors = [
	'Request_PreconditionFailed',
	'Core_RecordCorrupted',
	'Core_RecordNotConfirmed',
] as const;

/** Lists are in order of creation, so that a page does not change when records are added. */
export const paging = {
	limit: {
		in: 'query',
		type: 'integer',
		minimum: 1,
		maximum: 5000,
		description:
			'Most records to return, 5000 when absent; when there are more, the reply has a Link header with rel="next"',
	},
	offset: {
		in: 'query',
		type: 'integer',
		minimum: 0,
		maximum: 9007199254740991,
		description: 'Records to pass over first, in order of creation',
	},
} as const satisfies Record<string, Field>;

/** Filter of lists. */
export const searchIn = (what: string) =>
	({
		in: 'query',
		type: 'string',
		minLength: 1,
		maxLength: 200,
		description: `Only those with this text in ${what}; upper and lower case do not matter from A to Z`,
	}) as const satisfies Field;

export const newestFirst = {
	in: 'query',
	type: 'boolean',
	description:
		'Whether the newest come first; else the oldest do, as the first page stays the same then',
} as const satisfies Field;

/** Of a key. */
export const networks = {
	in: 'json',
	type: 'string',
	many: true,
	itemsMax: 20,
	minLength: 1,
	maxLength: 64,
	description:
		'Addresses and networks it may be used from, such as 203.0.113.7 or 203.0.113.0/24; from anywhere when left out',
} as const satisfies Field;
