/**
 * Builds a request as its endpoint describes it: path, query, headers and body. It detects values
 * that a request cannot carry; the tracker decides if they are valid.
 */
import {
	pathText,
	type EndpointDescription,
	type Field,
	type Place,
} from '../../api/language/description';
import { present } from '../../server/at';

export interface WireRequest {
	readonly method: EndpointDescription['method'];
	/** Path and query, below the base address. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	/** JSON. */
	readonly body: string | undefined;
}

export type WireValues = Readonly<Record<string, string | number>>;

/**
 * Names the key or value that a request cannot carry; undefined if it can carry all. undici would
 * refuse a line break, too, but then its pool treats that connection as busy.
 */
export function whyUnsendable(
	endpoint: EndpointDescription,
	key: string,
	values: WireValues,
): string | undefined {
	const name = isHeaderText(key)
		? Object.entries(values).find(
				([field, value]) => !isSendable(endpoint.fields[field], value),
			)?.[0]
		: 'key';
	return name === undefined ? undefined : `a request cannot carry this ${name}`;
}

function isSendable(field: Field | undefined, value: string | number): boolean {
	if (field?.type === 'integer') {
		const { minimum = -Infinity, maximum = Infinity } = field;
		return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
	}
	const text = String(value);
	if (field?.in === 'header') return isHeaderText(text);
	return field?.in !== 'path' || (pathText.test(text) && text.isWellFormed());
}

function isHeaderText(text: string): boolean {
	return /^[\x20-\x7e]+$/.test(text);
}

/** `values` are fields of the endpoint that the request can carry. */
export function requestOf(
	endpoint: EndpointDescription,
	key: string,
	values: WireValues,
): WireRequest {
	const at = (place: Place) =>
		Object.entries(values).filter(([name]) => endpoint.fields[name]?.in === place);
	const asText = ([name, value]: [string, string | number]) => [name, String(value)] as const;
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_place, name: string) =>
		encodeURIComponent(present(values[name], name)),
	);
	const query = new URLSearchParams(Object.fromEntries(at('query').map(asText))).toString();
	const json = at('json');
	return {
		method: endpoint.method,
		path: query === '' ? path : `${path}?${query}`,
		headers: {
			'x-api-key': key,
			accept: 'application/json',
			...(json.length > 0 && { 'content-type': 'application/json' }),
			...Object.fromEntries(at('header').map(asText)),
		},
		body: json.length > 0 ? JSON.stringify(Object.fromEntries(json)) : undefined,
	};
}
