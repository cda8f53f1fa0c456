/** Asks for the code of the signer before anything of the contract is shown. */
import { useId, useState } from 'preact/hooks';
import { Heading } from '../parts/frame';
import { errorOf } from '../parts/loading';
import { lineOf } from '../parts/person-text';
import { Notice } from '../parts/states';
import { askCode, confirmCode, readCode, type Code } from './link/link';
import { Named } from './link/named';
import { TroubleNotice } from './link/trouble';
import { FilledText, Moment, useWords } from './texts/words';

interface CodeFormProps {
	readonly asked: Code;
	readonly onConfirmed: () => void;
}

export function CodeForm({ asked, onConfirmed }: CodeFormProps) {
	const { text } = useWords();
	const [code, setCode] = useState(asked);
	const [entered, setEntered] = useState('');
	const [isBusy, setBusy] = useState(false);
	const [fault, setFault] = useState<Error>();
	const run = (act: () => Promise<unknown>) => {
		if (isBusy) return;
		setBusy(true);
		setFault(undefined);
		act()
			.catch(async (reason: unknown) => {
				setFault(errorOf(reason));
				setCode(await readCode());
			})
			// Where it cannot be read either, the first fault says why.
			.catch(() => undefined)
			.finally(() => setBusy(false));
	};
	const mail = () =>
		run(async () => {
			setEntered('');
			setCode(await askCode());
		});
	const isMailed = code.code === 'Mail';
	return (
		<form
			class="signing"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (code.state === 'NotAsked') mail();
				else run(() => confirmCode(entered).then(onConfirmed));
			}}
		>
			<Heading>{text('quoted', { name: lineOf(code.displayName) })}</Heading>
			<About code={code} />
			{code.state === 'Open' && <Entry isMailed={isMailed} value={entered} onChange={setEntered} />}
			{fault !== undefined && <TroubleNotice trouble={fault} />}
			{code.state === 'Locked' ? (
				<Locked isTold={fault !== undefined} />
			) : (
				<p class="row">
					<button type="submit" disabled={isBusy}>
						{text(code.state === 'Open' ? 'openContract' : 'sendCode')}
					</button>
					{isMailed && code.state === 'Open' && (
						<button class="second" type="button" disabled={isBusy} onClick={mail}>
							{text('sendAnother')}
						</button>
					)}
				</p>
			)}
		</form>
	);
}

function About({
	code: { code, ownerEmail, organisationName, codeExpires },
}: {
	readonly code: Code;
}) {
	const owner = <Named text={ownerEmail} />;
	const organisation = <Named text={organisationName} />;
	return (
		<>
			<p>
				<FilledText text="asksBehindCode" values={{ owner, organisation }} />
			</p>
			<p role="status">
				{codeExpires === undefined ? (
					<FilledText text={`code${code}`} values={{ owner }} />
				) : (
					<FilledText text="codeSent" values={{ time: <Moment at={codeExpires} /> }} />
				)}
			</p>
		</>
	);
}

function Locked({ isTold }: { readonly isTold: boolean }) {
	const { text } = useWords();
	if (isTold) return null;
	return (
		<Notice kind="bad" title={text('codeLocked')}>
			<p>{text('askNewLink')}</p>
		</Notice>
	);
}

interface EntryProps {
	readonly isMailed: boolean;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

function Entry({ isMailed, value, onChange }: EntryProps) {
	const id = useId();
	const { text } = useWords();
	return (
		<div class="field">
			<label for={id}>{text('yourCode')}</label>
			<input
				id={id}
				type="text"
				required
				maxLength={100}
				spellcheck={false}
				autocapitalize="off"
				inputMode={isMailed ? 'numeric' : 'text'}
				autocomplete={isMailed ? 'one-time-code' : 'off'}
				value={value}
				onInput={({ currentTarget }) => onChange(currentTarget.value)}
			/>
		</div>
	);
}
