/**
 * Marks of the fields on a page; pressing one opens its field. They are hidden from screen readers,
 * which use the field bar.
 */
import { lineOf } from '../../parts/person-text';
import { isEmpty, isFilledBySigning, markId, type Field, type Fields } from './fields';

interface FieldMarksProps {
	readonly fields: Fields;
	/** From 1. */
	readonly fileNumber: number;
	/** From 1. */
	readonly page: number;
}

export function FieldMarks({ fields, fileNumber, page }: FieldMarksProps) {
	return (
		<>
			{fields.all
				.filter((field) => Number(field.fileNumber) === fileNumber && Number(field.page) === page)
				.map((field) => (
					<Mark key={field.name} field={field} fields={fields} />
				))}
		</>
	);
}

function Mark({ field, fields }: { readonly field: Field; readonly fields: Fields }) {
	const place = fields.own.indexOf(field);
	const isOwn = place !== -1;
	const isCurrent = isOwn && place === fields.current;
	const isOpen = isOwn && !isFilledBySigning(field) && isEmpty(field, fields.values);
	const kind = isOwn ? (isOpen ? 'open' : 'filled') : 'others';
	const share = (of: number | bigint) => `${Number(of) * 100}%`;
	return (
		<div
			id={markId(field)}
			class={`mark ${kind}${isCurrent ? ' current' : ''}`}
			aria-hidden="true"
			style={{
				left: share(field.x),
				top: share(field.y),
				width: share(field.width),
				height: share(field.height),
			}}
			onClick={isOwn ? () => fields.go(place) : undefined}
		>
			<bdi>{lineOf(shownIn(field, fields))}</bdi>
		</div>
	);
}

function shownIn({ name, type, value }: Field, { values }: Fields): string {
	const given = value ?? values[name] ?? '';
	if (type === 'Checkbox') return given === 'true' ? '✓' : '';
	return given === '' ? name : given;
}
