/** Decisions on transfers that are held for review, and on payouts that wait for approval. */
import type { Model } from '../../../api/types';
import { amountText } from '../../parts/amounts';
import { Act } from '../parts/act';
import { useDecimals } from '../parts/shown';

export type Transfer = Model<'TransferDetails'>;

interface DecisionsProps {
	readonly transfer: Transfer;
	readonly onDone: () => void;
}

export function Decisions({ transfer, onDone }: DecisionsProps) {
	const decimalsOf = useDecimals();
	const { amount, asset, status } = transfer;
	const text = `${amountText(amount, decimalsOf(asset))} ${asset}`;
	const { transferId } = transfer;
	if (status === 'PENDING_APPROVAL') {
		const to = { given: { payoutId: transferId }, onDone };
		return (
			<>
				<Act of="approvePayout" {...to} says={`${text} are paid out. It cannot be taken back.`} />
				<Act of="rejectPayout" {...to} says={`${text} go back to the account.`} />
			</>
		);
	}
	if (status !== 'HELD_FOR_REVIEW') return null;
	return (
		<>
			{decisions[transfer.kind].map(({ decision, name, means }) => (
				<Act
					key={decision}
					of="reviewTransfer"
					given={{ transferId, decision }}
					name={name}
					says={`${text} ${means} It cannot be taken back.`}
					onDone={onDone}
				/>
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
