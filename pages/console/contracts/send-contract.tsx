/** Sends a contract: the document, who signs, the fields on its pages, and how. What is entered is kept as a draft. */
import { useEffect, useState } from 'preact/hooks';
import { filesMax } from '../../../api/sealer/contract-files';
import { answerAt } from '../../parts/client';
import { Action, useAction } from '../../parts/forms/action';
import { CheckField, SelectField, TextField } from '../../parts/forms/fields';
import { FileField } from '../../parts/forms/file-field';
import { Heading } from '../../parts/frame';
import { useLoaded } from '../../parts/loading';
import { newClientId } from '../../parts/forms/own-id';
import { languageNames, languages } from '../../parts/language/languages';
import { useTexts } from '../../parts/language/texts';
import { lineOf } from '../../parts/person-text';
import { go } from '../../parts/router';
import { useSignedIn } from '../../parts/session/signed-in';
import { Failure, WhenLoaded } from '../../parts/states';
import { useSession } from '../access/session';
import { Converting, isOfOffice } from './converting';
import { ListField, ProgressOfList, sendEach, type Progress } from './send-to-list';
import { KeepAsTemplate, TakeTemplate } from './templates';
import {
	contractsOf,
	emptyDraft,
	filesOf,
	missingIn,
	sentOf,
	withFile,
	withoutCodes,
	withoutFile,
	withoutLine,
	withoutSigner,
	withSigner,
	type Draft,
	type Signer,
	type SignerCode,
	type SignerRole,
} from './draft';
import { keepDraft, readDraft, removeDraft } from './draft-store';
import { FieldDetails } from './field-details';
import { isPdf, Placing } from './placing';
import { texts, type TextName } from './texts';

export function SendContract({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	const name = `${useSignedIn()?.user?.id ?? ''} ${productId}`;
	const [round, setRound] = useState(0);
	const asked = useLoaded(
		`${name} ${round}`,
		// A browser that keeps no drafts sends contracts all the same.
		async () => (await readDraft(name).catch(() => undefined)) ?? emptyDraft(newClientId()),
	);
	return (
		<>
			<Heading>{say('Send a contract')}</Heading>
			<WhenLoaded asked={asked}>
				{(draft) => (
					<Form
						key={draft.key}
						name={name}
						productId={productId}
						kept={draft}
						onGivenUp={() => setRound(round + 1)}
					/>
				)}
			</WhenLoaded>
		</>
	);
}

interface FormProps {
	readonly name: string;
	readonly productId: string;
	readonly kept: Draft;
	readonly onGivenUp: () => void;
}

function Form({ name, productId, kept, onGivenUp }: FormProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	const [draft, setDraft] = useState(kept);
	const [isKept, setKept] = useState(true);
	useEffect(() => {
		if (draft === kept) return;
		keepDraft(name, withoutCodes(draft)).then(
			() => setKept(true),
			() => setKept(false),
		);
	}, [draft]);
	const [progress, setProgress] = useState<Progress>();
	const { isBusy, fault, start } = useAction(async () => {
		const ids = await sendEach(contractsOf(draft), {
			send: (one) => sealer.call('createContract', sentOf(one, productId)),
			onSent: (one) => setDraft((before) => withoutLine(before, one)),
			onProgress: draft.list === undefined ? () => undefined : setProgress,
		});
		if (ids === undefined) return;
		await removeDraft(name).catch(() => undefined);
		go(ids.length === 1 ? `/console/contracts/${productId}/${ids[0]}` : '/console/contracts');
	});
	const missing = missingIn(draft);
	return (
		<>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (missing === undefined) start();
				}}
			>
				<Documents draft={draft} set={setDraft} productId={productId} />
				<Signers draft={draft} set={setDraft} />
				<ListField draft={draft} set={setDraft} />
				{filesOf(draft).some(isPdf) && <Placing draft={draft} change={setDraft} />}
				<FieldDetails draft={draft} change={setDraft} />
				<Terms draft={draft} set={setDraft} />
				{progress !== undefined && <ProgressOfList {...progress} />}
				{fault !== undefined && <Failure fault={fault} />}
				{missing !== undefined && <p class="soft">{say(missing.name, missing.values)}</p>}
				<p class="row">
					<button type="submit" disabled={isBusy || missing !== undefined}>
						{isBusy ? say('Sending…') : say('Send')}
					</button>
					<button
						class="second"
						type="button"
						disabled={isBusy}
						onClick={() => void removeDraft(name).finally(onGivenUp)}
					>
						{say('Start again')}
					</button>
				</p>
				<p class="soft">
					{isKept
						? say('What you enter is kept in this browser until you send it.')
						: say('This browser keeps no drafts: what you enter is lost when you close the page.')}
				</p>
			</form>
			<KeepAsTemplate productId={productId} draft={draft} />
		</>
	);
}

