/**
 * Types worked out from the description: what a call takes and what it answers. Nothing here
 * exists at run time. `FileValue` is whatever a reader of the description uses for a file, a
 * stored upload in the service, a stream in a client.
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
					: F extends { type: 'pair' }
						? readonly [string, string]
						: F extends { type: 'object'; fields: infer Inner }
							? RecordOf<Inner>
							: F extends { type: 'object' }
								? Readonly<Record<string, unknown>>
								: string;

type Repeated<F, Single> = F extends { many: true } ? readonly Single[] : Single;

/** Fields that are always there once a request was read: required ones and those with a default. */
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

/** One record of a list in a request, once it was checked by its own fields. */
export type ItemOf<Fields> = InputOf<Fields, never>;

type OptionalKeys<Fields> = {
	[Key in keyof Fields]: Fields[Key] extends { optional: true } ? Key : never;
}[keyof Fields];

/** Integers of a record may pass 2^53 inside the service, so they may be bigint there. */
type Answer<F> = F extends { type: 'integer' } ? number | bigint : Value<F, never>;

type RecordOf<Fields> = {
	readonly [Key in Exclude<keyof Fields, OptionalKeys<Fields>>]: Repeated<
		Fields[Key],
		Answer<Fields[Key]>
	>;
} & {
	readonly [Key in OptionalKeys<Fields>]?: Repeated<Fields[Key], Answer<Fields[Key]>>;
};

/** A record of the wire by its name in `models`. */
export type Model<Name extends keyof typeof models> = RecordOf<(typeof models)[Name]>;

export type Operation<A extends Area> = keyof (typeof endpoints)[A];

type Endpoint<A extends Area, O extends Operation<A>> = (typeof endpoints)[A][O];

/** What an operation takes: every field by its name, whatever place it travels in. */
export type Input<A extends Area, O extends Operation<A>, FileValue> =
	Endpoint<A, O> extends { fields: infer Fields } ? InputOf<Fields, FileValue> : never;

type PathKeys<Fields> = {
	[Key in keyof Fields]: Fields[Key] extends { in: 'path' } ? Key : never;
}[keyof Fields];

/** What is known of a call before its body has come whole: what its path says, and maybe more. */
export type KnownInput<A extends Area, O extends Operation<A>> =
	Endpoint<A, O> extends { fields: infer Fields }
		? InputOf<Pick<Fields, PathKeys<Fields>>, never> & Partial<InputOf<Fields, unknown>>
		: never;

/** The operations of an area that take a form. */
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

/** What an operation answers; `Bytes` is the reader's own form of a byte stream. */
export type Reply<A extends Area, O extends Operation<A>, Bytes> =
	Endpoint<A, O> extends { reply: infer R } ? ReplyOf<R, Bytes> : never;

type Replied<R, Bytes> = R extends { status: infer Status }
	? { readonly status: Status; readonly body: ReplyOf<R, Bytes> }
	: never;

/** The reply of an operation that has several, each with its status. */
export type AnyReply<A extends Area, O extends Operation<A>, Bytes> =
	Endpoint<A, O> extends { reply: infer R; otherReplies: readonly (infer Other)[] }
		? Replied<R | Other, Bytes>
		: never;

/** The record of what goes on after an operation was answered with 202; never, where it is not so answered. */
export type AcceptedRecord<A extends Area, O extends Operation<A>> =
	AnyReply<A, O, never> extends infer R
		? R extends { readonly status: 202; readonly body: infer Body }
			? Body
			: never
		: never;

/** One event of a stream: its name and the record it carries. */
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
