import type { Model } from '../../../api/types';
import { Amount } from '../../parts/amounts';
import { CursorList } from '../../parts/cursor-list';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Link, usePlace } from '../../parts/router';
import { Table } from '../../parts/table';
import { transferWords } from '../../parts/transfer-words';
import { Time } from '../../parts/values';
import { useDecimals } from '../parts/decimals';
import { placeOf, places } from '../parts/places';
import { useAsked } from '../parts/session';
import { Tabbed } from '../parts/tabbed';
import { kindWords, TransferOwner } from './transfer-kind';

type Transfer = Model<'Transfer'>;
type Status = Transfer['status'];

const states = [
	['', 'All'],
	['HELD_FOR_REVIEW', 'Held for review'],
	['PENDING_APPROVAL', 'Waiting for approval'],
	['UNKNOWN', 'Not known yet'],
	['PLANNED', 'Planned'],
	['SENDING', 'On their way'],
	['SETTLED', 'Settled'],
	['REFUSED', 'Refused'],
] as const satisfies readonly (readonly [Status | '', string])[];

export function Transfers() {
	const { query } = usePlace();
	const chosen = states.find(([state]) => state === query.get('status'))?.[0];
	const status = chosen === '' ? undefined : chosen;
	const accountId = query.get('accountId') || undefined;
	return (
		<>
			<Heading>Transfers</Heading>
			<Tabbed label="States of transfers" name="status" tabs={states} />
			{accountId !== undefined && (
				<p>
					Of <TransferOwner accountId={accountId} />.{' '}
					<Link to={places.transfers}>Show those of all accounts</Link>
				</p>
			)}
			<CursorList<Transfer>
				one="transfer"
				what="transfers"
				ask={(question, range) =>
					useAsked(question, ({ exchange }) =>
						exchange.list('listTransfers', { ...range, offset: 0, status, accountId }),
					)
				}
				none="No transfer is like that."
			>
				{(transfers) => <TransferTable transfers={transfers} />}
			</CursorList>
		</>
	);
}

function TransferTable({ transfers }: { readonly transfers: readonly Transfer[] }) {
	const decimalsOf = useDecimals();
	return (
		<Table
			caption="The newest first"
			rows={transfers}
			keyOf={({ transferId }) => transferId}
			columns={[
				{
					name: 'Transfer',
					cell: ({ transferId, kind }) => (
						<Link to={placeOf('transfers', transferId)}>
							{kindWords[kind]} <code>{transferId}</code>
						</Link>
					),
				},
				{ name: 'Account', cell: ({ accountId }) => <TransferOwner accountId={accountId} /> },
				{
					name: 'Amount',
					isNumber: true,
					cell: ({ amount, asset }) => (
						<Amount amount={amount} decimals={decimalsOf(asset)} asset={asset} />
					),
				},
				{
					name: 'State',
					cell: ({ status, reason }) => (
						<>
							{transferWords[status]}
							{reason !== undefined && <span class="soft"> ({lineOf(reason)})</span>}
						</>
					),
				},
				{ name: 'Asked for', cell: ({ createdAt }) => <Time at={Number(createdAt)} /> },
			]}
		/>
	);
}
