/** What waits for people in other programs of the operator, such as the exchange, as those report it. */
import type { EndpointDescription, Field, ModelField } from '../language/description';
import { done } from '../language/fields';

const count = (description: string) =>
	({
		in: 'json',
		type: 'integer',
		required: true,
		minimum: 0,
		maximum: 1_000_000_000,
		description,
	}) as const satisfies Field;

export const alarmLengthMax = 500;

export const waitingEndpoints = {
	reportWaiting: {
		number: 'beyond',
		method: 'PUT',
		path: '/waiting',
		summary: 'Report what waits for people in a program; what it reported before is replaced',
		caller: ['TrackerUser', 'TrackerAdmin'],
		fields: {
			program: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: 300,
				description:
					'Address of the program, one of SIGN_IN_FOR; may be left out where that has one for the organisation',
			},
			page: {
				in: 'json',
				type: 'string',
				required: true,
				pattern: {
					expression: '^/[A-Za-z0-9/_-]{0,100}$',
					words: 'must be a path such as /admin',
				},
				description: 'Path of the page there on which people see to it',
			},
			heldTransfers: count('Transfers that are held for review'),
			waitingPayouts: count('Payouts that wait for approval'),
			openAlarms: count('Alarms that nobody has cleared'),
			alarm: {
				in: 'json',
				type: 'string',
				minLength: 1,
				maxLength: alarmLengthMax,
				description: 'What the most severe of them says',
			},
		},
		reply: done,
		errors: [
			'Auth_RoleMissing',
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Platform_ProgramOfAnother',
		],
	},
	listWaiting: {
		number: 'beyond',
		method: 'GET',
		path: '/waiting',
		summary: 'List what waits for people in the programs that report it',
		caller: ['Admin'],
		fields: {},
		reply: { status: 200, kind: 'list', model: 'ProgramWaiting' },
		errors: ['Auth_RoleMissing'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;

export const waitingModels = {
	ProgramWaiting: {
		program: {
			type: 'string',
			example: 'https://exchange.harbour.example',
			description: 'Address of the program',
		},
		page: {
			type: 'string',
			example: 'https://exchange.harbour.example/admin',
			description: 'Where people see to it',
		},
		heldTransfers: {
			type: 'integer',
			example: 2,
			description: 'Transfers that are held for review',
		},
		waitingPayouts: {
			type: 'integer',
			example: 0,
			description: 'Payouts that wait for approval',
		},
		openAlarms: { type: 'integer', example: 1, description: 'Alarms that nobody has cleared' },
		alarm: {
			type: 'string',
			optional: true,
			example: 'payouts of EUR are stopped: 5 EUR are missing',
			description: 'What the most severe of them says',
		},
		reportedAt: {
			type: 'string',
			format: 'date-time',
			example: '2026-01-31T09:30:00.000Z',
			description: 'When the program reported last',
		},
		reportedBy: {
			type: 'string',
			example: 'escrow@harbour.example',
			description: 'The user by whose key it reports',
		},
		isLate: {
			type: 'boolean',
			example: false,
			description: 'Whether that is so long ago that the numbers may be wrong',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
