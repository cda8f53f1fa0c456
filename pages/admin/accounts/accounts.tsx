import type { Model } from '../../../api/types';
import { useState } from 'preact/hooks';
import { addressWith } from '../../parts/cursor-list';
import { TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { go, Link, usePlace } from '../../parts/router';
import type { Column } from '../../parts/table';
import { Act } from '../parts/act';
import { placeOf, places } from '../parts/places';
import { Records, When } from '../parts/shown';
import { Tabbed } from '../parts/tabbed';
import { payoutWords } from '../parts/words';

type Account = Model<'ManagedAccount'>;

const words: Readonly<Record<Account['status'], { readonly name: string; readonly kind: string }>> =
	{
		ACTIVE: { name: 'Active', kind: 'good' },
		FROZEN: { name: 'Frozen', kind: 'warn' },
		DISABLED: { name: 'Disabled', kind: 'bad' },
	};

export function AccountStatus({ status }: Pick<Account, 'status'>) {
	const { name, kind } = words[status];
	return <span class={`badge ${kind}`}>{name}</span>;
}

const columns: readonly Column<Account>[] = [
	{
		name: 'Account',
		cell: ({ accountId, name }) => (
			<Link to={placeOf('accounts', accountId)}>
				<bdi>{lineOf(name) || accountId}</bdi>
			</Link>
		),
	},
	{ name: 'State', cell: ({ status }) => <AccountStatus status={status} /> },
	{
		name: 'At the tracker',
		cell: ({ email }) =>
			email === undefined ? <span class="soft">not known</span> : <bdi>{lineOf(email)}</bdi>,
	},
	{ name: 'Proceeds', cell: ({ payouts }) => payoutWords[payouts] },
	{ name: 'Added', cell: ({ createdAt }) => <When at={createdAt} /> },
];

const states = [
	['', 'All'],
	['ACTIVE', 'Active'],
	['FROZEN', 'Frozen'],
	['DISABLED', 'Disabled'],
] as const;

export function Accounts() {
	const { query } = usePlace();
	const chosen = states.find(([state]) => state === query.get('status'))?.[0];
	const status = chosen === '' ? undefined : chosen;
	const name = query.get('name') || undefined;
	return (
		<>
			<Heading>Accounts</Heading>
			<Tabbed label="States of accounts" name="status" tabs={states} />
			<ByName key={name} name={name ?? ''} />
			<Records
				of="listAccounts"
				filter={{ status, name }}
				one="account"
				none="No account is like that."
				above={(again) => <Act of="addAccount" onDone={again} />}
				columns={() => columns}
			/>
		</>
	);
}

function ByName({ name }: { readonly name: string }) {
	const [typed, setTyped] = useState(name);
	const address = (wanted: string) =>
		addressWith({ path: places.accounts, query: new URLSearchParams() }, 'name', wanted.trim());
	return (
		<form
			class="row narrowing"
			aria-label="Find an account"
			onSubmit={(event) => {
				event.preventDefault();
				go(address(typed));
			}}
		>
			<TextField label="Name, as it is written" value={typed} onChange={setTyped} />
			<button class="second" type="submit">
				Find
			</button>
		</form>
	);
}
