/**
 * What an administrator can do, by operation: the words of each act. Its fields are those of the
 * description.
 */
import type { ComponentChildren } from 'preact';
import type { Model, Reply } from '../../../api/types';
import { lineOf } from '../../parts/person-text';
import { Link } from '../../parts/router';
import { transferWords } from '../../parts/transfer-words';
import { Copy } from '../../parts/values';
import type { Typed } from './fields';
import { placeOf } from './places';
import type { Described } from './session';
import { payoutWords, selfTradeWords } from './words';

/** The message after an act. */
export interface ActResult {
	readonly title: string;
	/** The act is done in part, or continues. */
	readonly isOpen?: boolean;
	readonly more?: ComponentChildren;
}

/** The known fields of an act. */
type Given = Readonly<Record<string, string>>;

/** Describes what will happen, before it does. */
export type Says = string | ((typed: Typed, given: Given) => string);

interface ActWords<O extends ActName> {
	/** On the buttons and in the heading. */
	readonly name: string;
	/** The act takes something away, or cannot be undone. */
	readonly isGrave?: true;
	readonly says: Says;
	readonly told: string | ((answer: Reply<'exchange', O, Blob>, given: Given) => ActResult);
	/** Fields that are left as they were are not sent. */
	readonly sendsChanges?: true;
	/** Why repeating is safe, if it is. */
	readonly repeatable?: string;
}

/** Operations that change something. */
export type ActName = {
	[O in keyof Described]: Described[O] extends { readonly method: 'GET' } ? never : O;
}[keyof Described];

type Acts = { readonly [O in ActName]: ActWords<O> };

const marketWords: Readonly<Record<string, string>> = {
	TRADING: 'takes orders and cancellations; a pause ends.',
	CANCEL_ONLY: 'takes cancellations and no order; what is in the book stays there.',
	HALT: 'takes nothing, no cancellation either; what is in the book stays there.',
};

const limitSet = 'The limit is set.';

