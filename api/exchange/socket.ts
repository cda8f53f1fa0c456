/**
 * Methods and channels of the WebSocket: methods for operations that exist over HTTP as well,
 * channels for its streams, and the socket's own methods.
 */
import type { Field, SocketDescription } from '../language/description';
import { scopes } from '../language/scopes';
import type { exchange } from './endpoints';
import { signedMessage } from './signing';

type Operation = keyof typeof exchange;

const methods = {
	time: 'serverTime',
	'order.place': 'placeOrder',
	'order.test': 'testOrder',
	'order.get': 'getOrder',
	'order.getByClientId': 'getOrderByClientId',
	'order.reduce': 'reduceOrder',
	'order.replace': 'replaceOrder',
	'order.cancel': 'cancelOrder',
	'order.cancelByClientId': 'cancelOrderByClientId',
	'order.cancelAll': 'cancelAllOrders',
	'order.cancelAfter': 'cancelAfter',
	'orders.batch': 'placeOrders',
	'orders.batchCancel': 'cancelOrders',
	'orderList.placeOco': 'placeOco',
	'orderList.get': 'getOrderList',
	'orderList.cancel': 'cancelOrderList',
	account: 'account',
} as const satisfies Readonly<Record<string, Operation>>;

const channels = {
	depth: 'streamDepth',
	trades: 'streamTrades',
	ticker: 'streamTicker',
	bookTicker: 'streamBookTicker',
	candles: 'streamCandles',
	reports: 'streamReports',
	account: 'streamAccount',
} as const satisfies Readonly<Record<string, Operation>>;

export type SocketChannel = keyof typeof channels;

const channelNames = Object.keys(channels) as readonly SocketChannel[];

const subscription = {
	type: 'integer',
	example: 1,
	description: 'Number of the subscription on this socket; its messages carry it',
} as const;

const secret = (description: string) =>
	({
		in: 'json',
		type: 'string',
		minLength: 1,
		maxLength: 500,
		description,
	}) as const satisfies Field;

export const socket = {
	path: '/socket',
	methods,
	channels,
	leftOut: ['fund', 'x-tracker-key', 'last-event-id', 'token'],
	own: {
		ping: {
			summary: 'Hear that the other side is there',
			fields: {},
			result: {},
			errors: [],
		},
		authenticate: {
			summary:
				'Say once whom the socket speaks for: by a key, by a signature, or by a stream token, which opens channels and nothing else',
			fields: {
				key: secret('Your key; a program that can send headers sends it as x-api-key instead'),
				token: secret('A token of POST /account/stream-tokens'),
				...signedMessage,
			},
			result: {
				accountId: { type: 'string', example: '0198f0', description: 'Identifier of the account' },
				scope: { type: 'string', choices: scopes, description: 'What it is good for' },
			},
			errors: [
				'Auth_KeyInvalid',
				'Auth_KeyExpired',
				'Auth_AddressNotAllowed',
				'Auth_SignatureInvalid',
				'Auth_TimeOutside',
				'Exchange_StreamsTooMany',
				'Exchange_OwnStreamsTooMany',
			],
		},
		subscribe: {
			summary: 'Be sent the events of a channel, whose own fields stand beside its name',
			fields: {
				channel: {
					in: 'json',
					type: 'string',
					required: true,
					choices: channelNames,
					description: 'What to be sent',
				},
			},
			result: { subscription },
			errors: ['Exchange_SocketFull'],
		},
		unsubscribe: {
			summary: 'Be sent no more of a subscription',
			fields: {
				subscription: {
					in: 'json',
					type: 'integer',
					required: true,
					minimum: 1,
					description: 'The number it was answered with',
				},
			},
			result: { subscription },
			errors: [],
		},
	},
	errors: ['Exchange_SocketFull'],
	handshakeErrors: ['Exchange_SocketWanted'],
} as const satisfies SocketDescription;
