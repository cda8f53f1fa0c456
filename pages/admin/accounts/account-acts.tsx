/** Actions on an account: freezing, cancelling orders, disabling, crediting. */
import type { Model } from '../../../api/types';
import { lineOf } from '../../parts/person-text';
import { newClientId } from '../../parts/own-id';
import { Act, type ActResult } from '../parts/act';
import { given } from '../parts/act-fields';

export interface AccountActProps {
	readonly account: Model<'ManagedAccount'>;
	readonly onDone: () => void;
}

/** The result of cancelling, by market. */
function cancelledTold(
	title: string,
	{ cancellations }: Pick<Model<'AccountState'>, 'cancellations'>,
): ActResult {
	const refused = cancellations.filter(({ refusal }) => refusal !== undefined);
	if (cancellations.length === 0) return { title };
	return {
		title,
		isOpen: refused.length > 0,
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

export function Freeze({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Freeze"
			what={lineOf(name)}
			isGrave
			says={({ cancelOrders }) => (
				<p>
					No order, deposit, payout or key of it begins until it is unfrozen. It can cancel and
					read, and what is under way is finished.{' '}
					{cancelOrders === 'yes'
						? 'Its open orders in all markets are cancelled.'
						: 'Its open orders stay in the book, where others may meet them.'}
				</p>
			)}
			fields={[
				{ name: 'cancelOrders', label: 'Cancel its open orders, too', kind: 'check' },
				{
					name: 'publicReason',
					label: 'What its owner is told',
					kind: 'text',
					help: 'Nothing when left empty.',
				},
			]}
			act={(exchange, { cancelOrders, publicReason, reason }) =>
				exchange.call('freezeAccount', {
					accountId,
					cancelOrders: cancelOrders === 'yes',
					reason,
					publicReason: given(publicReason),
				})
			}
			told={(state) => cancelledTold('The account is frozen.', state)}
			onDone={onDone}
		/>
	);
}

export function Unfreeze({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Unfreeze"
			what={lineOf(name)}
			says={() => (
				<p>
					It begins orders, deposits and payouts again; what it is owed is paid with the next
					window.
				</p>
			)}
			act={(exchange, { reason }) => exchange.call('unfreezeAccount', { accountId, reason })}
			told={(state) => cancelledTold('The account goes on.', state)}
			onDone={onDone}
		/>
	);
}

export function Cancel({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Cancel its orders"
			what={lineOf(name)}
			isGrave
			says={({ symbol }) => (
				<p>
					Its open orders {symbol === '' ? 'in all markets' : `in ${symbol}`} are cancelled, and
					what they hold is free. It can place others.
				</p>
			)}
			fields={[
				{
					name: 'symbol',
					label: 'In this market alone',
					kind: 'text',
					help: 'Its symbol; in all of them when left empty.',
				},
			]}
			act={(exchange, { symbol, reason }) =>
				exchange.call('cancelAccountOrders', { accountId, symbol: given(symbol), reason })
			}
			told={(state) =>
				cancelledTold(
					state.cancellations.length === 0
						? 'It had no open orders there.'
						: 'Where it had open orders:',
					state,
				)
			}
			onDone={onDone}
		/>
	);
}

export function Disable({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Disable"
			what={lineOf(name)}
			isGrave
			says={() => (
				<p>
					Every key of it ends for good, and it can have no other until it is enabled. What is in
					the book and what it is owed stays as it is.
				</p>
			)}
			act={(exchange, { reason }) => exchange.call('disableAccount', { accountId, reason })}
			told={() => ({ title: 'The account is disabled.' })}
			onDone={onDone}
		/>
	);
}

export function Enable({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Enable"
			what={lineOf(name)}
			says={() => <p>It can have keys again. Those that ended stay ended.</p>}
			act={(exchange, { reason }) => exchange.call('enableAccount', { accountId, reason })}
			told={() => ({ title: 'The account can have keys.' })}
			onDone={onDone}
		/>
	);
}

export function Credit({ account: { accountId, name }, onDone }: AccountActProps) {
	return (
		<Act
			name="Credit by hand"
			what={lineOf(name)}
			isGrave
			says={({ asset, amount }) => (
				<p>
					The account then has {amount === '' ? 'an amount' : amount} {asset === '' ? '' : asset}{' '}
					more, which nothing at the tracker stands behind. Assets of the tracker are deposited
					instead.
				</p>
			)}
			fields={[
				{ name: 'asset', label: 'Asset', kind: 'text', help: 'Its code.', isRequired: true },
				{ name: 'amount', label: 'Amount', kind: 'amount', isRequired: true },
				{
					name: 'reference',
					label: 'Reference',
					kind: 'text',
					isRequired: true,
					help: 'The same credit again under it is made once.',
					initial: newClientId(),
				},
			]}
			act={(exchange, { asset, amount, reference, reason }) =>
				exchange.call('creditAccount', { accountId, asset, amount, reference, reason })
			}
			told={({ amount, asset }) => ({ title: `${amount} ${asset} are credited.` })}
			repeatable="Do it again: under its reference it is the same credit, and is made once."
			onDone={onDone}
		/>
	);
}
