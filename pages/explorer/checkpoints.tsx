/** The checkpoints of the log, the newest first: each is the log's signature under all that was entered before. */
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { Paged } from '../parts/paged';
import { Table, type Column } from '../parts/table';
import { Hash, numberText, Time } from '../parts/values';
import { readCheckpoints, type LoggedCheckpoint } from './log';

const columns: readonly Column<LoggedCheckpoint>[] = [
	{ name: 'Entries', isNumber: true, cell: ({ treeSize }) => numberText(treeSize) },
	{
		name: 'Root of the tree',
		cell: ({ rootHash, treeSize }) => <Hash text={rootHash} what={`root of ${treeSize} entries`} />,
	},
	{ name: 'Last entry', cell: ({ time }) => <Time at={time} /> },
	{
		name: 'Witnesses',
		cell: ({ witnesses }) => (witnesses.length === 0 ? '–' : witnesses.join(', ')),
	},
];

export function CheckpointList() {
	return (
		<>
			<Heading>Checkpoints</Heading>
			<p>
				With each block the log signs how many entries it has and the root of their tree. Who keeps
				one can show later that nothing before it was changed.
			</p>
			<Paged
				what="checkpoints"
				ask={(question, range) => useLoaded(question, () => readCheckpoints(range))}
				none="Nothing has been entered yet, so there is no checkpoint."
			>
				{(checkpoints) => (
					<Table
						caption="The newest first"
						columns={columns}
						rows={checkpoints}
						keyOf={({ treeSize }) => String(treeSize)}
					/>
				)}
			</Paged>
		</>
	);
}
