/** The fields of an act: from its description, with words for people from a table. */
import type { EndpointDescription, Field } from '../../../api/language/description';
import { CheckField, SelectField, TextField } from '../../parts/forms/fields';
import { choicesOf, labelOf } from './words';

/** Texts by the name of the field; `yes` for one that is checked. */
export type Typed = Readonly<Record<string, string>>;

/** Names a request, so that a repeated one is carried out once. */
const ownIds = ['clientPayoutId', 'reference'];

/** Nobody need see it. */
const hiddenId = 'clientPayoutId';

export interface AskedField {
	readonly name: string;
	readonly field: Field;
	readonly kind: 'text' | 'list' | 'secret' | 'amount' | 'whole' | 'time' | 'choice' | 'check';
}

/** The fields a person is asked for: those that are not known. */
export function askedFields(
	{ fields }: EndpointDescription,
	given: Readonly<Record<string, string>>,
): readonly AskedField[] {
	return Object.entries(fields)
		.filter(([name]) => !(name in given) && name !== hiddenId)
		.map(([name, field]) => ({ name, field, kind: kindOf(field) }));
}

function kindOf(field: Field): AskedField['kind'] {
	if (field.in === 'header') return 'secret';
	if (field.type === 'boolean') return 'check';
	if (field.type === 'integer') return field.isMoment === true ? 'time' : 'whole';
	if (field.type !== 'string') throw new Error(`no kind of field for ${field.type}`);
	if (field.choices !== undefined) return 'choice';
	if (field.many === true) return 'list';
	return field.pattern === undefined ? 'text' : 'amount';
}

export function initialOf(
	asked: readonly AskedField[],
	initial: Readonly<Record<string, unknown>>,
	ownId: string,
): Typed {
	const entries = asked.map(({ name, field }) => {
		const value = initial[name] ?? ('default' in field ? field.default : undefined);
		if (value !== undefined) return [name, String(value)];
		if (ownIds.includes(name)) return [name, ownId];
		return [name, choicesOf(name, field)[0]?.[0] ?? ''];
	});
	return Object.fromEntries(entries) as Typed;
}

export function trimmed(typed: Typed): Typed {
	return Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
}

const forms = {
	amount: [/^\d+(\.\d+)?$/, 'Digits, with a point before the decimals, such as 12.5.'],
	whole: [/^\d{1,15}$/, 'A whole number, such as 20.'],
	secret: [/^[!-~]+$/, 'A key has no blanks.'],
} as const;

/** Returns why the text is invalid; undefined for an empty text. */
function faultOf({ kind }: AskedField, text: string): string | undefined {
	if (text === '' || !(kind in forms)) return undefined;
	const [form, says] = forms[kind as keyof typeof forms];
	return form.test(text) ? undefined : says;
}

/** True if all required fields are filled and all are valid. */
export function isComplete(asked: readonly AskedField[], typed: Typed): boolean {
	return asked.every((one) => {
		const text = typed[one.name] ?? '';
		return faultOf(one, text) === undefined && (one.field.required !== true || text !== '');
	});
}

/** The values of a call: what is undefined is left out. */
export function valuesOf(
	{ fields }: EndpointDescription,
	asked: readonly AskedField[],
	{ typed, ownId }: { readonly typed: Typed; readonly ownId: string },
): Readonly<Record<string, unknown>> {
	const values = asked.map(({ name, kind }) => [name, valueOf(kind, typed[name] ?? '')] as const);
	return { ...(hiddenId in fields && { [hiddenId]: ownId }), ...Object.fromEntries(values) };
}

function valueOf(
	kind: AskedField['kind'],
	text: string,
): string | number | boolean | readonly string[] | undefined {
	if (kind === 'check') return text === 'yes';
	if (text === '') return undefined;
	if (kind === 'whole') return Number(text);
	if (kind === 'list') return text.split(',').map((part) => part.trim());
	return kind === 'time' ? timeOf(text) : text;
}

/** Converts the local time of a field to milliseconds since 1970. */
export function timeOf(text: string): number | undefined {
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}

interface FieldProps {
	readonly asked: AskedField;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

export function FieldRow({ asked, value, onChange }: FieldProps) {
	const { name, field, kind } = asked;
	const label = labelOf(name);
	if (kind === 'check') {
		const change = (isChosen: boolean) => onChange(isChosen ? 'yes' : '');
		return <CheckField label={label} isChosen={value === 'yes'} onChange={change} />;
	}
	if (kind === 'choice') {
		return (
			<SelectField
				label={label}
				value={value}
				onChange={onChange}
				options={choicesOf(name, field)}
			/>
		);
	}
	return (
		<TextField
			label={label}
			value={value}
			onChange={onChange}
			help={helpOf(asked)}
			fault={faultOf(asked, value.trim())}
			isNumber={kind === 'amount' || kind === 'whole'}
			isRequired={field.required === true}
			type={kind === 'secret' ? 'password' : kind === 'time' ? 'datetime-local' : 'text'}
		/>
	);
}

/** A person leaves a field empty where a program leaves it out. */
function helpOf({ name, field, kind }: AskedField): string | undefined {
	if (field.description === labelOf(name)) return undefined;
	const help = `${field.description.replaceAll('left out', 'left empty')}.`;
	if (kind === 'list') return `${help} With commas between.`;
	return kind === 'time' ? `${help} In your time zone.` : help;
}
