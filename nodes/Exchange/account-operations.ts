import { outputField } from '../wire/downloaded';
import type { OperationScreen } from '../wire/screen';
import { asset, fromTo, market, notFromId, ownId, paging, trackerKey, waitSeconds } from './fields';

export const accountOperations: ReadonlyArray<OperationScreen<'exchange'>> = [
	{
		endpoint: 'account',
		resource: 'account',
		operation: 'getBalances',
		name: 'Get Balances',
		action: 'Get balances of an account',
		description: 'Fetch what the account has available and held, one item for each asset',
		recordsIn: 'balances',
		fields: {},
	},
	{
		endpoint: 'trackerBalances',
		resource: 'account',
		operation: 'getTrackerBalances',
		name: 'Get Tracker Balances',
		action: 'Get tracker balances of an account',
		description:
			'Fetch what you have at the tracker of the assets that are traded here, one item for each',
		recordsIn: 'balances',
		fields: { 'x-tracker-key': trackerKey },
	},
	{
		endpoint: 'deposit',
		resource: 'account',
		operation: 'deposit',
		name: 'Deposit',
		action: 'Deposit to an account which moves money so ask a person first',
		description:
			'Pull an amount from your account at the tracker. Moves money from there to the exchange.',
		fields: {
			asset,
			amount: {
				as: 'parameter',
				label: 'Amount',
				placeholder: 'e.g. 100',
				description: 'How much of the asset to pull, in digits with at most one point',
			},
			clientDepositId: ownId('Client Deposit ID', 'this deposit is made once'),
			'x-tracker-key': trackerKey,
		},
		options: [waitSeconds('what becomes of it')],
	},
	{
		endpoint: 'payout',
		resource: 'account',
		operation: 'withdraw',
		name: 'Withdraw',
		action: 'Withdraw from an account which moves money so ask a person first',
		description:
			'Pay an amount out to your account at the tracker. Moves money from the exchange to there.',
		before: [
			{
				displayName: 'How Much',
				name: 'howMuch',
				type: 'options',
				options: [
					{ name: 'An Amount', value: 'amount' },
					{ name: 'Everything Available', value: 'everything' },
				],
				default: 'amount',
				description:
					'Whether to pay out an amount, or all that the account has available of the asset',
			},
		],
		fields: {
			asset,
			amount: {
				as: 'parameter',
				label: 'Amount',
				placeholder: 'e.g. 100',
				description: 'How much to pay out, in digits with at most one point',
				where: { howMuch: ['amount'] },
			},
			clientPayoutId: ownId('Client Payout ID', 'this payout is made once'),
		},
		options: [waitSeconds('what becomes of it')],
	},
	{
		endpoint: 'accountTrades',
		resource: 'account',
		operation: 'getTrades',
		name: 'Get Trades',
		action: 'Get trades of an account',
		description: 'List own trades of a market, the newest first',
		fields: {
			symbol: market,
			orderId: { as: 'option', label: 'Order ID', placeholder: 'e.g. CREDIT-EUR.17' },
			fromId: notFromId,
			...fromTo,
			...paging,
		},
	},
	{
		endpoint: 'accountStatement',
		resource: 'account',
		operation: 'getStatement',
		name: 'Get Statement',
		action: 'Get a statement of an account',
		description:
			'Fetch every movement of a period as a file, with the balances before and after: deposits, payouts, trades and commissions',
		fields: {
			format: {
				as: 'parameter',
				label: 'Format',
				sentences: {
					CSV: 'A table, one row for each movement, for spreadsheets',
					JSON: 'For programs; every amount is a text',
				},
			},
			startTime: {
				as: 'option',
				label: 'After',
				isMoment: true,
				description: 'The first moment of the period; from the beginning without it',
			},
			endTime: {
				as: 'option',
				label: 'Before',
				isMoment: true,
				description: 'The last moment of the period; until now without it',
			},
			range: { as: 'absent', why: 'the file is fetched whole' },
		},
		after: [outputField],
	},
	{
		endpoint: 'ownReserves',
		resource: 'reserves',
		operation: 'verify',
		name: 'Verify',
		action: 'Verify reserves',
		description:
			'Fetch the proof that what is owed to the account was counted in, and check it in this node',
		fields: {},
	},
];
