/** The checkpoints of the log: each is the log's signature over the tree of all entries so far. */
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { go, usePlace } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Pager, Table, type Column } from '../parts/table';
import { Hash, numberText, Time } from '../parts/values';
import { checkObstacle } from '../parts/checking-here';
import { checkedCheckpoint, type CheckedCheckpoint } from './checked-checkpoint';
import { readCheckpoints, type LoggedCheckpoint, type LogState } from './log';
import type { Watched } from './watching';

/** A row of the list; without `checked`, its signatures were not checked or do not hold. */
interface Row {
	readonly said: LoggedCheckpoint;
	readonly checked: CheckedCheckpoint | undefined;
}

function shownOf({ said, checked }: Row) {
	return checked ?? said;
}

const columns: readonly Column<Row>[] = [
	{
		name: 'Entries',
		isNumber: true,
		cell: (row) => numberText(shownOf(row).treeSize),
	},
	{
		name: 'Root of the tree',
		cell: (row) => {
			const { rootHash, treeSize } = shownOf(row);
			return <Hash text={rootHash} what={`root of ${treeSize} entries`} />;
		},
	},
	{
		name: 'Signed by',
		cell: ({ checked }) =>
			checked === undefined ? 'Not checked' : ['the log', ...checked.witnesses].join(', '),
	},
	{ name: 'Last entry, as the server says', cell: ({ said }) => <Time at={said.time} /> },
];

const pageLength = 50;

interface CheckpointListProps {
	readonly watched: Watched;
}

export function CheckpointList({ watched }: CheckpointListProps) {
	return (
		<>
			<Heading>Checkpoints</Heading>
			<p>
				With each block the log signs how many entries it has and the root of their tree. Who keeps
				one can show later that nothing before it was changed.
			</p>
			{watched.state !== undefined && <CheckpointPages state={watched.state} />}
		</>
	);
}

/** A page begins at a tree size, so that its address keeps showing the same checkpoints. */
function CheckpointPages({ state }: { readonly state: LogState }) {
	const { path, query } = usePlace();
	const fromSize = sizeOf(query.get('fromSize'));
	const asked = useLoaded(`${fromSize} ${state.vkey}`, () => readRows(state, fromSize));
	const newest = fromSize === undefined ? undefined : () => go(path);
	return (
		<WhenLoaded asked={asked}>
			{({ records, next }) => (
				<>
					{records.length === 0 ? <None isAll={newest === undefined} /> : <Listed of={records} />}
					{(newest !== undefined || next !== undefined) && (
						<Pager
							what="checkpoints"
							position={positionOf(records)}
							back={newest}
							backName="Newest"
							on={next && (() => go(`${path}?fromSize=${next.get('fromSize')}`))}
						/>
					)}
				</>
			)}
		</WhenLoaded>
	);
}

async function readRows(state: LogState, fromSize: number | undefined) {
	const { records, next } = await readCheckpoints(pageLength, fromSize);
	const canCheck = (await checkObstacle()) === undefined;
	const rows = records.map(async (said): Promise<Row> => ({
		said,
		checked: canCheck ? await checkedCheckpoint(said.checkpoint, state) : undefined,
	}));
	return { records: await Promise.all(rows), next };
}

function Listed({ of: checkpoints }: { readonly of: readonly Row[] }) {
	return (
		<Table
			caption="The newest first"
			columns={columns}
			rows={checkpoints}
			keyOf={({ said }) => String(said.treeSize)}
		/>
	);
}

function None({ isAll }: { readonly isAll: boolean }) {
	return (
		<Empty>
			{isAll
				? 'Nothing has been entered yet, so there is no checkpoint.'
				: 'There is no checkpoint of so few entries.'}
		</Empty>
	);
}

/** The address may contain anything. */
function sizeOf(text: string | null): number | undefined {
	return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function positionOf(rows: readonly Row[]): string {
	const [first, last] = [rows[0], rows.at(-1)].map((row) => row && shownOf(row));
	if (first === undefined || last === undefined) return 'Nothing here';
	return `Of ${numberText(first.treeSize)} to ${numberText(last.treeSize)} entries`;
}
