/** The people of the organisation, invitations, and the keys of programs. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { roles, type Role } from '../../../api/language/roles';
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { lineOf } from '../../parts/person-text';
import { useSignedIn } from '../../parts/session/signed-in';
import { WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { Keys, SendKey } from './keys';
import { RoleFields } from './role-fields';
import { useAsked, useSession } from './session';

const all = { limit: 1000 } as const;

export function People() {
	const { platform } = useSession();
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
						<h2>Keys of programs</h2>
						<SendKey users={users} onDone={asked.again} />
						<Keys
							keys={keys}
							isOfAll
							revoke={({ id: keyId, userId }) =>
								platform.call('revokeApiKey', { userId, keyId }).then(asked.again)
							}
						/>
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

/** What a new colleague usually does. */
const usual: readonly Role[] = ['SealerUser', 'TrackerUser', 'StorageRead'];

function Invite({ onDone }: OnDone) {
	const { platform } = useSession();
	const [email, setEmail] = useState('');
	const [chosen, setChosen] = useState(usual);
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
					<RoleFields offered={roles} chosen={chosen} onChange={setChosen} />
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
