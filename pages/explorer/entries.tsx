import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { Paged } from '../parts/paged';
import { Link } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { Hash, Time } from '../parts/values';
import { readEntries, readEntriesOf, type LoggedEntry } from './log';
import { Search } from './search';

const columns: readonly Column<LoggedEntry>[] = [
	{
		name: 'Entry',
		cell: ({ index }) => <Link to={`/explorer/entries/${index}`}>{String(index)}</Link>,
	},
	{ name: 'Kind', cell: ({ kind }) => kind },
	{
		name: 'Record',
		cell: ({ recordId }) => (
			<Link to={`/explorer/records/${encodeURIComponent(recordId)}`}>{recordId}</Link>
		),
	},
	{ name: 'Status', cell: ({ blockchainStatus }) => blockchainStatus },
	{ name: 'Entered', cell: ({ time }) => <Time at={time} /> },
	{
		name: 'Commitment',
		cell: ({ commitment, index }) => (
			<Hash text={commitment} what={`commitment of entry ${index}`} />
		),
	},
];

export function Entries() {
	return (
		<>
			<Heading>Entries</Heading>
			<Search />
			<h2>All entries</h2>
			<Paged
				what="entries"
				ask={(question, range) => useLoaded(question, () => readEntries(range))}
				none="Nothing has been entered yet."
			>
				{(entries) => (
					<EntryTable
						caption="In the order of the log, as the server says; an entry you open is checked"
						entries={entries}
					/>
				)}
			</Paged>
		</>
	);
}

export function EntriesOfRecord({ recordId }: { readonly recordId: string }) {
	const asked = useLoaded(recordId, () => readEntriesOf(recordId));
	return (
		<>
			<Heading>Entries of a record</Heading>
			<Search key={recordId} asked={recordId} />
			<h2>
				Record <code>{recordId}</code>
			</h2>
			<WhenLoaded asked={asked}>
				{({ records }) =>
					records.length === 0 ? (
						<Empty>
							No entry has this id. A record of this moment is entered within a second; an id has 24
							characters.
						</Empty>
					) : (
						<EntryTable
							caption={`Entries of ${recordId}, as the server says; an entry you open is checked`}
							entries={records}
						/>
					)
				}
			</WhenLoaded>
		</>
	);
}

function EntryTable({
	caption,
	entries,
}: {
	readonly caption: string;
	readonly entries: readonly LoggedEntry[];
}) {
	return (
		<Table
			caption={caption}
			columns={columns}
			rows={entries}
			keyOf={({ index }) => String(index)}
		/>
	);
}
