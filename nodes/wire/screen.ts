/**
 * Types of a node's screens: what a node adds to the description of an endpoint for people, such as
 * labels, order and placeholders. An operation must name every field of its endpoint exactly once;
 * types, limits and choices stay in `api/`.
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

/** What a parameter takes; `file` is the name of an input field, or a file. */
export type Kind = 'text' | 'texts' | 'file' | 'truth' | 'number' | 'moment' | 'object';

/** By the names of parameters, where the type of the parameter does not tell. */
type Kinds = Readonly<Record<string, Kind>>;

/** How a field that a person fills in is shown. */
export interface ShownField {
	/** A parameter of its own, or an entry of the collection 'Options'. */
	readonly as: 'parameter' | 'option';
	readonly label: string;
	/** Name of the parameter, if it differs from the wire's. */
	readonly name?: string;
	readonly placeholder?: string;
	readonly initial?: string | number | boolean;
	/** Replaces the description in `api/`. */
	readonly description?: string;
	/** The list search method that offers the records to choose from. */
	readonly search?: string;
	/**
	 * Allows a name instead of an id, which the operation's code looks up; the text is an example.
	 */
	readonly nameExample?: string;
	/** Label of that mode, if not 'By Name'. */
	readonly nameLabel?: string;
	/** An example of an id, if it differs from the service's. */
	readonly idExample?: string;
	/** A moment that is counted in milliseconds on the wire. */
	readonly isMoment?: true;
	/** Names of choices, if they differ from the wire's. */
	readonly names?: Readonly<Record<string, string>>;
	/** A sentence for each choice of the field, in the order of `api/`. */
	readonly sentences?: Readonly<Record<string, string>>;
	/** Shown and read only if other parameters have one of these values. */
	readonly where?: Where;
}

/** Values of parameters, by their names. */
export type Where = Readonly<Record<string, readonly string[]>>;

export type FieldScreen =
	| ShownField
	/** The product id: from the credential, or from the option 'Product ID'. */
	| { readonly as: 'product'; readonly where?: Where }
	/** `limit` or `offset`, which Return All and Limit replace. */
	| { readonly as: 'paging' }
	/** A fixed value, not shown. */
	| { readonly as: 'always'; readonly value: boolean }
	/** Never sent by this operation. */
	| { readonly as: 'absent'; readonly why: string }
	/** A list of records, one per n8n item; the fields of a record. */
	| { readonly as: 'items'; readonly fields: Readonly<Record<string, ShownField>> }
	/** Shown and read by the operation's own code. */
	| {
			readonly as: 'own';
			readonly label: string;
			readonly properties: readonly INodeProperties[];
			readonly kinds?: Kinds;
	  };

interface ScreenOf<A extends Area, O extends Operation<A>> {
	readonly endpoint: O;
	readonly resource: string;
	readonly operation: string;
	readonly name: string;
	readonly action: string;
	/** Replaces the endpoint's summary. */
	readonly description?: string;
	/** The property of the reply that has the records, if the reply is not a list. */
	readonly recordsIn?: string;
	readonly fields: { readonly [F in FieldName<A, O>]: FieldScreen };
	/** Parameters before the fields that depend on them. */
	readonly before?: readonly INodeProperties[];
	/** Parameters that are not sent, such as an output field. */
	readonly after?: readonly INodeProperties[];
	/** The same within the collection 'Options'. */
	readonly options?: readonly INodeProperties[];
	readonly kinds?: Kinds;
}

/** The operation of a node with the fields of its own endpoint; others do not compile. */
export type OperationScreen<A extends Area> = {
	[O in Operation<A>]: ScreenOf<A, O>;
}[Operation<A>];

/** The untyped form, for code that handles all operations. */
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
	readonly kinds?: Kinds;
}

export interface NodeScreen {
	readonly area: Area;
	/** Value and label of each resource. */
	readonly resources: Readonly<Record<string, string>>;
	readonly operations: readonly AnyOperationScreen[];
}

const described: Readonly<Record<Area, Readonly<Record<string, EndpointDescription>>>> = endpoints;

/** Throws for an unknown operation, which is a bug. */
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
