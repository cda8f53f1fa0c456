/** What a person does with assets: create, issue, transfer, burn. */
import { useState } from 'preact/hooks';
import type { Role } from '../../api/language/roles';
import { ActForm } from '../parts/forms/act-form';
import { Adding } from '../parts/forms/adding';
import { TextField } from '../parts/forms/fields';
import { useTexts } from '../parts/language/texts';
import { go } from '../parts/router';
import { useSignedIn } from '../parts/session/signed-in';
import { useSession } from './session';
import { texts } from './texts';

/** Somebody with a key alone is refused by the server where their role is missing. */
function useMay(...roles: readonly Role[]): boolean {
	const user = useSignedIn()?.user;
	return user === undefined || roles.some((role) => user.roles.includes(role));
}

export function CreateAsset({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	const { tracker } = useSession();
	const [name, setName] = useState('');
	if (!useMay('TrackerAdmin')) return null;
	return (
		<Adding summary={say('Create an asset')}>
			<ActForm
				name={say('Create it')}
				isReady={name.trim() !== ''}
				act={async (onceKey) => {
					const asset = { productId, name: name.trim(), 'idempotency-key': onceKey };
					const { id } = await tracker.call('createAsset', asset);
					go(`/assets/${productId}/${id}`);
				}}
			>
				<TextField label={say('Name of the asset')} value={name} onChange={setName} />
			</ActForm>
		</Adding>
	);
}

interface MoveProps {
	readonly place: { readonly productId: string; readonly assetId: string };
	readonly onDone: () => void;
}

/** The acts that move units of an asset. */
export function MoveAsset(props: MoveProps) {
	const say = useTexts(texts);
	const mayIssue = useMay('TrackerAdmin');
	const mayMove = useMay('TrackerAdmin', 'TrackerUser');
	return (
		<>
			{mayIssue && (
				<ToRecipient act="issueAsset" summary={say('Issue')} name={say('Issue it')} {...props} />
			)}
			{mayMove && (
				<ToRecipient
					act="transferAsset"
					summary={say('Transfer')}
					name={say('Transfer it')}
					{...props}
				/>
			)}
			{mayMove && <Burn {...props} />}
		</>
	);
}

/** Whole units: the ledger has no fractions. */
function amountOf(text: string): number | undefined {
	const amount = Number(text.trim());
	return /^\d+$/.test(text.trim()) && Number.isSafeInteger(amount) && amount > 0
		? amount
		: undefined;
}

function Amount(props: { readonly value: string; readonly onChange: (value: string) => void }) {
	const say = useTexts(texts);
	const fault =
		props.value.trim() === '' || amountOf(props.value) !== undefined
			? undefined
			: say('Enter a whole number of units, at least 1.');
	return (
		<TextField label={say('Amount')} help={say('Whole units')} isNumber fault={fault} {...props} />
	);
}

interface ToRecipientProps extends MoveProps {
	readonly act: 'issueAsset' | 'transferAsset';
	readonly summary: string;
	readonly name: string;
}

function ToRecipient({ act, summary, name, place, onDone }: ToRecipientProps) {
	const say = useTexts(texts);
	const { tracker } = useSession();
	const [email, setEmail] = useState('');
	const [text, setText] = useState('');
	const amount = amountOf(text);
	return (
		<Adding summary={summary}>
			<ActForm
				name={name}
				isReady={email.trim() !== '' && amount !== undefined}
				act={async (onceKey) => {
					if (amount === undefined) return;
					const sent = {
						...place,
						recipientEmail: email.trim(),
						amount,
						'idempotency-key': onceKey,
					};
					await tracker.call(act, sent);
					setText('');
					onDone();
				}}
			>
				<TextField
					label={say('Recipient')}
					help={say('The e-mail address of a person of your organisation')}
					type="email"
					value={email}
					onChange={setEmail}
				/>
				<Amount value={text} onChange={setText} />
			</ActForm>
		</Adding>
	);
}

function Burn({ place, onDone }: MoveProps) {
	const say = useTexts(texts);
	const { tracker } = useSession();
	const [text, setText] = useState('');
	const [reason, setReason] = useState('');
	const amount = amountOf(text);
	return (
		<Adding summary={say('Burn')}>
			<ActForm
				name={say('Burn it for good')}
				isReady={amount !== undefined && reason.trim() !== ''}
				act={async (onceKey) => {
					if (amount === undefined) return;
					const sent = { ...place, amount, reason: reason.trim(), 'idempotency-key': onceKey };
					await tracker.call('burnAsset', sent);
					setText('');
					onDone();
				}}
			>
				<Amount value={text} onChange={setText} />
				<TextField
					label={say('What it is used up for')}
					help={say('The proof of the transaction holds it.')}
					value={reason}
					onChange={setReason}
				/>
			</ActForm>
		</Adding>
	);
}
