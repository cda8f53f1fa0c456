/**
 * The language the wire is described in: what a field, a reply and an endpoint may say of
 * themselves. It holds no behaviour and no labels; screens and rules live with their owners.
 * A key is added here only when a second endpoint needs it.
 */

/** Where a field travels. `json` and `form` are the two body encodings the interface uses. */
export type Place = 'path' | 'query' | 'header' | 'json' | 'form';

interface FieldBase {
	readonly in: Place;
	/** Absent means optional; path fields are always required. */
	readonly required?: true;
	/** The field may be repeated; order is kept. */
	readonly many?: true;
	/** One sentence, without a final full stop, for OpenAPI and the nodes. */
	readonly description: string;
}

export interface StringField extends FieldBase {
	readonly type: 'string';
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly format?: 'email';
	readonly choices?: readonly string[];
}

export interface IntegerField extends FieldBase {
	readonly type: 'integer';
	readonly minimum?: number;
	readonly maximum?: number;
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

export type Field = StringField | IntegerField | BooleanField | FileField;

/** What a call answers when it succeeds. `model` names an entry of `models`. */
export type ReplyDescription =
	| { readonly status: 200 | 201; readonly kind: 'record' | 'list'; readonly model: string }
	| { readonly status: 200; readonly kind: 'bytes' };

export interface EndpointDescription {
	/** The specification's number, or `beyond` for what we add in the vendor's form. */
	readonly number: string;
	readonly method: 'GET' | 'POST';
	/** Below the base address, or below the storage address for the storage product. */
	readonly path: string;
	/** An older path of the same operation, with its number in the specification. */
	readonly alsoAt?: { readonly number: string; readonly path: string };
	/** One sentence, without a final full stop. */
	readonly summary: string;
	/** The caller's key needs one of these roles; an empty list asks for any valid key. */
	readonly roles: readonly string[];
	readonly fields: Readonly<Record<string, Field>>;
	readonly reply: ReplyDescription;
	/** Codes of `errors` beyond those every endpoint shares (`sharedErrors`). */
	readonly errors: readonly string[];
}

/** A property of a record on the wire. */
export interface ModelField {
	readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object';
	readonly many?: true;
	readonly choices?: readonly string[];
	readonly format?: 'date-time' | 'email' | 'uri';
	readonly optional?: true;
	/** Properties of an `object`. */
	readonly fields?: Readonly<Record<string, ModelField>>;
	readonly description: string;
}
