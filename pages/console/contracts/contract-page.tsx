/** A contract: who has done what, what can be done, and its files. */
import { useState } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { proofExtension } from '../../../proof/proof-file';
import { ActForm } from '../../parts/forms/act-form';
import { Action } from '../../parts/forms/action';
import { Adding } from '../../parts/forms/adding';
import { TextField } from '../../parts/forms/fields';
import { Heading } from '../../parts/frame';
import { useTexts } from '../../parts/language/texts';
import { lineOf, linesOf } from '../../parts/person-text';
import { saveFile } from '../../parts/save-file';
import { session, useSignedIn } from '../../parts/session/signed-in';
import { Notice, WhenLoaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/values';
import {
	isOpen,
	signerCodes,
	signerRoles,
	signerStates,
	stateOf,
	type Contract,
	mailStates,
	stepNames,
} from './contract-words';
import { useAsked, useSession } from '../access/session';
import { texts } from './texts';

interface Place {
	readonly productId: string;
	readonly contractId: string;
}

export function ContractPage(place: Place) {
	const { email = '', roles = [] } = useSignedIn()?.user ?? {};
	const isSender = roles.includes('SealerAdmin');
	const asked = useAsked(`contract ${place.contractId}`, async ({ sealer }) => ({
		contract: await sealer.call('getContract', place),
		steps: isSender ? await sealer.call('listContractEvents', { ...place, limit: 1000 }) : [],
	}));
	return (
		<WhenLoaded asked={asked}>
			{({ contract, steps }) => (
				<>
					<Heading>{lineOf(contract.displayName)}</Heading>
					<State contract={contract} />
					{isAsked(contract, email) && <Sign place={place} />}
					{isSender && isOpen(contract) && (
						<>
							<Acts place={place} onDone={asked.again} />
							<HandOver place={place} onDone={asked.again} />
						</>
					)}
					<Signers contract={contract} />
					<Files place={place} contract={contract} />
					{steps.length > 0 && <Trail steps={steps} />}
				</>
			)}
		</WhenLoaded>
	);
}

/** True if it is the turn of the person with this address. */
function isAsked(contract: Contract, email: string): boolean {
	const own = contract.signers?.find(
		(one) => one.signerEmail.toLowerCase() === email.toLowerCase(),
	);
	return isOpen(contract) && own?.state === 'Asked';
}

/** Leads to the page that everybody signs on. */
function Sign({ place }: { readonly place: Place }) {
	const say = useTexts(texts);
	return (
		<ActForm
			name={say('Read and sign')}
			isReady
			act={async () => {
				const { link } = (await session('POST', '/signing-links', place)) as { link: string };
				globalThis.location.assign(link);
			}}
		/>
	);
}

function State({ contract }: { readonly contract: Contract }) {
	const { contractStatus, reason, reasonText, signatureRequestMessage, expires, handlerEmail } =
		contract;
	const kind = contractStatus === 'Signed' ? 'good' : reason === undefined ? 'plain' : 'warn';
	const say = useTexts(texts);
	const state = say(stateOf(contract));
	return (
		<>
			<Notice kind={kind} title={state.charAt(0).toUpperCase() + state.slice(1)}>
				{reasonText !== undefined && <p class="lines">{linesOf(reasonText)}</p>}
			</Notice>
			<dl class="facts">
				<dt>{say('Sent')}</dt>
				<dd>
					{say.filled('{time} by {person}', {
						time: <Time at={contract.creationDate} />,
						person: <bdi>{lineOf(contract.ownerEmail)}</bdi>,
					})}
				</dd>
				{handlerEmail !== undefined && (
					<>
						<dt>{say('Looked after by')}</dt>
						<dd>
							<bdi>{lineOf(handlerEmail)}</bdi>
						</dd>
					</>
				)}
				{expires !== undefined && (
					<>
						<dt>{say('Can be signed until')}</dt>
						<dd>
							<Time at={expires} />
						</dd>
					</>
				)}
				{signatureRequestMessage !== undefined && (
					<>
						<dt>{say('Message')}</dt>
						<dd class="lines">{linesOf(signatureRequestMessage)}</dd>
					</>
				)}
			</dl>
		</>
	);
}

interface ActsProps {
	readonly place: Place;
	readonly onDone: () => void;
}

function Acts({ place, onDone }: ActsProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	return (
		<p class="actions above">
			<Action
				name={say('Remind who has not signed')}
				what=""
				act={() => sealer.call('remindSigners', place).then(onDone)}
			/>
			<Action
				name={say('Take it back')}
				what=""
				asks={say('Everybody who was asked is told, and nobody can sign it any more.')}
				act={() => sealer.call('cancelContract', place).then(onDone)}
			/>
		</p>
	);
}

function HandOver({ place, onDone }: ActsProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	const [email, setEmail] = useState('');
	return (
		<Adding summary={say('Hand it over to a colleague')}>
			<ActForm
				name={say('Hand it over')}
				isReady={email.trim() !== ''}
				act={() => sealer.call('handOverContract', { ...place, email: email.trim() }).then(onDone)}
			>
				<TextField
					label={say('E-mail address of the colleague')}
					help={say(
						'They look after it from then on, are told so by a mail, and are told how it ends.',
					)}
					type="email"
					value={email}
					onChange={setEmail}
				/>
			</ActForm>
		</Adding>
	);
}

function Signers({ contract: { signers = [] } }: { readonly contract: Contract }) {
	const say = useTexts(texts);
	return (
		<Table
			caption={say('Who signs, in the order given')}
			rows={signers}
			keyOf={({ signerEmail }) => signerEmail}
			columns={[
				{ name: say('Person'), cell: ({ signerEmail }) => <bdi>{lineOf(signerEmail)}</bdi> },
				{
					name: say('Part'),
					cell: ({ role, code }) =>
						[say(signerRoles[role]), ...(code === undefined ? [] : [say(signerCodes[code])])].join(
							', ',
						),
				},
				{
					name: say('State'),
					cell: ({ state, doneDate }) => (
						<>
							{say(signerStates[state])}
							{doneDate !== undefined && (
								<>
									, <Time at={doneDate} />
								</>
							)}
						</>
					),
				},
				{
					name: say('Mail'),
					cell: ({ mailStatus, mailFault }) =>
						mailFault === undefined ? (
							mailStatus && say(mailStates[mailStatus])
						) : (
							<bdi>{lineOf(mailFault)}</bdi>
						),
				},
			]}
		/>
	);
}

interface FilesProps {
	readonly place: Place;
	readonly contract: Contract;
}

function Files({ place, contract }: FilesProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	const { files = [], contractStatus, isDeleted } = contract;
	if (isDeleted) return null;
	const save = (fileNumber: number, name: string) => async () =>
		saveFile(await sealer.bytes('getContractFile', { ...place, fileNumber }), name);
	const saveSealed = (fileNumber: number) => async () => {
		const chosen = { ...place, fileNumber };
		const { fileName = '' } = await sealer.call('getSeal', chosen);
		saveFile(await sealer.bytes('getSealedFile', chosen), fileName);
	};
	const saveProof = (fileNumber: number) => async () => {
		const chosen = { ...place, fileNumber };
		const { fileName = '' } = await sealer.call('getSeal', chosen);
		saveFile(await sealer.bytes('getSealProof', chosen), fileName + proofExtension);
	};
	return (
		<>
			{files.map(({ fileNumber, fileName }) => {
				const what = files.length > 1 ? lineOf(fileName) : '';
				return (
					<p class="actions above" key={fileNumber}>
						{what !== '' && <bdi>{what}</bdi>}
						<Action
							name={say('Download the contract')}
							what={what}
							act={save(Number(fileNumber), fileName)}
						/>
						{contractStatus === 'Signed' && (
							<>
								<Action
									name={say('Download the sealed file')}
									what={what}
									act={saveSealed(Number(fileNumber))}
								/>
								<Action
									name={say('Download the proof')}
									what={what}
									act={saveProof(Number(fileNumber))}
								/>
							</>
						)}
					</p>
				);
			})}
		</>
	);
}

function Trail({ steps }: { readonly steps: readonly Model<'ContractStep'>[] }) {
	const say = useTexts(texts);
	return (
		<>
			<h2>{say('What happened')}</h2>
			<Table
				caption={say('The oldest first; each step has its entry in the log')}
				rows={steps}
				keyOf={({ id }) => id}
				columns={[
					{ name: say('When'), cell: ({ date }) => <Time at={date} /> },
					{ name: say('What'), cell: ({ kind }) => say(stepNames[kind]) },
					{
						name: say('Who'),
						cell: ({ signerEmail, actorEmail }) => (
							<bdi>{lineOf(signerEmail ?? actorEmail ?? '')}</bdi>
						),
					},
				]}
			/>
		</>
	);
}