interface PartProps {
	readonly draft: Draft;
	readonly set: (change: (before: Draft) => Draft) => void;
}

function Documents({ draft, set, productId }: PartProps & { readonly productId: string }) {
	const say = useTexts(texts);
	const files = filesOf(draft);
	/** From the first that is being converted. */
	const [waiting, setWaiting] = useState<readonly File[]>([]);
	const [office, ...behind] = waiting;
	const take = (given: readonly File[]) => {
		const at = given.findIndex(isOfOffice);
		const ready = at === -1 ? given : given.slice(0, at);
		set((before) => ready.reduce(withFile, before));
		setWaiting(at === -1 ? [] : given.slice(at));
	};
	return (
		<section aria-label={say('Document')}>
			{files.map((file, place) => (
				<p class="actions above" key={`${place} ${file.name}`}>
					<strong>
						<bdi>{lineOf(file.name)}</bdi>
					</strong>
					<button
						class="quiet"
						type="button"
						aria-label={say('Remove {document}', { document: lineOf(file.name) })}
						onClick={() => set((before) => withoutFile(before, place + 1))}
					>
						{say('Remove')}
					</button>
				</p>
			))}
			{office !== undefined ? (
				<Converting
					// Of its own, so that what one met is not told of the next.
					key={`${waiting.length} ${office.name}`}
					productId={productId}
					file={office}
					onFile={(file) => {
						set((before) => withFile(before, file));
						take(behind);
					}}
					onGivenUp={() => take(behind)}
				/>
			) : (
				files.length < filesMax && (
					<Choosing key={files.length} isFirst={files.length === 0} onFiles={take} />
				)
			)}
			{files.length === 0 && office === undefined && (
				<>
					<TakeTemplate productId={productId} set={set} />
					<Sample set={set} />
				</>
			)}
			<TextField
				label={say('Name of the contract')}
				help={say('The signers read it in the mail. Left empty, it is the name of the file.')}
				value={draft.name}
				onChange={(given) => set((before) => ({ ...before, name: given }))}
			/>
		</section>
	);
}

interface ChoosingProps {
	readonly isFirst: boolean;
	readonly onFiles: (files: readonly File[]) => void;
}

function Choosing({ isFirst, onFiles }: ChoosingProps) {
	const say = useTexts(texts);
	const label = isFirst ? say('Document') : say('A further document');
	const help = isFirst
		? say(
				'Drop a PDF here, or a DOCX or ODT, of which a PDF is made. Other files can be signed as well, without fields on their pages.',
			)
		: say('All documents are signed together, and each is sealed by itself.');
	return (
		<FileField
			label={label}
			help={help}
			isMany
			onFile={(file, others) => file !== undefined && onFiles([file, ...others])}
		/>
	);
}

/** As many people sign the sample as its pages have places for. */
const sampleSigners = 3;

/** A document to try it with; its fields stand in it already. */
function Sample({ set }: Pick<PartProps, 'set'>) {
	const say = useTexts(texts);
	const email = useSignedIn()?.user?.email ?? '';
	return (
		<p class="soft">
			{say('None at hand?')}{' '}
			<Action
				name={say('Take the sample agreement')}
				what=""
				act={async () => {
					const bytes = await (await answerAt('/samples/agreement.pdf')).blob();
					const file = new File([bytes], say('Sample agreement.pdf'), { type: 'application/pdf' });
					const signers = Array.from({ length: sampleSigners }, (_, place) => ({
						email: place === 0 ? email : '',
						role: 'Signer' as const,
					}));
					set((before) => ({ ...withFile(before, file), signers }));
				}}
			/>{' '}
			{say('Three people sign it; the first is you.')}
		</p>
	);
}

