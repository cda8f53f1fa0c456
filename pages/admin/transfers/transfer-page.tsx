import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Link } from '../../parts/router';
import { Notice, WhenLoaded } from '../../parts/states';
import { transferWords } from '../../parts/transfer-words';
import { Copy, numberText } from '../../parts/values';
import { Evidence } from './evidence';
import { Facts } from '../parts/facts';
import { actionsOn, places } from '../parts/places';
import { useAsked } from '../parts/session';
import { LookAgain, useAmounts, When } from '../parts/shown';
import { Decisions, type Transfer } from './transfer-acts';
import { kindWords, TransferOwner } from './transfer-kind';

export function TransferPage({ transferId }: { readonly transferId: string }) {
	const asked = useAsked(transferId, ({ exchange }) =>
		exchange.call('getTransfer', { transferId }),
	);
	return (
		<>
			<WhenLoaded asked={asked}>
				{(transfer) => (
					<>
						<Heading>{`${kindWords[transfer.kind]} ${transferId}`}</Heading>
						<StatusNotices transfer={transfer} />
						<div class="actions above">
							<LookAgain again={asked.again} />
							<Decisions transfer={transfer} onDone={asked.again} />
						</div>
						<div class="two">
							<TransferFacts transfer={transfer} />
							<Steps transfer={transfer} />
						</div>
						<Evidence key={transfer.status} transfer={transfer} />
					</>
				)}
			</WhenLoaded>
			<p>
				<Link to={actionsOn(transferId)}>What was done to it</Link> ·{' '}
				<Link to={places.transfers}>To all transfers</Link>
			</p>
		</>
	);
}

interface TransferProps {
	readonly transfer: Transfer;
}

/** Notices: a decision that is needed, and alarms. */
function StatusNotices({ transfer: { status, alarms } }: TransferProps) {
	return (
		<>
			{status === 'HELD_FOR_REVIEW' && (
				<Notice kind="warn" title="Nothing could tell what became of it, so a person decides.">
					<p>The money stays where it is until then.</p>
				</Notice>
			)}
			{alarms.map(({ alarmId, message }) => (
				<Notice key={alarmId} kind="warn" title={lineOf(message)} />
			))}
		</>
	);
}

function TransferFacts({ transfer }: TransferProps) {
	const amountOf = useAmounts();
	const { accountId, asset, amount, status, reason, email, trackerTransactionId } = transfer;
	const { attempts, firstDoubtAt, lastDoubtAt, createdAt, endedAt } = transfer;
	return (
		<Facts
			title="The transfer"
			facts={[
				['State', transferWords[status]],
				['Why', reason && <bdi>{lineOf(reason)}</bdi>],
				['Account', <TransferOwner accountId={accountId} />],
				['Amount', amountOf(asset, amount)],
				['At the tracker', email && <bdi>{lineOf(email)}</bdi>],
				[
					'Transaction of the tracker',
					trackerTransactionId && (
						<>
							<code>{lineOf(trackerTransactionId)}</code>{' '}
							<Copy text={trackerTransactionId} what="the id of the transaction" />
						</>
					),
				],
				['Calls made', numberText(attempts)],
				['First in doubt', firstDoubtAt && <When at={firstDoubtAt} />],
				['Last in doubt', lastDoubtAt && <When at={lastDoubtAt} />],
				['Asked for', <When at={createdAt} />],
				['Ended', endedAt && <When at={endedAt} />],
			]}
		/>
	);
}

function Steps({ transfer: { steps } }: TransferProps) {
	return (
		<section class="panel">
			<h2>Its steps</h2>
			<ol class="timeline">
				{steps.map(({ time, status, note }, at) => (
					<li key={at}>
						<p>{transferWords[status]}</p>
						{note !== undefined && (
							<p>
								<bdi>{lineOf(note)}</bdi>
							</p>
						)}
						<p class="soft">
							<When at={time} />
						</p>
					</li>
				))}
			</ol>
		</section>
	);
}
