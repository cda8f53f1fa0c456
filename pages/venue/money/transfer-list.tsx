/** The trader's deposits or payouts, with their ids in a fold. */
import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { CallFault, type ListPage } from '../../parts/client';
import { Paged } from '../../parts/paged';
import { Table } from '../../parts/table';
import { transferWords } from '../../parts/transfer-words';
import { Copy, Time } from '../../parts/values';
import { useDecimals } from './balances';
import { useAsked } from '../live/exchange';
import { ToldText } from '../../parts/told';
import { useTexts } from '../../parts/language/texts';
import { texts, type TextName } from '../texts/texts';

type Transfer = Model<'Deposit'> | Model<'Payout'>;

interface ListProps {
	readonly kind: 'deposits' | 'payouts';
	/** Shown if there are none. */
	readonly none: string;
}

export function TransferList({ kind, none }: ListProps) {
	const say = useTexts(texts);
	return (
		<Paged<Transfer>
			what={say(kind)}
			ask={(question, range) =>
				useAsked<ListPage<Transfer>>(question, ({ trader }) =>
					kind === 'deposits'
						? trader.list('listDeposits', range)
						: trader.list('listPayouts', range),
				)
			}
			none={none}
		>
			{(transfers) => <TransferTable transfers={transfers} />}
		</Paged>
	);
}

const idOf = (transfer: Transfer) =>
	'depositId' in transfer ? transfer.depositId : transfer.payoutId;

function TransferTable({ transfers }: { readonly transfers: readonly Transfer[] }) {
	const say = useTexts(texts);
	const decimalsOf = useDecimals();
	return (
		<Table
			caption={say('The newest first')}
			rows={transfers}
			keyOf={idOf}
			columns={[
				{ name: say('Asked for'), cell: ({ createdAt }) => <Time at={Number(createdAt)} /> },
				{ name: say('Direction'), cell: (transfer) => <Direction transfer={transfer} /> },
				{
					name: say('Amount'),
					isNumber: true,
					cell: ({ amount, asset }) => (
						<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
					),
				},
				{ name: say('State'), cell: (transfer) => <State transfer={transfer} /> },
				{ name: say('Details'), cell: (transfer) => <Details transfer={transfer} /> },
			]}
		/>
	);
}

interface TransferProps {
	readonly transfer: Transfer;
}

function Direction({ transfer }: TransferProps) {
	const say = useTexts(texts);
	if (!('depositId' in transfer)) return <>{say('From the exchange to the tracker')}</>;
	return (
		<>
			{say('From the tracker to the exchange')}
			{transfer.clientOrderId !== undefined && <span class="soft">{say(', for an order')}</span>}
		</>
	);
}

function State({ transfer: { status, reason, endedAt } }: TransferProps) {
	const say = useTexts(texts);
	return (
		<>
			{say(transferWords[status])}
			{endedAt !== undefined && (
				<span class="soft">
					{' '}
					{say.filled('on {time}', { time: <Time at={Number(endedAt)} /> })}
				</span>
			)}
			{reason !== undefined && (
				<span class="soft">
					. <ToldText fault={refusedFor(reason)} />
				</span>
			)}
		</>
	);
}

/** Removes the error code in front of a reason of the tracker. */
function refusedFor(reason: string): CallFault {
	return new CallFault('refused', reason.replace(/^[A-Z][A-Za-z]*_\w+: /, ''), '');
}

/** The ids that the transfer has, with labels. */
function idsOf(transfer: Transfer): ReadonlyArray<readonly [TextName, string]> {
	const own =
		'depositId' in transfer
			? [
					['Your id of it', transfer.clientDepositId] as const,
					['Your id of the order', transfer.clientOrderId] as const,
				]
			: [['Your id of it', transfer.clientPayoutId] as const];
	const ids = [
		['Transaction of the tracker', transfer.trackerTransactionId] as const,
		['Id at the exchange', idOf(transfer)] as const,
		...own,
	];
	return ids.flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]));
}

function Details({ transfer }: TransferProps) {
	const say = useTexts(texts);
	return (
		<details>
			<summary>
				{say('Ids')}
				<span class="hidden"> {say('of transfer {id}', { id: idOf(transfer) })}</span>
			</summary>
			{transfer.trackerTransactionId === undefined && (
				<p class="soft">{say('The tracker has no transaction of it.')}</p>
			)}
			<dl class="ids">
				{idsOf(transfer).map(([name, id]) => (
					<div key={name}>
						<dt>{say(name)}</dt>
						<dd>
							<code>{id}</code> <Copy text={id} what={say(name)} />
						</dd>
					</div>
				))}
			</dl>
		</details>
	);
}
