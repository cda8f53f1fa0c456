/** The differences with their places, what the rules left out, and notes. */
import { useState } from 'preact/hooks';
import { placeText } from '../../../api/comparison/place';
import type { Model } from '../../../api/types';
import { Pager, Table } from '../table';
import { numberText } from '../values';

type Result = Pick<Model<'CompareResponse'>, 'changes' | 'notes' | 'ignored'>;

/** A comparison that was answered directly stores no result, so nothing is shown. */
export function Differences({ result }: { readonly result: Result | undefined }) {
	if (result === undefined) return null;
	const { changes, notes, ignored } = result;
	return (
		<>
			{notes.length > 0 && (
				<ul aria-label="Notes">
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			)}
			{ignored.length > 0 && <Ignored ignored={ignored} />}
			{changes.length > 0 && <Changes changes={changes} />}
		</>
	);
}

function Ignored({ ignored }: Pick<Result, 'ignored'>) {
	return (
		<Table
			caption="What the rules left out of the comparison"
			rows={ignored}
			keyOf={({ rule }) => rule}
			columns={[
				{ name: 'Rule', cell: ({ rule }) => <code>{rule}</code> },
				{ name: 'In the kept file', isNumber: true, cell: ({ kept }) => numberText(kept) },
				{ name: 'In the sent file', isNumber: true, cell: ({ sent }) => numberText(sent) },
			]}
		/>
	);
}

const pageLength = 50;

function Changes({ changes }: Pick<Result, 'changes'>) {
	const [from, setFrom] = useState(0);
	const rows = changes
		.slice(from, from + pageLength)
		.map((change, index) => ({ ...change, number: from + index + 1 }));
	const end = from + rows.length;
	return (
		<>
			<Table
				caption="The differences in the order of the document"
				rows={rows}
				keyOf={({ number }) => number}
				columns={[
					{ name: 'No.', isNumber: true, cell: ({ number }) => numberText(number) },
					{ name: 'What', cell: ({ kind }) => kind },
					{ name: 'Where', cell: ({ kept, sent }) => placeText(kept ?? sent) },
					{
						name: 'Was and is',
						cell: ({ oldText = '', newText = '' }) => (
							<>
								<del>{oldText}</del> <ins>{newText}</ins>
							</>
						),
					},
				]}
			/>
			{changes.length > pageLength && (
				<Pager
					what="differences"
					position={`${numberText(from + 1)} to ${numberText(end)} of ${numberText(changes.length)}`}
					back={from === 0 ? undefined : () => setFrom(from - pageLength)}
					on={end === changes.length ? undefined : () => setFrom(end)}
				/>
			)}
		</>
	);
}
