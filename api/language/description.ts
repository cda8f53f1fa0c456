/**
 * The language the wire is described in: what a field, a reply and an endpoint may say of
 * themselves. It holds no behaviour and no labels; screens and rules live with their owners.
 * A key is added here only when a second endpoint needs it.
 */
import type { Role } from './roles';
import type { Scope } from './scopes';

/** Where a field travels. `json` and `form` are the two body encodings the interface uses. */
export type Place = 'path' | 'query' | 'header' | 'json' | 'form';

/** What a field in a path must hold: dots alone would be another path by the time they arrive. */
export const pathText = /[^.]/;

interface FieldBase {
	readonly in: Place;
	/** Absent means optional; path fields are always required. */
	readonly required?: true;
	/** The field may be repeated; order is kept. */
	readonly many?: true;
	/** Most times it may be repeated. */
	readonly itemsMax?: number;
	/** Names it has had; what comes under one of them is taken for it. */
	readonly formerly?: readonly string[];
	/** One sentence, without a final full stop, for OpenAPI and the nodes. */
	readonly description: string;
}

/** A regular expression as text, and the words a refusal says it with after the field's name. */
export interface Pattern {
	readonly expression: string;
	readonly words: string;
}

export interface StringField extends FieldBase {
	readonly type: 'string';
	readonly minLength?: number;
	readonly maxLength?: number;
	/** `lines` is what a person writes to others, in one line or several. */
	readonly format?: 'email' | 'date-time' | 'lines';
	readonly pattern?: Pattern;
	readonly choices?: readonly string[];
	/** What the field is when it is left out. */
	readonly default?: string;
}

