/** Where the reader is signed in, the end of each, and their passkeys. */
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { Heading } from '../../parts/frame';
import { useLoaded } from '../../parts/loading';
import { addPasskey, hasPasskeys } from '../../parts/session/passkeys';
import { session } from '../../parts/session/signed-in';
import { WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';

interface Shown {
	readonly id: string;
	readonly agent: string;
	readonly createdAt: string;
	readonly usedAt: string;
	readonly isThis: boolean;
}

interface Passkey {
	readonly id: string;
	readonly agent: string;
	readonly createdAt: string;
	readonly usedAt: string | null;
}

export function Sessions() {
	return (
		<>
			<Heading>Your sessions</Heading>
			<OpenSessions />
			<Passkeys />
		</>
	);
}

function Passkeys() {
	const asked = useLoaded(
		'passkeys',
		async () => (await session('GET', '/passkeys')) as readonly Passkey[],
	);
	return (
		<>
			<h2>Passkeys</h2>
			<p>
				A passkey signs you in by the lock of your device: a finger, your face, its PIN. You need no
				mailbox then.
			</p>
			<WhenLoaded asked={asked}>
				{(passkeys) => (
					<>
						{passkeys.length > 0 && (
							<Table
								caption="The oldest first"
								rows={passkeys}
								keyOf={({ id }) => id}
								columns={[
									{ name: 'Made in', cell: ({ agent }) => browserOf(agent) },
									{ name: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
									{
										name: 'Last used',
										cell: ({ usedAt }) => (usedAt === null ? 'never' : <Time at={usedAt} />),
									},
									{
										name: 'Remove',
										cell: ({ id, createdAt }) => (
											<Action
												name="Remove"
												what={`the passkey of ${createdAt}`}
												asks="It signs nobody in any more."
												act={() => session('DELETE', `/passkeys/${id}`).then(asked.again)}
											/>
										),
									},
								]}
							/>
						)}
						{hasPasskeys() ? (
							<ActForm name="Add a passkey" isReady act={() => addPasskey().then(asked.again)} />
						) : (
							<p class="soft">
								Browsers make passkeys over HTTPS and on localhost, at a name rather than a bare
								address.
							</p>
						)}
					</>
				)}
			</WhenLoaded>
		</>
	);
}

function OpenSessions() {
	const asked = useLoaded('sessions', async () => (await session('GET', 's')) as readonly Shown[]);
	return (
		<>
			<p>
				A session ends 12 hours after its last use, and after 7 days. End one that you do not know,
				and tell your administrator.
			</p>
			<WhenLoaded asked={asked}>
				{(sessions) => (
					<Table
						caption="The last used first"
						rows={sessions}
						keyOf={({ id }) => id}
						columns={[
							{
								name: 'Browser',
								cell: ({ agent, isThis }) =>
									isThis ? `${browserOf(agent)} (this one)` : browserOf(agent),
							},
							{ name: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
							{ name: 'Last used', cell: ({ usedAt }) => <Time at={usedAt} /> },
							{
								name: 'End',
								cell: ({ id, isThis }) =>
									isThis ? (
										'by signing out'
									) : (
										<Action
											name="End"
											what={`the session of ${id}`}
											act={() => session('DELETE', `s/${id}`).then(asked.again)}
										/>
									),
							},
						]}
					/>
				)}
			</WhenLoaded>
		</>
	);
}

/** The name of a browser in its user agent; what is unknown is shown as it is. */
function browserOf(agent: string): string {
	const found = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(agent);
	const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
	if (found === null) return agent === '' ? 'unknown' : agent;
	const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
	const [, name = '', version = ''] = found;
	return `${names[name] ?? name} ${version}${system === '' ? '' : `, ${system}`}`;
}
