/**
 * Deposits and payouts of all accounts, for the operator with an administrator's key, with the
 * evidence for one that is held for review.
 */
import type { EndpointDescription, ModelField } from '../../language/description';
import { byAdministrator, pagesOf } from '../language/administrators';
import { alarm } from './books';
import { fromNewest, only, page, reason } from '../language/fields';
import { amount, asset, identifier, optionalText, time } from '../language/model-fields';
import { path } from '../../language/fields';

const states = [
	'PENDING_APPROVAL',
	'PLANNED',
	'SENDING',
	'UNKNOWN',
	'SETTLED',
	'REFUSED',
	'HELD_FOR_REVIEW',
] as const;

const transfer = {
	transferId: identifier('Identifier the exchange gave to the transfer'),
	kind: {
		type: 'string',
		choices: ['DEPOSIT', 'PAYOUT'],
		description: 'Pulled from a trader, or paid out to one',
	},
	accountId: identifier('Identifier of the account; fees for a payout of commissions'),
	asset,
	amount: amount('125.5', 'In decimals of the asset'),
	status: { type: 'string', choices: states, description: 'How far it has come' },
	reason: optionalText('Why it stands where it does'),
	email: {
		type: 'string',
		optional: true,
		example: 'trader@example.com',
		description: 'The address of the trader at the tracker, where it is known',
	},
	trackerTransactionId: optionalText('The transaction of the tracker that moved it'),
	attempts: { type: 'integer', example: 1, description: 'Calls that were made for it' },
	firstDoubtAt: {
		...time('When the first call was made whose outcome is not known'),
		optional: true,
	},
	lastDoubtAt: { ...time('When the last of them was made'), optional: true },
	createdAt: time('When it was asked for'),
	endedAt: { ...time('When it was settled or refused'), optional: true },
} as const satisfies Readonly<Record<string, ModelField>>;

export const transferModels = {
	Transfer: transfer,
	TransferDetails: {
		...transfer,
		steps: {
			type: 'object',
			many: true,
			fields: {
				time: time('When it came there'),
				status: { type: 'string', choices: states, description: 'How far it had come' },
				note: optionalText('Why'),
			},
			description: 'Every state it went through, the oldest first',
		},
		alarms: { type: 'object', many: true, fields: alarm, description: 'Open alarms about it' },
	},
	TransferEvidence: {
		transferId: transfer.transferId,
		time: time('When the tracker was read'),
		verdict: {
			type: 'string',
			choices: ['HAPPENED', 'DID_NOT_HAPPEN', 'UNEXPLAINED', 'WAIT'],
			optional: true,
			description:
				'What the resolvers that are set make of a call in doubt: it happened, it did not and will not, neither explains it, or it is too early to say',
		},
		reason: optionalText('Why, in one sentence'),
		sender: optionalText('Who sends it, by the address at the tracker; absent where not known'),
		recipient: { type: 'string', example: 'escrow@example.com', description: 'Who gets it' },
		heldBefore: {
			...amount('1000', 'What the account that sends held before the call, where it was read'),
			optional: true,
		},
		heldNow: {
			...amount('874.5', 'What it holds now; absent where the tracker did not tell'),
			optional: true,
		},
		transactions: {
			type: 'object',
			many: true,
			optional: true,
			fields: {
				trackerTransactionId: identifier('The transaction at the tracker'),
				sender: { type: 'string', description: 'Who sent it' },
				recipient: { type: 'string', description: 'Who got it' },
				time: time("When, by the tracker's clock"),
				isOfAnother: { type: 'boolean', description: 'Whether another transfer rests on it' },
			},
			description:
				'Transactions of the same amount since it was asked for, the oldest first; absent where the tracker did not tell',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

const transferId = path('Identifier the exchange gave to the transfer');

export const managedTransfers = {
	listTransfers: byAdministrator('GET', '/admin/transfers', {
		summary: 'List deposits and payouts of all accounts, the newest first',
		fields: {
			status: {
				in: 'query',
				type: 'string',
				choices: states,
				description: 'Only those in this state; HELD_FOR_REVIEW waits for a decision',
			},
			accountId: only('Only those of this account'),
			fromId: fromNewest('transfer'),
			...page,
		},
		reply: pagesOf('Transfer', 'transferId'),
	}),
	getTransfer: byAdministrator('GET', '/admin/transfers/{transferId}', {
		summary: 'Fetch a transfer with every step of it and the alarms about it',
		fields: { transferId },
		reply: { status: 200, kind: 'record', model: 'TransferDetails' },
		errors: ['Exchange_TransferNotFound'],
	}),
	transferEvidence: byAdministrator('GET', '/admin/transfers/{transferId}/evidence', {
		summary: 'Read from the tracker what there is to decide on a transfer by',
		fields: { transferId },
		reply: { status: 200, kind: 'record', model: 'TransferEvidence' },
		errors: ['Exchange_SettlementOff', 'Exchange_TransferNotFound'],
	}),
	reviewTransfer: byAdministrator('POST', '/admin/transfers/{transferId}/review', {
		summary: 'Decide on a transfer that is held for review',
		fields: {
			transferId,
			decision: {
				in: 'json',
				type: 'string',
				required: true,
				choices: ['SEND_AGAIN', 'SETTLED', 'REFUSED'],
				description:
					'SETTLED when the tracker shows it, REFUSED when it did not happen and is not to, SEND_AGAIN for a payout that did not happen',
			},
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'TransferDetails' },
		errors: ['Exchange_SettlementOff', 'Exchange_TransferNotFound', 'Exchange_ActRefused'],
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
