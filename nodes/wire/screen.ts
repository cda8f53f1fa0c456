/**
 * What a node adds to the description of the wire so that a person can fill it in: labels, order,
 * grouping, defaults and placeholders. An operation names every field of its endpoint exactly
 * once and can name no other; what a field is (type, limits, choices) stays in `api/`.
 */
import type { INodeProperties } from 'n8n-workflow';
import type { EndpointDescription } from '../../api/language/description';
import { endpoints, type Area } from '../../api/endpoints';
import type { Operation } from '../../api/types';

type FieldName<A extends Area, O extends Operation<A>> = (typeof endpoints)[A][O] extends {
	fields: infer Fields;
}
	? keyof Fields & string
	: never;

/** How a field that a person fills in is shown. */
export interface ShownField {
	/** A parameter of its own, or an entry of the collection 'Options'. */
	readonly as: 'parameter' | 'option';
	readonly label: string;
	/** Name of the parameter where the wire's own name would not do. */
	readonly name?: string;
	readonly placeholder?: string;
	readonly initial?: string | number | boolean;
	/** In place of the sentence in `api/`, where the screen needs to say more. */
	readonly description?: string;
	/** The list search method that offers the records to choose from. */
	readonly search?: string;
	/** Offers to give the name in place of the id, for the operation's own code to look up; an example. */
	readonly nameExample?: string;
	/** What that name is called, where it is none. */
	readonly nameLabel?: string;
	/** An example of an id, where it looks otherwise than those of the service. */
	readonly idExample?: string;
	/** A moment that is counted in milliseconds on the wire. */
	readonly isMoment?: true;
	/** What each choice is called, where the wire's own word would not do. */
	readonly names?: Readonly<Record<string, string>>;
	/** A sentence for each choice of the field, in the order of `api/`. */
	readonly sentences?: Readonly<Record<string, string>>;
	/** Shown, and read, only where other parameters have one of these values. */
	readonly where?: Where;
}

/** Values of parameters, by their names. */
export type Where = Readonly<Record<string, readonly string[]>>;

export type FieldScreen =
	| ShownField
	/** The product id: from the credential, unless the option 'Product ID' names another. */
	| { readonly as: 'product'; readonly where?: Where }
	/** Half of Return All and Limit, which stand for `limit` and `offset` together. */
	| { readonly as: 'paging' }
	/** Sent as it stands, never asked for. */
	| { readonly as: 'always'; readonly value: boolean }
	/** Never sent by this operation. */
	| { readonly as: 'absent'; readonly why: string }
	/** A list of records, of which each n8n item is one; how the fields of a record are shown. */
	| { readonly as: 'items'; readonly fields: Readonly<Record<string, ShownField>> }
	/** Shown and read by the operation's own code. */
	| {
			readonly as: 'own';
			readonly label: string;
			readonly properties: readonly INodeProperties[];
	  };

interface ScreenOf<A extends Area, O extends Operation<A>> {
	readonly endpoint: O;
	readonly resource: string;
	readonly operation: string;
	readonly name: string;
	readonly action: string;
	/** In place of the endpoint's summary. */
	readonly description?: string;
	/** The property of the reply whose entries are the records, where it is no list itself. */
	readonly recordsIn?: string;
	readonly fields: { readonly [F in FieldName<A, O>]: FieldScreen };
	/** What the operation asks for first, before the fields that depend on it. */
	readonly before?: readonly INodeProperties[];
	/** What the operation asks for beyond the wire, such as where to put a file. */
	readonly after?: readonly INodeProperties[];
	/** The same within the collection 'Options'. */
	readonly options?: readonly INodeProperties[];
}

/** The operation of a node with the fields of its own endpoint; others do not compile. */
export type OperationScreen<A extends Area> = {
	[O in Operation<A>]: ScreenOf<A, O>;
}[Operation<A>];

/** The same as far as the code that reads all operations alike needs to know it. */
export interface AnyOperationScreen {
	readonly endpoint: string;
	readonly resource: string;
	readonly operation: string;
	readonly name: string;
	readonly action: string;
	readonly description?: string;
	readonly recordsIn?: string;
	readonly fields: Readonly<Record<string, FieldScreen>>;
	readonly before?: readonly INodeProperties[];
	readonly after?: readonly INodeProperties[];
	readonly options?: readonly INodeProperties[];
}

export interface NodeScreen {
	readonly area: Area;
	/** Value and label of each resource. */
	readonly resources: Readonly<Record<string, string>>;
	readonly operations: readonly AnyOperationScreen[];
}

const described: Readonly<Record<Area, Readonly<Record<string, EndpointDescription>>>> = endpoints;

/** The entry of `api/endpoints.ts` for an operation; asking for one that is not there is a bug. */
export function endpointOf(area: Area, name: string): EndpointDescription {
	const endpoint = described[area][name];
	if (endpoint === undefined) {
		throw new RangeError(`There is no endpoint ${area}.${name}`);
	}
	return endpoint;
}

/** Name of the node parameter a shown field is read from. */
export function parameterName(fieldName: string, screen: ShownField): string {
	return screen.name ?? fieldName;
}

/** The labels of an operation's fields, by their names on the wire. */
export function labelsOf(screen: AnyOperationScreen): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(screen.fields).flatMap(([fieldName, field]): Array<[string, string]> => {
			if (field.as !== 'items') return 'label' in field ? [[fieldName, field.label]] : [];
			return Object.entries(field.fields).map(([name, { label }]) => [name, label]);
		}),
	);
}
