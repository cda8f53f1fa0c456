/**
 * A list whose pages begin at an entry, so that a page stays the same while others are added. The
 * first entry and the filters are in the address.
 */
import type { ComponentChildren } from 'preact';
import type { ListPage } from './client';
import type { Query } from './loading';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';
import { go, usePlace, type Place } from './router';
import { Empty, WhenLoaded } from './states';
import { Pager } from './table';

const pageLength = 50;

export interface CursorRange {
	readonly limit: number;
	/** The first entry; the start of the list if left out. */
	readonly fromId?: string;
}

interface CursorListProps<Item> {
	/** The name of an item, singular and plural. */
	readonly one: string;
	readonly what: string;
	/** Loads a page; the question identifies it. */
	readonly ask: (question: string, range: CursorRange) => Query<ListPage<Item>>;
	readonly none: ComponentChildren;
	/** The name of the list's beginning. */
	readonly first?: string;
	/** Further buttons. */
	readonly above?: (again: () => void) => ComponentChildren;
	/** `again` reloads the page. */
	readonly children: (items: readonly Item[], again: () => void) => ComponentChildren;
}

export function CursorList<Item>(props: CursorListProps<Item>) {
	const say = useTexts(sharedTexts);
	const { one, what, ask, none, first = say('Newest'), above, children } = props;
	const place = usePlace();
	const { path, query } = place;
	const fromId = query.get('fromId') || undefined;
	const asked = ask(`${path}?${query}`, { limit: pageLength, ...(fromId && { fromId }) });
	const to = (id?: string) => () => go(addressWith(place, 'fromId', id));
	return (
		<>
			<div class="actions above">
				<button class="second" type="button" onClick={asked.again}>
					{say('Look again')}
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
								position={say('{count} {what}', {
									count: records.length,
									what: records.length === 1 ? one : what,
								})}
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

/** The address with one query parameter changed or removed. */
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
