/** Where the reader is signed in, the end of each, and their passkeys. */
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { Heading } from '../../parts/frame';
import { useLanguage } from '../../parts/language/language';
import { useTexts } from '../../parts/language/texts';
import { useLoaded } from '../../parts/loading';
import { session } from '../../parts/session/signed-in';
import { WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time, timeText } from '../../parts/values';
import { addPasskey, hasPasskeys } from './passkeys';
import { texts } from './texts';

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
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Your sessions')}</Heading>
			<OpenSessions />
			<Passkeys />
		</>
	);
}

function Passkeys() {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const asked = useLoaded(
		'passkeys',
		async () => (await session('GET', '/passkeys')) as readonly Passkey[],
	);
	return (
		<>
			<h2>{say('Passkeys')}</h2>
			<p>
				{say(
					'A passkey signs you in by the lock of your device: a finger, your face, its PIN. You need no mailbox then.',
				)}
			</p>
			<WhenLoaded asked={asked}>
				{(passkeys) => (
					<>
						{passkeys.length > 0 && (
							<Table
								caption={say('The oldest first')}
								rows={passkeys}
								keyOf={({ id }) => id}
								columns={[
									{ name: say('Made in'), cell: ({ agent }) => browserOf(agent) || say('unknown') },
									{ name: say('Made'), cell: ({ createdAt }) => <Time at={createdAt} /> },
									{
										name: say('Last used'),
										cell: ({ usedAt }) => (usedAt === null ? say('never') : <Time at={usedAt} />),
									},
									{
										name: say('Remove'),
										cell: ({ id, createdAt }) => (
											<Action
												name={say('Remove')}
												what={say('the passkey of {time}', { time: timeText(createdAt, locale) })}
												asks={say('It signs nobody in any more.')}
												act={() => session('DELETE', `/passkeys/${id}`).then(asked.again)}
											/>
										),
									},
								]}
							/>
						)}
						{hasPasskeys() ? (
							<ActForm
								name={say('Add a passkey')}
								isReady
								act={() => addPasskey(say).then(asked.again)}
							/>
						) : (
							<p class="soft">
								{say(
									'Browsers make passkeys over HTTPS and on localhost, at a name rather than a bare address.',
								)}
							</p>
						)}
					</>
				)}
			</WhenLoaded>
		</>
	);
}

function OpenSessions() {
	const say = useTexts(texts);
	const asked = useLoaded('sessions', async () => (await session('GET', 's')) as readonly Shown[]);
	return (
		<>
			<p>
				{say(
					'A session ends 12 hours after its last use, and after 7 days. End one that you do not know, and tell your administrator.',
				)}
			</p>
			<WhenLoaded asked={asked}>
				{(sessions) => (
					<Table
						caption={say('The last used first')}
						rows={sessions}
						keyOf={({ id }) => id}
						columns={[
							{
								name: say('Browser'),
								cell: ({ agent, isThis }) => {
									const browser = browserOf(agent) || say('unknown');
									return isThis ? say('{browser} (this one)', { browser }) : browser;
								},
							},
							{ name: say('Signed in'), cell: ({ createdAt }) => <Time at={createdAt} /> },
							{ name: say('Last used'), cell: ({ usedAt }) => <Time at={usedAt} /> },
							{
								name: say('End'),
								cell: ({ id, isThis }) =>
									isThis ? (
										say('by signing out')
									) : (
										<Action
											name={say('End')}
											what={say('the session of {id}', { id })}
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

/** The name of a browser in its user agent; what is unknown stays as it is. */
function browserOf(agent: string): string {
	const found = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(agent);
	const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
	if (found === null) return agent;
	const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
	const [, name = '', version = ''] = found;
	return `${names[name] ?? name} ${version}${system === '' ? '' : `, ${system}`}`;
}
