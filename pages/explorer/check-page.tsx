/**
 * Checks a proof with keys and, optionally, the file it is about. Everything runs in the browser;
 * nothing is sent anywhere.
 */
import { useId, useRef, useState } from 'preact/hooks';
import { proofExtension } from '../../proof/proof-file';
import { FileField } from '../parts/forms/file-field';
import { Heading } from '../parts/frame';
import type { SayText } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import { errorOf, useLoaded, type Loaded } from '../parts/loading';
import { Failure, WhenLoaded } from '../parts/states';
import { CheckObstacleNotice, checkObstacle } from '../parts/checking-here';
import { checkedProof, keysIn, type CheckedProof } from './checking';
import { fileHash } from './file-hash';
import { Outcome, type KeySources } from './proven';
import { texts, type TextName } from './texts';

/** The keys that the server shows: of the log, and of its witnesses. */
export interface ShownKeys {
	readonly log: string;
	readonly witnesses: readonly string[];
}

interface CheckPageProps {
	/** Undefined until the server has answered. */
	readonly shown: ShownKeys | undefined;
}

export function CheckPage({ shown }: CheckPageProps) {
	const say = useTexts(texts);
	const hindrance = useLoaded('', checkObstacle);
	return (
		<>
			<Heading>{say('Check a proof')}</Heading>
			<p>
				{say(
					'A proof shows that a record stands in the log as it was entered. It is checked here, in this browser, with the public key of the log; nothing you choose is sent anywhere.',
				)}
			</p>
			<WhenLoaded asked={hindrance}>
				{(why) =>
					why === undefined ? <CheckForm shown={shown} /> : <CheckObstacleNotice why={why} />
				}
			</WhenLoaded>
		</>
	);
}

/** The content of the form. */
interface CheckInput {
	readonly proof: File | undefined;
	readonly thing: File | undefined;
	readonly logKey: string;
	/** One key per line. */
	readonly witnessKeys: string;
	readonly keysFrom: KeySources;
	/** Empty: all of them. */
	readonly witnessesMin: string;
}

const nothing: CheckInput = {
	proof: undefined,
	thing: undefined,
	logKey: '',
	witnessKeys: '',
	witnessesMin: '',
	keysFrom: { log: 'pasted', witnesses: 'pasted' },
};

interface Result {
	readonly checked: CheckedProof;
	readonly keysFrom: KeySources;
}

async function check(given: CheckInput, say: SayText<TextName>): Promise<Result> {
	const { proof, thing, witnessesMin, keysFrom } = given;
	const logKey = given.logKey.trim();
	if (proof === undefined) {
		throw new Error(say('Choose the proof first, a file that ends in .tlog-proof.'));
	}
	if (logKey === '') throw new Error(say('Give the public key of the log first.'));
	const witnessKeys = keysIn(given.witnessKeys);
	const checked = await checkedProof({
		proof: new Uint8Array(await proof.arrayBuffer()),
		logKey,
		witnessKeys,
		witnessesMin: witnessesMin === '' ? witnessKeys.length : Number(witnessesMin),
		fileHash: thing === undefined ? undefined : await fileHash(thing),
	});
	return { checked, keysFrom };
}

function CheckForm({ shown }: CheckPageProps) {
	const say = useTexts(texts);
	const [given, setGiven] = useState(nothing);
	const [result, setResult] = useState<Loaded<Result>>();
	/** Ignores results of earlier inputs. */
	const checks = useRef(0);
	const give = (changed: Partial<CheckInput>) => {
		checks.current += 1;
		setGiven((before) => ({ ...before, ...changed }));
		setResult(undefined);
	};
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const own = ++checks.current;
		const tell = (told: Loaded<Result>) => {
			if (own === checks.current) setResult(told);
		};
		tell({ state: 'loading' });
		check(given, say).then(
			(value) => tell({ state: 'loaded', value }),
			(fault: unknown) => tell({ state: 'failed', fault: errorOf(fault) }),
		);
	};
	return (
		<form onSubmit={submit}>
			<FileField
				label={say('Proof')}
				help={say('The file that ends in {ending}. Choose it, or drop it here.', {
					ending: proofExtension,
				})}
				onFile={(proof) => give({ proof })}
			/>
			<FileField
				label={say('The file it is about (optional)')}
				help={say(
					'The contract, document or stored file; its hash is compared with the one that was entered.',
				)}
				onFile={(thing) => give({ thing })}
			/>
			<Keys given={given} give={give} shown={shown} />
			<button type="submit">{say('Check')}</button>
			<div class="result" aria-live="polite">
				<Shown result={result} />
			</div>
		</form>
	);
}

function Shown({ result }: { readonly result: Loaded<Result> | undefined }) {
	const say = useTexts(texts);
	switch (result?.state) {
		case undefined:
			return null;
		case 'loading':
			return <p class="soft">{say('Checking…')}</p>;
		case 'failed':
			return <Failure fault={result.fault} />;
		case 'loaded':
			return <Outcome checked={result.value.checked} keysFrom={result.value.keysFrom} />;
	}
}

interface KeysProps extends CheckPageProps {
	readonly given: CheckInput;
	readonly give: (changed: Partial<CheckInput>) => void;
}

function Keys({ given, give, shown }: KeysProps) {
	const say = useTexts(texts);
	const { logKey, witnessKeys, keysFrom } = given;
	const count = keysIn(witnessKeys).length;
	return (
		<>
			<KeyField
				label={say('Public key of the log')}
				help={say(
					'As you were given it by the operator, by another way than this page. It looks like name+1a2b3c4d+A…',
				)}
				text={logKey}
				onText={(text) => give({ logKey: text, keysFrom: { ...keysFrom, log: 'pasted' } })}
			/>
			{shown !== undefined && (
				<button class="second" type="button" onClick={() => give(withShownKeys(shown))}>
					{shown.witnesses.length === 0
						? say('Take the key this server shows')
						: say('Take the keys this server shows')}
				</button>
			)}
			<KeyField
				label={say('Public keys of witnesses (optional)')}
				help={say('One a line. A witness has seen that the log grew and never forked.')}
				text={witnessKeys}
				onText={(text) =>
					give({ witnessKeys: text, keysFrom: { ...keysFrom, witnesses: 'pasted' } })
				}
			/>
			{count > 0 && (
				<div class="field">
					<label for="witnesses-min">{say('How many of them must have signed')}</label>
					<input
						id="witnesses-min"
						type="number"
						min={0}
						max={count}
						placeholder={say('all {count}', { count })}
						value={given.witnessesMin}
						onInput={({ currentTarget }) => give({ witnessesMin: currentTarget.value })}
					/>
				</div>
			)}
		</>
	);
}

/** Fills in the server's key, and the keys of its witnesses if it has any. */
function withShownKeys({ log, witnesses }: ShownKeys): Partial<CheckInput> {
	if (witnesses.length === 0)
		return { logKey: log, keysFrom: { log: 'shown', witnesses: 'pasted' } };
	const keysFrom = { log: 'shown', witnesses: 'shown' } as const;
	return { logKey: log, witnessKeys: witnesses.join('\n'), keysFrom };
}

interface KeyFieldProps {
	readonly label: string;
	readonly help: string;
	readonly text: string;
	readonly onText: (text: string) => void;
}

function KeyField({ label, help, text, onText }: KeyFieldProps) {
	const id = useId();
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<p id={`${id}-help`}>{help}</p>
			<textarea
				id={id}
				aria-describedby={`${id}-help`}
				spellcheck={false}
				value={text}
				onInput={({ currentTarget }) => onText(currentTarget.value)}
			/>
		</div>
	);
}
