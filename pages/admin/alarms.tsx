import type { Model } from '../../api/types';
import { CursorList } from '../parts/cursor-list';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { Link, usePlace } from '../parts/router';
import { Table, type Column } from '../parts/table';
import { Time } from '../parts/values';
import { Act } from './parts/act';
import { placeOf } from './parts/places';
import { useAsked } from './parts/session';
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
			<CursorList<Alarm>
				one="alarm"
				what="alarms"
				ask={(question, range) =>
					useAsked(question, ({ exchange }) =>
						exchange.list('listAlarms', { ...range, offset: 0, status }),
					)
				}
				none="There is no alarm."
			>
				{(alarms, again) => (
					<Table
						caption="The newest first"
						columns={columnsWith(again)}
						rows={alarms}
						keyOf={({ alarmId }) => alarmId}
					/>
				)}
			</CursorList>
		</>
	);
}

function columnsWith(again: () => void): readonly Column<Alarm>[] {
	return [
		{ name: 'Raised', cell: ({ raisedAt }) => <Time at={Number(raisedAt)} /> },
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
		{ name: 'Cleared', cell: (alarm) => <Cleared alarm={alarm} again={again} /> },
	];
}

interface ClearedProps {
	readonly alarm: Alarm;
	readonly again: () => void;
}

function Cleared({ alarm: { alarmId, kind, clearedAt }, again }: ClearedProps) {
	if (clearedAt !== undefined) return <Time at={Number(clearedAt)} />;
	return <Act of="clearAlarm" given={{ alarmId }} what={kinds[kind]} isSmall onDone={again} />;
}
