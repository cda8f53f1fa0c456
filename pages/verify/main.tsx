/** The page at `/verify`: checks a sealed file, its signers and its entries in the log. */
import { render } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CheckObstacleNotice, checkObstacle } from '../parts/checking-here';
import { FileField } from '../parts/forms/file-field';
import { Frame, Heading } from '../parts/frame';
import { errorOf, useLoaded, type Loaded } from '../parts/loading';
import { Failure, WhenLoaded } from '../parts/states';
import { checkedFile, type Checked } from './checking';
import { Outcome } from './outcome';

function Verify() {
	const hindrance = useLoaded('', checkObstacle);
	return (
		<Frame name="Verify a file" parts={[]} isNarrow>
			<Heading>Verify a file</Heading>
			<p>
				Choose a file that Sealkeeper sealed, a PDF or a ZIP. It is checked here, in this browser,
				and is sent nowhere.
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
				label="Sealed file"
				help="Choose it, or drop it here."
				onFile={(file) => choose({ file })}
			/>
			<details>
				<summary>Compare it with more</summary>
				<FileField
					label="The contract as it was signed (optional)"
					help="A second file, to learn whether it is the one that was signed."
					onFile={(contract) => choose({ contract })}
				/>
				<div class="field">
					<label for="log-key">Public key of the log (optional)</label>
					<p id="log-key-help">
						As you were given it by another way than this page. Without it the log is compared with
						the one of this server.
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
	switch (result?.state) {
		case undefined:
			return null;
		case 'loading':
			return <p class="soft">Checking…</p>;
		case 'failed':
			return <Failure fault={result.fault} />;
		case 'loaded':
			return <Outcome checked={result.value} />;
	}
}

render(<Verify />, document.body);
