/** The differences with their places, what the rules left out, and notes. */
import { useState } from 'preact/hooks';
import { placeText } from '../../../api/comparison/place';
import type { Model } from '../../../api/types';
import { useLanguage } from '../language/language';
import { useTexts } from '../language/texts';
import { Pager, Table } from '../table';
import { numberText } from '../values';
import { comparisonTexts } from './texts';

type Result = Pick<Model<'CompareResponse'>, 'changes' | 'notes' | 'ignored'>;

/** A comparison that was answered directly stores no result, so nothing is shown. */
export function Differences({ result }: { readonly result: Result | undefined }) {
	const say = useTexts(comparisonTexts);
	if (result === undefined) return null;
	const { changes, notes, ignored } = result;
	return (
		<>
			{notes.length > 0 && (
				<ul aria-label={say('Notes')}>
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
	const say = useTexts(comparisonTexts);
	const { locale } = useLanguage();
	return (
		<Table
			caption={say('What the rules left out of the comparison')}
			rows={ignored}
			keyOf={({ rule }) => rule}
			columns={[
				{ name: say('Rule'), cell: ({ rule }) => <code>{rule}</code> },
				{
					name: say('In the kept file'),
					isNumber: true,
					cell: ({ kept }) => numberText(kept, locale),
				},
				{
					name: say('In the sent file'),
					isNumber: true,
					cell: ({ sent }) => numberText(sent, locale),
				},
			]}
		/>
	);
}

const pageLength = 50;

function Changes({ changes }: Pick<Result, 'changes'>) {
	const say = useTexts(comparisonTexts);
	const { locale } = useLanguage();
	const [from, setFrom] = useState(0);
	const rows = changes
		.slice(from, from + pageLength)
		.map((change, index) => ({ ...change, number: from + index + 1 }));
	const end = from + rows.length;
	return (
		<>
			<Table
				caption={say('The differences in the order of the document')}
				rows={rows}
				keyOf={({ number }) => number}
				columns={[
					{ name: say('No.'), isNumber: true, cell: ({ number }) => numberText(number, locale) },
					{ name: say('What'), cell: ({ kind }) => say(kind) },
					{ name: say('Where'), cell: ({ kept, sent }) => placeText(kept ?? sent, say) },
					{
						name: say('Was and is'),
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
					what={say('differences')}
					position={say('{first} to {last} of {count}', {
						first: from + 1,
						last: end,
						count: changes.length,
					})}
					back={from === 0 ? undefined : () => setFrom(from - pageLength)}
					on={end === changes.length ? undefined : () => setFrom(end)}
				/>
			)}
		</>
	);
}
