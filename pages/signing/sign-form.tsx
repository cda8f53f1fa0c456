/** The form to sign, approve or decline; it says what is still missing. */
import { useId, useState } from 'preact/hooks';
import { CallFault } from '../parts/client';
import { errorOf } from '../parts/loading';
import { lineOf } from '../parts/person-text';
import { consents } from '../../api/sealer/signing-consents';
import { DeclineForm } from './decline-form';
import { misreadOf, missingOf, sentValues, type Field, type Fields } from './document/fields';
import { sign, type Request, type Signing } from './link/link';
import { Signature, type GivenSignature } from './signature/signature';
import { endsHere, TroubleNotice, type Missing, type Trouble } from './link/trouble';
import type { Language } from '../parts/language/languages';
import { useWords } from './texts/words';

interface SignFormProps {
	readonly request: Request;
	readonly fields: Fields;
	readonly onDone: (request: Request) => void;
	/** Called if the contract or the link has ended. */
	readonly onEnded: () => void;
}

export function SignForm({ request, fields, onDone, onEnded }: SignFormProps) {
	const { role, lastSignatureDate } = request;
	const { language, text } = useWords();
	const id = useId();
	const needsPicture = role === 'Signer';
	const [given, setGiven] = useState<GivenSignature>(
		lastSignatureDate === undefined ? undefined : 'last',
	);
	const [hasConsent, setConsent] = useState(false);
	const [isDeclining, setDeclining] = useState(false);
	const [isBusy, setBusy] = useState(false);
	const [fault, setFault] = useState<Trouble>();
	const submit = (event: Event) => {
		event.preventDefault();
		if (isBusy) return;
		const empty = missingOf(fields);
		const misread = misreadOf(fields, language);
		const missing =
			emptyFault(empty) ??
			misreadFault(misread) ??
			missingFault({ needsPicture, given, hasConsent });
		setFault(missing);
		const [first] = [...empty, ...misread];
		if (first !== undefined) fields.go(fields.own.indexOf(first));
		if (missing !== undefined) return;
		setBusy(true);
		sign({
			...signingOf(needsPicture ? given : undefined),
			...valuesOf(fields, language),
			language,
		})
			.then(onDone, (reason: unknown) => {
				setFault(errorOf(reason));
				if (endsHere(reason)) onEnded();
				const refused = fields.own.findIndex(({ name }) => name === refusedField(reason));
				if (refused >= 0) fields.go(refused);
			})
			.finally(() => setBusy(false));
	};
	if (isDeclining) {
		return <DeclineForm onDone={onDone} onEnded={onEnded} onBack={() => setDeclining(false)} />;
	}
	return (
		<form class="signing" id="sign" onSubmit={submit} noValidate>
			<h2>{text(needsPicture ? 'yourSignature' : 'yourApproval')}</h2>
			{needsPicture && <Signature lastDate={lastSignatureDate} onGiven={setGiven} />}
			<p class="consent">
				<input
					id={id}
					type="checkbox"
					checked={hasConsent}
					onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
				/>
				<label for={id}>{consents[language][needsPicture ? 'Signer' : 'Approver']}</label>
			</p>
			{fault !== undefined && <TroubleNotice trouble={fault} />}
			<p class="row">
				<button type="submit" disabled={isBusy}>
					{text(needsPicture ? 'sign' : 'approve')}
				</button>
				<button class="second" type="button" disabled={isBusy} onClick={() => setDeclining(true)}>
					{text('decline')}
				</button>
			</p>
		</form>
	);
}

/** The name of the field whose value the service does not take. */
function refusedField(reason: unknown): string | undefined {
	const isField = reason instanceof CallFault && reason.code === 'Sealer_FieldInvalid';
	return isField ? String(reason.args[0]) : undefined;
}

function valuesOf(fields: Fields, language: Language): Pick<Signing, 'fieldValues'> {
	const fieldValues = sentValues(fields, language);
	return fieldValues.length === 0 ? {} : { fieldValues };
}

function emptyFault(empty: readonly Field[]): Missing | undefined {
	if (empty.length === 0) return undefined;
	const names = empty.map(({ name }) => lineOf(name)).join(', ');
	return { happened: 'stillEmpty', change: 'goneThrough', values: { names } };
}

function misreadFault([first]: readonly Field[]): Missing | undefined {
	if (first === undefined) return undefined;
	return { happened: 'numberMisread', change: 'numberHow', values: { name: lineOf(first.name) } };
}

function missingFault(form: {
	readonly needsPicture: boolean;
	readonly given: GivenSignature;
	readonly hasConsent: boolean;
}): Missing | undefined {
	if (form.needsPicture && form.given === undefined) {
		return { happened: 'noSignature', change: 'giveOne' };
	}
	return form.hasConsent ? undefined : { happened: 'noConsent', change: 'tick' };
}

function signingOf(given: GivenSignature): Signing {
	if (given === undefined) return { consent: true };
	return given === 'last'
		? { consent: true, reuseLastSignature: true }
		: { consent: true, signature: given };
}
