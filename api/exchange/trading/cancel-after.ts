/** Timers that cancel a trader's orders unless the client renews them in time. */
import type { EndpointDescription } from '../../language/description';

export const cancelAfter = {
	cancelAfter: {
		number: 'beyond',
		method: 'POST',
		path: '/orders/cancel-after',
		summary:
			'Cancel all own open orders, of a market or of all, unless this is called again before the time is over',
		caller: 'TRADER',
		scope: 'TRADE',
		fields: {
			symbol: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: 200,
				description:
					'The market whose orders are cancelled; all when left out, by a timer of its own',
			},
			countdownTime: {
				in: 'json',
				type: 'integer',
				required: true,
				minimum: 0,
				maximum: 86_400_000,
				description:
					'Milliseconds from now; 0 turns the timer off. It is looked at about twice a second',
			},
		},
		reply: { status: 200, kind: 'record', model: 'CancelAfter' },
		errors: ['Request_TooLarge', 'Request_UnsupportedMediaType', 'Exchange_MarketNotFound'],
	},
	listCancelAfter: {
		number: 'beyond',
		method: 'GET',
		path: '/orders/cancel-after',
		summary: 'List own timers that cancel orders, those that run and those that have cancelled',
		caller: 'TRADER',
		scope: 'READ',
		fields: {},
		reply: { status: 200, kind: 'list', model: 'CancelAfter' },
		errors: [],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
