/** The fields of an action: their description as data, validation and display. */
import { CheckField, SelectField, TextField } from '../../parts/fields';

interface FieldBase<Name extends string> {
	readonly name: Name;
	readonly label: string;
	readonly help?: string;
	/** The first value. */
	readonly initial?: string;
	readonly isRequired?: boolean;
}

export type ActField<Name extends string> = FieldBase<Name> &
	(
		| { readonly kind: 'text' | 'secret' | 'amount' | 'whole' | 'time' }
		| { readonly kind: 'choice'; readonly options: readonly (readonly [string, string])[] }
		/** The value is `yes` if checked. */
		| { readonly kind: 'check' }
	);

export type Typed<Name extends string> = Readonly<Record<Name, string>>;

export function initialOf<Name extends string>(fields: readonly ActField<Name>[]): Typed<Name> {
	const entries = fields.map((field) => [field.name, field.initial ?? firstOf(field)]);
	return Object.fromEntries(entries) as Typed<Name>;
}

function firstOf<Name extends string>(field: ActField<Name>): string {
	return field.kind === 'choice' ? (field.options[0]?.[0] ?? '') : '';
}

/** Trims all values. */
export function trimmed<Name extends string>(typed: Typed<Name>): Typed<Name> {
	const entries = Object.entries<string>(typed).map(([name, text]) => [name, text.trim()]);
	return Object.fromEntries(entries) as Typed<Name>;
}

const forms = {
	amount: [/^\d+(\.\d+)?$/, 'Digits, with a point before the decimals, such as 12.5.'],
	whole: [/^\d{1,15}$/, 'A whole number, such as 20.'],
	secret: [/^[!-~]+$/, 'A key has no blanks.'],
} as const;

/** Returns why the text is invalid; undefined for an empty text. */
export function faultOf<Name extends string>(
	{ kind }: ActField<Name>,
	text: string,
): string | undefined {
	if (text === '' || !(kind in forms)) return undefined;
	const [form, says] = forms[kind as keyof typeof forms];
	return form.test(text) ? undefined : says;
}

/** True if all required fields are filled and all are valid. */
export function isComplete<Name extends string>(
	fields: readonly ActField<Name>[],
	typed: Typed<Name>,
): boolean {
	return fields.every(
		(field) =>
			faultOf(field, typed[field.name]) === undefined &&
			(field.isRequired !== true || typed[field.name] !== ''),
	);
}

/** Undefined for an empty text. */
export function given(text: string): string | undefined {
	return text === '' ? undefined : text;
}

export function givenNumber(text: string): number | undefined {
	return text === '' ? undefined : Number(text);
}

/** Converts the local time of a field to milliseconds since 1970. */
export function givenTime(text: string): number | undefined {
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

interface FieldProps<Name extends string> {
	readonly field: ActField<Name>;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

export function ActFieldRow<Name extends string>({ field, value, onChange }: FieldProps<Name>) {
	const { label, help, kind } = field;
	if (kind === 'check') {
		const change = (isChosen: boolean) => onChange(isChosen ? 'yes' : '');
		return <CheckField label={label} isChosen={value === 'yes'} onChange={change} />;
	}
	if (kind === 'choice') {
		const { options } = field;
		return <SelectField {...{ label, value, onChange, options, help }} />;
	}
	return (
		<TextField
			{...{ label, value, onChange, help }}
			fault={faultOf(field, value.trim())}
			isNumber={kind === 'amount' || kind === 'whole'}
			isRequired={field.isRequired === true}
			type={kind === 'secret' ? 'password' : kind === 'time' ? 'datetime-local' : 'text'}
		/>
	);
}
