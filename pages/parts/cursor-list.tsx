/**
 * A list by pages of which each begins at an entry, so that it stays as it is while others are added.
 * Where it begins, and what else the list is narrowed to, stands in the address.
 */
import type { ComponentChildren } from 'preact';
import type { ListPage } from './client';
import type { Asked } from './loading';
import { go, usePlace, type Place } from './router';
import { Empty, WhenLoaded } from './states';
import { Pager } from './table';
import { numberText } from './values';

const pageLength = 50;

export interface CursorRange {
	readonly limit: number;
	/** The first entry; the list begins at its own first where it is left out. */
	readonly fromId?: string;
}

interface CursorListProps<Item> {
	/** What the items are, one and several. */
	readonly one: string;
	readonly what: string;
	/** Asks for a page, by the address of the list and the page. */
	readonly ask: (question: string, range: CursorRange) => Asked<ListPage<Item>>;
	readonly none: ComponentChildren;
	/** Where the list begins. */
	readonly first?: string;
	/** What can be done beside looking again. */
	readonly above?: (again: () => void) => ComponentChildren;
	/** `again` asks for the page again. */
	readonly children: (items: readonly Item[], again: () => void) => ComponentChildren;
}

export function CursorList<Item>(props: CursorListProps<Item>) {
	const { one, what, ask, none, first = 'Newest', above, children } = props;
	const place = usePlace();
	const { path, query } = place;
	const fromId = query.get('fromId') || undefined;
	const asked = ask(`${path}?${query}`, { limit: pageLength, ...(fromId && { fromId }) });
	const to = (id?: string) => () => go(addressWith(place, 'fromId', id));
	return (
		<>
			<div class="actions above">
				<button class="second" type="button" onClick={asked.again}>
					Look again
				</button>
				{above?.(asked.again)}
			</div>
			<WhenLoaded asked={asked}>
				{({ records, next }) => (
					<>
						{records.length === 0 ? <Empty>{none}</Empty> : children(records, asked.again)}
						{(fromId !== undefined || next !== undefined) && (
							<Pager
								what={what}
								position={`${numberText(records.length)} ${records.length === 1 ? one : what}`}
								back={fromId === undefined ? undefined : to()}
								backName={first}
								on={next && to(next.get('fromId') ?? undefined)}
							/>
						)}
					</>
				)}
			</WhenLoaded>
		</>
	);
}

/** The address of a place with one thing of its query changed, or left out. */
export function addressWith(
	{ path, query }: Place,
	name: string,
	value: string | undefined,
): string {
	const changed = new URLSearchParams(query);
	if (value === undefined || value === '') changed.delete(name);
	else changed.set(name, value);
	return changed.size === 0 ? path : `${path}?${changed.toString()}`;
}
