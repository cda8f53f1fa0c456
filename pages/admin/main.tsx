/** The page at `/admin/console`, for administrators of the exchange. */
import { render, type ComponentChildren } from 'preact';
import { Frame } from '../parts/frame';
import { NoSuchPage } from '../parts/no-such-page';
import { decoded, usePlace } from '../parts/router';
import { AccountPage } from './accounts/account-page';
import { Accounts } from './accounts/accounts';
import { Alarms } from './alarms';
import { Assets } from './markets/assets';
import { AuditLog } from './audit-log';
import { Commissions } from './transfers/commissions';
import { Comparisons } from './transfers/comparisons';
import { Keys } from './accounts/keys';
import { MarketPage } from './markets/market-page';
import { Markets } from './markets/markets';
import { Overview } from './overview';
import { places } from './parts/places';
import { SessionGate } from './parts/session';
import { TransferPage } from './transfers/transfer-page';
import { Transfers } from './transfers/transfers';

interface Room {
	readonly to: string;
	readonly name: string;
	readonly list: () => ComponentChildren;
	/** The page of one record of the list. */
	readonly one?: (id: string) => ComponentChildren;
}

const rooms: readonly Room[] = [
	{ to: places.overview, name: 'Overview', list: () => <Overview /> },
	{
		to: places.markets,
		name: 'Markets',
		list: () => <Markets />,
		one: (symbol) => <MarketPage key={symbol} symbol={symbol} />,
	},
	{ to: places.assets, name: 'Assets', list: () => <Assets /> },
	{
		to: places.accounts,
		name: 'Accounts',
		list: () => <Accounts />,
		one: (accountId) => <AccountPage key={accountId} accountId={accountId} />,
	},
	{ to: places.keys, name: 'Keys', list: () => <Keys /> },
	{
		to: places.transfers,
		name: 'Transfers',
		list: () => <Transfers />,
		one: (transferId) => <TransferPage key={transferId} transferId={transferId} />,
	},
	{ to: places.commissions, name: 'Commissions', list: () => <Commissions /> },
	{ to: places.comparisons, name: 'Comparisons', list: () => <Comparisons /> },
	{ to: places.alarms, name: 'Alarms', list: () => <Alarms /> },
	{ to: places.actions, name: 'Audit log', list: () => <AuditLog /> },
];

function Administration() {
	const { path } = usePlace();
	const room = rooms.findLast(({ to }) => path === to || path.startsWith(`${to}/`));
	return (
		<Frame name="Administration" parts={rooms} current={room?.to} isWide>
			<SessionGate>
				<Shown room={room} path={path} />
			</SessionGate>
		</Frame>
	);
}

interface ShownProps {
	readonly room: Room | undefined;
	readonly path: string;
}

function Shown({ room, path }: ShownProps) {
	const [id, rest] = path.slice((room?.to.length ?? 0) + 1).split('/');
	if (room !== undefined && path === room.to) return <>{room.list()}</>;
	if (room?.one !== undefined && id !== undefined && id !== '' && rest === undefined) {
		return <>{room.one(decoded(id))}</>;
	}
	return <NoSuchPage to={places.overview} name="To the overview" />;
}

render(<Administration />, document.body);
