/** The two files, the level and the rules, and what the comparison came to. */
import { useState } from 'preact/hooks';
import { accuracyLevels, levelMeanings, type AccuracyLevel } from '../../api/comparison/levels';
import type { Input, Model } from '../../api/types';
import { CallFault, type Client } from '../parts/client';
import { Differences } from '../parts/comparison/differences';
import { Report, Verdict } from '../parts/comparison/report';
import { RuleField, ruleLabels } from '../parts/comparison/rule-field';
import {
	ruleNames,
	rulesOf,
	textsOf,
	type NotUnderstood,
	type RuleTexts,
} from '../parts/comparison/rule-texts';
import { SelectField } from '../parts/forms/fields';
import { FileField } from '../parts/forms/file-field';
import { errorOf } from '../parts/loading';
import { endsSession } from '../parts/session/session';
import { Failure, Notice } from '../parts/states';

interface Sides {
	readonly kept: File;
	readonly sent: File;
}

type Run =
	| { readonly state: 'none' | 'cancelled' }
	| { readonly state: 'under way'; readonly cancel: () => void }
	| { readonly state: 'failed'; readonly fault: Error }
	| { readonly state: 'done'; readonly sides: Sides; readonly answer: Model<'CompareResponse'> };

interface CompareFormProps {
	readonly keeper: Client<'keeper', 'compareTwoFiles'>;
	/** Without it the server alone decides. */
	readonly fileMebibytesMax?: number;
	readonly onKeyRefused?: (why: Error) => void;
}

type ComparisonOptions = Pick<Input<'keeper', 'compareTwoFiles', Blob>, 'accuracy' | 'rules'>;

function useRun({ keeper, fileMebibytesMax, onKeyRefused }: CompareFormProps) {
	const [run, setRun] = useState<Run>({ state: 'none' });
	const start = async (sides: Sides, asked: ComparisonOptions) => {
		const large = tooLarge(sides, fileMebibytesMax);
		if (large !== undefined) return setRun({ state: 'failed', fault: large });
		const ending = new AbortController();
		const cancel = () => {
			ending.abort();
			setRun({ state: 'cancelled' });
		};
		setRun({ state: 'under way', cancel });
		const input = { ...sides, ...asked, generateDiffFile: true };
		try {
			const answer = await keeper.call('compareTwoFiles', input, ending.signal);
			setRun({ state: 'done', sides, answer });
		} catch (fault) {
			if (ending.signal.aborted) return;
			if (endsSession(fault)) onKeyRefused?.(fault);
			setRun({ state: 'failed', fault: namedFault(fault, sides) });
		}
	};
	return { run, start };
}

export function CompareForm(props: CompareFormProps) {
	const [kept, setKept] = useState<File>();
	const [sent, setSent] = useState<File>();
	const [accuracy, setAccuracy] = useState<AccuracyLevel>('High');
	const [texts, setTexts] = useState(() => textsOf({}));
	const [wrong, setWrong] = useState<NotUnderstood>();
	const { run, start } = useRun(props);
	const isReady = kept !== undefined && sent !== undefined && run.state !== 'under way';
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const rules = rulesOf(texts);
		setWrong('why' in rules ? rules : undefined);
		if (isReady && !('why' in rules)) void start({ kept, sent }, { accuracy, rules: { ...rules } });
	};
	return (
		<>
			<form class="rules" onSubmit={submit}>
				<div class="row">
					<FileField
						label="Kept file"
						help="Such as the older one: choose it, or drop it here."
						onFile={setKept}
					/>
					<FileField
						label="Sent file"
						help="Such as the newer one: choose it, or drop it here."
						onFile={setSent}
					/>
				</div>
				<SelectField
					label="Accuracy"
					help={`${levelMeanings[accuracy]}.`}
					value={accuracy}
					onChange={setAccuracy}
					options={accuracyLevels.map((level) => [level, level] as const)}
				/>
				<Rules texts={texts} wrong={wrong} onChange={setTexts} />
				<button type="submit" disabled={!isReady}>
					Compare
				</button>
			</form>
			<div class="result" aria-live="polite">
				<Shown run={run} />
			</div>
		</>
	);
}

interface RulesProps {
	readonly texts: RuleTexts;
	readonly wrong: NotUnderstood | undefined;
	readonly onChange: (texts: RuleTexts) => void;
}

function Rules({ texts, wrong, onChange }: RulesProps) {
	return (
		<>
			<details>
				<summary>Leave something out</summary>
				{ruleNames.map((name) => (
					<RuleField
						key={name}
						name={name}
						text={texts[name]}
						why={wrong?.name === name ? wrong.why : undefined}
						onChange={(text) => onChange({ ...texts, [name]: text })}
					/>
				))}
			</details>
			{wrong !== undefined && (
				<Notice kind="bad" title={`${ruleLabels[wrong.name]}: ${wrong.why}`} />
			)}
		</>
	);
}

const sideNames = { kept: 'the kept file', sent: 'the sent file' } as const;

function tooLarge(sides: Sides, mebibytesMax: number | undefined): Error | undefined {
	if (mebibytesMax === undefined) return undefined;
	const side = (['kept', 'sent'] as const).find(
		(one) => sides[one].size > mebibytesMax * 1024 ** 2,
	);
	if (side === undefined) return undefined;
	const limit = `has more than ${mebibytesMax} MiB. Compare it by an API key.`;
	return new Error(`${sides[side].name}, ${sideNames[side]}, ${limit}`);
}

/** With the name of the file that the server refuses. */
function namedFault(fault: unknown, sides: Sides): Error {
	const side = fault instanceof CallFault ? fault.args[0] : undefined;
	if (side !== 'kept' && side !== 'sent') return errorOf(fault);
	return new Error(`${sides[side].name}, ${sideNames[side]}: ${errorOf(fault).message}`);
}

function Shown({ run }: { readonly run: Run }) {
	switch (run.state) {
		case 'none':
			return null;
		case 'cancelled':
			return <Notice kind="plain" title="The comparison was cancelled." />;
		case 'under way':
			return (
				<div class="under-way">
					<progress aria-label="The comparison is under way" />
					<span>Sending and comparing…</span>
					<button class="quiet" type="button" onClick={run.cancel}>
						Cancel
					</button>
				</div>
			);
		case 'failed':
			return <Failure fault={run.fault} />;
		case 'done':
			return <Outcome sides={run.sides} answer={run.answer} />;
	}
}

function Outcome({ sides, answer }: Pick<Extract<Run, { state: 'done' }>, 'sides' | 'answer'>) {
	const { outcome, accuracy, summary, fileUrl, expires, files = [] } = answer;
	return (
		<section>
			<h2>
				{sides.sent.name} compared with {sides.kept.name}
			</h2>
			<Verdict outcome={outcome} accuracy={accuracy} says={summary} />
			{fileUrl !== undefined && expires !== undefined && (
				<Report link={{ fileUrl, expires, files }} />
			)}
			<Differences result={answer} />
		</section>
	);
}
