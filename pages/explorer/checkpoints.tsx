/** The checkpoints of the log: each is the log's signature over the tree of all entries so far. */
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { go, usePlace } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Pager, Table, type Column } from '../parts/table';
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

const pageLength = 50;

export function CheckpointList() {
	return (
		<>
			<Heading>Checkpoints</Heading>
			<p>
				With each block the log signs how many entries it has and the root of their tree. Who keeps
				one can show later that nothing before it was changed.
			</p>
			<CheckpointPages />
		</>
	);
}

/** A page begins at a tree size, so that its address keeps showing the same checkpoints. */
function CheckpointPages() {
	const { path, query } = usePlace();
	const fromSize = sizeOf(query.get('fromSize'));
	const asked = useLoaded(`${fromSize}`, () => readCheckpoints(pageLength, fromSize));
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

function Listed({ of: checkpoints }: { readonly of: readonly LoggedCheckpoint[] }) {
	return (
		<Table
			caption="The newest first"
			columns={columns}
			rows={checkpoints}
			keyOf={({ treeSize }) => String(treeSize)}
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

function positionOf(checkpoints: readonly LoggedCheckpoint[]): string {
	const [first, last] = [checkpoints[0], checkpoints.at(-1)];
	if (first === undefined || last === undefined) return 'Nothing here';
	return `Of ${numberText(first.treeSize)} to ${numberText(last.treeSize)} entries`;
}
