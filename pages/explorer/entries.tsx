import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { useLoaded } from '../parts/loading';
import { Paged } from '../parts/paged';
import { Link } from '../parts/router';
import { Empty, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Hash, Time } from '../parts/values';
import { readEntries, readEntriesOf, type LoggedEntry } from './log';
import { Search } from './search';
import { texts } from './texts';

export function Entries() {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Entries')}</Heading>
			<Search />
			<h2>{say('All entries')}</h2>
			<Paged
				what={say('entries')}
				ask={(question, range) => useLoaded(question, () => readEntries(range))}
				none={say('Nothing has been entered yet.')}
			>
				{(entries) => (
					<EntryTable
						caption={say(
							'In the order of the log, as the server says; an entry you open is checked',
						)}
						entries={entries}
					/>
				)}
			</Paged>
		</>
	);
}

export function EntriesOfRecord({ recordId }: { readonly recordId: string }) {
	const say = useTexts(texts);
	const asked = useLoaded(recordId, () => readEntriesOf(recordId));
	return (
		<>
			<Heading>{say('Entries of a record')}</Heading>
			<Search key={recordId} asked={recordId} />
			<h2>{say.filled('Record {id}', { id: <code>{recordId}</code> })}</h2>
			<WhenLoaded asked={asked}>
				{({ records }) =>
					records.length === 0 ? (
						<Empty>
							{say(
								'No entry has this id. A record of this moment is entered within a second; an id has 24 characters.',
							)}
						</Empty>
					) : (
						<EntryTable
							caption={say('Entries of {id}, as the server says; an entry you open is checked', {
								id: recordId,
							})}
							entries={records}
						/>
					)
				}
			</WhenLoaded>
		</>
	);
}

interface EntryTableProps {
	readonly caption: string;
	readonly entries: readonly LoggedEntry[];
}

function EntryTable({ caption, entries }: EntryTableProps) {
	const say = useTexts(texts);
	return (
		<Table
			caption={caption}
			columns={[
				{
					name: say('Entry'),
					cell: ({ index }) => <Link to={`/explorer/entries/${index}`}>{String(index)}</Link>,
				},
				{ name: say('Kind'), cell: ({ kind }) => kind },
				{
					name: say('Record'),
					cell: ({ recordId }) => (
						<Link to={`/explorer/records/${encodeURIComponent(recordId)}`}>{recordId}</Link>
					),
				},
				{ name: say('Status'), cell: ({ blockchainStatus }) => blockchainStatus },
				{ name: say('Entered'), cell: ({ time }) => <Time at={time} /> },
				{
					name: say('Commitment'),
					cell: ({ commitment, index }) => (
						<Hash
							text={commitment}
							what={say('commitment of entry {index}', { index: String(index) })}
						/>
					),
				},
			]}
			rows={entries}
			keyOf={({ index }) => String(index)}
		/>
	);
}
