/** Movements of an asset, as a table and as CSV. */
import type { Model } from '../../api/types';
import { Table, type Column } from '../parts/table';
import { numberText, Time } from '../parts/values';

export type Movement = Model<'AssetTransaction'>;

export const movementColumns: readonly Column<Movement>[] = [
	{ name: 'When', cell: ({ timestamp }) => <Time at={Number(timestamp)} /> },
	{ name: 'From', cell: ({ senderDisplayName }) => senderDisplayName },
	{ name: 'To', cell: ({ recipientDisplayName }) => recipientDisplayName },
	{ name: 'Amount', isNumber: true, cell: ({ amount }) => numberText(amount) },
	{ name: 'Reference', cell: (movement) => <Purpose {...movement} /> },
	{
		name: 'Log',
		cell: ({ blockchainStatus, isReverted }) =>
			isReverted ? `${blockchainStatus}, reversed` : blockchainStatus,
	},
];

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
	return (
		<Table caption={caption} columns={movementColumns} rows={movements} keyOf={({ id }) => id} />
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
