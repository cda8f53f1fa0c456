import { parseCheckpoint } from '../../proof/checkpoint';
import { parseNote } from '../../proof/signed-note';
import { Link } from '../parts/router';
import { Table, type Column } from '../parts/table';
import { numberText, Time } from '../parts/values';
import type { LogState } from './log';

type Restoration = LogState['restorations'][number];

const columns: readonly Column<Restoration>[] = [
	{
		name: 'Accepted',
		cell: ({ id, time }) => (
			<Link to={`/explorer/records/${id}`}>
				<Time at={time} />
			</Link>
		),
	},
	{
		name: 'Entries signed',
		isNumber: true,
		cell: ({ lostCheckpoint }) => numberText(sizeOf(lostCheckpoint)),
	},
	{
		name: 'Entries restored',
		isNumber: true,
		cell: ({ heldCheckpoint: held }) => numberText(held === undefined ? 0 : sizeOf(held)),
	},
];

/** Nothing for a log that was never restored. */
export function Restorations({ restorations }: Pick<LogState, 'restorations'>) {
	if (restorations.length === 0) return null;
	return (
		<>
			<h2>Restorations</h2>
			<Table
				caption="The operator went on with a database that lacked signed entries"
				columns={columns}
				rows={restorations}
				keyOf={({ id }) => id}
			/>
		</>
	);
}

function sizeOf(note: string): number {
	return parseCheckpoint(parseNote(note).text).treeSize;
}
