/** The rules of a document, shown, and edited if they can be. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { comparedKinds, type ComparedKind } from '../../api/comparison/kinds';
import type { RuleName } from '../../api/comparison/rules';
import type { Model } from '../../api/types';
import { Empty, Failure, Notice } from '../parts/states';
import { useAction } from '../parts/forms/action';
import { kindOfFile } from './kind-of-file';
import type { DocumentPlace } from './place';
import { RuleField, ruleLabels } from '../parts/comparison/rule-field';
import {
	ruleNames,
	rulesOf,
	textsOf,
	type NotUnderstood,
	type RuleTexts,
} from '../parts/comparison/rule-texts';
import { useSession } from './session';

interface RulesProps {
	readonly place: DocumentPlace;
	readonly file: Model<'KeeperFile'>;
	readonly keepsContent: boolean;
	readonly onKept: () => void;
}

export function Rules({ place, file, keepsContent, onKept }: RulesProps) {
	if (keepsContent && !file.isDeleted)
		return <RuleForm place={place} file={file} onKept={onKept} />;
	return (
		<>
			{!file.isDeleted && (
				<Notice kind="plain" title="These rules stay as they are.">
					<p>
						The fingerprints of this document were made under them. To compare under others, keep
						the document in a folder that keeps content.
					</p>
				</Notice>
			)}
			<KeptRules file={file} />
		</>
	);
}

function KeptRules({ file }: Pick<RulesProps, 'file'>) {
	const texts = textsOf(file.rules ?? {});
	const kept = ruleNames.filter((name) => texts[name] !== '');
	if (kept.length === 0) return <Empty>No rules are kept with this document.</Empty>;
	return (
		<dl class="facts">
			{kept.map((name) => (
				<Fragment key={name}>
					<dt>{ruleLabels[name]}</dt>
					<dd class="lines mono">{texts[name] === 'true' ? 'yes' : texts[name]}</dd>
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
	const [texts, setTexts] = useState<RuleTexts>(() => textsOf(file.rules ?? {}));
	const [wrong, setWrong] = useState<NotUnderstood>();
	const [isKept, setKept] = useState(false);
	const { isBusy, fault, start } = useAction(async () => {
		const rules = rulesOf(texts);
		setKept(false);
		setWrong('why' in rules ? rules : undefined);
		if ('why' in rules) return;
		const answer = await keeper.call('setRules', { ...place, rules: { ...rules } });
		setTexts(textsOf(answer.rules ?? {}));
		setKept(true);
		onKept();
	});
	const change = (name: RuleName) => (text: string) => {
		setTexts((before) => ({ ...before, [name]: text }));
		setKept(false);
	};
	const fieldOf = (name: RuleName) => (
		<RuleField
			key={name}
			name={name}
			text={texts[name]}
			why={wrong?.name === name ? wrong.why : undefined}
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
			<p>They hold for every comparison from now on, of the node and of programs as well.</p>
			{ruleNames.filter((name) => isForKind(name, file)).map(fieldOf)}
			{others.length > 0 && (
				<details>
					<summary>Rules for other kinds of documents</summary>
					{others.map(fieldOf)}
				</details>
			)}
			{fault !== undefined && <Failure fault={fault} />}
			{wrong !== undefined && (
				<Notice kind="bad" title={`${ruleLabels[wrong.name]}: ${wrong.why}`} />
			)}
			{isKept && <Notice kind="good" title="The rules are kept." />}
			<button type="submit" disabled={isBusy}>
				Keep these rules
			</button>
		</form>
	);
}
