import type { Field } from '../language/description';
import { eventTypesOf, type EventDescription } from './events';
import { paging, path } from '../language/fields';

export const subscriptionId = path('Identifier of the subscription');

/** Fields of a new subscription. */
export const subscriptionFields = {
	url: {
		in: 'json',
		type: 'string',
		required: true,
		minLength: 1,
		maxLength: 2000,
		description:
			'Where events are sent to: https, or this machine by its own name; one with `/webhook-test/` ends after 15 minutes',
	},
	description: {
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 200,
		description: 'What it is for',
	},
	after: {
		in: 'json',
		type: 'integer',
		minimum: 0,
		maximum: 9007199254740991,
		description: 'Begin behind this event; at what happens from now on when absent',
	},
	expires: {
		in: 'json',
		type: 'string',
		format: 'date-time',
		maxLength: 40,
		description:
			'When it ends by itself: ISO 8601, in UTC where it names no zone; never when absent',
	},
} as const satisfies Readonly<Record<string, Field>>;

export const replayFields = {
	subscriptionId,
	after: { ...subscriptionFields.after, required: true, description: 'The event to begin behind' },
} as const satisfies Readonly<Record<string, Field>>;

export const rotationFields = {
	subscriptionId,
	graceHours: {
		in: 'json',
		type: 'integer',
		minimum: 0,
		maximum: 168,
		default: 24,
		description: 'Hours for which the secret before signs as well',
	},
} as const satisfies Readonly<Record<string, Field>>;

export const deliveryFields = {
	subscriptionId,
	state: {
		in: 'query',
		type: 'string',
		choices: ['Delivered', 'Waiting', 'Parked'],
		description: 'Only deliveries in this state',
	},
	...paging,
} as const satisfies Readonly<Record<string, Field>>;

/** Error codes of calls with a JSON body. */
export const bodyErrors = ['Request_TooLarge', 'Request_UnsupportedMediaType'] as const;

const subjectField = <Place extends 'query' | 'json'>(place: Place) =>
	({
		in: place,
		type: 'string',
		minLength: 1,
		maxLength: 200,
		description:
			'Only what happened to this: a contract, a file, an asset, a market or whatever the type names',
	}) as const satisfies Field;

/** Filter of the exchange's events. */
export const marketEventFilter = <Place extends 'query' | 'json'>(place: Place) =>
	({
		symbol: {
			in: place,
			type: 'string',
			minLength: 1,
			maxLength: 200,
			description: 'Only what happened in this market, such as CREDIT-EUR',
		},
		subject: subjectField(place),
	}) as const satisfies Readonly<Record<string, Field>>;

/** Filter of the service's events. */
export const eventFilter = <Place extends 'query' | 'json'>(place: Place) =>
	({
		productId: {
			in: place,
			type: 'string',
			minLength: 1,
			maxLength: 200,
			description: 'Only what happened in this product',
		},
		subject: subjectField(place),
	}) as const satisfies Readonly<Record<string, Field>>;

/** Filter by type. */
export const typesField = <Place extends 'query' | 'json'>(
	place: Place,
	program: EventDescription['program'],
) =>
	({
		in: place,
		type: 'string',
		many: true,
		choices: eventTypesOf(program),
		itemsMax: 100,
		description: 'Only events of these types; every type the caller may hear when absent',
	}) as const satisfies Field;

/** Names of the same filter in a stream. */
export const streamedEvents = {
	opened: 'EventStreamOpened',
	message: 'Event',
	ended: 'EventStreamEnded',
} as const;

export const eventPage = {
	'last-event-id': {
		in: 'header',
		type: 'string',
		maxLength: 200,
		description: 'Of a stream: the id of the last event seen, to go on behind it, before `after`',
	},
	after: {
		in: 'query',
		type: 'integer',
		minimum: 0,
		maximum: 9007199254740991,
		description:
			'The `cursor` of the page before: only what came behind it; from the oldest kept on when absent',
	},
	latest: {
		in: 'query',
		type: 'boolean',
		description:
			'Whether to return the newest events, and a cursor behind them, to begin there; a stream goes on behind them',
	},
	limit: {
		in: 'query',
		type: 'integer',
		minimum: 1,
		maximum: 1000,
		default: 100,
		description:
			'Most events to return; of a stream, the newest it begins with where `latest` is set',
	},
} as const satisfies Readonly<Record<string, Field>>;
