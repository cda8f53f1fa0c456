/** Fields of forms, each with label, help and error. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface TextFieldProps {
	readonly label: string;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly help?: ComponentChildren;
	readonly fault?: string | undefined;
	readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local';
	/** Phones show a numeric keyboard. */
	readonly isNumber?: boolean;
	readonly isRequired?: boolean;
	/** Of several lines. */
	readonly isLong?: boolean;
}

export function TextField(props: TextFieldProps) {
	const { label, value, onChange, help, fault, type = 'text', isNumber, isRequired } = props;
	const id = useId();
	const says = [help !== undefined && `${id}-help`, fault !== undefined && `${id}-fault`];
	const described = says.filter((one) => one !== false).join(' ');
	return (
		<div class="field">
			<label for={id}>{label}</label>
			{help !== undefined && <p id={`${id}-help`}>{help}</p>}
			{props.isLong === true ? (
				<textarea
					id={id}
					rows={4}
					{...(described !== '' && { 'aria-describedby': described })}
					value={value}
					onInput={({ currentTarget }) => onChange(currentTarget.value)}
				/>
			) : (
				<input
					id={id}
					type={type}
					autocomplete={type === 'email' ? 'email' : 'off'}
					spellcheck={false}
					{...(isNumber === true && { inputMode: 'decimal' as const })}
					{...(isRequired === true && { 'aria-required': true })}
					{...(described !== '' && { 'aria-describedby': described })}
					aria-invalid={fault !== undefined}
					value={value}
					onInput={({ currentTarget }) => onChange(currentTarget.value)}
				/>
			)}
			{fault !== undefined && (
				<p class="fault" id={`${id}-fault`}>
					{fault}
				</p>
			)}
		</div>
	);
}

interface SelectFieldProps<Value extends string> {
	readonly label: string;
	readonly value: Value;
	readonly onChange: (value: Value) => void;
	readonly options: readonly (readonly [Value, string])[];
	readonly help?: ComponentChildren;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
	const { label, value, onChange, options, help } = props;
	const id = useId();
	return (
		<div class="field">
			<label for={id}>{label}</label>
			{help !== undefined && <p id={`${id}-help`}>{help}</p>}
			<select
				id={id}
				{...(help !== undefined && { 'aria-describedby': `${id}-help` })}
				value={value}
				onChange={({ currentTarget }) => {
					const chosen = options[currentTarget.selectedIndex];
					if (chosen !== undefined) onChange(chosen[0]);
				}}
			>
				{options.map(([one, name]) => (
					<option key={one} value={one}>
						{name}
					</option>
				))}
			</select>
		</div>
	);
}

interface CheckFieldProps {
	readonly label: string;
	readonly isChosen: boolean;
	readonly onChange: (isChosen: boolean) => void;
}

export function CheckField({ label, isChosen, onChange }: CheckFieldProps) {
	const id = useId();
	return (
		<div class="check">
			<input
				id={id}
				type="checkbox"
				checked={isChosen}
				onChange={({ currentTarget }) => onChange(currentTarget.checked)}
			/>
			<label for={id}>{label}</label>
		</div>
	);
}
