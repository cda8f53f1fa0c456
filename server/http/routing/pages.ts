/**
 * Paged lists. The handler is asked for one record more than the page, so that the reply can say
 * in a `Link` header (RFC 8288) where the next page begins.
 */
import type { FastifyReply } from 'fastify';
import type { EndpointDescription } from '../../../api/language/description';
import type { Values } from './checks';

/** True for an endpoint with a paged list. */
export function isPaged({ reply, fields }: EndpointDescription): boolean {
	return reply.kind === 'list' && 'limit' in fields;
}

/** Runs the handler of a list, and adds the `Link` header if there is more. */
export async function answerPage(
	endpoint: EndpointDescription,
	{ values, reply }: { readonly values: Values; readonly reply: FastifyReply },
	run: (values: Values) => Promise<unknown>,
): Promise<unknown> {
	if (!isPaged(endpoint) || !hasNext(endpoint, values)) return run(values);
	const limit = limitOf(endpoint, values);
	const records = (await run({ ...values, limit: limit + 1 })) as readonly Values[];
	const first = records[limit];
	if (first === undefined) return records;
	const query = new URLSearchParams(queryOf(reply.request.url));
	const page = records.slice(0, limit);
	beginAt(query, endpoint, { first, page, offset: Number(values['offset'] ?? 0) + limit });
	// Relative to the request, because a proxy may add a path prefix.
	reply.header('link', `<?${query.toString()}>; rel="next"`);
	return page;
}

/**
 * A list without `offset` has pages only from a given entry or time; else it has the newest
 * records only.
 */
function hasNext(endpoint: EndpointDescription, values: Values): boolean {
	const field = nextOf(endpoint)?.field;
	return (
		'offset' in endpoint.fields ||
		(field !== undefined && (field in values || 'startTime' in values))
	);
}

function nextOf({ reply }: EndpointDescription) {
	return reply.kind === 'list' ? reply.next : undefined;
}

interface NextPage {
	/** The first record after the page. */
	readonly first: Values;
	readonly page: readonly Values[];
	readonly offset: number;
}

function beginAt(
	query: URLSearchParams,
	endpoint: EndpointDescription,
	{ first, page, offset }: NextPage,
): void {
	const next = nextOf(endpoint);
	if (next === undefined) return query.set('offset', String(offset));
	const begin = first[next.property];
	query.delete('offset');
	query.set(next.field, String(begin));
	// If several records share this id, skip those on this page.
	const shown = page.filter((record) => record[next.property] === begin).length;
	if (shown > 0) query.set('offset', String(shown));
}

function limitOf({ fields }: EndpointDescription, values: Values): number {
	const field = fields['limit'];
	const most = field?.type === 'integer' ? field.maximum : undefined;
	const limit = values['limit'] ?? most;
	if (typeof limit !== 'number') throw new Error('the limit of a list has a maximum');
	return limit;
}

/** The query as the caller wrote it. */
function queryOf(url: string): string {
	const mark = url.indexOf('?');
	return mark < 0 ? '' : url.slice(mark + 1);
}
