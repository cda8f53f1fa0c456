/**
 * Shown when it is not the reader's turn, and after the reader has signed or approved: who is still
 * missing, and the sealed file once it exists.
 */
import { Fragment } from 'preact';
import { Notice } from '../parts/states';
import { addressBelow, useViews, type Request } from './link/link';
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
	return (
		<Notice kind="good" title={text('allSigned')}>
			<p>{text('sealed')}</p>
			<p class="actions">
				<a
					class="button"
					href={addressBelow('sealed')}
					download=""
					onClick={() => record('Downloaded')}
				>
					{text('getSealed')}
				</a>
				<a class="button second" href={addressBelow('seal/proof')} download="">
					{text('getProof')}
				</a>
			</p>
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
