/**
 * Books, alarms, stopped payouts, lanes and queues for the operator, with an administrator's key.
 */
import type { EndpointDescription, ModelField } from '../../language/description';
import { byAdministrator, fromNumber, pagesOf, text } from '../language/administrators';
import { fromNewest, only, optionalReason, page, reason, timeRange } from '../language/fields';
import { amount, asset, identifier, optionalText, symbol, time } from '../language/model-fields';
import { path } from '../../language/fields';

const verdict = {
	type: 'string',
	choices: ['AGREES', 'DIFFERS', 'MOVING', 'UNREAD'],
	description:
		'AGREES when the tracker holds what is owed, DIFFERS when nothing explains what it holds, MOVING when transfers went on at every try, UNREAD when the tracker did not answer',
} as const satisfies ModelField;

export const alarm = {
	alarmId: identifier('Identifier of the alarm'),
	kind: {
		type: 'string',
		choices: [
			'KEY',
			'HALT',
			'INTENT',
			'BALANCE',
			'SHORT',
			'UNREAD',
			'CLOCK',
			'ARCHIVE',
			'SETTINGS',
		],
		description:
			'KEY of a refused own key, HALT of a halted market, INTENT of one transfer, BALANCE of books that differ, SHORT of stopped payouts, UNREAD of a tracker that could not be read, CLOCK of a clock, ARCHIVE of history that cannot be moved there, SETTINGS of settings that do not fit what the tracker says',
	},
	message: {
		type: 'string',
		example: 'payouts of EUR are stopped',
		description: 'What an administrator must know',
	},
	transferId: { ...identifier('The transfer it is about, where it is about one'), optional: true },
	raisedAt: time('When it was raised'),
	clearedAt: { ...time('When it was cleared'), optional: true },
} as const satisfies Readonly<Record<string, ModelField>>;

export const bookModels = {
	Reconciliation: {
		reconciliationId: { type: 'integer', example: 17, description: 'Number of the entry' },
		verdict,
		beganAt: time('When the books were first found so'),
		endedAt: time('When they were last found so'),
		runs: { type: 'integer', example: 120, description: 'How often they were found so' },
		assets: {
			type: 'object',
			many: true,
			fields: {
				asset,
				verdict,
				reason: optionalText('Why there is no comparison'),
				traders: amount('5000', 'Owed to traders'),
				fees: amount('12.5', 'Commissions'),
				payouts: amount('0', 'On its way to traders'),
				owed: amount('5012.5', 'All of it'),
				least: amount('5012.5', 'The least that transfers under way explain'),
				most: amount('5138', 'The most that they explain'),
				atTracker: {
					...amount('5012.5', 'What own accounts hold there; absent where not known'),
					optional: true,
				},
				difference: {
					type: 'string',
					optional: true,
					description: 'How far that is outside; with a sign before it where something is missing',
				},
			},
			description: 'What was compared the last time',
		},
	},
	Alarm: alarm,
	PayoutStops: {
		reason: optionalText('Why no payout at all is sent; absent where payouts flow'),
		assets: {
			type: 'object',
			many: true,
			fields: {
				asset,
				short: amount('12.5', 'How much the tracker holds too little'),
				stoppedAt: time('Since when no payout of it is sent'),
				resumedAt: { ...time('When it was let go on, though it is short still'), optional: true },
			},
			description: 'Assets of which the tracker holds too little',
		},
	},
	Lane: {
		symbol,
		status: {
			type: 'string',
			choices: ['TRADING', 'CANCEL_ONLY', 'HALT'],
			description: 'What the market takes at present',
		},
		accepted: { type: 'integer', example: 4711, description: 'Commands in its log' },
		committed: { type: 'integer', example: 4711, description: 'Commands carried out' },
		waiting: { type: 'integer', example: 0, description: 'Commands accepted and not carried out' },
		epoch: { type: 'integer', example: 3, description: 'How often a process took it over' },
		committedAt: { ...time('When a command was carried out last'), optional: true },
		snapshotSequence: {
			type: 'integer',
			optional: true,
			description: 'The command of the last snapshot, from which a start goes on',
		},
	},
	JobQueue: {
		queue: { type: 'string', example: 'lanes', description: 'Name of the queue' },
		waiting: { type: 'integer', example: 0, description: 'Jobs that wait' },
		active: { type: 'integer', example: 1, description: 'Jobs under way' },
		delayed: { type: 'integer', example: 5, description: 'Jobs of a later time' },
		failed: { type: 'integer', example: 0, description: 'Jobs that failed' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

export const managedBooks = {
	reconcile: byAdministrator('POST', '/admin/reconciliations', {
		summary: 'Compare the books with the tracker now',
		fields: { reason: optionalReason },
		reply: { status: 200, kind: 'record', model: 'Reconciliation' },
		errors: ['Exchange_SettlementOff'],
	}),
	listReconciliations: byAdministrator('GET', '/admin/reconciliations', {
		summary:
			'List what comparisons of the books with the tracker found, the newest first; the same again and again is one entry',
		fields: { fromId: fromNumber, ...timeRange, ...page },
		reply: pagesOf('Reconciliation', 'reconciliationId'),
	}),
	listAlarms: byAdministrator('GET', '/admin/alarms', {
		summary: 'List alarms, the newest first',
		fields: {
			status: {
				in: 'query',
				type: 'string',
				choices: ['OPEN', 'ALL'],
				default: 'OPEN',
				description: 'ALL shows those that were cleared, too',
			},
			fromId: fromNewest('alarm'),
			...page,
		},
		reply: pagesOf('Alarm', 'alarmId'),
	}),
	clearAlarm: byAdministrator('POST', '/admin/alarms/{alarmId}/clear', {
		summary: 'Put an alarm aside',
		fields: { alarmId: path('Identifier of the alarm'), reason },
		reply: { status: 200, kind: 'record', model: 'Alarm' },
		errors: ['Exchange_AlarmNotFound'],
	}),
	payoutStops: byAdministrator('GET', '/admin/payouts/stops', {
		summary: 'Fetch whether payouts are stopped, and of which assets',
		fields: {},
		reply: { status: 200, kind: 'record', model: 'PayoutStops' },
	}),
	resumePayouts: byAdministrator('POST', '/admin/payouts/resume', {
		summary: 'Let payouts go on that were stopped, of one asset or of all',
		fields: {
			asset: text(200, 'Of this asset alone, where the tracker held too little'),
			reason,
		},
		reply: { status: 200, kind: 'record', model: 'PayoutStops' },
		errors: ['Exchange_ActRefused'],
	}),
	listLanes: byAdministrator('GET', '/admin/lanes', {
		summary: 'List how far the commands of each market are carried out',
		fields: { symbol: only('Only of this market') },
		reply: { status: 200, kind: 'list', model: 'Lane' },
		errors: ['Exchange_MarketNotFound'],
	}),
	listQueues: byAdministrator('GET', '/admin/jobs', {
		summary: 'List how many jobs each queue has, by their state',
		fields: {},
		reply: { status: 200, kind: 'list', model: 'JobQueue' },
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
