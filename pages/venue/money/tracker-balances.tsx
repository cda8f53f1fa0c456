/**
 * The trader's balances at the tracker. If the tracker does not answer, only this panel says so.
 */
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { Amount } from '../../parts/amounts';
import { CallFault } from '../../parts/client';
import { TextField } from '../../parts/forms/fields';
import type { Query } from '../../parts/loading';
import { Link } from '../../parts/router';
import { Empty, Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { isDepositKeyEnded, toldOf, type Told } from './allow-deposits';
import { useDecimals } from './balances';
import { useAsked } from '../live/exchange';

type Balances = Model<'TrackerBalances'>;

interface TrackerBalancesProps {
	/** Reloads when it changes. */
	readonly round: number;
	readonly deposits: Query<Told>;
}

export function TrackerBalances({ round, deposits }: TrackerBalancesProps) {
	const [given, setGiven] = useState({ times: 0, trackerKey: '' });
	const { times, trackerKey } = given;
	const asked = useAsked(`tracker ${round} ${times}`, ({ trader }) =>
		trader
			.call('trackerBalances', trackerKey === '' ? {} : { 'x-tracker-key': trackerKey })
			.catch((fault: unknown) => {
				if (isDepositKeyEnded(fault)) deposits.again();
				throw fault;
			}),
	);
	return (
		<section class="panel balances" aria-labelledby="tracker-title">
			<div class="panel-head">
				<h2 id="tracker-title">Balances at the tracker</h2>
				<button class="quiet" type="button" onClick={asked.again}>
					Ask again<span class="hidden"> at the tracker</span>
				</button>
			</div>
			<TrackerAnswer
				asked={asked}
				canAllow={toldOf(deposits) !== undefined}
				onKey={(key) => setGiven({ times: times + 1, trackerKey: key })}
			/>
		</section>
	);
}

interface AnswerProps {
	readonly asked: Query<Balances>;
	/** No key is asked for here, then. */
	readonly canAllow: boolean;
	readonly onKey: (key: string) => void;
}

function TrackerAnswer({ asked, canAllow, onKey }: AnswerProps) {
	const { loaded } = asked;
	const fault =
		loaded.state === 'failed' && loaded.fault instanceof CallFault ? loaded.fault : undefined;
	if (fault?.code === 'Request_Invalid' && canAllow) {
		return (
			<Empty>
				Shown here once you allow deposits under <Link to="/venue/transfers">Transfers</Link>.
			</Empty>
		);
	}
	switch (fault?.code) {
		case 'Exchange_SettlementOff':
			return <Empty>This exchange is connected to no tracker.</Empty>;
		case 'Exchange_TrackerAway':
			return (
				<Notice kind="warn" title="The tracker does not answer.">
					<p>{fault?.message} Trading and what is shown of the exchange go on.</p>
				</Notice>
			);
		case 'Exchange_DepositKeyEnded':
			return (
				<Notice kind="warn" title={fault?.message ?? ''}>
					<p>{fault?.change}</p>
				</Notice>
			);
		case 'Request_Invalid':
		case 'Exchange_TrackerRefused':
			return (
				<>
					<Notice kind="warn" title="The tracker does not know you by this key.">
						<p>{fault?.message}</p>
					</Notice>
					<OtherKey onKey={onKey} />
				</>
			);
		case undefined:
		default:
			return (
				<WhenLoaded asked={asked}>{({ balances }) => <Held balances={balances} />}</WhenLoaded>
			);
	}
}

function OtherKey({ onKey }: Pick<AnswerProps, 'onKey'>) {
	const [typed, setTyped] = useState('');
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				if (typed.trim() !== '') onKey(typed.trim());
			}}
		>
			<TextField
				label="Your key there"
				help="It goes with this question and is kept in this tab alone."
				type="password"
				value={typed}
				onChange={setTyped}
			/>
			<button class="second" type="submit">
				Ask with it
			</button>
		</form>
	);
}

function Held({ balances }: Balances) {
	const decimalsOf = useDecimals();
	if (balances.length === 0) return <Empty>Nothing of what is traded here.</Empty>;
	return (
		<Table
			caption="What can be deposited"
			rows={balances}
			keyOf={({ asset }) => asset}
			columns={[
				{ name: 'Asset', cell: ({ asset }) => asset },
				{
					name: 'Yours there',
					isNumber: true,
					cell: ({ amount, asset }) => (
						<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
					),
				},
			]}
		/>
	);
}
