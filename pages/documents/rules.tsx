/** The rules of a document, shown, and edited if they can be. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { comparedKinds, type ComparedKind } from '../../api/comparison/kinds';
import type { RuleName } from '../../api/comparison/rules';
import type { Model } from '../../api/types';
import { useTexts } from '../parts/language/texts';
import { Empty, Failure, Notice } from '../parts/states';
import { useAction } from '../parts/forms/action';
import { kindOfFile } from './kind-of-file';
import type { DocumentPlace } from './place';
import { RuleField, ruleLabels, WrongRule } from '../parts/comparison/rule-field';
import {
	choicesOf,
	ruleNames,
	rulesOf,
	textsOf,
	type NotUnderstood,
	type RuleTexts,
} from '../parts/comparison/rule-texts';
import { useSession } from './session';
import { texts } from './texts';

interface RulesProps {
	readonly place: DocumentPlace;
	readonly file: Model<'KeeperFile'>;
	readonly keepsContent: boolean;
	readonly onKept: () => void;
}

export function Rules({ place, file, keepsContent, onKept }: RulesProps) {
	const say = useTexts(texts);
	if (keepsContent && !file.isDeleted)
		return <RuleForm place={place} file={file} onKept={onKept} />;
	return (
		<>
			{!file.isDeleted && (
				<Notice kind="plain" title={say('These rules stay as they are.')}>
					<p>
						{say(
							'The fingerprints of this document were made under them. To compare under others, keep the document in a folder that keeps content.',
						)}
					</p>
				</Notice>
			)}
			<KeptRules file={file} />
		</>
	);
}

function KeptRules({ file }: Pick<RulesProps, 'file'>) {
	const say = useTexts(texts);
	const ruleTexts = textsOf(file.rules ?? {});
	const kept = ruleNames.filter((name) => ruleTexts[name] !== '');
	if (kept.length === 0) return <Empty>{say('No rules are kept with this document.')}</Empty>;
	const shown = (name: RuleName) => {
		const text = ruleTexts[name];
		const choice = choicesOf(name).find((one) => one === text);
		if (choice !== undefined) return say(choice);
		return text === 'true' ? say('yes') : text;
	};
	return (
		<dl class="facts">
			{kept.map((name) => (
				<Fragment key={name}>
					<dt>{say(ruleLabels[name])}</dt>
					<dd class="lines mono">{shown(name)}</dd>
				</Fragment>
			))}
		</dl>
	);
}

/**
 * True for rules that apply to the document's kind, and for those it has; an archive may contain
 * any kind.
 */
function isForKind(name: RuleName, file: Model<'KeeperFile'>): boolean {
	const kind = kindOfFile(file);
	const { rules }: ComparedKind = comparedKinds[kind];
	return kind === 'archive' || rules.includes(name) || textsOf(file.rules ?? {})[name] !== '';
}

function RuleForm({ place, file, onKept }: Omit<RulesProps, 'keepsContent'>) {
	const { keeper } = useSession();
	const say = useTexts(texts);
	const [ruleTexts, setRuleTexts] = useState<RuleTexts>(() => textsOf(file.rules ?? {}));
	const [wrong, setWrong] = useState<NotUnderstood>();
	const [isKept, setKept] = useState(false);
	const { isBusy, fault, start } = useAction(async () => {
		const rules = rulesOf(ruleTexts);
		setKept(false);
		setWrong('why' in rules ? rules : undefined);
		if ('why' in rules) return;
		const answer = await keeper.call('setRules', { ...place, rules: { ...rules } });
		setRuleTexts(textsOf(answer.rules ?? {}));
		setKept(true);
		onKept();
	});
	const change = (name: RuleName) => (text: string) => {
		setRuleTexts((before) => ({ ...before, [name]: text }));
		setKept(false);
	};
	const fieldOf = (name: RuleName) => (
		<RuleField
			key={name}
			name={name}
			text={ruleTexts[name]}
			isWrong={wrong?.name === name}
			onChange={change(name)}
		/>
	);
	const others = ruleNames.filter((name) => !isForKind(name, file));
	return (
		<form
			class="rules"
			onSubmit={(event) => {
				event.preventDefault();
				start();
			}}
		>
			<p>
				{say('They hold for every comparison from now on, of the node and of programs as well.')}
			</p>
			{ruleNames.filter((name) => isForKind(name, file)).map(fieldOf)}
			{others.length > 0 && (
				<details>
					<summary>{say('Rules for other kinds of documents')}</summary>
					{others.map(fieldOf)}
				</details>
			)}
			{fault !== undefined && <Failure fault={fault} />}
			{wrong !== undefined && <WrongRule wrong={wrong} />}
			{isKept && <Notice kind="good" title={say('The rules are kept.')} />}
			<button type="submit" disabled={isBusy}>
				{say('Keep these rules')}
			</button>
		</form>
	);
}