export const acts: Acts = {
	addAccount: {
		name: 'Add an account',
		says: 'It has no key yet, and no address at the tracker.',
		told: ({ accountId, name }) => ({
			title: 'The account is there.',
			more: (
				<p>
					<Link to={placeOf('accounts', accountId)}>
						<bdi>{lineOf(name)}</bdi>
					</Link>
				</p>
			),
		}),
	},
	freezeAccount: {
		name: 'Freeze',
		isGrave: true,
		says: ({ cancelOrders }) =>
			`No order, deposit, payout or key of it begins until it is unfrozen. It can cancel and read, and what is under way is finished. ${
				cancelOrders === 'yes'
					? 'Its open orders in all markets are cancelled.'
					: 'Its open orders stay in the book, where others may meet them.'
			}`,
		told: (state) => cancelledTold('The account is frozen.', state),
	},
	unfreezeAccount: {
		name: 'Unfreeze',
		says: 'It begins orders, deposits and payouts again; what it is owed is paid with the next window.',
		told: 'The account goes on.',
	},
	cancelAccountOrders: {
		name: 'Cancel its orders',
		isGrave: true,
		says: ({ symbol }) =>
			`Its open orders ${symbol === '' ? 'in all markets' : `in ${symbol}`} are cancelled, and what they hold is free. It can place others.`,
		told: (state) =>
			cancelledTold(
				state.cancellations.length === 0
					? 'It had no open orders there.'
					: 'Where it had open orders:',
				state,
			),
	},
	disableAccount: {
		name: 'Disable',
		isGrave: true,
		says: 'Every key of it ends for good, and it can have no other until it is enabled. What is in the book and what it is owed stays as it is.',
		told: 'The account is disabled.',
	},
	enableAccount: {
		name: 'Enable',
		says: 'It can have keys again. Those that ended stay ended.',
		told: 'The account can have keys.',
	},
	setAccountEmail: {
		name: 'Set its address',
		isGrave: true,
		says: 'Payouts planned from then on go to this user of the tracker, and deposits are expected from there. Payouts planned before keep their address.',
		told: ({ email = '' }) => ({ title: `Payouts go to ${lineOf(email)}.` }),
	},
	setAccountPayouts: {
		name: 'Set its proceeds',
		says: 'It holds for what trading brings to it, and what orders give back.',
		told: ({ payouts }) => ({ title: `Proceeds: ${payoutWords[payouts].toLowerCase()}.` }),
	},
	creditAccount: {
		name: 'Credit by hand',
		isGrave: true,
		says: ({ asset, amount }) =>
			`The account then has ${amount || 'an amount'} ${asset} more, which nothing at the tracker stands behind. Assets of the tracker are deposited instead.`,
		told: ({ amount, asset }) => ({ title: `${amount} ${asset} are credited.` }),
		repeatable: 'Do it again: under its reference it is the same credit, and is made once.',
	},
	addKey: {
		name: 'Make a key',
		says: 'Who has it acts for the account. It is shown once, here, and to nobody else.',
		told: keyTold,
	},
	addTrackerKey: {
		name: 'Take its key of the tracker',
		says: 'The key that the trader has at the tracker then speaks for the account here, too, and is what deposits are pulled with. Only its hash is kept.',
		told: 'The key speaks for the account.',
	},
	addAdministratorKey: {
		name: 'Make an administrator’s key',
		isGrave: true,
		says: 'Who has it does whatever this page does. It is shown once, here, and to nobody else.',
		told: keyTold,
	},
	revokeKey: {
		name: 'Take out of use',
		isGrave: true,
		says: 'It ends for good, and what it has open with it. If it is the key of this page, the page ends, too.',
		told: 'The key has ended.',
	},
	limitOpenOrders: {
		name: 'Limit open orders',
		says: 'It holds for orders accepted from then on, in each market; those in the book stay.',
		told: limitSet,
	},
	limitHeld: {
		name: 'Limit what orders hold',
		says: 'Its open orders together then hold no more of the asset: what purchases pay, commission included, or what sales sell. Those in the book stay.',
		told: limitSet,
	},
	limitNotional: {
		name: 'Limit one order',
		says: 'One order of it is then worth no more, in markets whose quote asset this is; commission is not counted.',
		told: limitSet,
	},
	setPayoutLimits: {
		name: 'Limit payouts',
		says: 'What is beyond the limit of a day is refused, or stays due; what is larger than one payout may be waits until an administrator approves it. Both are set anew by this.',
		told: limitSet,
	},
	addAsset: {
		name: 'Add an asset',
		says: 'Its code and its decimals stay for good.',
		told: ({ asset }) => ({ title: `${asset} is there.` }),
	},
	linkAsset: {
		name: 'Link',
		isGrave: true,
		says: (_typed, { asset }) =>
			`${asset} then stands for an asset of the tracker, for good: it is pulled in and paid out there, and cannot be credited by hand any more.`,
		told: ({ asset }) => ({ title: `${asset} is linked.` }),
	},
	addMarket: {
		name: 'Add a market',
		says: 'It trades at once. What it is made of and its fees stay for good; its status and its rules can be changed. Rules that are left empty are safe ones.',
		told: ({ symbol }) => ({ title: `${symbol} is there.` }),
	},
	setMarketStatus: {
		name: 'Change the status',
		isGrave: true,
		says: ({ status = '' }, { symbol }) =>
			`${symbol} then ${marketWords[status]} It stays so until the status is set again.`,
		told: ({ symbol, status, sequence }) => ({
			title: `${symbol} ${marketWords[status]}`,
			more: <CarriedOut sequence={sequence} />,
		}),
	},
	setMarketRules: {
		name: 'Change the rules',
		isGrave: true,
		says: 'The rules hold for what comes from then on, also for stop orders that are set off then. What you leave as it is stays as it is.',
		told: ({ symbol, sequence }) => ({
			title: `${symbol} has other rules.`,
			more: <CarriedOut sequence={sequence} />,
		}),
		sendsChanges: true,
	},
	setSelfTradePrevention: {
		name: 'Change self-trades',
		says: 'It holds for orders accepted from then on that name no mode of their own, when they meet an order of the same account.',
		told: ({ defaultSelfTradePreventionMode: set }) => ({
			title: `When an account meets itself: ${selfTradeWords[set].toLowerCase()}.`,
		}),
	},
	beginMaintenance: {
		name: 'Begin maintenance',
		isGrave: true,
		says: 'No order, deposit or payout begins, for anybody, until an administrator ends it. Orders can be cancelled, everything can be read, and what is under way is settled. Everybody can read the reason.',
		told: 'The exchange is in maintenance.',
	},
	endMaintenance: {
		name: 'End maintenance',
		says: 'Orders, deposits and payouts are taken again.',
		told: 'The exchange goes on.',
	},
	clearAlarm: {
		name: 'Put it aside',
		says: 'The alarm is put aside, and nothing else changes. Where its cause is still there, it is raised again.',
		told: 'The alarm is put aside.',
	},
	resumePayouts: {
		name: 'Let go on',
		isGrave: true,
		says: (_typed, { asset }) =>
			`Payouts of ${asset || 'all assets'} are sent again, though too little may be there still. They stop again only when it gets less.`,
		told: ({ reason }) => ({
			title: reason === undefined ? 'Payouts go on.' : 'Payouts are stopped still.',
			isOpen: reason !== undefined,
		}),
	},
	reconcile: {
		name: 'Compare now',
		says: 'The tracker is read and compared with the books. Where too little is there, payouts of that asset stop; payouts that a refused key had stopped go on where the key is taken again.',
		told: ({ verdict }) => ({ title: compared[verdict], isOpen: verdict !== 'AGREES' }),
	},
	reviewTransfer: {
		name: 'Decide',
		isGrave: true,
		says: 'It cannot be taken back.',
		told: decisionTold,
	},
	approvePayout: {
		name: 'Approve it',
		isGrave: true,
		says: 'It is paid out. It cannot be taken back.',
		told: decisionTold,
	},
	rejectPayout: {
		name: 'Reject it',
		isGrave: true,
		says: 'It goes back to the account.',
		told: decisionTold,
	},
	payOutCommissions: {
		name: 'Take out',
		isGrave: true,
		says: 'They are paid out at the tracker.',
		told: ({ status, payoutId }) => ({
			title: transferWords[status],
			isOpen: status !== 'SETTLED',
			more: (
				<p>
					<Link to={placeOf('transfers', payoutId)}>Look at the transfer</Link>
				</p>
			),
		}),
		repeatable: 'Do it again: it is the same payout then, and is made once.',
	},
};

