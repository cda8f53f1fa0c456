/** The result of checking a file: verdict, steps, and what the file says about its signing. */
import type { RecordedSigner, SealedRecord } from '../../proof/sealed/sealed-record';
import type { CheckedSeal, SealDetails } from '../../proof/sealed/sealed-file';
import { nowMs } from '../parts/clock';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Notice } from '../parts/states';
import { Steps } from '../parts/steps';
import { Hash, Time } from '../parts/values';
import { faultSentence, type Checked } from './checking';
import { texts, type TextName } from './texts';

export function Outcome({ checked }: { readonly checked: Checked }) {
	const say = useTexts(texts);
	const reader = useLanguage();
	const { seal } = checked;
	if (seal.outcome === 'NotSealed') {
		return (
			<Notice kind="plain" title={say('This file carries no seal of Sealkeeper.')}>
				<p>
					{say(
						'It may still be a contract: choose the sealed file above, and this one below as the second file.',
					)}
				</p>
			</Notice>
		);
	}
	const steps = checked.steps.map((step) =>
		step.says === '{why}'
			? { ...step, values: { why: faultSentence(String(step.values?.['why']), reader) } }
			: step,
	);
	return (
		<section aria-label={say('Result of the check')}>
			<Verdict checked={checked} />
			<Steps steps={steps} say={say} />
			{seal.record !== undefined && <Said record={seal.record} outcome={seal.outcome} />}
			{seal.seal !== undefined && <Seal said={seal.seal} />}
		</section>
	);
}

interface Verdict {
	readonly kind: 'good' | 'warn' | 'bad';
	readonly title: TextName;
	readonly says?: TextName;
}

const verdicts: Readonly<Record<Exclude<CheckedSeal['outcome'], 'NotSealed'>, Verdict>> = {
	Sealed: { kind: 'good', title: 'This file is whole, and was signed as it says.' },
	Changed: {
		kind: 'bad',
		title: 'This file is not what was sealed.',
		says: 'It was changed after it was sealed. Do not believe what it shows or what stands below.',
	},
	SignedByOther: {
		kind: 'bad',
		title: 'This file was signed by somebody else.',
		says: 'The signature in it is not one of those who sealed the contract. Whoever signed it could change what it shows. Ask for the sealed file again where the contract was signed.',
	},
	NotInLog: {
		kind: 'bad',
		title: 'The log does not know this file.',
		says: 'No byte was changed since somebody sealed it, but the log that is asked here does not confirm what it says. If it comes from another installation, check it there, or give the public key of that log under “Compare it with more”.',
	},
	Undecided: {
		kind: 'warn',
		title: 'Who sealed this file cannot be decided here.',
		says: 'All of it fits together, but whoever makes such a file can make a log as well. Give the public key of the log, as its operator publishes it, under “Compare it with more”.',
	},
};

function Verdict({ checked: { seal, holds } }: { readonly checked: Checked }) {
	const say = useTexts(texts);
	const reader = useLanguage();
	if (seal.outcome === 'NotSealed') return null;
	if (seal.outcome === 'Sealed' && !holds) {
		return <Notice kind="bad" title={say('This file is whole, and not the one you asked for.')} />;
	}
	const { kind, title, says } = verdicts[seal.outcome];
	const [reason] = seal.faults;
	return (
		<Notice kind={kind} title={say(title)}>
			{reason !== undefined && <p>{faultSentence(reason, reader)}.</p>}
			{says !== undefined && <p>{say(says)}</p>}
		</Notice>
	);
}

interface SaidProps {
	readonly record: SealedRecord;
	readonly outcome: CheckedSeal['outcome'];
}

function Said({ record: { contract, signers, vkey }, outcome }: SaidProps) {
	const say = useTexts(texts);
	return (
		<>
			<h2>{outcome === 'Sealed' ? say('What was signed') : say('What the file says')}</h2>
			<dl class="facts">
				<dt>{say('Contract')}</dt>
				<dd>{contract.displayName}</dd>
				<dt>{say('File')}</dt>
				<dd>
					{contract.fileName}{' '}
					<Hash text={contract.fileHash} what={say('BLAKE2b-256 of the contract')} />
				</dd>
				<dt>{say('Asked for by')}</dt>
				<dd>{contract.ownerEmail}</dd>
				<dt>{say('Created')}</dt>
				<dd>
					<Time at={contract.createdAt} />
				</dd>
				<dt>{say('Log')}</dt>
				<dd>
					<Hash text={vkey} what={say('key of the log')} />
				</dd>
			</dl>
			<h2>{say('Who signed')}</h2>
			<dl class="facts">
				{signers.map((signer) => (
					<Signer key={signer.address} signer={signer} />
				))}
			</dl>
		</>
	);
}

function Signer({ signer }: { readonly signer: RecordedSigner }) {
	const say = useTexts(texts);
	const { address, signedAt, suppliedByEmail, signatureHash } = signer;
	const act = signatureHash === undefined ? 'approved' : 'signed';
	const time = <Time at={signedAt} />;
	return (
		<>
			<dt>{address}</dt>
			<dd>
				{suppliedByEmail === undefined
					? say.filled(`${act} {time}`, { time })
					: say.filled(`${act} {time}, entered by {supplier} on their behalf`, {
							time,
							supplier: suppliedByEmail,
						})}
			</dd>
		</>
	);
}

function Seal({ said }: { readonly said: SealDetails }) {
	const say = useTexts(texts);
	const { subject, issuers, validFrom, validUntil, certificateHash, sealedAt, timeStamp } = said;
	const isExpired = Date.parse(validUntil) < nowMs();
	return (
		<>
			<h2>{say('Who sealed it')}</h2>
			<dl class="facts">
				<dt>{say('Certificate')}</dt>
				<dd>{subject}</dd>
				<dt>{say('Vouched for by')}</dt>
				<dd>
					{issuers.length === 0
						? say('nobody but itself: it is self-signed, and worth as much as you know of it')
						: issuers.reduce((one, next) => say('{one}, then by {next}', { one, next }))}
				</dd>
				<dt>{say('Valid')}</dt>
				<dd>
					{say.filled(isExpired ? '{from} to {until}: expired since' : '{from} to {until}', {
						from: <Time at={validFrom} />,
						until: <Time at={validUntil} />,
					})}
				</dd>
				<dt>SHA-256</dt>
				<dd>
					<Hash text={certificateHash} what={say('SHA-256 of the certificate')} />
				</dd>
				{sealedAt !== undefined && (
					<>
						<dt>{say('Sealed')}</dt>
						<dd>{say.filled('{time}, as who sealed it says', { time: <Time at={sealedAt} /> })}</dd>
					</>
				)}
				{timeStamp !== undefined && (
					<>
						<dt>{say('Time stamp')}</dt>
						<dd>
							{say.filled(
								timeStamp.issuers.length === 0
									? '{time}, as a time stamping authority says: {authority}'
									: '{time}, as a time stamping authority says: {authority}, vouched for by {issuers}',
								{
									time: <Time at={timeStamp.time} />,
									authority: timeStamp.authority,
									issuers: timeStamp.issuers.join(', '),
								},
							)}
						</dd>
					</>
				)}
			</dl>
		</>
	);
}
