/** What the exchange answers its operator. */
import type { ModelField } from './description';
import { time } from './exchange-model-fields';

export const adminModels = {
	AdminAction: {
		actionId: { type: 'integer', example: 17, description: 'Number of the entry' },
		time: time('When it was done'),
		actor: {
			type: 'object',
			fields: {
				kind: {
					type: 'string',
					choices: ['KEY', 'COMMAND'],
					description: "By an administrator's key, or by command",
				},
				keyId: {
					type: 'string',
					optional: true,
					example: '65f0c0ffee0123456789abcd',
					description: 'Identifier of the key',
				},
				name: {
					type: 'string',
					example: 'night shift',
					description: 'Label of the key, or user of the operating system who ran the command',
				},
			},
			description: 'Who did it',
		},
		action: {
			type: 'string',
			example: 'ACCOUNT_FREEZE',
			description: 'What was done',
		},
		subject: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'What it was done to: the id of an account, a market, an asset or a transfer',
		},
		details: {
			type: 'object',
			many: true,
			fields: {
				name: { type: 'string', example: 'cancelOrders', description: 'What of it' },
				value: { type: 'string', example: 'true', description: 'As it was done' },
			},
			description: 'What else tells what was done',
		},
		reason: {
			type: 'string',
			optional: true,
			example: 'asked for by its owner',
			description: 'Why it was done',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
