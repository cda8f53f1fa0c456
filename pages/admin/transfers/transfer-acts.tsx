/** Decisions on transfers that are held for review, and on payouts that wait for approval. */
import type { Model } from '../../../api/types';
import { amountText } from '../../parts/amounts';
import { transferWords } from '../../parts/transfer-words';
import { Act } from '../parts/act';
import { useDecimals } from '../parts/decimals';

export type Transfer = Model<'TransferDetails'>;

interface DecisionsProps {
	readonly transfer: Transfer;
	readonly onDone: () => void;
}

export function Decisions({ transfer, onDone }: DecisionsProps) {
	const decimalsOf = useDecimals();
	const { amount, asset, status } = transfer;
	const text = `${amountText(amount, decimalsOf(asset))} ${asset}`;
	const to = { transfer, text, onDone };
	if (status === 'PENDING_APPROVAL') {
		return (
			<>
				<Approval {...to} approval="approvePayout" />
				<Approval {...to} approval="rejectPayout" />
			</>
		);
	}
	if (status !== 'HELD_FOR_REVIEW') return null;
	const offered = decisions[transfer.kind];
	return (
		<>
			{offered.map((one) => (
				<Review key={one.decision} {...to} {...one} />
			))}
		</>
	);
}

interface Offered {
	readonly decision: 'SETTLED' | 'REFUSED' | 'SEND_AGAIN';
	readonly name: string;
	/** The consequence; follows the amount in the sentence. */
	readonly means: string;
}

const decisions: Readonly<Record<Transfer['kind'], readonly Offered[]>> = {
	DEPOSIT: [
		{
			decision: 'SETTLED',
			name: 'Take it as settled',
			means: 'are credited to the account. Decide so where the tracker shows that they arrived.',
		},
		{
			decision: 'REFUSED',
			name: 'Take it as refused',
			means:
				'are not credited. Decide so where it did not happen and will not: what arrives later is in nobody’s account.',
		},
	],
	PAYOUT: [
		{
			decision: 'SETTLED',
			name: 'Take it as settled',
			means: 'count as paid out. Decide so where the tracker shows that they left.',
		},
		{
			decision: 'REFUSED',
			name: 'Take it as refused',
			means:
				'go back to the account. Decide so where they did not leave and will not: else they are paid twice.',
		},
		{
			decision: 'SEND_AGAIN',
			name: 'Send it again',
			means:
				'are sent by a new call. Decide so where they did not leave and will not: else they are paid twice.',
		},
	],
};

interface DecisionProps extends DecisionsProps {
	/** Amount and asset, as text. */
	readonly text: string;
}

const told = ({ status }: { readonly status: string }) => ({
	title: `It is decided: ${transferWords[status as Transfer['status']].toLowerCase()}.`,
});

function Review({
	transfer: { transferId },
	text,
	decision,
	name,
	means,
	onDone,
}: DecisionProps & Offered) {
	return (
		<Act
			name={name}
			isGrave
			says={() => (
				<p>
					{text} {means} It cannot be taken back.
				</p>
			)}
			act={(exchange, { reason }) =>
				exchange.call('reviewTransfer', { transferId, decision, reason })
			}
			told={told}
			onDone={onDone}
		/>
	);
}

const approvals = {
	approvePayout: { name: 'Approve it', means: 'are paid out. It cannot be taken back.' },
	rejectPayout: { name: 'Reject it', means: 'go back to the account.' },
} as const;

interface ApprovalProps extends DecisionProps {
	readonly approval: keyof typeof approvals;
}

function Approval({ transfer: { transferId: payoutId }, text, approval, onDone }: ApprovalProps) {
	const { name, means } = approvals[approval];
	return (
		<Act
			name={name}
			isGrave
			says={() => (
				<p>
					{text} {means}
				</p>
			)}
			act={(exchange, { reason }) => exchange.call(approval, { payoutId, reason })}
			told={told}
			onDone={onDone}
		/>
	);
}
