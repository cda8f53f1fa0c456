/** An answer as text: a list as a table, one record as lines, lists in it as tables below. */
import type { ModelField, ReplyDescription } from '../../api/language/description';
import { models } from '../../api/models';
import type { Values } from '../../server/http/routing/checks';

type Fields = Readonly<Record<string, ModelField>>;

export function answerText(reply: ReplyDescription, answer: unknown): string {
	if (reply.kind !== 'record' && reply.kind !== 'list') return '';
	const fields = (models as Readonly<Record<string, Fields>>)[reply.model] ?? {};
	if (reply.kind === 'record') return recordText(fields, answer as Values);
	const records = answer as readonly Values[];
	return records.length === 0 ? 'none\n' : tableOf(fields, records);
}

/** A field that no record has is no column. */
function tableOf(fields: Fields, records: readonly Values[]): string {
	const columns = Object.entries(fields).filter(([name]) =>
		records.some((record) => record[name] !== undefined),
	);
	const rows = records.map((record) =>
		columns.map(([name, field]) => cellText(field, record[name])),
	);
	const isRight = columns.map(([, { type, isMoment }]) => type === 'integer' && !isMoment);
	return tableText([columns.map(([name]) => name), ...rows], isRight);
}

function recordText(fields: Fields, record: Values): string {
	return Object.entries(fields)
		.map(([name, field]) => {
			const value = record[name];
			if (value === undefined) return '';
			if (field.fields === undefined || !Array.isArray(value)) {
				return `${name}: ${cellText(field, value)}\n`;
			}
			if (value.length === 0) return `${name}: none\n`;
			const table = tableOf(field.fields, value as readonly Values[]);
			return `${name}:\n${table.replace(/^/gm, '  ').trimEnd()}\n`;
		})
		.join('');
}

function cellText(field: ModelField, value: unknown): string {
	if (value === undefined) return '';
	if (Array.isArray(value)) return value.map((each) => cellText(field, each)).join('; ');
	if (field.isMoment === true) return new Date(Number(value)).toISOString();
	const { fields } = field;
	if (fields === undefined) return shown(String(value));
	const record = value as Values;
	const given = Object.keys(fields).filter((name) => record[name] !== undefined);
	return given.map((name) => `${name} ${cellText(fields[name] ?? field, record[name])}`).join(', ');
}

/** Texts of others must not steer the terminal. */
function shown(text: string): string {
	return text.replace(
		/[\p{C}\u2028\u2029]/gu,
		(character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
}

/** Pads every column to its widest cell. */
function tableText(rows: readonly (readonly string[])[], isRight: readonly boolean[]): string {
	const widths = isRight.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	const padded = (cell: string, at: number) => {
		const width = widths[at] ?? 0;
		return isRight[at] === true ? cell.padStart(width) : cell.padEnd(width);
	};
	return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
}
