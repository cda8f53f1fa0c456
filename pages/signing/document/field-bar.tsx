/**
 * Leads through the fields one by one at the foot of the screen. It works without the marks on the
 * pages.
 */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { kindOf } from '../../../api/sealer/contract-fields';
import { lineOf } from '../../parts/person-text';
import type { Field, Fields } from './fields';
import { shownNumber } from '../texts/numbers';
import { FilledText, useWords } from '../texts/words';

interface FieldBarProps {
	readonly fields: Fields;
	/** Label of the button after the last field. */
	readonly end: string;
}

export function FieldBar({ fields, end }: FieldBarProps) {
	const { own, current, fileCount, go } = fields;
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
				<span class="soft">
					{fileCount > 1
						? text('onPageOf', { file: field.fileNumber, page: field.page })
						: text('onPage', { page: field.page })}
				</span>
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

/** Takes the focus before the next key press: the person may be typing already. */
function Entry({ field, fields }: EntryProps) {
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const focused = ['input:checked', 'input, select', '[tabindex]']
			.map((wanted) => place.current?.querySelector<HTMLElement>(wanted))
			.find((found) => found != null);
		focused?.focus({ preventScroll: true });
	}, []);
	return <div ref={place}>{entryOf({ field, fields })}</div>;
}

function entryOf(props: EntryProps) {
	switch (props.field.type) {
		case 'Signature':
		case 'Date':
			return <FilledBySigning {...props} />;
		case 'Checkbox':
			return <Tick {...props} />;
		case 'Select':
			return <Select {...props} />;
		case 'Radio':
			return <Radio {...props} />;
		case 'Initials':
		case 'Name':
		case 'Text':
		case 'Number':
			return <Line {...props} />;
	}
}

function Label({ field: { name, required } }: Pick<EntryProps, 'field'>) {
	const label = <bdi>{lineOf(name)}</bdi>;
	return required ? label : <FilledText text="optional" values={{ field: label }} />;
}

function FilledBySigning({ field: { name, type } }: EntryProps) {
	const { text } = useWords();
	return (
		<p tabIndex={-1}>
			<strong>
				<bdi>{lineOf(name)}</bdi>
			</strong>
			: {text(type === 'Date' ? 'dayHere' : 'signatureHere')}
		</p>
	);
}

function Tick({ field, fields: { values, set } }: EntryProps) {
	const id = useId();
	const { name, required } = field;
	return (
		<p class="consent">
			<input
				id={id}
				type={'checkbox'}
				required={required}
				checked={values[name] === 'true'}
				onChange={({ currentTarget }) => set(name, String(currentTarget.checked))}
			/>
			<label for={id}>
				<Label field={field} />
			</label>
		</p>
	);
}

function Select({ field, fields: { values, set } }: EntryProps) {
	const id = useId();
	const { name, required, options = [] } = field;
	return (
		<div class="field">
			<label for={id}>
				<Label field={field} />
			</label>
			<select
				id={id}
				required={required}
				value={values[name] ?? ''}
				onChange={({ currentTarget }) => set(name, currentTarget.value)}
			>
				<option value="" />
				{options.map((option) => (
					<option key={option} value={option}>
						{lineOf(option)}
					</option>
				))}
			</select>
		</div>
	);
}

function Radio({ field, fields: { values, set } }: EntryProps) {
	const id = useId();
	const { name, required, options = [] } = field;
	return (
		<fieldset class="choice">
			<legend>
				<Label field={field} />
			</legend>
			{options.map((option, place) => (
				<p class="consent" key={option}>
					<input
						id={`${id}-${place}`}
						type={'radio'}
						name={id}
						required={required}
						checked={values[name] === option}
						onChange={() => set(name, option)}
					/>
					<label for={`${id}-${place}`}>
						<bdi>{lineOf(option)}</bdi>
					</label>
				</p>
			))}
		</fieldset>
	);
}

/** More characters than a number can have. */
const numberLengthMax = 60;

function Line({ field, fields: { values, set } }: EntryProps) {
	const id = useId();
	const { name, type, required } = field;
	const isNumber = type === 'Number';
	return (
		<div class="field">
			<label for={id}>
				<Label field={field} />
			</label>
			{isNumber && (
				<p id={`${id}-help`}>
					<Range field={field} />
				</p>
			)}
			<input
				id={id}
				type={'text'}
				required={required}
				{...(isNumber && { inputMode: 'decimal' as const, 'aria-describedby': `${id}-help` })}
				value={values[name] ?? ''}
				maxLength={kindOf(type).lengthMax ?? numberLengthMax}
				autocomplete={type === 'Name' ? 'name' : 'off'}
				onInput={({ currentTarget }) => set(name, currentTarget.value)}
			/>
		</div>
	);
}

/** How a number is written, and what it may be. */
function Range({ field: { min, max } }: Pick<EntryProps, 'field'>) {
	const { text, language } = useWords();
	const shown = (number: string) => shownNumber(number, language);
	return (
		<>
			{text('numberHow')}
			{min !== undefined && ` ${text('numberFrom', { least: shown(min) })}`}
			{max !== undefined && ` ${text('numberTo', { most: shown(max) })}`}
		</>
	);
}
