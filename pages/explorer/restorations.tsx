import { parseCheckpoint } from '../../proof/checkpoint';
import { parseNote } from '../../proof/signed-note';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Link } from '../parts/router';
import { Table } from '../parts/table';
import { numberText, Time } from '../parts/values';
import type { LogState } from './log';
import { texts } from './texts';

/** Nothing for a log that was never restored. */
export function Restorations({ restorations }: Pick<LogState, 'restorations'>) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	if (restorations.length === 0) return null;
	return (
		<>
			<h2>{say('Restorations')}</h2>
			<Table
				caption={say('The operator went on with a database that lacked signed entries')}
				columns={[
					{
						name: say('Accepted'),
						cell: ({ id, time }) => (
							<Link to={`/explorer/records/${id}`}>
								<Time at={time} />
							</Link>
						),
					},
					{
						name: say('Entries signed'),
						isNumber: true,
						cell: ({ lostCheckpoint }) => numberText(sizeOf(lostCheckpoint), locale),
					},
					{
						name: say('Entries restored'),
						isNumber: true,
						cell: ({ heldCheckpoint: held }) =>
							numberText(held === undefined ? 0 : sizeOf(held), locale),
					},
				]}
				rows={restorations}
				keyOf={({ id }) => id}
			/>
		</>
	);
}

function sizeOf(note: string): number {
	return parseCheckpoint(parseNote(note).text).treeSize;
}
