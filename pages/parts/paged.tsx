/** A list with pages by offset; the offset is in the address, so that a page can be linked. */
import type { ComponentChildren } from 'preact';
import type { ListPage } from './client';
import type { Query } from './loading';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';
import { go, usePlace } from './router';
import { Empty, WhenLoaded } from './states';
import { Pager } from './table';

const pageLength = 50;

export interface ListRange {
	readonly limit: number;
	readonly offset: number;
}

interface PagedProps<Item> {
	/** The name of the items, plural. */
	readonly what: string;
	/** Loads a page; the question identifies it. */
	readonly ask: (question: string, range: ListRange) => Query<ListPage<Item>>;
	readonly none: ComponentChildren;
	/** `again` reloads the page. */
	readonly children: (items: readonly Item[], again: () => void) => ComponentChildren;
}

export function Paged<Item>({ what, ask, none, children }: PagedProps<Item>) {
	const { path, query } = usePlace();
	const say = useTexts(sharedTexts);
	const offset = offsetOf(query);
	const asked = ask(`${path} ${query.toString()}`, { limit: pageLength, offset });
	const to = (start: number) => () => go(pageOf(path, query, start));
	return (
		<WhenLoaded asked={asked}>
			{({ records, hasNext }) => (
				<>
					{records.length === 0 ? <Empty>{none}</Empty> : children(records, asked.again)}
					{(offset > 0 || hasNext) && (
						<Pager
							what={what}
							position={
								records.length === 0
									? say('Nothing here')
									: say('{first} to {last}', {
											first: offset + 1,
											last: offset + records.length,
										})
							}
							back={offset === 0 ? undefined : to(Math.max(0, offset - pageLength))}
							on={hasNext ? to(offset + pageLength) : undefined}
						/>
					)}
				</>
			)}
		</WhenLoaded>
	);
}

/** The same list from another place; a filter in the address stays. */
function pageOf(path: string, query: URLSearchParams, start: number): string {
	const kept = new URLSearchParams(query);
	kept.delete('from');
	if (start > 0) kept.set('from', String(start));
	return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}

/** The address may contain anything. */
function offsetOf(query: URLSearchParams): number {
	const offset = Number(query.get('from') ?? 0);
	return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}