export interface IntegerField extends FieldBase {
	readonly type: 'integer';
	readonly minimum?: number;
	readonly maximum?: number;
	/** What the field is when it is left out. */
	readonly default?: number;
	/** Error codes the vendor keeps for one limit in particular, in place of Request_Invalid. */
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
 * A list of records in a JSON body. Each is checked by itself, by whoever carries it out, so that
 * one that is wrong spoils no other.
 */
export interface RecordsField extends FieldBase {
	readonly type: 'object';
	readonly in: 'json';
	readonly many: true;
	readonly itemsMax: number;
	/** What one of them may hold. */
	readonly fields: Readonly<Record<string, Field>>;
}

/**
 * One record, which a form holds as the text of its JSON. Its members are checked by whoever carries the
 * operation out.
 */
export interface RecordField extends FieldBase {
	readonly type: 'record';
	readonly in: 'json' | 'form';
	/** Names an entry of `models`. */
	readonly model: string;
}

export type Field =
	| StringField
	| IntegerField
	| BooleanField
	| FileField
	| RecordsField
	| RecordField;

/** What a call answers when it succeeds. `model` names an entry of `models`. */
export type ReplyDescription =
	| { readonly status: 200 | 201 | 202; readonly kind: 'record'; readonly model: string }
	| {
			readonly status: 200 | 201 | 202;
			readonly kind: 'list';
			readonly model: string;
			/** Pages begin at a property of their first record, not at an offset. */
			readonly next?: { readonly field: string; readonly property: string };
	  }
	/** Bytes of any kind, which have one example in OpenAPI for all. */
	| { readonly status: 200 | 206; readonly kind: 'bytes'; readonly mediaType?: undefined }
	/** What is always a text. */
	| {
			readonly status: 200 | 206;
			readonly kind: 'bytes';
			readonly mediaType: 'text/plain; charset=utf-8';
			/** Stands in OpenAPI. */
			readonly example: string;
	  }
	/** That it was done, and no body. */
	| { readonly status: 204; readonly kind: 'nothing' }
	/** Server-sent events, each with the model of its data. */
	| {
			readonly status: 200;
			readonly kind: 'stream';
			readonly events: Readonly<Record<string, string>>;
	  };

/** Another answer that is no refusal, with one sentence on when it is given. */
export type OtherReply = ReplyDescription & { readonly when: string };

/**
 * Who may call: anyone, who holds the link whose token the path has, a trader or the administrator of
 * the exchange, either of them, or a user of the service whose key has one of these roles; an empty list
 * asks for any user.
 */
export type CallerDescription =
	| 'ANYONE'
	| 'LINK'
	| 'TRADER'
	| 'ADMINISTRATOR'
	| 'TRADER_OR_ADMINISTRATOR'
	| readonly Role[];

interface EndpointBase {
	/** The specification's number, or `beyond` for what we add in the vendor's form. */
	readonly number: string;
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the address of its product. */
	readonly path: string;
	/** An older path of the same operation, with its number in the specification. */
	readonly alsoAt?: { readonly number: string; readonly path: string };
	/** One sentence, without a final full stop. */
	readonly summary: string;
	readonly fields: Readonly<Record<string, Field>>;
	readonly reply: ReplyDescription;
	readonly otherReplies?: readonly OtherReply[];
	/**
	 * The same as server-sent events, for whoever accepts them before anything else: each with the model of
	 * its data.
	 */
	readonly streamed?: Readonly<Record<string, string>>;
	/** Whether the token of a signing link does in place of a key. */
	readonly takesSigningLink?: true;
	/** Only the caller has use of the answer, so the work is given up when they end their side of the connection. */
	readonly endsWithCaller?: true;
	/** Codes of `errors` beyond those every endpoint shares (`sharedErrors`). */
	readonly errors: readonly string[];
}

type TradersCall = 'TRADER' | 'TRADER_OR_ADMINISTRATOR';

/** A trader's call says what their key must be good for at least. */
type Access =
	| { readonly caller: TradersCall; readonly scope: Scope }
	| { readonly caller: Exclude<CallerDescription, TradersCall>; readonly scope?: undefined };

export type EndpointDescription = EndpointBase & Access;

/** A property of a record on the wire. */
export interface ModelField {
	/** A `pair` is two texts that belong together, in this order. */
	readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'pair' | 'object';
	readonly many?: true;
	readonly choices?: readonly string[];
	readonly format?: 'date-time' | 'email' | 'uri';
	/** A moment, as the milliseconds since 1970. */
	readonly isMoment?: true;
	readonly optional?: true;
	/** Not in the specification: whoever knows that alone can leave it aside. */
	readonly beyond?: true;
	/** Properties of an `object`; one without holds what its description says. */
	readonly fields?: Readonly<Record<string, ModelField>>;
	/**
	 * Stands in the examples of OpenAPI. Choices, truth values and objects have one by themselves;
	 * an optional field without one is in no example.
	 */
	readonly example?:
		| string
		| number
		| boolean
		| readonly [string, string]
		| Readonly<Record<string, string>>;
	readonly description: string;
}

/** A method a socket has of its own, beside those that carry out operations. */
export interface SocketMethod {
	readonly summary: string;
	readonly fields: Readonly<Record<string, Field>>;
	/** Properties of what it answers. */
	readonly result: Readonly<Record<string, ModelField>>;
	readonly errors: readonly string[];
}

/**
 * What a program takes and sends over a WebSocket, beside its endpoints. Operations have the fields,
 * records and refusals they have over HTTP; their fields stand side by side in the message, whatever
 * place they travel in otherwise.
 */
export interface SocketDescription {
	readonly path: string;
	/** The operation each method carries out. */
	readonly methods: Readonly<Record<string, string>>;
	/** The stream each channel is of. */
	readonly channels: Readonly<Record<string, string>>;
	/** Fields of operations that belong to HTTP, or need what a message cannot carry. */
	readonly leftOut: readonly string[];
	readonly own: Readonly<Record<string, SocketMethod>>;
	/** Codes any message may be refused with beside those of its operation. */
	readonly errors: readonly string[];
	/** Codes of its own that a request to open one may be refused with. */
	readonly handshakeErrors: readonly string[];
}
