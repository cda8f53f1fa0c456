/** The page at `/verify`: checks a sealed file, its signers and its entries in the log. */
import { render } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CheckObstacleNotice, checkObstacle } from '../parts/checking-here';
import { FileField } from '../parts/forms/file-field';
import { Frame, Heading } from '../parts/frame';
import { LanguageProvider } from '../parts/language/language';
import { LanguageChoice } from '../parts/language/language-choice';
import { useTexts } from '../parts/language/texts';
import { errorOf, useLoaded, type Loaded } from '../parts/loading';
import { Failure, WhenLoaded } from '../parts/states';
import { checkedFile, type Checked } from './checking';
import { Outcome } from './outcome';
import { texts } from './texts';

function Verify() {
	const say = useTexts(texts);
	const hindrance = useLoaded('', checkObstacle);
	return (
		<Frame name={say('Verify a file')} parts={[]} isNarrow beside={<LanguageChoice />}>
			<Heading>{say('Verify a file')}</Heading>
			<p>
				{say(
					'Choose a file that Sealkeeper sealed, a PDF or a ZIP. It is checked here, in this browser, and is sent nowhere.',
				)}
			</p>
			<WhenLoaded asked={hindrance}>
				{(why) => (why === undefined ? <Form /> : <CheckObstacleNotice why={why} />)}
			</WhenLoaded>
		</Frame>
	);
}

interface Chosen {
	readonly file?: File | undefined;
	readonly contract?: File | undefined;
	readonly logKey: string;
}

function Form() {
	const say = useTexts(texts);
	const [chosen, setChosen] = useState<Chosen>({ logKey: '' });
	const [result, setResult] = useState<Loaded<Checked>>();
	/** Ignores results of earlier inputs. */
	const checks = useRef(0);
	const choose = (changed: Partial<Chosen>) => {
		const next = { ...chosen, ...changed };
		setChosen(next);
		const own = ++checks.current;
		const tell = (told: Loaded<Checked> | undefined) => {
			if (own === checks.current) setResult(told);
		};
		const { file, contract, logKey } = next;
		if (file === undefined) return tell(undefined);
		tell({ state: 'loading' });
		checkedFile({ file, contract, logKey: logKey.trim() }).then(
			(value) => tell({ state: 'loaded', value }),
			(fault: unknown) => tell({ state: 'failed', fault: errorOf(fault) }),
		);
	};
	return (
		<>
			<FileField
				label={say('Sealed file')}
				help={say('Choose it, or drop it here.')}
				onFile={(file) => choose({ file })}
			/>
			<details>
				<summary>{say('Compare it with more')}</summary>
				<FileField
					label={say('The contract as it was signed (optional)')}
					help={say('A second file, to learn whether it is the one that was signed.')}
					onFile={(contract) => choose({ contract })}
				/>
				<div class="field">
					<label for="log-key">{say('Public key of the log (optional)')}</label>
					<p id="log-key-help">
						{say(
							'As you were given it by another way than this page. Without it the log is compared with the one of this server.',
						)}
					</p>
					<textarea
						id="log-key"
						aria-describedby="log-key-help"
						spellcheck={false}
						value={chosen.logKey}
						onInput={({ currentTarget }) => choose({ logKey: currentTarget.value })}
					/>
				</div>
			</details>
			<div class="result" aria-live="polite">
				<Shown result={result} />
			</div>
		</>
	);
}

function Shown({ result }: { readonly result: Loaded<Checked> | undefined }) {
	const say = useTexts(texts);
	switch (result?.state) {
		case undefined:
			return null;
		case 'loading':
			return <p class="soft">{say('Checking…')}</p>;
		case 'failed':
			return <Failure fault={result.fault} />;
		case 'loaded':
			return <Outcome checked={result.value} />;
	}
}

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<Verify />
	</LanguageProvider>,
	document.body,
);
