/** One rule as a field of the form its description needs. */
import { useId } from 'preact/hooks';
import { comparisonRules, type RuleName } from '../../../api/comparison/rules';
import { choicesOf, formOf } from './rule-texts';

export const ruleLabels: Readonly<Record<RuleName, string>> = {
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
	/** Why the text is invalid. */
	readonly why: string | undefined;
	readonly onChange: (text: string) => void;
}

export function RuleField({ name, text, why, onChange }: RuleFieldProps) {
	const id = useId();
	return (
		<div class="field">
			<label for={id}>{ruleLabels[name]}</label>
			<p id={`${id}-help`}>{helpOf(name)}</p>
			<Writing id={id} name={name} text={text} isWrong={why !== undefined} onChange={onChange} />
		</div>
	);
}

const helpForms: Readonly<Partial<Record<ReturnType<typeof formOf>, string>>> = {
	lines: ' One on each line.',
	regions: ' One on each line: 0 0.9 1 0.1, or page 2: 0 0.9 1 0.1 (x, y, width, height).',
};

function helpOf(name: RuleName): string {
	return `${comparisonRules[name].description}.${helpForms[formOf(name)] ?? ''}`;
}

interface WritingProps extends Pick<RuleFieldProps, 'name' | 'text' | 'onChange'> {
	readonly id: string;
	readonly isWrong: boolean;
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
const unchosen: Readonly<Partial<Record<RuleName, string>>> = {
	arrays: 'as ever: in their order',
	delimiter: 'found from the first rows',
	decimalSign: 'found from the numbers',
};

function Choosing({ name, text, onChange, ...shared }: ChoosingProps) {
	return (
		<select
			{...shared}
			value={text}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		>
			<option value="">{unchosen[name]}</option>
			{choicesOf(name).map((choice) => (
				<option key={choice} value={choice}>
					{choice}
				</option>
			))}
		</select>
	);
}
