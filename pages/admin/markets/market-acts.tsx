/** Changes of a running market: its status, its rules, and self-trade prevention. */
import { decimalsOf } from '../../parts/decimal';
import { amountText } from '../../parts/amounts';
import { Act } from '../parts/act';
import { given } from '../parts/act-fields';
import {
	ruleFields,
	rulesOf,
	selfTradeModes,
	selfTradeWords,
	type Market,
	type SelfTradeMode,
} from './market-fields';

interface ActProps {
	readonly market: Market;
	readonly onDone: () => void;
}

type Status = Market['status'];

const meaning: Readonly<Record<Status, string>> = {
	TRADING: 'takes orders and cancellations; a pause ends.',
	CANCEL_ONLY: 'takes cancellations and no order; what is in the book stays there.',
	HALT: 'takes nothing, no cancellation either; what is in the book stays there.',
};

const statusOptions = [
	['TRADING', 'Trading'],
	['CANCEL_ONLY', 'Cancelling only'],
	['HALT', 'Halted'],
] as const satisfies readonly (readonly [Status, string])[];

export function ChangeStatus({ market: { symbol, status }, onDone }: ActProps) {
	return (
		<Act
			name="Change the status"
			isGrave
			says={(typed) => (
				<p>
					{symbol} then {meaning[typed.status as Status]} It stays so until the status is set again.
				</p>
			)}
			fields={[
				{
					name: 'status',
					label: 'Status',
					kind: 'choice',
					options: statusOptions,
					initial: status,
				},
			]}
			act={(exchange, typed) =>
				exchange.call('setMarketStatus', {
					symbol,
					status: typed.status as Status,
					reason: typed.reason,
				})
			}
			told={(change) => ({
				title: `${symbol} ${meaning[change.status]}`,
				more: <p>It is command {String(change.sequence)} of the market and carried out at once.</p>,
			})}
			onDone={onDone}
		/>
	);
}

export function ChangeRules({ market, onDone }: ActProps) {
	const { symbol, referencePrice, tickSize } = market;
	const now = referencePrice && amountText(referencePrice, decimalsOf(tickSize));
	return (
		<Act
			name="Change the rules"
			isGrave
			says={() => (
				<p>
					The rules hold for what comes from then on, also for stop orders that are set off then.
					What you leave as it is stays as it is.
				</p>
			)}
			fields={[
				...ruleFields(market),
				{
					name: 'referencePrice',
					label: 'Reference price',
					kind: 'amount',
					help: `${now === undefined ? 'There is none now' : `Now ${now}`}; left as it is when empty.`,
				},
			]}
			act={(exchange, typed) =>
				exchange.call('setMarketRules', {
					symbol,
					...rulesOf(typed, market),
					reason: typed.reason,
					referencePrice: given(typed.referencePrice),
				})
			}
			told={(change) => ({
				title: `${symbol} has other rules.`,
				more: <p>It is command {String(change.sequence)} of the market and carried out at once.</p>,
			})}
			onDone={onDone}
		/>
	);
}

export function ChangeSelfTrades({ market, onDone }: ActProps) {
	const { symbol, defaultSelfTradePreventionMode: mode } = market;
	return (
		<Act
			name="Change self-trades"
			says={() => (
				<p>
					It holds for orders accepted from then on that name no mode of their own, when they meet
					an order of the same account.
				</p>
			)}
			fields={[
				{ name: 'mode', label: 'Then', kind: 'choice', options: selfTradeModes, initial: mode },
			]}
			act={(exchange, typed) =>
				exchange.call('setSelfTradePrevention', {
					symbol,
					mode: typed.mode as SelfTradeMode,
					reason: typed.reason,
				})
			}
			told={({ defaultSelfTradePreventionMode: set }) => ({
				title: `When an account meets itself: ${selfTradeWords[set].toLowerCase()}.`,
			})}
			onDone={onDone}
		/>
	);
}
