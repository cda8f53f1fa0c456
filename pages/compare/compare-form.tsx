/** The two files, the level and the rules, and what the comparison came to. */
import { useState } from 'preact/hooks';
import { accuracyLevels, levelMeanings, type AccuracyLevel } from '../../api/comparison/levels';
import type { Input, Model } from '../../api/types';
import { CallFault, type Client } from '../parts/client';
import { Differences } from '../parts/comparison/differences';
import { Report, Verdict } from '../parts/comparison/report';
import { RuleField, WrongRule } from '../parts/comparison/rule-field';
import {
	ruleNames,
	rulesOf,
	textsOf,
	type NotUnderstood,
	type RuleTexts,
} from '../parts/comparison/rule-texts';
import { SelectField } from '../parts/forms/fields';
import { FileField } from '../parts/forms/file-field';
import { useLanguage } from '../parts/language/language';
import type { Reader } from '../parts/language/languages';
import type { SayText } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import { errorOf } from '../parts/loading';
import { toldIn } from '../parts/told';
import { endsSession } from '../parts/session/session';
import { Failure, Notice } from '../parts/states';
import { texts } from './texts';

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
	const say = useTexts(texts);
	const reader = useLanguage();
	const [run, setRun] = useState<Run>({ state: 'none' });
	const start = async (sides: Sides, asked: ComparisonOptions) => {
		const large = tooLarge(sides, fileMebibytesMax, say);
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
			setRun({
				state: 'failed',
				fault: await namedFault(errorOf(fault), sides, { say, ...reader }),
			});
		}
	};
	return { run, start };
}

export function CompareForm(props: CompareFormProps) {
	const [kept, setKept] = useState<File>();
	const [sent, setSent] = useState<File>();
	const [accuracy, setAccuracy] = useState<AccuracyLevel>('High');
	const say = useTexts(texts);
	const [ruleTexts, setRuleTexts] = useState(() => textsOf({}));
	const [wrong, setWrong] = useState<NotUnderstood>();
	const { run, start } = useRun(props);
	const isReady = kept !== undefined && sent !== undefined && run.state !== 'under way';
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const rules = rulesOf(ruleTexts);
		setWrong('why' in rules ? rules : undefined);
		if (isReady && !('why' in rules)) void start({ kept, sent }, { accuracy, rules: { ...rules } });
	};
	return (
		<>
			<form class="rules" onSubmit={submit}>
				<div class="row">
					<FileField
						label={say('Kept file')}
						help={say('Such as the older one: choose it, or drop it here.')}
						onFile={setKept}
					/>
					<FileField
						label={say('Sent file')}
						help={say('Such as the newer one: choose it, or drop it here.')}
						onFile={setSent}
					/>
				</div>
				<SelectField
					label={say('Accuracy')}
					help={`${say(levelMeanings[accuracy])}.`}
					value={accuracy}
					onChange={setAccuracy}
					options={accuracyLevels.map((level) => [level, say(level)] as const)}
				/>
				<Rules texts={ruleTexts} wrong={wrong} onChange={setRuleTexts} />
				<button type="submit" disabled={!isReady}>
					{say('Compare')}
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

function Rules({ texts: ruleTexts, wrong, onChange }: RulesProps) {
	const say = useTexts(texts);
	return (
		<>
			<details>
				<summary>{say('Leave something out')}</summary>
				{ruleNames.map((name) => (
					<RuleField
						key={name}
						name={name}
						text={ruleTexts[name]}
						isWrong={wrong?.name === name}
						onChange={(text) => onChange({ ...ruleTexts, [name]: text })}
					/>
				))}
			</details>
			{wrong !== undefined && <WrongRule wrong={wrong} />}
		</>
	);
}

type Say = SayText<keyof typeof texts>;

const tooLargeTexts = {
	kept: '{file}, the kept file, has more than {sizeMebibytes} MiB. Compare it by an API key.',
	sent: '{file}, the sent file, has more than {sizeMebibytes} MiB. Compare it by an API key.',
} as const;

function tooLarge(sides: Sides, sizeMebibytes: number | undefined, say: Say): Error | undefined {
	if (sizeMebibytes === undefined) return undefined;
	const side = (['kept', 'sent'] as const).find(
		(one) => sides[one].size > sizeMebibytes * 1024 ** 2,
	);
	if (side === undefined) return undefined;
	return new Error(say(tooLargeTexts[side], { file: sides[side].name, sizeMebibytes }));
}

const refusedTexts = {
	kept: '{file}, the kept file: {why}',
	sent: '{file}, the sent file: {why}',
} as const;

/** With the name of the file that the server refuses. */
async function namedFault(
	fault: Error,
	sides: Sides,
	reader: Reader & { readonly say: Say },
): Promise<Error> {
	const side = fault instanceof CallFault ? fault.args[0] : undefined;
	if (side !== 'kept' && side !== 'sent') return fault;
	const { happened, change } = await toldIn(fault, reader);
	const why = `${happened} ${change}`.trimEnd();
	return new Error(reader.say(refusedTexts[side], { file: sides[side].name, why }));
}

function Shown({ run }: { readonly run: Run }) {
	const say = useTexts(texts);
	switch (run.state) {
		case 'none':
			return null;
		case 'cancelled':
			return <Notice kind="plain" title={say('The comparison was cancelled.')} />;
		case 'under way':
			return (
				<div class="under-way">
					<progress aria-label={say('The comparison is under way')} />
					<span>{say('Sending and comparing…')}</span>
					<button class="quiet" type="button" onClick={run.cancel}>
						{say('Cancel')}
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
	const say = useTexts(texts);
	const { outcome, accuracy, summary, fileUrl, expires, files = [] } = answer;
	return (
		<section>
			<h2>
				{say('{sent} compared with {kept}', { sent: sides.sent.name, kept: sides.kept.name })}
			</h2>
			<Verdict outcome={outcome} accuracy={accuracy} says={summary} />
			{fileUrl !== undefined && expires !== undefined && (
				<Report link={{ fileUrl, expires, files }} />
			)}
			<Differences result={answer} />
		</section>
	);
}
