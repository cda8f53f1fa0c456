/** The keys of programs: one's own, made here, and all of them as user administrators see them. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { roles } from '../../../api/language/roles';
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { Adding } from '../../parts/forms/adding';
import { SelectField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { useLoaded } from '../../parts/loading';
import { lineOf } from '../../parts/person-text';
import { session, useSignedIn } from '../../parts/session/signed-in';
import { Empty, Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Copy, Time } from '../../parts/values';
import { isReady, KeyTermsFields, noTerms, sentTerms } from './key-terms';
import { useSession } from './session';
import { texts } from './texts';

type Key = Model<'AnonymousApiKeyResponse'>;

export function OwnKeys() {
	const say = useTexts(texts);
	const asked = useLoaded('keys', async () => (await session('GET', '/keys')) as readonly Key[]);
	return (
		<>
			<Heading>{say('Your keys')}</Heading>
			<p>
				{say(
					'A key lets a program, such as n8n, act in your name. It never does more than you may do at that moment, and less if you say so.',
				)}
			</p>
			<MakeKey onDone={asked.again} />
			<WhenLoaded asked={asked}>
				{(keys) => (
					<Keys
						keys={keys}
						revoke={({ id }) => session('DELETE', `/keys/${id}`).then(asked.again)}
					/>
				)}
			</WhenLoaded>
		</>
	);
}

function MakeKey({ onDone }: { readonly onDone: () => void }) {
	const say = useTexts(texts);
	const own = useSignedIn()?.user?.roles ?? [];
	const [terms, setTerms] = useState(noTerms);
	const [key, setKey] = useState<string>();
	return (
		<>
			{key !== undefined && (
				<Notice kind="good" title={say('The key is shown this once.')}>
					<p>
						<code>{key}</code> <Copy text={key} what={say('the key')} />
					</p>
					<p>
						{say('Keep it where you keep passwords. Programs send it in the header x-api-key.')}
					</p>
				</Notice>
			)}
			<Adding summary={say('Make a key')}>
				<ActForm
					name={say('Make the key')}
					isReady={isReady(terms)}
					act={async () => {
						const made = await session('POST', '/keys', sentTerms(terms));
						setKey((made as { readonly key: string }).key);
						setTerms(noTerms);
						onDone();
					}}
				>
					<KeyTermsFields terms={terms} offered={own} onChange={setTerms} />
				</ActForm>
			</Adding>
		</>
	);
}

interface SendKeyProps {
	readonly users: readonly Model<'User'>[];
	readonly onDone: () => void;
}

/** Mails somebody else the link at which their key is made and shown to them. */
export function SendKey({ users, onDone }: SendKeyProps) {
	const say = useTexts(texts);
	const { platform } = useSession();
	const enabled = users.filter(({ isEnabled }) => isEnabled);
	const [userId, setUserId] = useState(enabled[0]?.id ?? '');
	const [terms, setTerms] = useState(noTerms);
	const [sentTo, setSentTo] = useState<string>();
	return (
		<>
			{sentTo !== undefined && (
				<Notice
					kind="good"
					title={say('A mail with the link is on its way to {email}.', { email: lineOf(sentTo) })}
				>
					<p>{say('The key is made and shown once when they open it.')}</p>
				</Notice>
			)}
			<Adding summary={say('Send somebody a key')}>
				<ActForm
					name={say('Send the link to the key')}
					isReady={isReady(terms)}
					act={async () => {
						await platform.call('createApiKey', { userId, ...sentTerms(terms) });
						setSentTo(enabled.find(({ id }) => id === userId)?.email);
						setTerms(noTerms);
						onDone();
					}}
				>
					<SelectField
						label={say('For whom')}
						value={userId}
						options={enabled.map(({ id, email }) => [id, lineOf(email)] as const)}
						onChange={setUserId}
					/>
					<KeyTermsFields terms={terms} offered={roles} onChange={setTerms} />
				</ActForm>
			</Adding>
		</>
	);
}

interface KeysProps {
	readonly keys: readonly Key[];
	/** Whether they belong to several people. */
	readonly isOfAll?: boolean;
	readonly revoke: (key: Key) => Promise<unknown>;
}

export function Keys({ keys, isOfAll = false, revoke }: KeysProps) {
	const say = useTexts(texts);
	if (keys.length === 0) return <Empty>{say('No program has a key.')}</Empty>;
	return (
		<Table<Key>
			caption={say('A key itself is shown to its owner once and kept nowhere')}
			rows={keys}
			keyOf={({ id }) => id}
			columns={[
				{ name: say('For'), cell: ({ label }) => <bdi>{lineOf(label)}</bdi> },
				...(isOfAll
					? [{ name: say('Owner'), cell: ({ userEmail }: Key) => <bdi>{lineOf(userEmail)}</bdi> }]
					: []),
				{
					name: say('May do'),
					cell: (key) => key.roles?.join(', ') ?? say('whatever its owner may'),
				},
				{ name: say('From'), cell: ({ networks }) => networks?.join(', ') ?? say('anywhere') },
				{ name: say('Made'), cell: ({ creationDate }) => <Time at={creationDate} /> },
				{
					name: say('Last used'),
					cell: ({ lastUsedDate: used }) =>
						used === undefined ? say('never') : <Time at={used} />,
				},
				{
					name: say('Ends'),
					cell: ({ expires }) => (expires === undefined ? say('never') : <Time at={expires} />),
				},
				{
					name: say('Revoke'),
					cell: (key) => (
						<Action
							name={say('Revoke')}
							what={say('the key for {label}', { label: lineOf(key.label) })}
							asks={say('The program that has it can do nothing more.')}
							act={() => revoke(key)}
						/>
					),
				},
			]}
		/>
	);
}
