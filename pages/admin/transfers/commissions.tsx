import type { Model } from '../../../api/types';
import { Amount, amountText } from '../../parts/amounts';
import { Heading } from '../../parts/frame';
import { Link } from '../../parts/router';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Act } from '../parts/act';
import { places } from '../parts/places';
import { useAsked } from '../parts/session';
import { LookAgain, useDecimals } from '../parts/shown';

type Commission = Model<'Commissions'>;

export function Commissions() {
	const asked = useAsked('commissions', ({ exchange }) => exchange.call('listCommissions', {}));
	return (
		<>
			<Heading>Commissions</Heading>
			<div class="actions above">
				<LookAgain again={asked.again} />
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
	return (
		<Act
			of="payOutCommissions"
			given={{ asset }}
			what={asset}
			isSmall
			says={({ amount, email }) =>
				`${
					amount === ''
						? `All commissions in whole units of the tracker, of ${amountText(all, decimals)} ${asset},`
						: `${amount} ${asset} of the commissions`
				} are paid out at the tracker to ${email || 'the address of the settings'}.`
			}
			more={({ amount }) => <Amount amount={amount} decimals={decimals} asset={asset} />}
			onDone={onDone}
		/>
	);
}
