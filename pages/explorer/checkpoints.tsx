/** The checkpoints of the log: each is the log's signature over the tree of all entries so far. */
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts, type Say } from '../parts/language/texts';
import { useLoaded } from '../parts/loading';
import { go, usePlace } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Pager, Table } from '../parts/table';
import { Hash, numberText, Time } from '../parts/values';
import { checkObstacle } from '../parts/checking-here';
import { checkedCheckpoint, type CheckedCheckpoint } from './checked-checkpoint';
import { readCheckpoints, type LoggedCheckpoint, type LogState } from './log';
import { texts, type TextName } from './texts';
import type { Watched } from './watching';

/** A row of the list; without `checked`, its signatures were not checked or do not hold. */
interface Row {
	readonly said: LoggedCheckpoint;
	readonly checked: CheckedCheckpoint | undefined;
}

function shownOf({ said, checked }: Row) {
	return checked ?? said;
}

const pageLength = 50;

interface CheckpointListProps {
	readonly watched: Watched;
}

export function CheckpointList({ watched }: CheckpointListProps) {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Checkpoints')}</Heading>
			<p>
				{say(
					'With each block the log signs how many entries it has and the root of their tree. Who keeps one can show later that nothing before it was changed.',
				)}
			</p>
			{watched.state !== undefined && <CheckpointPages state={watched.state} />}
		</>
	);
}

/** A page begins at a tree size, so that its address keeps showing the same checkpoints. */
function CheckpointPages({ state }: { readonly state: LogState }) {
	const say = useTexts(texts);
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
							what={say('checkpoints')}
							position={positionOf(records, say)}
							back={newest}
							backName={say('Newest')}
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
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<Table
			caption={say('The newest first')}
			columns={[
				{
					name: say('Entries'),
					isNumber: true,
					cell: (row) => numberText(shownOf(row).treeSize, locale),
				},
				{
					name: say('Root of the tree'),
					cell: (row) => {
						const { rootHash, treeSize: count } = shownOf(row);
						return <Hash text={rootHash} what={say('root of {count} entries', { count })} />;
					},
				},
				{
					name: say('Signed by'),
					cell: ({ checked }) =>
						checked === undefined
							? say('Not checked')
							: [say('the log'), ...checked.witnesses].join(', '),
				},
				{
					name: say('Last entry, as the server says'),
					cell: ({ said }) => <Time at={said.time} />,
				},
			]}
			rows={checkpoints}
			keyOf={({ said }) => String(said.treeSize)}
		/>
	);
}

function None({ isAll }: { readonly isAll: boolean }) {
	const say = useTexts(texts);
	return (
		<Empty>
			{isAll
				? say('Nothing has been entered yet, so there is no checkpoint.')
				: say('There is no checkpoint of so few entries.')}
		</Empty>
	);
}

/** The address may contain anything. */
function sizeOf(text: string | null): number | undefined {
	return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function positionOf(rows: readonly Row[], say: Say<TextName>): string {
	const [first, last] = [rows[0], rows.at(-1)].map((row) => row && shownOf(row).treeSize);
	if (first === undefined || last === undefined) return say('Nothing here');
	return say('Of {first} to {last} entries', { first, last });
}
