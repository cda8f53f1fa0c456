/**
 * Types derived from the description: parameters and replies of each operation. `FileValue` is the
 * reader's own type for a file: a stored upload in the service, a stream in a client.
 */
import type { Field, ModelField } from './language/description';
import type { Area, endpoints } from './endpoints';
import type { models } from './models';

type Value<F, FileValue> = F extends { type: 'file' }
	? FileValue
	: F extends { choices: readonly (infer Choice)[] }
		? Choice
		: F extends { type: 'integer' | 'number' }
			? number
			: F extends { type: 'boolean' }
				? boolean
				: F extends { type: 'object'; in: 'json' } | { type: 'record' }
					? Readonly<Record<string, unknown>>
					: F extends { type: 'pairs' }
						? Readonly<Record<string, string>>
						: F extends { type: 'pair' }
							? readonly [string, string]
							: F extends { type: 'object'; fields: infer Inner }
								? RecordOf<Inner>
								: F extends { type: 'object' }
									? Readonly<Record<string, unknown>>
									: string;

type Repeated<F, Single> = F extends { many: true } ? readonly Single[] : Single;

/**
 * Fields that are always present after a request was checked: required ones and those with a
 * default.
 */
type PresentKeys<Fields> = {
	[Key in keyof Fields]: Fields[Key] extends { required: true } | { default: string | number }
		? Key
		: never;
}[keyof Fields];

type InputOf<Fields, FileValue> = {
	readonly [Key in PresentKeys<Fields>]: Repeated<Fields[Key], Value<Fields[Key], FileValue>>;
} & {
	readonly [Key in Exclude<keyof Fields, PresentKeys<Fields>>]?: Repeated<
		Fields[Key],
		Value<Fields[Key], FileValue>
	>;
};

/** One record of a list in a request, after its fields were checked. */
export type ItemOf<Fields> = InputOf<Fields, never>;

type OptionalKeys<Fields> = {
	[Key in keyof Fields]: Fields[Key] extends { optional: true } ? Key : never;
}[keyof Fields];

/** Inside the service integers of a record may exceed 2^53, so bigint is allowed. */
type Answer<F> = F extends { type: 'integer' } ? number | bigint : Value<F, never>;

type RecordOf<Fields> = {
	readonly [Key in Exclude<keyof Fields, OptionalKeys<Fields>>]: Repeated<
		Fields[Key],
		Answer<Fields[Key]>
	>;
} & {
	readonly [Key in OptionalKeys<Fields>]?: Repeated<Fields[Key], Answer<Fields[Key]>>;
};

/** A record by its name in `models`. */
export type Model<Name extends keyof typeof models> = RecordOf<(typeof models)[Name]>;

export type Operation<A extends Area> = keyof (typeof endpoints)[A];

type Endpoint<A extends Area, O extends Operation<A>> = (typeof endpoints)[A][O];

/** Parameters of an operation: all its fields by name, from path, query, headers and body. */
export type Input<A extends Area, O extends Operation<A>, FileValue> =
	Endpoint<A, O> extends { fields: infer Fields } ? InputOf<Fields, FileValue> : never;

type PathKeys<Fields> = {
	[Key in keyof Fields]: Fields[Key] extends { in: 'path' } ? Key : never;
}[keyof Fields];

/** Parameters known before the whole body has arrived: the path's, others perhaps. */
export type KnownInput<A extends Area, O extends Operation<A>> =
	Endpoint<A, O> extends { fields: infer Fields }
		? InputOf<Pick<Fields, PathKeys<Fields>>, never> & Partial<InputOf<Fields, unknown>>
		: never;

/** The operations of an area with a form body. */
export type FormOperation<A extends Area> = {
	[O in Operation<A>]: Endpoint<A, O> extends { fields: infer Fields }
		? [Extract<Fields[keyof Fields], { in: 'form' }>] extends [never]
			? never
			: O
		: never;
}[Operation<A>];

type ReplyOf<R, Bytes> = R extends { kind: 'record'; model: infer Name extends keyof typeof models }
	? Model<Name>
	: R extends { kind: 'list'; model: infer Name extends keyof typeof models }
		? readonly Model<Name>[]
		: R extends { kind: 'stream' | 'nothing' }
			? void
			: Bytes;

/** Reply of an operation. `Bytes` is the reader's own type for a byte stream. */
export type Reply<A extends Area, O extends Operation<A>, Bytes> =
	Endpoint<A, O> extends { reply: infer R } ? ReplyOf<R, Bytes> : never;

type Replied<R, Bytes> = R extends { status: infer Status }
	? { readonly status: Status; readonly body: ReplyOf<R, Bytes> }
	: never;

/** The replies of an operation that has several, each with its status. */
export type AnyReply<A extends Area, O extends Operation<A>, Bytes> =
	Endpoint<A, O> extends { reply: infer R; otherReplies: readonly (infer Other)[] }
		? Replied<R | Other, Bytes>
		: never;

/** The record an operation answers with status 202; never if it has no such reply. */
export type AcceptedRecord<A extends Area, O extends Operation<A>> =
	AnyReply<A, O, never> extends infer R
		? R extends { readonly status: 202; readonly body: infer Body }
			? Body
			: never
		: never;

/** One event of a stream: its name and its record. */
export type StreamEvent<A extends Area, O extends Operation<A>> =
	Endpoint<A, O> extends
		| { reply: { kind: 'stream'; events: infer Events } }
		| { streamed: infer Events }
		? NamedEvent<Events>
		: never;

type NamedEvent<Events> = {
	[Name in keyof Events]: {
		readonly event: Name;
		readonly id?: string;
		readonly data: Events[Name] extends keyof typeof models ? Model<Events[Name]> : never;
	};
}[keyof Events];

export type { Field, ModelField };
