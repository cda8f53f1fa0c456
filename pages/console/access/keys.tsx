/** The keys of programs: one's own, made here, and all of them as user administrators see them. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { roles } from '../../../api/language/roles';
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { Adding } from '../../parts/forms/adding';
import { SelectField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { useLoaded } from '../../parts/loading';
import { lineOf } from '../../parts/person-text';
import { session, useSignedIn } from '../../parts/session/signed-in';
import { Empty, Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Copy, Time } from '../../parts/values';
import { isReady, KeyTermsFields, noTerms, sentTerms } from './key-terms';
import { useSession } from './session';

type Key = Model<'AnonymousApiKeyResponse'>;

export function OwnKeys() {
	const asked = useLoaded('keys', async () => (await session('GET', '/keys')) as readonly Key[]);
	return (
		<>
			<Heading>Your keys</Heading>
			<p>
				A key lets a program, such as n8n, act in your name. It never does more than you may do at
				that moment, and less if you say so.
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
	const own = useSignedIn()?.user?.roles ?? [];
	const [terms, setTerms] = useState(noTerms);
	const [key, setKey] = useState<string>();
	return (
		<>
			{key !== undefined && (
				<Notice kind="good" title="The key is shown this once.">
					<p>
						<code>{key}</code> <Copy text={key} what="the key" />
					</p>
					<p>Keep it where you keep passwords. Programs send it in the header x-api-key.</p>
				</Notice>
			)}
			<Adding summary="Make a key">
				<ActForm
					name="Make the key"
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
	const { platform } = useSession();
	const enabled = users.filter(({ isEnabled }) => isEnabled);
	const [userId, setUserId] = useState(enabled[0]?.id ?? '');
	const [terms, setTerms] = useState(noTerms);
	const [sentTo, setSentTo] = useState<string>();
	return (
		<>
			{sentTo !== undefined && (
				<Notice kind="good" title={`A mail with the link is on its way to ${lineOf(sentTo)}.`}>
					<p>The key is made and shown once when they open it.</p>
				</Notice>
			)}
			<Adding summary="Send somebody a key">
				<ActForm
					name="Send the link to the key"
					isReady={isReady(terms)}
					act={async () => {
						await platform.call('createApiKey', { userId, ...sentTerms(terms) });
						setSentTo(enabled.find(({ id }) => id === userId)?.email);
						setTerms(noTerms);
						onDone();
					}}
				>
					<SelectField
						label="For whom"
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
	if (keys.length === 0) return <Empty>No program has a key.</Empty>;
	return (
		<Table<Key>
			caption="A key itself is shown to its owner once and kept nowhere"
			rows={keys}
			keyOf={({ id }) => id}
			columns={[
				{ name: 'For', cell: ({ label }) => <bdi>{lineOf(label)}</bdi> },
				...(isOfAll
					? [{ name: 'Owner', cell: ({ userEmail }: Key) => <bdi>{lineOf(userEmail)}</bdi> }]
					: []),
				{ name: 'May do', cell: (key) => key.roles?.join(', ') ?? 'whatever its owner may' },
				{ name: 'From', cell: ({ networks }) => networks?.join(', ') ?? 'anywhere' },
				{ name: 'Made', cell: ({ creationDate }) => <Time at={creationDate} /> },
				{
					name: 'Ends',
					cell: ({ expires }) => (expires === undefined ? 'never' : <Time at={expires} />),
				},
				{
					name: 'Revoke',
					cell: (key) => (
						<Action
							name="Revoke"
							what={`the key for ${lineOf(key.label)}`}
							asks="The program that has it can do nothing more."
							act={() => revoke(key)}
						/>
					),
				},
			]}
		/>
	);
}
