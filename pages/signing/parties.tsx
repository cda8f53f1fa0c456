/** The sender and their message, and the state of every party. */
import { linesOf } from '../parts/person-text';
import type { Request } from './link/link';
import { Named } from './link/named';
import { Moment, FilledText, useWords } from './texts/words';

export type Signer = NonNullable<Request['signers']>[number];

export function signersOf({ signers = [] }: Request): readonly Signer[] {
	return signers.filter(({ role }) => role !== 'CopyRecipient');
}

export function isDone({ state }: Signer): boolean {
	return state === 'Signed' || state === 'Approved';
}

export function Parties({ request }: { readonly request: Request }) {
	const { ownerEmail, signerEmail, role, signatureRequestMessage, signers = [] } = request;
	const { text } = useWords();
	const owner = (
		<strong>
			<Named text={ownerEmail} />
		</strong>
	);
	return (
		<section aria-label={text('about')}>
			<p>
				<FilledText text={`asks${role}`} values={{ owner, signer: <Named text={signerEmail} /> }} />
			</p>
			{signatureRequestMessage !== undefined && (
				<blockquote class="message">
					<bdi>{linesOf(signatureRequestMessage)}</bdi>
				</blockquote>
			)}
			<Progress request={request} />
			{signers.length > 1 && (
				<ul class="parties">
					{signers.map((signer) => (
						<li key={signer.signerEmail}>
							<Named text={signer.signerEmail} /> <SignerState signer={signer} />
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

function Progress({ request }: { readonly request: Request }) {
	const { expires } = request;
	const counted = signersOf(request);
	const done = counted.filter(isDone).length;
	const values = { done, count: counted.length };
	return (
		<p class="soft">
			{done < counted.length && expires !== undefined ? (
				<FilledText
					text="progressUntil"
					by={done}
					values={{ ...values, time: <Moment at={expires} /> }}
				/>
			) : (
				<FilledText text="progress" by={done} values={values} />
			)}
		</p>
	);
}

function SignerState({ signer }: { readonly signer: Signer }) {
	const { suppliedByEmail, signerEmail } = signer;
	const state = <StateWord signer={signer} />;
	if (suppliedByEmail === undefined) return <span class="soft">{state}</span>;
	const supplier = <Named text={suppliedByEmail} />;
	return (
		<span class="soft">
			<FilledText
				text="enteredBy"
				values={{ state, supplier, signer: <Named text={signerEmail} /> }}
			/>
		</span>
	);
}

function StateWord({ signer: { state, doneDate } }: { readonly signer: Signer }) {
	const time = doneDate !== undefined && <Moment at={doneDate} />;
	return <FilledText text={`is${state}`} values={{ time }} />;
}
