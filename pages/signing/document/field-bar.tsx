/**
 * Leads through the fields one by one at the foot of the screen. It works without the marks on the
 * pages.
 */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { lineOf } from '../../parts/person-text';
import { isFilledBySigning, type Field, type Fields } from './fields';
import { FilledText, useWords } from '../texts/words';

interface FieldBarProps {
	readonly fields: Fields;
	/** Label of the button after the last field. */
	readonly end: string;
}

export function FieldBar({ fields, end }: FieldBarProps) {
	const { own, current, go } = fields;
	const { text } = useWords();
	const count = own.length;
	if (own.length === 0) return null;
	const field = current === undefined ? undefined : own[current];
	if (current === undefined || field === undefined) {
		return (
			<section class="field-bar" aria-label={text('fields')}>
				<p>{text('fieldCount', { count }, count)}</p>
				<button type="button" onClick={() => go(0)}>
					{text('start')}
				</button>
			</section>
		);
	}
	const isLast = current === own.length - 1;
	return (
		<form
			class="field-bar"
			aria-label={text('fields')}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (isLast) toEnd();
				else go(current + 1);
			}}
		>
			<p role="status">
				{text('fieldOf', { at: current + 1, count })}{' '}
				<span class="soft">{text('onPage', { page: field.page })}</span>
			</p>
			<Entry key={field.name} field={field} fields={fields} />
			<p class="row">
				<button type="submit">{isLast ? end : text('nextField')}</button>
				{current > 0 && (
					<button class="second" type="button" onClick={() => go(current - 1)}>
						{text('fieldBefore')}
					</button>
				)}
			</p>
		</form>
	);
}

function toEnd(): void {
	const form = document.getElementById('sign');
	form?.scrollIntoView();
	form?.querySelector<HTMLElement>('[role=tab][aria-selected=true], input')?.focus();
}

interface EntryProps {
	readonly field: Field;
	readonly fields: Fields;
}

const lengthMax: Readonly<Partial<Record<Field['type'], number>>> = { Initials: 10, Name: 100 };

/** Takes the focus before the next key press: the person may be typing already. */
function Entry({ field, fields: { values, set } }: EntryProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const said = useRef<HTMLParagraphElement>(null);
	useLayoutEffect(() => (input.current ?? said.current)?.focus({ preventScroll: true }), []);
	const { name, type, required } = field;
	const { text } = useWords();
	const label = <bdi>{lineOf(name)}</bdi>;
	if (isFilledBySigning(field)) {
		return (
			<p ref={said} tabIndex={-1}>
				<strong>{label}</strong>: {text(type === 'Date' ? 'dayHere' : 'signatureHere')}
			</p>
		);
	}
	const value = values[name] ?? '';
	const named = required ? label : <FilledText text="optional" values={{ field: label }} />;
	if (type === 'Checkbox') {
		return (
			<p class="consent">
				<input
					id={id}
					ref={input}
					type={'checkbox'}
					required={required}
					checked={value === 'true'}
					onChange={({ currentTarget }) => set(name, String(currentTarget.checked))}
				/>
				<label for={id}>{named}</label>
			</p>
		);
	}
	return (
		<div class="field">
			<label for={id}>{named}</label>
			<input
				id={id}
				ref={input}
				type={'text'}
				required={required}
				value={value}
				maxLength={lengthMax[type] ?? 500}
				autocomplete={type === 'Name' ? 'name' : 'off'}
				onInput={({ currentTarget }) => set(name, currentTarget.value)}
			/>
		</div>
	);
}
