/** Evidence from the tracker for a decision on a transfer, read on demand. */
import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { lineOf } from '../../parts/person-text';
import { Empty, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Copy, Time } from '../../parts/values';
import { Facts } from '../parts/facts';
import { useAsked } from '../parts/session';
import { useAmounts } from '../parts/shown';
import type { Transfer } from './transfer-acts';

type Read = Model<'TransferEvidence'>;

interface EvidenceProps {
	readonly transfer: Transfer;
}

/** Read at once if the transfer needs a decision. */
export function Evidence({ transfer }: EvidenceProps) {
	const [isAsked, setAsked] = useState(transfer.status === 'HELD_FOR_REVIEW');
	return (
		<section aria-labelledby="evidence-title">
			<h2 id="evidence-title">What the tracker has to decide by</h2>
			{isAsked ? (
				<EvidenceRead transfer={transfer} />
			) : (
				<p>
					<button class="second" type="button" onClick={() => setAsked(true)}>
						Read it from the tracker
					</button>
				</p>
			)}
		</section>
	);
}

function EvidenceRead({ transfer: { transferId, asset } }: EvidenceProps) {
	const asked = useAsked(transferId, ({ exchange }) =>
		exchange.call('transferEvidence', { transferId }),
	);
	return (
		<WhenLoaded asked={asked}>
			{(read) => (
				<>
					<p>
						<button class="second" type="button" onClick={asked.again}>
							Read it again
						</button>
					</p>
					<EvidenceFacts read={read} asset={asset} />
					<Transactions read={read} />
				</>
			)}
		</WhenLoaded>
	);
}

const verdicts: Readonly<Record<NonNullable<Read['verdict']>, string>> = {
	HAPPENED: 'It happened',
	DID_NOT_HAPPEN: 'It did not happen and will not',
	UNEXPLAINED: 'Neither explains what is there',
	WAIT: 'It is too early to say',
};

interface ReadProps {
	readonly read: Read;
}

function EvidenceFacts({ read, asset }: ReadProps & { readonly asset: string }) {
	const amountOf = useAmounts();
	const { time, verdict, reason, sender, recipient, heldBefore, heldNow } = read;
	const amount = (held: string | undefined) => amountOf(asset, held, 'not known');
	return (
		<Facts
			title="As it was read"
			facts={[
				['Read', <Time at={Number(time)} />],
				['The resolvers say', verdict === undefined ? 'nothing' : verdicts[verdict]],
				['Why', reason && <bdi>{lineOf(reason)}</bdi>],
				['Who sends it', sender === undefined ? 'not known' : <bdi>{lineOf(sender)}</bdi>],
				['Who gets it', <bdi>{lineOf(recipient)}</bdi>],
				['The sender held before', amount(heldBefore)],
				['The sender holds now', amount(heldNow)],
			]}
		/>
	);
}

function Transactions({ read: { transactions } }: ReadProps) {
	if (transactions === undefined) return <Empty>The tracker did not tell its transactions.</Empty>;
	if (transactions.length === 0) {
		return <Empty>The tracker has no transaction of this amount since it was asked for.</Empty>;
	}
	return (
		<Table
			caption="Transactions of the same amount since it was asked for, the oldest first"
			rows={transactions}
			keyOf={({ trackerTransactionId }) => trackerTransactionId}
			columns={[
				{ name: 'When', cell: ({ time }) => <Time at={Number(time)} /> },
				{
					name: 'Transaction',
					cell: ({ trackerTransactionId }) => (
						<>
							<code>{lineOf(trackerTransactionId)}</code>{' '}
							<Copy text={trackerTransactionId} what="the id of the transaction" />
						</>
					),
				},
				{ name: 'From', cell: ({ sender }) => <bdi>{lineOf(sender)}</bdi> },
				{ name: 'To', cell: ({ recipient }) => <bdi>{lineOf(recipient)}</bdi> },
				{
					name: 'Counts for another transfer',
					cell: ({ isOfAnother }) => (isOfAnother ? 'yes' : 'no'),
				},
			]}
		/>
	);
}
