import type { Model } from '../../../api/types';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { Link, usePlace } from '../../parts/router';
import type { Column } from '../../parts/table';
import { Act } from '../parts/act';
import { placeOf, places } from '../parts/places';
import { Records, When } from '../parts/shown';

type Key = Model<'ManagedKey'>;

export function Keys() {
	const { query } = usePlace();
	const accountId = query.get('accountId') || undefined;
	return (
		<>
			<Heading>Keys</Heading>
			{accountId !== undefined && (
				<p>
					Of the account{' '}
					<Link to={placeOf('accounts', accountId)}>
						<code>{lineOf(accountId)}</code>
					</Link>
					. <Link to={places.keys}>Show all keys</Link>
				</p>
			)}
			<Records
				of="listKeys"
				filter={{ accountId }}
				one="key"
				none="There is no such key."
				above={(again) => <Act of="addAdministratorKey" onDone={again} />}
				columns={columnsWith}
			/>
		</>
	);
}

function columnsWith(again: () => void): readonly Column<Key>[] {
	return [
		{
			name: 'For',
			cell: ({ label, isAtTracker, publicKey }) => (
				<>
					<bdi>{lineOf(label)}</bdi>
					{isAtTracker && <span class="soft"> (of the tracker, too)</span>}
					{publicKey !== undefined && <span class="soft"> (signs)</span>}
				</>
			),
		},
		{ name: 'Whose', cell: ({ accountId }) => <Owner accountId={accountId} /> },
		{ name: 'May', cell: ({ scope }) => scope ?? 'everything here' },
		{ name: 'From', cell: ({ networks }) => networks?.join(', ') ?? 'anywhere' },
		{ name: 'Made', cell: ({ createdAt }) => <When at={createdAt} /> },
		{
			name: 'Ends',
			cell: ({ expiresAt }) => <When at={expiresAt} none="by hand" />,
		},
		{ name: 'In use', cell: (key) => <InUse apiKey={key} again={again} /> },
	];
}

function Owner({ accountId }: Pick<Key, 'accountId'>) {
	if (accountId === undefined) return <>an administrator’s</>;
	return (
		<Link to={placeOf('accounts', accountId)}>
			<code>{accountId}</code>
		</Link>
	);
}

interface InUseProps {
	readonly apiKey: Key;
	readonly again: () => void;
}

function InUse({ apiKey: { keyId, label, revokedAt }, again }: InUseProps) {
	if (revokedAt !== undefined) {
		return (
			<>
				not since <When at={revokedAt} />
			</>
		);
	}
	return <Act of="revokeKey" given={{ keyId }} what={lineOf(label)} isSmall onDone={again} />;
}