const roles: readonly (readonly [SignerRole, TextName])[] = [
	['Signer', 'signs'],
	['Approver', 'approves, without a signature'],
	['CopyRecipient', 'gets a copy, from the start'],
];

const codes: readonly (readonly [SignerCode, TextName])[] = [
	['None', 'none'],
	['Mail', 'by mail'],
	['Given', 'I tell it myself'],
];

function Signers({ draft, set }: PartProps) {
	const say = useTexts(texts);
	const { signers, isSequential } = draft;
	return (
		<fieldset>
			<legend>{say('Who signs')}</legend>
			{signers.map((signer, place) => (
				<SignerLine
					key={place}
					signer={signer}
					place={place}
					change={(change) => set((before) => withSigner(before, place, change))}
					onRemove={
						signers.length > 1 ? () => set((before) => withoutSigner(before, place)) : undefined
					}
				/>
			))}
			<p>
				<button
					class="second"
					type="button"
					onClick={() =>
						set((before) => ({
							...before,
							signers: [...before.signers, { email: '', role: 'Signer' }],
						}))
					}
				>
					{say('Add a signer')}
				</button>
			</p>
			{signers.length > 1 && (
				<CheckField
					label={say('One after the other, in this order')}
					isChosen={isSequential}
					onChange={(isChosen) => set((before) => ({ ...before, isSequential: isChosen }))}
				/>
			)}
		</fieldset>
	);
}

interface SignerLineProps {
	readonly signer: Signer;
	readonly place: number;
	readonly change: (change: Partial<Signer>) => void;
	/** Undefined for the only signer. */
	readonly onRemove: (() => void) | undefined;
}

function SignerLine({ signer, place, change, onRemove }: SignerLineProps) {
	const say = useTexts(texts);
	const { email, role, code = 'None', givenCode = '' } = signer;
	const at = { place: place + 1 };
	return (
		<div class="signer">
			<span class={`dot signer-${place % 6}`} aria-hidden="true" />
			<TextField
				label={say('E-mail address of signer {place}', at)}
				type="email"
				value={email}
				onChange={(given) => change({ email: given })}
			/>
			<SelectField
				label={say('Part of signer {place}', at)}
				value={role}
				options={roles.map(([one, name]) => [one, say(name)] as const)}
				onChange={(given) => change({ role: given })}
			/>
			<SelectField
				label={say('Code of signer {place}', at)}
				value={code}
				options={codes.map(([one, name]) => [one, say(name)] as const)}
				onChange={(given) => change({ code: given })}
			/>
			{onRemove !== undefined && (
				<button
					class="quiet"
					type="button"
					aria-label={say('Remove signer {place}', at)}
					onClick={onRemove}
				>
					{say('Remove')}
				</button>
			)}
			{code === 'Given' && (
				<div class="told">
					<TextField
						label={say('Code that you tell signer {place}', at)}
						help={say('In another way than by mail. It is shown nowhere again.')}
						value={givenCode}
						onChange={(given) => change({ givenCode: given })}
					/>
				</div>
			)}
		</div>
	);
}

function Terms({ draft, set }: PartProps) {
	const say = useTexts(texts);
	const put = (change: Partial<Draft>) => set((before) => ({ ...before, ...change }));
	return (
		<details>
			<summary>{say('Message, reminders, language')}</summary>
			<TextField
				label={say('Message to the signers')}
				isLong
				value={draft.message}
				onChange={(message) => put({ message })}
			/>
			<TextField
				label={say('Can be signed for so many days')}
				help={say('Left empty, as long as the settings of the service say.')}
				isNumber
				value={draft.expiresInDays}
				onChange={(expiresInDays) => put({ expiresInDays })}
			/>
			<TextField
				label={say('Remind every so many days')}
				help={say('Left empty, nobody is reminded.')}
				isNumber
				value={draft.reminderDays}
				onChange={(reminderDays) => put({ reminderDays })}
			/>
			<SelectField
				label={say('Language of its mails')}
				value={draft.language}
				options={[
					['', say('as the mails of the service are')],
					...languageNames.map((name) => [name, languages[name].name] as const),
				]}
				onChange={(language) => put({ language })}
			/>
		</details>
	);
}
