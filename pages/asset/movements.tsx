/** Movements of an asset, as a table and as CSV. */
import type { Model } from '../../api/types';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Table } from '../parts/table';
import { numberText, Time } from '../parts/values';
import { texts } from './texts';

export type Movement = Model<'AssetTransaction'>;

function Purpose({ reference, metadata = {} }: Movement) {
	return (
		<>
			{reference}
			{Object.entries(metadata).map(([name, text]) => (
				<div key={name} class="soft">
					{name}: {String(text)}
				</div>
			))}
		</>
	);
}

interface MovementTableProps {
	readonly caption: string;
	readonly movements: readonly Movement[];
}

export function MovementTable({ caption, movements }: MovementTableProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<Table
			caption={caption}
			rows={movements}
			keyOf={({ id }) => id}
			columns={[
				{ name: say('When'), cell: ({ timestamp }) => <Time at={Number(timestamp)} /> },
				{ name: say('From'), cell: ({ senderDisplayName }) => senderDisplayName },
				{ name: say('To'), cell: ({ recipientDisplayName }) => recipientDisplayName },
				{ name: say('Amount'), isNumber: true, cell: ({ amount }) => numberText(amount, locale) },
				{ name: say('Reference'), cell: (movement) => <Purpose {...movement} /> },
				{
					name: say('Log'),
					cell: ({ blockchainStatus: status, isReverted }) =>
						isReverted ? say('{status}, reversed', { status }) : status,
				},
			]}
		/>
	);
}

export const movementCsv = {
	header: [
		'id',
		'time',
		'from',
		'to',
		'amount',
		'batch',
		'log',
		'reversed',
		'reference',
		'metadata',
	],
	row: (movement: Movement) => [
		movement.id,
		new Date(Number(movement.timestamp)).toISOString(),
		movement.senderDisplayName,
		movement.recipientDisplayName,
		movement.amount,
		movement.batchId ?? '',
		movement.blockchainStatus,
		movement.isReverted ? 'yes' : 'no',
		movement.reference ?? '',
		movement.metadata === undefined ? '' : JSON.stringify(movement.metadata),
	],
};
