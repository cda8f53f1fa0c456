import type { Model } from '../../api/types';
import { MarketStatus } from '../parts/market-status';
import { Link } from '../parts/router';
import { Empty } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { numberText } from '../parts/values';
import { placeOf } from './parts/places';
import { useAsked } from './parts/session';
import { Panel, When } from './parts/shown';

type Lane = Model<'Lane'>;
type Queue = Model<'JobQueue'>;

const laneColumns: readonly Column<Lane>[] = [
	{
		name: 'Market',
		cell: ({ symbol }) => <Link to={placeOf('markets', symbol)}>{symbol}</Link>,
	},
	{ name: 'Status', cell: ({ status }) => <MarketStatus status={status} /> },
	{ name: 'Accepted', isNumber: true, cell: ({ accepted }) => numberText(accepted) },
	{ name: 'Waiting', isNumber: true, cell: ({ waiting }) => numberText(waiting) },
	{
		name: 'Last carried out',
		cell: ({ committedAt }) => <When at={committedAt} none="never" />,
	},
	{
		name: 'Last snapshot',
		isNumber: true,
		cell: ({ snapshotSequence }) =>
			snapshotSequence === undefined ? (
				<span class="soft">none</span>
			) : (
				numberText(snapshotSequence)
			),
	},
	{ name: 'Takeovers', isNumber: true, cell: ({ epoch }) => numberText(epoch) },
];

export function Lanes() {
	const asked = useAsked('lanes', ({ exchange }) => exchange.call('listLanes', {}));
	return (
		<Panel title="Lanes" asked={asked}>
			{(rows) =>
				rows.length === 0 ? (
					<Empty>There is no market, so there is no lane.</Empty>
				) : (
					<Table
						caption="Commands of each market"
						columns={laneColumns}
						rows={rows}
						keyOf={({ symbol }) => symbol}
					/>
				)
			}
		</Panel>
	);
}

const queueColumns: readonly Column<Queue>[] = [
	{ name: 'Queue', cell: ({ queue }) => queue },
	{ name: 'Waiting', isNumber: true, cell: ({ waiting }) => numberText(waiting) },
	{ name: 'Under way', isNumber: true, cell: ({ active }) => numberText(active) },
	{ name: 'Delayed', isNumber: true, cell: ({ delayed }) => numberText(delayed) },
	{ name: 'Failed', isNumber: true, cell: ({ failed }) => numberText(failed) },
];

export function Queues() {
	const asked = useAsked('queues', ({ exchange }) => exchange.call('listQueues', {}));
	const below = (
		<p>
			<a href="/admin/queues">Each job, on the dashboard of the queues</a>. It asks for the key as a
			password.
		</p>
	);
	return (
		<Panel title="Queues" asked={asked} below={below}>
			{(rows) => (
				<Table
					caption="Jobs by their state"
					columns={queueColumns}
					rows={rows}
					keyOf={({ queue }) => queue}
				/>
			)}
		</Panel>
	);
}
