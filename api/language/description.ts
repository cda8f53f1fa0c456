/**
 * The vocabulary of the interface description: fields, replies and endpoints. It holds no
 * behaviour and no labels. A key is added only when a second endpoint needs it.
 */
import type { Role } from './roles';
import type { Scope } from './scopes';

/** Part of the request that has the field. `json` and `form` are the two body encodings. */
export type Place = 'path' | 'query' | 'header' | 'json' | 'form';

/**
 * A path parameter must contain something other than dots, because clients resolve `.` and `..`
 * segments before sending.
 */
export const pathText = /[^.]/;

interface FieldBase {
	readonly in: Place;
	/** Absent means optional; path fields are always required. */
	readonly required?: true;
	/** The field may be repeated; order is kept. */
	readonly many?: true;
	/** Maximum number of values. */
	readonly itemsMax?: number;
	/** Older names, accepted for this field. */
	readonly formerly?: readonly string[];
	/** One sentence, without a final full stop, for OpenAPI and the nodes. */
	readonly description: string;
}

/** A regular expression, and the words that follow the field's name in the error message. */
export interface Pattern {
	readonly expression: string;
	readonly words: string;
}

export interface StringField extends FieldBase {
	readonly type: 'string';
	readonly minLength?: number;
	readonly maxLength?: number;
	/** `lines` is text for people, on one line or several. */
	readonly format?: 'email' | 'date-time' | 'lines';
	readonly pattern?: Pattern;
	readonly choices?: readonly string[];
	/** Used when the field is absent. */
	readonly default?: string;
	/** Kept nowhere in a form that could be guessed at, such as the hash of its request. */
	readonly isSecret?: true;
}

export interface IntegerField extends FieldBase {
	readonly type: 'integer';
	readonly minimum?: number;
	readonly maximum?: number;
	/** A time in milliseconds since 1970. */
	readonly isMoment?: true;
	/** Used when the field is absent. */
	readonly default?: number;
	/** Error codes of the vendor for one limit, in place of Request_Invalid. */
	readonly codes?: { readonly minimum?: string; readonly maximum?: string };
}

export interface BooleanField extends FieldBase {
	readonly type: 'boolean';
}

export interface FileField extends FieldBase {
	readonly type: 'file';
	readonly in: 'form';
}

/**
 * A list of records in a JSON body. The operation checks each record by itself, so that one
 * invalid record does not reject the others.
 */
export interface RecordsField extends FieldBase {
	readonly type: 'object';
	readonly in: 'json';
	readonly many: true;
	readonly itemsMax: number;
	/** Fields of one record. */
	readonly fields: Readonly<Record<string, Field>>;
}

/** One record; a form has it as JSON text. The operation checks its members. */
export interface RecordField extends FieldBase {
	readonly type: 'record';
	readonly in: 'json' | 'form';
	/** Names an entry of `models`. */
	readonly model: string;
}

/** Texts by names the caller chooses: a JSON object. */
export interface PairsField extends FieldBase {
	readonly type: 'pairs';
	readonly in: 'json';
	readonly itemsMax: number;
	readonly names: Pattern;
	/** Of one text. */
	readonly maxLength: number;
}

export type Field =
	| StringField
	| IntegerField
	| BooleanField
	| FileField
	| RecordsField
	| RecordField
	| PairsField;

/** The reply of a successful call. `model` names an entry of `models`. */
export type ReplyDescription =
	| { readonly status: 200 | 201 | 202; readonly kind: 'record'; readonly model: string }
	| {
			readonly status: 200 | 201 | 202;
			readonly kind: 'list';
			readonly model: string;
			/** The next page is found by a property of its first record, not by an offset. */
			readonly next?: { readonly field: string; readonly property: string };
	  }
	/** Bytes of any type; OpenAPI has one example for all. */
	| { readonly status: 200 | 206; readonly kind: 'bytes'; readonly mediaType?: undefined }
	/** Always text. */
	| {
			readonly status: 200 | 206;
			readonly kind: 'bytes';
			readonly mediaType: 'text/plain; charset=utf-8';
			/** Example for OpenAPI. */
			readonly example: string;
	  }
	/** Success without a body. */
	| { readonly status: 204; readonly kind: 'nothing' }
	/** Server-sent events, each with the model of its data. */
	| {
			readonly status: 200;
			readonly kind: 'stream';
			readonly events: Readonly<Record<string, string>>;
	  };

