/** Tables, which scroll horizontally on a phone, and the pager of a list. */
import type { ComponentChildren } from 'preact';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';

export interface Column<Row> {
	readonly name: string;
	readonly isNumber?: boolean;
	readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly keyOf: (row: Row) => string | number;
}

export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
	const classOf = ({ isNumber }: Column<Row>) => (isNumber === true ? 'number' : '');
	return (
		<div class="scroll" role="region" aria-label={caption} tabIndex={0}>
			<table>
				<caption>{caption}</caption>
				<thead>
					<tr>
						{columns.map((column) => (
							<th key={column.name} scope="col" class={classOf(column)}>
								{column.name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={keyOf(row)}>
							{columns.map((column) => (
								<td key={column.name} class={classOf(column)}>
									{column.cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

interface PagerProps {
	/** Names the list, for screen readers. */
	readonly what: string;
	readonly position: string;
	readonly back: (() => void) | undefined;
	/** Label of `back`, if it does not lead to the previous page. */
	readonly backName?: string;
	readonly on: (() => void) | undefined;
	/** Label of `on`, if it does not lead to the next page. */
	readonly onName?: string;
}

export function Pager({ what, position, back, on, ...names }: PagerProps) {
	const say = useTexts(sharedTexts);
	const { backName = say('Back'), onName = say('More') } = names;
	return (
		<nav class="pager" aria-label={say('Pages of {what}', { what })}>
			<button class="second" type="button" disabled={back === undefined} onClick={back}>
				{backName}
			</button>
			<button class="second" type="button" disabled={on === undefined} onClick={on}>
				{onName}
			</button>
			<span class="soft" role="status">
				{position}
			</span>
		</nav>
	);
}
