/** The people of the organisation, invitations, and the keys of programs. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { roles, type Role } from '../../api/language/roles';
import { ActForm } from '../parts/forms/act-form';
import { Action } from '../parts/forms/action';
import { CheckField, TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { useSignedIn } from '../parts/session/signed-in';
import { Empty, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Time } from '../parts/values';
import { useAsked, useSession } from './session';

const all = { limit: 1000 } as const;

export function People() {
	const asked = useAsked('people', async ({ platform }) => ({
		users: await platform.call('listUsers', all),
		invitations: await platform.call('listInvitations', all),
		keys: await platform.call('listApiKeys', all),
	}));
	return (
		<>
			<Heading>People and keys</Heading>
			<WhenLoaded asked={asked}>
				{({ users, invitations, keys }) => (
					<>
						<Users users={users} onDone={asked.again} />
						<Invite onDone={asked.again} />
						<Invitations invitations={invitations} onDone={asked.again} />
						<Keys keys={keys} />
					</>
				)}
			</WhenLoaded>
		</>
	);
}

interface OnDone {
	readonly onDone: () => void;
}

function Users({ users, onDone }: OnDone & { readonly users: readonly Model<'User'>[] }) {
	const { platform } = useSession();
	const self = useSignedIn()?.user?.id;
	return (
		<Table
			caption="The people of the organisation"
			rows={users}
			keyOf={({ id }) => id}
			columns={[
				{ name: 'Person', cell: ({ email }) => <bdi>{lineOf(email)}</bdi> },
				{ name: 'May do', cell: (user) => user.roles.join(', ') },
				{ name: 'State', cell: ({ isEnabled }) => (isEnabled ? 'enabled' : 'disabled') },
				{
					name: 'Change',
					cell: ({ id, email, isEnabled }) => (
						<p class="actions">
							<Action
								name="Send a key for a program"
								what={`to ${email}`}
								act={() => platform.call('createApiKey', { userId: id }).then(onDone)}
							/>
							{id !== self && isEnabled && (
								<Action
									name="Disable"
									what={email}
									asks={`The keys and sessions of ${lineOf(email)} end now.`}
									act={() => platform.call('disableUser', { userId: id }).then(onDone)}
								/>
							)}
							{!isEnabled && (
								<Action
									name="Enable"
									what={email}
									act={() => platform.call('enableUser', { userId: id }).then(onDone)}
								/>
							)}
						</p>
					),
				},
			]}
		/>
	);
}

/** What a role is for, as an administrator chooses it. */
const duties: Readonly<Record<Role, string>> = {
	Admin: 'reads all mails',
	UserAdmin: 'people and keys',
	Billing: 'nothing here; other installations use it',
	TrackerAdmin: 'makes assets, and issues and reverses them',
	TrackerUser: 'holds and transfers assets',
	KeeperAdmin: 'documents, comparisons and approvals',
	SealerAdmin: 'sends contracts',
	SealerUser: 'sees and signs contracts of their own',
	StorageRead: 'downloads files',
	StorageWrite: 'uploads and downloads files',
};

/** What a new colleague usually does. */
const usual: readonly Role[] = ['SealerUser', 'TrackerUser', 'StorageRead'];

function Invite({ onDone }: OnDone) {
	const { platform } = useSession();
	const [email, setEmail] = useState('');
	const [chosen, setChosen] = useState(usual);
	const choose = (role: Role, isChosen: boolean) =>
		setChosen(roles.filter((one) => (one === role ? isChosen : chosen.includes(one))));
	return (
		<section aria-labelledby="invite">
			<h2 id="invite">Invite somebody</h2>
			<ActForm
				name="Send the invitation"
				isReady={email.trim() !== ''}
				act={async () => {
					await platform.call('createInvitation', { email: email.trim(), roles: chosen });
					setEmail('');
					onDone();
				}}
			>
				<TextField label="E-mail address" type="email" value={email} onChange={setEmail} />
				<fieldset>
					<legend>May do</legend>
					{roles.map((role) => (
						<CheckField
							key={role}
							label={`${role}: ${duties[role]}`}
							isChosen={chosen.includes(role)}
							onChange={(isChosen) => choose(role, isChosen)}
						/>
					))}
				</fieldset>
			</ActForm>
		</section>
	);
}

interface InvitationsProps extends OnDone {
	readonly invitations: readonly Model<'Invitation'>[];
}

function Invitations({ invitations, onDone }: InvitationsProps) {
	const { platform } = useSession();
	const pending = invitations.filter(({ status }) => status === 'Pending');
	if (pending.length === 0) return null;
	return (
		<Table
			caption="Invitations that were not accepted yet"
			rows={pending}
			keyOf={({ id }) => id}
			columns={[
				{ name: 'Person', cell: ({ newUserEmail }) => <bdi>{lineOf(newUserEmail)}</bdi> },
				{ name: 'Until', cell: ({ expires }) => <Time at={expires} /> },
				{
					name: 'Take back',
					cell: ({ id, newUserEmail }) => (
						<Action
							name="Take back"
							what={`the invitation of ${newUserEmail}`}
							act={() => platform.call('deleteInvitation', { invitationId: id }).then(onDone)}
						/>
					),
				},
			]}
		/>
	);
}

function Keys({ keys }: { readonly keys: readonly Model<'AnonymousApiKeyResponse'>[] }) {
	return (
		<>
			<h2>Keys of programs</h2>
			{keys.length === 0 ? (
				<Empty>No program has a key.</Empty>
			) : (
				<Table
					caption="A key itself is shown to its owner once and kept nowhere"
					rows={keys}
					keyOf={({ id }) => id}
					columns={[
						{ name: 'Owner', cell: ({ userEmail }) => <bdi>{lineOf(userEmail)}</bdi> },
						{ name: 'For', cell: ({ label }) => <bdi>{lineOf(label)}</bdi> },
						{ name: 'Made', cell: ({ creationDate }) => <Time at={creationDate} /> },
						{
							name: 'Ends',
							cell: ({ expires }) => (expires === undefined ? 'never' : <Time at={expires} />),
						},
					]}
				/>
			)}
		</>
	);
}
