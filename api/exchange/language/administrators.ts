/** What endpoints of administrators have in common. */
import type { Field, OtherReply, ReplyDescription } from '../../language/description';
import { bodyErrors } from './fields';

interface Described {
	readonly summary: string;
	readonly fields: Readonly<Record<string, Field>>;
	readonly reply: ReplyDescription;
	readonly otherReplies?: readonly OtherReply[];
	/** Besides those of a body. */
	readonly errors?: readonly string[];
}

/** Every act of theirs has a body, with its reason. */
export const byAdministrator = <
	const Method extends 'GET' | 'POST' | 'PUT',
	const Path extends string,
	const Given extends Described,
>(
	method: Method,
	path: Path,
	described: Given,
) =>
	({
		...described,
		number: 'beyond',
		method,
		path,
		caller: 'ADMINISTRATOR',
		errors: [...(method === 'GET' ? [] : bodyErrors), ...(described.errors ?? [])],
	}) as const;

/** A list whose next page begins at the id of an entry. */
export const pagesOf = <const Model extends string, const Property extends string>(
	model: Model,
	property: Property,
) => ({ status: 200, kind: 'list', model, next: { field: 'fromId', property } }) as const;

/** A text in the body. */
export const text = <const Most extends number>(maxLength: Most, description: string) =>
	({ in: 'json', type: 'string', minLength: 1, maxLength, description }) as const;

export const neededText = <const Most extends number>(maxLength: Most, description: string) =>
	({ ...text(maxLength, description), required: true }) as const;

/** The first entry of a page, by its number. */
export const fromNumber = {
	in: 'query',
	type: 'integer',
	minimum: 1,
	maximum: 9007199254740991,
	description: 'The first entry to answer; those newer are left out',
} as const satisfies Field;
