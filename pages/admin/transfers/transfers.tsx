import type { Model } from '../../../api/types';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Link, usePlace } from '../../parts/router';
import { transferWords } from '../../parts/transfer-words';
import { placeOf, places } from '../parts/places';
import { Records, useAmounts, When } from '../parts/shown';
import { Tabbed } from '../parts/tabbed';
import { kindWords, TransferOwner } from './transfer-kind';

type Status = Model<'Transfer'>['status'];

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
	const amountOf = useAmounts();
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
			<Records
				of="listTransfers"
				filter={{ status, accountId }}
				one="transfer"
				none="No transfer is like that."
				columns={() => [
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
						cell: ({ amount, asset }) => amountOf(asset, amount),
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
					{ name: 'Asked for', cell: ({ createdAt }) => <When at={createdAt} /> },
				]}
			/>
		</>
	);
}
