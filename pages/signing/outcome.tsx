/**
 * Shown when it is not the reader's turn, and after the reader has signed or approved: who is still
 * missing, and the sealed file once it exists.
 */
import { Fragment } from 'preact';
import { proofExtension } from '../../proof/proof-file';
import { Notice } from '../parts/states';
import { Download } from './link/files';
import { useViews, type Request } from './link/link';
import { Named } from './link/named';
import { isDone, signersOf, type Signer } from './parties';
import type { Text } from './texts/english';
import { TroubleNotice } from './link/trouble';
import { FilledText, useWords } from './texts/words';

export function Outcome({ request }: { readonly request: Request }) {
	const { seal, reason } = request;
	const [fault, record] = useViews();
	const { text } = useWords();
	if (reason !== undefined) {
		return (
			<Notice kind="warn" title={text(`was${reason}`)}>
				<p>{text('isKept')}</p>
			</Notice>
		);
	}
	if (seal === undefined) return <Waiting request={request} />;
	if (seal.status !== 'Sealed') {
		return (
			<Notice kind="good" title={text('allSigned')}>
				<p>{text('sealing')}</p>
			</Notice>
		);
	}
	const { files } = seal;
	return (
		<Notice kind="good" title={text('allSigned')}>
			<p>{text(files.length === 1 ? 'sealed' : 'allSealed')}</p>
			{files.map(({ fileNumber, fileName }) => (
				<Fragment key={fileNumber}>
					{files.length > 1 && (
						<p>
							<Named text={fileName} />
						</p>
					)}
					<p class="actions">
						<Download
							part={`sealed?fileNumber=${fileNumber}`}
							fileName={fileName}
							onClick={() => record('Downloaded')}
						>
							{text('getSealed')}
						</Download>
						<Download
							part={`seal/proof?fileNumber=${fileNumber}`}
							fileName={fileName + proofExtension}
							isSecond
						>
							{text('getProof')}
						</Download>
					</p>
				</Fragment>
			))}
			{fault !== undefined && <TroubleNotice trouble={fault} />}
		</Notice>
	);
}

function Waiting({ request }: { readonly request: Request }) {
	const { state, ownerEmail } = request;
	const { text } = useWords();
	const waitedFor = signersOf(request).filter(
		(signer) => !isDone(signer) && signer.state === 'Asked',
	);
	const names = <Names signers={waitedFor} />;
	if (state === 'Waiting') {
		return (
			<Notice kind="plain" title={text('notYourTurn')}>
				<p>
					<FilledText text="firstSign" by={waitedFor.length} values={{ names }} />
				</p>
			</Notice>
		);
	}
	return (
		<Notice kind={state === 'Copy' ? 'plain' : 'good'} title={text(thanks[state] ?? 'underWay')}>
			<p>
				<FilledText text="stillMissing" values={{ names, owner: <Named text={ownerEmail} /> }} />
			</p>
		</Notice>
	);
}

const thanks: Readonly<Partial<Record<Request['state'], Text>>> = {
	Signed: 'thanksSigned',
	Approved: 'thanksApproved',
};

function Names({ signers }: { readonly signers: readonly Signer[] }) {
	return (
		<>
			{signers.map(({ signerEmail }, index) => (
				<Fragment key={signerEmail}>
					{index > 0 && ', '}
					<Named text={signerEmail} />
				</Fragment>
			))}
		</>
	);
}
