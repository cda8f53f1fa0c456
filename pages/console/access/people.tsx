/** The people of the organisation, invitations, and the keys of programs. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { roles, type Role } from '../../../api/language/roles';
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { lineOf } from '../../parts/person-text';
import { useSignedIn } from '../../parts/session/signed-in';
import { WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import { Keys, SendKey } from './keys';
import { RoleFields } from './role-fields';
import { useAsked, useSession } from './session';
import { texts } from './texts';

const all = { limit: 1000 } as const;

export function People() {
	const say = useTexts(texts);
	const { platform } = useSession();
	const asked = useAsked('people', async ({ platform }) => ({
		users: await platform.call('listUsers', all),
		invitations: await platform.call('listInvitations', all),
		keys: await platform.call('listApiKeys', all),
	}));
	return (
		<>
			<Heading>{say('People and keys')}</Heading>
			<WhenLoaded asked={asked}>
				{({ users, invitations, keys }) => (
					<>
						<Users users={users} onDone={asked.again} />
						<Invite onDone={asked.again} />
						<Invitations invitations={invitations} onDone={asked.again} />
						<h2>{say('Keys of programs')}</h2>
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
	const say = useTexts(texts);
	const { platform } = useSession();
	const self = useSignedIn()?.user?.id;
	return (
		<Table
			caption={say('The people of the organisation')}
			rows={users}
			keyOf={({ id }) => id}
			columns={[
				{ name: say('Person'), cell: ({ email }) => <bdi>{lineOf(email)}</bdi> },
				{ name: say('May do'), cell: (user) => user.roles.join(', ') },
				{
					name: say('State'),
					cell: ({ isEnabled }) => say(isEnabled ? 'enabled' : 'disabled'),
				},
				{
					name: say('Change'),
					cell: ({ id, email, isEnabled }) => (
						<p class="actions">
							{id !== self && isEnabled && (
								<Action
									name={say('Disable')}
									what={email}
									asks={say('The keys and sessions of {email} end now.', { email: lineOf(email) })}
									act={() => platform.call('disableUser', { userId: id }).then(onDone)}
								/>
							)}
							{!isEnabled && (
								<Action
									name={say('Enable')}
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
	const say = useTexts(texts);
	const { platform } = useSession();
	const [email, setEmail] = useState('');
	const [chosen, setChosen] = useState(usual);
	return (
		<section aria-labelledby="invite">
			<h2 id="invite">{say('Invite somebody')}</h2>
			<ActForm
				name={say('Send the invitation')}
				isReady={email.trim() !== ''}
				act={async () => {
					await platform.call('createInvitation', { email: email.trim(), roles: chosen });
					setEmail('');
					onDone();
				}}
			>
				<TextField label={say('E-mail address')} type="email" value={email} onChange={setEmail} />
				<fieldset>
					<legend>{say('May do')}</legend>
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
	const say = useTexts(texts);
	const { platform } = useSession();
	const pending = invitations.filter(({ status }) => status === 'Pending');
	if (pending.length === 0) return null;
	return (
		<Table
			caption={say('Invitations that were not accepted yet')}
			rows={pending}
			keyOf={({ id }) => id}
			columns={[
				{ name: say('Person'), cell: ({ newUserEmail }) => <bdi>{lineOf(newUserEmail)}</bdi> },
				{ name: say('Until'), cell: ({ expires }) => <Time at={expires} /> },
				{
					name: say('Take back'),
					cell: ({ id, newUserEmail }) => (
						<Action
							name={say('Take back')}
							what={say('the invitation of {email}', { email: lineOf(newUserEmail) })}
							act={() => platform.call('deleteInvitation', { invitationId: id }).then(onDone)}
						/>
					),
				},
			]}
		/>
	);
}
