/** The result of checking a file: verdict, steps, and what the file says about its signing. */
import type { RecordedSigner, SealedRecord } from '../../proof/sealed/sealed-record';
import type { CheckedSeal, SealDetails } from '../../proof/sealed/sealed-file';
import { nowMs } from '../parts/clock';
import { Notice } from '../parts/states';
import { Steps } from '../parts/steps';
import { Hash, Time } from '../parts/values';
import { sentence, type Checked } from './checking';

export function Outcome({ checked }: { readonly checked: Checked }) {
	const { seal, steps } = checked;
	if (seal.outcome === 'NotSealed') {
		return (
			<Notice kind="plain" title="This file carries no seal of Sealkeeper.">
				<p>
					It may still be a contract: choose the sealed file above, and this one below as the second
					file.
				</p>
			</Notice>
		);
	}
	return (
		<section aria-label="Result of the check">
			<Verdict checked={checked} />
			<Steps steps={steps} />
			{seal.record !== undefined && <Said record={seal.record} outcome={seal.outcome} />}
			{seal.seal !== undefined && <Seal said={seal.seal} />}
		</section>
	);
}

interface Verdict {
	readonly kind: 'good' | 'warn' | 'bad';
	readonly title: string;
	readonly says?: string;
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
	if (seal.outcome === 'NotSealed') return null;
	if (seal.outcome === 'Sealed' && !holds) {
		return <Notice kind="bad" title="This file is whole, and not the one you asked for." />;
	}
	const { kind, title, says } = verdicts[seal.outcome];
	const [reason] = seal.faults;
	return (
		<Notice kind={kind} title={title}>
			{reason !== undefined && <p>{sentence(reason)}.</p>}
			{says !== undefined && <p>{says}</p>}
		</Notice>
	);
}

interface SaidProps {
	readonly record: SealedRecord;
	readonly outcome: CheckedSeal['outcome'];
}

function Said({ record: { contract, signers, vkey }, outcome }: SaidProps) {
	return (
		<>
			<h2>{outcome === 'Sealed' ? 'What was signed' : 'What the file says'}</h2>
			<dl class="facts">
				<dt>Contract</dt>
				<dd>{contract.displayName}</dd>
				<dt>File</dt>
				<dd>
					{contract.fileName} <Hash text={contract.fileHash} what="BLAKE2b-256 of the contract" />
				</dd>
				<dt>Asked for by</dt>
				<dd>{contract.ownerEmail}</dd>
				<dt>Created</dt>
				<dd>
					<Time at={contract.createdAt} />
				</dd>
				<dt>Log</dt>
				<dd>
					<Hash text={vkey} what="key of the log" />
				</dd>
			</dl>
			<h2>Who signed</h2>
			<dl class="facts">
				{signers.map((signer) => (
					<Signer key={signer.address} signer={signer} />
				))}
			</dl>
		</>
	);
}

function Signer({ signer }: { readonly signer: RecordedSigner }) {
	const { address, signedAt, suppliedByEmail, signatureHash } = signer;
	return (
		<>
			<dt>{address}</dt>
			<dd>
				{signatureHash === undefined ? 'approved' : 'signed'} <Time at={signedAt} />
				{suppliedByEmail !== undefined && `, entered by ${suppliedByEmail} on their behalf`}
			</dd>
		</>
	);
}

function Seal({ said }: { readonly said: SealDetails }) {
	const { subject, issuers, validFrom, validUntil, certificateHash, sealedAt, timeStamp } = said;
	const isExpired = Date.parse(validUntil) < nowMs();
	return (
		<>
			<h2>Who sealed it</h2>
			<dl class="facts">
				<dt>Certificate</dt>
				<dd>{subject}</dd>
				<dt>Vouched for by</dt>
				<dd>
					{issuers.length === 0
						? 'nobody but itself: it is self-signed, and worth as much as you know of it'
						: issuers.join(', then by ')}
				</dd>
				<dt>Valid</dt>
				<dd>
					<Time at={validFrom} /> to <Time at={validUntil} />
					{isExpired && ': expired since'}
				</dd>
				<dt>SHA-256</dt>
				<dd>
					<Hash text={certificateHash} what="SHA-256 of the certificate" />
				</dd>
				{sealedAt !== undefined && (
					<>
						<dt>Sealed</dt>
						<dd>
							<Time at={sealedAt} />, as who sealed it says
						</dd>
					</>
				)}
				{timeStamp !== undefined && (
					<>
						<dt>Time stamp</dt>
						<dd>
							<Time at={timeStamp.time} />, as a time stamping authority says: {timeStamp.authority}
							{timeStamp.issuers.length > 0 && `, vouched for by ${timeStamp.issuers.join(', ')}`}
						</dd>
					</>
				)}
			</dl>
		</>
	);
}