/** A further successful reply, with one sentence on when it is given. */
export type OtherReply = ReplyDescription & { readonly when: string };

/**
 * Who may call: anyone; the holder of the link whose token is in the path; a trader, the
 * administrator of the exchange, or both; or a user of the service whose key has one of these
 * roles, where an empty list means any user.
 */
export type CallerDescription =
	| 'ANYONE'
	| 'LINK'
	| 'TRADER'
	| 'ADMINISTRATOR'
	| 'TRADER_OR_ADMINISTRATOR'
	| readonly Role[];

interface EndpointBase {
	/** The specification's number, or `beyond` for endpoints it does not have. */
	readonly number: string;
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the product's address. */
	readonly path: string;
	/** An older path of the same operation, with its number in the specification. */
	readonly alsoAt?: { readonly number: string; readonly path: string };
	/** One sentence, without a final full stop. */
	readonly summary: string;
	readonly fields: Readonly<Record<string, Field>>;
	readonly reply: ReplyDescription;
	readonly otherReplies?: readonly OtherReply[];
	/**
	 * For clients that prefer server-sent events (Accept): event names, each with the model of its
	 * data.
	 */
	readonly streamed?: Readonly<Record<string, string>>;
	/** True if it answers a signing link whose signer has a code before that was entered. */
	readonly isBeforeCode?: true;
	/** True if the token of a signing link is accepted in place of a key. */
	readonly takesSigningLink?: true;
	/** True if the operator may open it to callers without a key. */
	readonly isOpenable?: true;
	/** Only the caller needs the answer, so the work is cancelled when the caller disconnects. */
	readonly endsWithCaller?: true;
	/** Error codes other than `sharedErrors`. */
	readonly errors: readonly string[];
}

type TradersCall = 'TRADER' | 'TRADER_OR_ADMINISTRATOR';

/** Calls of traders also need a minimum scope of the key. */
type Access =
	| { readonly caller: TradersCall; readonly scope: Scope }
	| { readonly caller: Exclude<CallerDescription, TradersCall>; readonly scope?: undefined };

export type EndpointDescription = EndpointBase & Access;

/** A property of a record. */
export interface ModelField {
	/** A `pair` is an array of two strings. */
	readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'pair' | 'object';
	readonly many?: true;
	readonly choices?: readonly string[];
	readonly format?: 'date-time' | 'email' | 'uri';
	/** A time in milliseconds since 1970. */
	readonly isMoment?: true;
	readonly optional?: true;
	/** Not in the specification; clients written for it can ignore it. */
	readonly beyond?: true;
	/** Properties of an `object`. An object without them is described in words only. */
	readonly fields?: Readonly<Record<string, ModelField>>;
	/**
	 * Example for OpenAPI. Choices, booleans and objects need none; an optional field without one is
	 * left out of examples.
	 */
	readonly example?:
		| string
		| number
		| boolean
		| readonly [string, string]
		| Readonly<Record<string, string>>;
	readonly description: string;
}

/** A WebSocket method that is not an operation. */
export interface SocketMethod {
	readonly summary: string;
	readonly fields: Readonly<Record<string, Field>>;
	/** Properties of its result. */
	readonly result: Readonly<Record<string, ModelField>>;
	readonly errors: readonly string[];
}

/**
 * The WebSocket interface of a program. Operations have the same fields, records and errors as
 * over HTTP; a message has all fields side by side, whether HTTP has them in the path, the query
 * or the body.
 */
export interface SocketDescription {
	readonly path: string;
	/** Operation by method. */
	readonly methods: Readonly<Record<string, string>>;
	/** Stream operation by channel. */
	readonly channels: Readonly<Record<string, string>>;
	/** Fields of operations that only HTTP has, or that a message cannot carry. */
	readonly leftOut: readonly string[];
	readonly own: Readonly<Record<string, SocketMethod>>;
	/** Error codes every message may be answered with, in addition to those of its operation. */
	readonly errors: readonly string[];
	/** Further error codes of the opening handshake. */
	readonly handshakeErrors: readonly string[];
}
