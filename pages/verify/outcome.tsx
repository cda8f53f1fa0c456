/** The result of checking a file: verdict, steps, and what the file says about its signing. */
import type { RecordedSigner, SealedRecord } from '../../proof/sealed/sealed-record';
import type { CheckedSeal, SealDetails } from '../../proof/sealed/sealed-file';
import { nowMs } from '../parts/clock';
import { Notice } from '../parts/states';
import { Steps } from '../parts/steps';
import { Hash, Time } from '../parts/values';
import type { Checked } from './checking';

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

function Verdict({ checked: { seal, holds } }: { readonly checked: Checked }) {
	if (seal.outcome === 'Changed') {
		return (
			<Notice kind="bad" title="This file is not what was sealed.">
				<p>
					It was changed after it was sealed. What it says below is not to be believed as it stands.
				</p>
			</Notice>
		);
	}
	if (seal.outcome === 'NotProven') {
		return (
			<Notice kind="bad" title="This file is whole, and the log does not hold what it says.">
				<p>Somebody sealed it, but nothing proves that it was signed.</p>
			</Notice>
		);
	}
	if (!holds)
		return <Notice kind="bad" title="This file is whole, and not the one you asked for." />;
	if (seal.isLogKnown) {
		return <Notice kind="good" title="This file is whole, and was signed as it says." />;
	}
	return (
		<Notice kind="warn" title="This file is whole, and proven by a log that is not known here.">
			<p>
				Whoever makes such a file can make a log as well. It is worth as much as you know of that
				log: compare its key with the one that its operator publishes.
			</p>
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
