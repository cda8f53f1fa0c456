/**
 * Accounts for the operator, with an administrator's key. Keys, freezing and limits are in files of
 * their own.
 */
import type { EndpointDescription, ModelField } from '../../language/description';
import { byAdministrator, neededText, pagesOf } from '../language/administrators';
import {
	accountId,
	amount as decimal,
	assetCode,
	fromNewest,
	only,
	optionalReason,
	page,
	reason,
} from '../language/fields';
import { amount, asset, identifier, optionalText, time } from '../language/model-fields';

const owner = identifier('Identifier of the account');

export const managedAccountModels = {
	ManagedAccount: {
		accountId: owner,
		name: { type: 'string', example: 'Northwind Energy', description: 'How people call it' },
		status: {
			type: 'string',
			choices: ['ACTIVE', 'FROZEN', 'DISABLED'],
			description: 'FROZEN when nothing new may begin for it, DISABLED when it may have no key',
		},
		email: {
			type: 'string',
			optional: true,
			example: 'trader@example.com',
			description: 'Address at the tracker, where payouts go',
		},
		payouts: {
			type: 'string',
			choices: ['AUTOMATIC', 'ON_DEMAND'],
			description: 'Whether proceeds leave by themselves',
		},
		createdAt: time('When it was added'),
		frozenAt: { ...time('Since when it is frozen'), optional: true },
		frozenReason: optionalText('What its owner is told of why'),
		disabledAt: { ...time('Since when it is disabled'), optional: true },
		balances: {
			type: 'object',
			many: true,
			optional: true,
			fields: {
				asset,
				available: amount('125.5', 'What can be used'),
				held: amount('500', 'What open orders hold, and what is reserved for orders'),
			},
			description: 'What it has of each asset; not in a list',
		},
	},
	Credit: {
		accountId: owner,
		asset,
		amount: amount('125.5', 'What was credited, in decimals of the asset'),
		reference: { type: 'string', example: 'first', description: 'What names this credit' },
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;

const name = neededText(100, 'How people call it; no two have the same name');

const account = { status: 200, kind: 'record', model: 'ManagedAccount' } as const;
const accountErrors = ['Exchange_AccountNotFound'] as const;

export const managedAccounts = {
	listAccounts: byAdministrator('GET', '/admin/accounts', {
		summary: 'List the accounts, the newest first',
		fields: {
			status: {
				in: 'query',
				type: 'string',
				choices: ['ACTIVE', 'FROZEN', 'DISABLED'],
				description: 'Only those in this status',
			},
			name: only('Only the account of this name'),
			fromId: fromNewest('account'),
			...page,
		},
		reply: pagesOf('ManagedAccount', 'accountId'),
	}),
	getAccount: byAdministrator('GET', '/admin/accounts/{accountId}', {
		summary: 'Fetch an account with what it has of each asset',
		fields: { accountId },
		reply: account,
		errors: ['Exchange_AccountNotFound'],
	}),
	addAccount: byAdministrator('POST', '/admin/accounts', {
		summary: 'Add an account',
		fields: { name, reason: optionalReason },
		reply: { ...account, status: 201 },
		errors: ['Exchange_ActRefused'],
	}),
	disableAccount: byAdministrator('POST', '/admin/accounts/{accountId}/disable', {
		summary: 'End the keys of an account for good; its orders and money stay',
		fields: { accountId, reason },
		reply: account,
		errors: accountErrors,
	}),
	enableAccount: byAdministrator('POST', '/admin/accounts/{accountId}/enable', {
		summary: 'Let a disabled account have keys again',
		fields: { accountId, reason },
		reply: account,
		errors: accountErrors,
	}),
	setAccountEmail: byAdministrator('PUT', '/admin/accounts/{accountId}/email', {
		summary: 'Say which user of the tracker a trader is; payouts planned before keep their address',
		fields: {
			accountId,
			email: neededText(320, 'The address at the tracker'),
			reason,
		},
		reply: account,
		errors: [...accountErrors, 'Exchange_ActRefused'],
	}),
	setAccountPayouts: byAdministrator('PUT', '/admin/accounts/{accountId}/payouts', {
		summary: 'Say whether the proceeds of an account are paid out by themselves',
		fields: {
			accountId,
			payouts: {
				in: 'json',
				type: 'string',
				required: true,
				choices: ['AUTOMATIC', 'ON_DEMAND'],
				description: 'AUTOMATIC pays out with every settlement window',
			},
			reason,
		},
		reply: account,
		errors: accountErrors,
	}),
	creditAccount: byAdministrator('POST', '/admin/accounts/{accountId}/credits', {
		summary: 'Credit an account by hand with an asset that no tracker backs',
		fields: {
			accountId,
			asset: assetCode,
			amount: { ...decimal('How much, in decimals of the asset'), required: true },
			reference: neededText(200, 'Names this credit; the same credit again under it is made once'),
			reason,
		},
		reply: { status: 201, kind: 'record', model: 'Credit' },
		otherReplies: [
			{
				status: 200,
				kind: 'record',
				model: 'Credit',
				when: 'The same credit was made before under its reference',
			},
		],
		errors: [...accountErrors, 'Exchange_AssetNotFound', 'Exchange_ActRefused'],
	}),
} as const satisfies Readonly<Record<string, EndpointDescription>>;
