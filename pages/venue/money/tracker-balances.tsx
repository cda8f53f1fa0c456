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
import { ToldText } from '../../parts/told';
import { useTexts } from '../../parts/language/texts';
import { texts } from '../texts/texts';

type Balances = Model<'TrackerBalances'>;

interface TrackerBalancesProps {
	/** Reloads when it changes. */
	readonly round: number;
	readonly deposits: Query<Told>;
}

export function TrackerBalances({ round, deposits }: TrackerBalancesProps) {
	const say = useTexts(texts);
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
				<h2 id="tracker-title">{say('Balances at the tracker')}</h2>
				<button class="quiet" type="button" onClick={asked.again}>
					{say('Ask again')}
					<span class="hidden"> {say('at the tracker')}</span>
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
	const say = useTexts(texts);
	const { loaded } = asked;
	const fault =
		loaded.state === 'failed' && loaded.fault instanceof CallFault ? loaded.fault : undefined;
	if (fault?.code === 'Request_Invalid' && canAllow) {
		return (
			<Empty>
				{say.filled('Shown here once you allow deposits under {transfers}.', {
					transfers: <Link to="/venue/transfers">{say('Transfers')}</Link>,
				})}
			</Empty>
		);
	}
	switch (fault?.code) {
		case 'Exchange_SettlementOff':
			return <Empty>{say('This exchange is connected to no tracker.')}</Empty>;
		case 'Exchange_TrackerAway':
			return (
				<Notice kind="warn" title={say('The tracker does not answer.')}>
					<p>
						{fault && <ToldText fault={fault} />}{' '}
						{say('Trading and what is shown of the exchange go on.')}
					</p>
				</Notice>
			);
		case 'Exchange_DepositKeyEnded':
			return (
				<Notice kind="warn" title={say('The tracker refuses your key.')}>
					<p>{fault && <ToldText fault={fault} />}</p>
				</Notice>
			);
		case 'Request_Invalid':
		case 'Exchange_TrackerRefused':
			return (
				<>
					<Notice kind="warn" title={say('The tracker does not know you by this key.')}>
						<p>{fault && <ToldText fault={fault} />}</p>
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
	const say = useTexts(texts);
	const [typed, setTyped] = useState('');
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				if (typed.trim() !== '') onKey(typed.trim());
			}}
		>
			<TextField
				label={say('Your key there')}
				help={say('It goes with this question and is kept in this tab alone.')}
				type="password"
				value={typed}
				onChange={setTyped}
			/>
			<button class="second" type="submit">
				{say('Ask with it')}
			</button>
		</form>
	);
}

function Held({ balances }: Balances) {
	const say = useTexts(texts);
	const decimalsOf = useDecimals();
	if (balances.length === 0) return <Empty>{say('Nothing of what is traded here.')}</Empty>;
	return (
		<Table
			caption={say('What can be deposited')}
			rows={balances}
			keyOf={({ asset }) => asset}
			columns={[
				{ name: say('Asset'), cell: ({ asset }) => asset },
				{
					name: say('Yours there'),
					isNumber: true,
					cell: ({ amount, asset }) => (
						<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
					),
				},
			]}
		/>
	);
}
