import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { Amount, amountText } from '../../parts/amounts';
import { Heading } from '../../parts/frame';
import { newClientId } from '../../parts/own-id';
import { Link } from '../../parts/router';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { transferWords } from '../../parts/transfer-words';
import { Act } from '../parts/act';
import { given } from '../parts/act-fields';
import { useDecimals } from '../parts/decimals';
import { placeOf, places } from '../parts/places';
import { useAsked } from '../parts/session';

type Commission = Model<'Commissions'>;

export function Commissions() {
	const asked = useAsked('commissions', ({ exchange }) => exchange.call('listCommissions', {}));
	return (
		<>
			<Heading>Commissions</Heading>
			<div class="actions above">
				<button class="second" type="button" onClick={asked.again}>
					Look again
				</button>
			</div>
			<WhenLoaded asked={asked}>
				{(commissions) =>
					commissions.length === 0 ? (
						<Empty>There are no commissions to take out.</Empty>
					) : (
						<CommissionTable commissions={commissions} again={asked.again} />
					)
				}
			</WhenLoaded>
			<p>
				<Link to={`${places.transfers}?accountId=fees`}>What was taken out</Link>
			</p>
		</>
	);
}

interface TableProps {
	readonly commissions: readonly Commission[];
	readonly again: () => void;
}

function CommissionTable({ commissions, again }: TableProps) {
	const decimalsOf = useDecimals();
	return (
		<Table
			caption="What can be paid out, by asset"
			rows={commissions}
			keyOf={({ asset }) => asset}
			columns={[
				{ name: 'Asset', cell: ({ asset }) => asset },
				{
					name: 'Commissions',
					isNumber: true,
					cell: ({ asset, amount }) => (
						<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
					),
				},
				{
					name: 'Take out',
					cell: (commission) => (
						<PayOut
							commission={commission}
							decimals={decimalsOf(commission.asset)}
							onDone={again}
						/>
					),
				},
			]}
		/>
	);
}

interface PayOutProps {
	readonly commission: Commission;
	readonly decimals: number;
	readonly onDone: () => void;
}

function PayOut({ commission: { asset, amount: all }, decimals, onDone }: PayOutProps) {
	/** Kept until the outcome of the payout is known, so that a retry pays once. */
	const [clientPayoutId, setClientPayoutId] = useState(newClientId);
	return (
		<Act
			name="Take out"
			what={asset}
			isSmall
			isGrave
			says={({ amount, email }) => (
				<p>
					{amount === ''
						? `All commissions in whole units of the tracker, of ${amountText(all, decimals)} ${asset},`
						: `${amount} ${asset} of the commissions`}{' '}
					are paid out at the tracker to {email === '' ? 'the address of the settings' : email}.
				</p>
			)}
			fields={[
				{ name: 'amount', label: 'Amount', kind: 'amount', help: 'All there is when left empty.' },
				{
					name: 'email',
					label: 'To whom at the tracker',
					kind: 'text',
					help: 'Where the settings say when left empty.',
				},
			]}
			act={async (exchange, { amount, email, reason }) => {
				const payout = await exchange.call('payOutCommissions', {
					asset,
					amount: given(amount),
					email: given(email),
					reason,
					clientPayoutId,
				});
				setClientPayoutId(newClientId());
				return payout;
			}}
			told={(payout) => ({
				title: transferWords[payout.status],
				isOpen: payout.status !== 'SETTLED',
				more: (
					<p>
						<Amount amount={payout.amount} decimals={decimals} asset={asset} />{' '}
						<Link to={placeOf('transfers', payout.payoutId)}>Look at the transfer</Link>
					</p>
				),
			})}
			repeatable="Do it again: it is the same payout then, and is made once."
			onDone={onDone}
		/>
	);
}
