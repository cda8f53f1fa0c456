import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { Link, usePlace } from '../parts/router';
import type { Column } from '../parts/table';
import { Act } from './parts/act';
import { placeOf } from './parts/places';
import { Records, When } from './parts/shown';
import { Tabbed } from './parts/tabbed';

type Alarm = Model<'Alarm'>;

const kinds: Readonly<Record<Alarm['kind'], string>> = {
	KEY: 'A key of the exchange is refused',
	HALT: 'A market is halted',
	INTENT: 'A transfer',
	BALANCE: 'The books differ',
	SHORT: 'Payouts are stopped',
	UNREAD: 'The tracker cannot be read',
	CLOCK: 'The clock',
	ARCHIVE: 'The archive',
	SETTINGS: 'The settings',
};

export function Alarms() {
	const { query } = usePlace();
	const status = query.get('status') === 'ALL' ? 'ALL' : 'OPEN';
	return (
		<>
			<Heading>Alarms</Heading>
			<Tabbed
				label="Which alarms"
				name="status"
				tabs={[
					['', 'Open'],
					['ALL', 'All there were'],
				]}
			/>
			<Records
				of="listAlarms"
				filter={{ status }}
				one="alarm"
				none="There is no alarm."
				columns={columnsWith}
			/>
		</>
	);
}

function columnsWith(again: () => void): readonly Column<Alarm>[] {
	return [
		{ name: 'Raised', cell: ({ raisedAt }) => <When at={raisedAt} /> },
		{ name: 'About', cell: ({ kind }) => kinds[kind] },
		{
			name: 'What it says',
			cell: ({ message, transferId }) => (
				<>
					<bdi>{lineOf(message)}</bdi>
					{transferId !== undefined && (
						<>
							{' '}
							<Link to={placeOf('transfers', transferId)}>Look at the transfer</Link>
						</>
					)}
				</>
			),
		},
		{
			name: 'Cleared',
			cell: ({ alarmId, kind, clearedAt }) =>
				clearedAt === undefined ? (
					<Act of="clearAlarm" given={{ alarmId }} what={kinds[kind]} isSmall onDone={again} />
				) : (
					<When at={clearedAt} />
				),
		},
	];
}
