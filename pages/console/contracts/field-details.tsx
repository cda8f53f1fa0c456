/** What choices and numbers say beside their place: what is asked, what can be answered, and whether it must be. */
import { kindOf } from '../../../api/sealer/contract-fields';
import { CheckField, TextField } from '../../parts/forms/fields';
import { useTexts } from '../../parts/language/texts';
import { labelOf, withChanged, withOptions, type Draft, type PlacedField } from './draft';
import { texts } from './texts';

interface FieldDetailsProps {
	readonly draft: Draft;
	readonly change: (change: (before: Draft) => Draft) => void;
}

export function FieldDetails({ draft, change }: FieldDetailsProps) {
	return (
		<>
			{draft.fields
				.filter(({ type }) => kindOf(type).details !== undefined)
				.map((field) => (
					<Details key={field.id} draft={draft} field={field} change={change} />
				))}
		</>
	);
}

function Details({ draft, field, change }: FieldDetailsProps & { readonly field: PlacedField }) {
	const say = useTexts(texts);
	const { id, type, name = '', options = '', min = '', max = '', required } = field;
	const set = (part: Partial<PlacedField>) =>
		change((before) => withChanged(before, id, (one) => ({ ...one, ...part })));
	return (
		<fieldset>
			<legend>{labelOf(say, draft, field)}</legend>
			<TextField
				label={say('What is asked')}
				help={say('The signer reads it.')}
				value={name}
				onChange={(given) => set({ name: given })}
			/>
			{kindOf(type).details === 'options' ? (
				<TextField
					label={say('Options, one a line')}
					isLong
					value={options}
					onChange={(given) => change((before) => withOptions(before, id, given))}
				/>
			) : (
				<>
					<TextField
						label={say('At least')}
						isNumber
						value={min}
						onChange={(given) => set({ min: given })}
					/>
					<TextField
						label={say('At most')}
						isNumber
						value={max}
						onChange={(given) => set({ max: given })}
					/>
				</>
			)}
			<CheckField
				label={say('Nobody signs without it')}
				isChosen={required}
				onChange={(isChosen) => set({ required: isChosen })}
			/>
		</fieldset>
	);
}