const compared: Readonly<Record<Model<'Reconciliation'>['verdict'], string>> = {
	AGREES: 'The tracker holds what is owed.',
	DIFFERS: 'Nothing explains what the tracker holds. An alarm says so.',
	MOVING: 'Transfers went on at every try. Compare again in a moment.',
	UNREAD: 'The tracker did not answer.',
};

/** The result of cancelling, by market. */
function cancelledTold(title: string, { cancellations }: Model<'AccountState'>): ActResult {
	if (cancellations.length === 0) return { title };
	return {
		title,
		isOpen: cancellations.some(({ refusal }) => refusal !== undefined),
		more: (
			<ul>
				{cancellations.map(({ symbol, refusal }) => (
					<li key={symbol}>
						{symbol}: {refusal ?? 'its open orders are cancelled at once.'}
					</li>
				))}
			</ul>
		),
	};
}

/** The only display of the key itself; one that signs is named by its id. */
function keyTold({ keyId, key, publicKey }: Model<'NewKey'>): ActResult {
	return {
		title: 'The key is made.',
		more: (
			<>
				{publicKey !== undefined && (
					<p>
						It signs, under the id <code>{keyId}</code> <Copy text={keyId} what="the id" />
					</p>
				)}
				{key !== undefined && (
					<>
						<p>Keep it now: it is not shown again.</p>
						<p>
							<code>{key}</code> <Copy text={key} what="the key" />
						</p>
					</>
				)}
			</>
		),
	};
}

function decisionTold({ status }: { readonly status: string }): ActResult {
	const words = transferWords[status as Model<'Transfer'>['status']];
	return { title: `It is decided: ${words.toLowerCase()}.` };
}

function CarriedOut({ sequence }: { readonly sequence: number | bigint }) {
	return <p>It is command {String(sequence)} of the market and carried out at once.</p>;
}
