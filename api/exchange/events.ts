/** Events of the exchange: read from a cursor, stream, and subscriptions. */
import type { EndpointDescription, Field } from '../language/description';
import {
	bodyErrors,
	deliveryFields,
	eventPage,
	marketEventFilter,
	replayFields,
	rotationFields,
	streamedEvents,
	subscriptionFields,
	subscriptionId,
	typesField,
} from '../events/fields';
import { page } from './language/fields';
import { done } from '../language/fields';

const subscription = { status: 200, kind: 'record', model: 'Subscription' } as const;

const reads = { number: 'beyond', caller: 'TRADER_OR_ADMINISTRATOR', scope: 'READ' } as const;

/** A subscription continues to work after its key has ended. */
const sets = { ...reads, scope: 'TRADE' } as const;

const fromSequence = {
	in: 'query',
	type: 'integer',
	minimum: 1,
	maximum: 9007199254740991,
	description: 'The place of the event to begin with; those before it are left out',
} as const satisfies Field;

export const exchangeEvents = {
	listEvents: {
		...reads,
		method: 'GET',
		path: '/events',
		summary:
			'List, or follow as a stream, what has happened that the caller may hear of, from a cursor on',
		fields: { ...eventPage, types: typesField('query', 'exchange'), ...marketEventFilter('query') },
		reply: { status: 200, kind: 'record', model: 'EventPage' },
		streamed: streamedEvents,
		errors: ['Exchange_MarketNotFound', 'Exchange_StreamsTooMany', 'Exchange_OwnStreamsTooMany'],
	},
	createSubscription: {
		...sets,
		method: 'POST',
		path: '/subscriptions',
		summary: 'Have events sent to an address; the secret of their signatures is shown here',
		fields: {
			...subscriptionFields,
			types: typesField('json', 'exchange'),
			...marketEventFilter('json'),
		},
		reply: { status: 201, kind: 'record', model: 'NewSubscription' },
		errors: [
			...bodyErrors,
			'Exchange_MarketNotFound',
			'Event_NotHeard',
			'Event_SubscriptionsTooMany',
		],
	},
	listSubscriptions: {
		...reads,
		method: 'GET',
		path: '/subscriptions',
		summary: 'List the subscriptions of the caller',
		fields: {},
		reply: { status: 200, kind: 'list', model: 'Subscription' },
		errors: [],
	},
	getSubscription: {
		...reads,
		method: 'GET',
		path: '/subscriptions/{subscriptionId}',
		summary: 'Fetch a subscription, with what waits and why it does not go on',
		fields: { subscriptionId },
		reply: subscription,
		errors: ['Event_SubscriptionNotFound'],
	},
	deleteSubscription: {
		...sets,
		method: 'DELETE',
		path: '/subscriptions/{subscriptionId}',
		summary: 'End a subscription',
		fields: { subscriptionId },
		reply: done,
		errors: ['Event_SubscriptionNotFound'],
	},
	testSubscription: {
		...sets,
		method: 'POST',
		path: '/subscriptions/{subscriptionId}/test',
		summary: 'Send a sample event, of the type `subscription.test`, and say what came of it',
		fields: { subscriptionId },
		reply: { status: 200, kind: 'record', model: 'TestDelivery' },
		errors: ['Event_SubscriptionNotFound'],
	},
	listDeliveries: {
		...reads,
		method: 'GET',
		path: '/subscriptions/{subscriptionId}/deliveries',
		summary: 'List what became of each delivery, in the order of the events',
		fields: { ...deliveryFields, ...page, fromSequence },
		reply: {
			status: 200,
			kind: 'list',
			model: 'Delivery',
			next: { field: 'fromSequence', property: 'sequence' },
		},
		errors: ['Event_SubscriptionNotFound'],
	},
	replaySubscription: {
		...sets,
		method: 'POST',
		path: '/subscriptions/{subscriptionId}/replay',
		summary: 'Send everything behind an event again; a disabled subscription goes on, too',
		fields: replayFields,
		reply: subscription,
		errors: [...bodyErrors, 'Event_SubscriptionNotFound'],
	},
	rotateSubscriptionSecret: {
		...sets,
		method: 'POST',
		path: '/subscriptions/{subscriptionId}/secret',
		summary: 'Give a subscription another secret, beside which the one before signs for a while',
		fields: rotationFields,
		reply: { status: 200, kind: 'record', model: 'NewSubscription' },
		errors: [...bodyErrors, 'Event_SubscriptionNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
