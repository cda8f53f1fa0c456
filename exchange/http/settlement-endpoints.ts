/**
 * The endpoints that move money between the tracker and the exchange. They are there when the
 * exchange is connected to a tracker and answer Exchange_SettlementOff when it is not.
 */
import { payoutModes } from '../accounts/accounts';
import {
	amount,
	clientId,
	paging,
	trackerKey,
	type EndpointDescription,
	type FieldDescription,
} from './fields';

const asset: FieldDescription = {
	in: 'body',
	type: 'string',
	required: true,
	description: 'Code of the asset, such as EUR.',
};

const intentId = (kind: string): FieldDescription => ({
	in: 'path',
	type: 'string',
	required: true,
	description: `The id the exchange gave to the ${kind}.`,
});

const otherReplies = (kind: string) => ({
	200: `The same ${kind} was made before under its id`,
	202: `Not known yet what becomes of the ${kind}, or held for review; read it or ask again`,
});

export const settlementEndpoints = {
	deposit: {
		method: 'POST',
		path: '/deposits',
		caller: 'TRADER',
		summary: 'Pull an amount from your account at the tracker, by your key there',
		reply: 201,
		otherReplies: otherReplies('deposit'),
		fields: {
			asset,
			amount: {
				...amount('Whole units of the tracker, in decimals of the asset.'),
				required: true,
			},
			clientDepositId: clientId('Your own id. The same deposit again under it is made once.'),
			'x-tracker-key': trackerKey,
		},
	},
	listDeposits: {
		method: 'GET',
		path: '/deposits',
		caller: 'TRADER',
		summary: 'Own deposits, the newest first',
		reply: 200,
		fields: paging,
	},
	getDeposit: {
		method: 'GET',
		path: '/deposits/{depositId}',
		caller: 'TRADER',
		summary: 'One own deposit',
		reply: 200,
		fields: { depositId: intentId('deposit') },
	},
	payout: {
		method: 'POST',
		path: '/payouts',
		caller: 'TRADER',
		summary: 'Pay an available amount out to your account at the tracker',
		reply: 201,
		otherReplies: otherReplies('payout'),
		fields: {
			asset,
			amount: amount('Everything that is available when left out.'),
			clientPayoutId: clientId('Your own id. The same payout again under it is made once.'),
		},
	},
	listPayouts: {
		method: 'GET',
		path: '/payouts',
		caller: 'TRADER',
		summary: 'Own payouts, the newest first',
		reply: 200,
		fields: paging,
	},
	getPayout: {
		method: 'GET',
		path: '/payouts/{payoutId}',
		caller: 'TRADER',
		summary: 'One own payout',
		reply: 200,
		fields: { payoutId: intentId('payout') },
	},
	reserves: {
		method: 'GET',
		path: '/reserves',
		caller: 'ANYONE',
		summary: 'What the exchange owes and holds, as last published, with the root of the proofs',
		reply: 200,
		fields: {},
	},
	ownReserves: {
		method: 'GET',
		path: '/account/reserves',
		caller: 'TRADER',
		summary: 'The proof that what is owed to the account was counted in',
		reply: 200,
		fields: {},
	},
	setPayouts: {
		method: 'PATCH',
		path: '/account',
		caller: 'TRADER',
		summary: 'Choose whether proceeds and released funds are paid out by themselves',
		reply: 200,
		fields: {
			payouts: {
				in: 'body',
				type: 'string',
				required: true,
				choices: payoutModes,
				description: 'AUTOMATIC pays out with every settlement window.',
			},
		},
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
