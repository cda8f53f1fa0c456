/** One rule as a field of the form its description needs. */
import { useId } from 'preact/hooks';
import { comparisonRules, type RuleName } from '../../../api/comparison/rules';
import { useTexts } from '../language/texts';
import { Notice } from '../states';
import { choicesOf, formOf, type NotUnderstood } from './rule-texts';
import { comparisonTexts, type ComparisonTextName } from './texts';

export const ruleLabels: Readonly<Record<RuleName, ComparisonTextName>> = {
	ignorePatterns: 'Patterns that are left out',
	ignoreRegions: 'Regions that are left out',
	ignorePaths: 'Paths that are left out',
	ignoreColumns: 'Columns that are left out',
	ignoreSelectors: 'Elements that are left out',
	onlySelectors: 'Elements that alone are compared',
	numberTolerance: 'Tolerance of numbers',
	dateToleranceSeconds: 'Tolerance of dates, in seconds',
	arrays: 'Order of items',
	arrayKey: 'Member that names an item',
	keyColumns: 'Columns that name a row',
	delimiter: 'What separates the cells of CSV',
	decimalSign: 'Decimal sign of CSV',
	ignoreCase: 'Capital and small letters are the same',
	ignoreWhiteSpace: 'White space does not count',
};

interface RuleFieldProps {
	readonly name: RuleName;
	readonly text: string;
	readonly isWrong: boolean;
	readonly onChange: (text: string) => void;
}

export function RuleField({ name, text, isWrong, onChange }: RuleFieldProps) {
	const id = useId();
	const say = useTexts(comparisonTexts);
	const how = helpForms[formOf(name)];
	const help = `${say(comparisonRules[name].description)}.`;
	return (
		<div class="field">
			<label for={id}>{say(ruleLabels[name])}</label>
			<p id={`${id}-help`}>{how === undefined ? help : `${help} ${say(how)}`}</p>
			<Writing id={id} name={name} text={text} isWrong={isWrong} onChange={onChange} />
		</div>
	);
}

/** Names the field that was not understood. */
export function WrongRule({ wrong: { name, why, text } }: { readonly wrong: NotUnderstood }) {
	const say = useTexts(comparisonTexts);
	const title = say('{rule}: {why}', { rule: say(ruleLabels[name]), why: say(why, { text }) });
	return <Notice kind="bad" title={title} />;
}

const helpForms: Readonly<Partial<Record<ReturnType<typeof formOf>, ComparisonTextName>>> = {
	lines: 'One on each line.',
	regions: 'One on each line: 0 0.9 1 0.1, or page 2: 0 0.9 1 0.1 (x, y, width, height).',
};

interface WritingProps extends RuleFieldProps {
	readonly id: string;
}

function Writing({ id, name, text, isWrong, onChange }: WritingProps) {
	const form = formOf(name);
	const shared = { id, 'aria-describedby': `${id}-help`, 'aria-invalid': isWrong };
	const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
		onChange(currentTarget.value);
	if (form === 'lines' || form === 'regions')
		return <textarea {...shared} spellcheck={false} value={text} onInput={onInput} />;
	if (form === 'choice')
		return <Choosing {...shared} name={name} text={text} onChange={onChange} />;
	if (form === 'flag')
		return (
			<input
				{...shared}
				type="checkbox"
				checked={text !== ''}
				onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : '')}
			/>
		);
	const inputmode = form === 'number' ? 'decimal' : 'text';
	return <input {...shared} type="text" inputmode={inputmode} value={text} onInput={onInput} />;
}

interface ChoosingProps extends Pick<RuleFieldProps, 'name' | 'text' | 'onChange'> {
	readonly id: string;
}

/** What is done without the rule. */
const unchosen: Readonly<Partial<Record<RuleName, ComparisonTextName>>> = {
	arrays: 'as ever: in their order',
	delimiter: 'found from the first rows',
	decimalSign: 'found from the numbers',
};

function Choosing({ name, text, onChange, ...shared }: ChoosingProps) {
	const say = useTexts(comparisonTexts);
	const without = unchosen[name];
	return (
		<select
			{...shared}
			value={text}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		>
			<option value="">{without && say(without)}</option>
			{choicesOf(name).map((choice) => (
				<option key={choice} value={choice}>
					{say(choice)}
				</option>
			))}
		</select>
	);
}
