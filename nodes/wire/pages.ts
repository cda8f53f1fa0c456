/**
 * Reads the records of a reply, and pages of lists for Return All and Limit. Lists of the service
 * use an offset; those of the exchange continue at the last record of the page before.
 */
import type { IDataObject, JsonValue } from 'n8n-workflow';
import type { EndpointDescription } from '../../api/language/description';
import { callForJson, type Call } from './call/call';
import { readFlag, readText, refuseItem, type Item } from './item';

/** The service's own limit of a page. */
const usualPageMax = 5000;

/** Most records per call of a list. */
export function pageMaxOf({ fields }: EndpointDescription): number {
	const { limit } = fields;
	return limit?.type === 'integer' ? (limit.maximum ?? usualPageMax) : usualPageMax;
}

export function recordsOf(item: Item, reply: JsonValue, recordsIn?: string): IDataObject[] {
	const within = recordsIn === undefined ? reply : entriesOf(reply, recordsIn);
	const records = Array.isArray(within) ? within : [within];
	return records.map((record) => {
		if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record;
		throw refuseItem(
			item,
			'The service answered with something other than records',
			'Check the addresses in the credential, and that the service is up to date.',
		);
	});
}

function entriesOf(reply: JsonValue, name: string): JsonValue {
	const isRecord = typeof reply === 'object' && reply !== null && !Array.isArray(reply);
	return (isRecord ? reply[name] : undefined) ?? null;
}

/** Parameters of the next page, and how many known records it repeats. */
export function pageAfter({ reply, fields }: EndpointDescription, records: readonly IDataObject[]) {
	const next = reply.kind === 'list' ? reply.next : undefined;
	const last = next === undefined ? undefined : records.at(-1);
	if (next !== undefined && last !== undefined) {
		const begin = last[next.property] as string | number;
		// A trade with oneself has two entries of one id, and a page may end with either.
		const again = records.filter((record) => record[next.property] === begin).length;
		return { begin: { [next.field]: begin }, again };
	}
	return { begin: 'offset' in fields ? { offset: records.length } : {}, again: 0 };
}

/**
 * Asks for pages until the limit is reached or a page comes back short. Asks for one record more than the
 * limit, so that it can say whether there is any.
 */
export async function allPages(
	item: Item,
	call: Call,
	recordsIn?: string,
): Promise<readonly IDataObject[]> {
	const limit = readFlag(item, 'returnAll') ? Infinity : readLimit(item);
	const wanted = limit + 1;
	const pageMax = pageMaxOf(call.endpoint);
	const records: IDataObject[] = [];
	for (;;) {
		const { begin, again } = pageAfter(call.endpoint, records);
		const pageSize = Math.min(pageMax, wanted - records.length + again);
		const values = { ...call.values, limit: pageSize, ...begin };
		const page = recordsOf(item, await callForJson(item.context, { ...call, values }), recordsIn);
		records.push(...page.slice(again));
		if (page.length < pageSize || records.length >= wanted) {
			if (records.length > limit) sayThereIsMore(item, limit);
			return records.slice(0, limit);
		}
	}
}

/** Shown above the output. */
function sayThereIsMore({ context, itemIndex }: Item, shown: number): void {
	const which = context.getInputData().length > 1 ? ` for item ${itemIndex}` : '';
	context.addExecutionHints({
		message: `There is more than the ${shown} results shown${which}: raise 'Limit', or turn on 'Return All'.`,
		type: 'info',
		location: 'outputPane',
	});
}

function readLimit(item: Item): number {
	const text = readText(item, 'limit');
	if (/^\d+$/.test(text) && Number(text) >= 1) return Number(text);
	throw refuseItem(
		item,
		`'Limit' is ${text === '' ? 'empty' : text}`,
		"Enter a whole number of 1 or more in 'Limit', or turn on 'Return All'.",
	);
}
