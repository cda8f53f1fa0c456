/**
 * Generates the TypeScript of a program's client library: an interface per record, a method per
 * operation, and a table of how to call each operation.
 */
import type {
	EndpointDescription,
	Field,
	ModelField,
	ReplyDescription,
} from '../api/language/description';
import { models } from '../api/models';
import type { ProgramDescription } from '../api/programs';
import { endpointsOf, type NamedEndpoint } from '../server/http/routing/endpoints';
import { isPaged } from '../server/http/routing/pages';

const modelTable: Readonly<Record<string, Readonly<Record<string, ModelField>>>> = models;

/** The text of `operations.ts`. */
export function clientOperations(program: ProgramDescription): string {
	const all = endpointsOf(program);
	const calls = all.filter(({ endpoint }) => endpoint.reply.kind !== 'stream');
	const paged = calls.filter(({ endpoint }) => isPaged(endpoint));
	const streams = all.filter(({ endpoint }) => streamOf(endpoint) !== undefined);
	return [
		opening,
		...recordNames(all).map(recordInterface),
		...all.map(inputInterface),
		methods('Calls', 'One request per call.', { all: calls, reply: callReply }),
		methods('Lists', 'Lists from their first page to their last.', {
			all: paged,
			reply: listReply,
		}),
		methods('Streams', 'Event streams, reopened after a disconnect.', {
			all: streams,
			reply: streamReply,
		}),
		table(all),
	].join('\n\n');
}

const opening = `/**
 * Written by start/client-operations.js from api/; do not edit. The records and operations of the
 * interface, and how to call each operation.
 */`;

function recordNames(all: readonly NamedEndpoint[]): string[] {
	const names = all.flatMap(({ endpoint: { reply, otherReplies = [], streamed = {} } }) => [
		...[reply, ...otherReplies].flatMap(modelsOf),
		...Object.values(streamed),
	]);
	return [...new Set(names)].sort();
}

function modelsOf(reply: ReplyDescription): readonly string[] {
	if (reply.kind === 'stream') return Object.values(reply.events);
	return 'model' in reply ? [reply.model] : [];
}

function recordInterface(name: string): string {
	return `export interface ${name} ${record(modelTable[name] ?? {}, '')}`;
}

function record(fields: Readonly<Record<string, ModelField>>, indent: string): string {
	const inner = `${indent}\t`;
	const lines = Object.entries(fields).map(
		([name, field]) =>
			`${comment(field.description, inner)}${inner}readonly ${name}${mark(field.optional)}: ${typeOf(field, inner)};`,
	);
	return `{\n${lines.join('\n')}\n${indent}}`;
}

function mark(isOptional: boolean | undefined): string {
	return isOptional === true ? '?' : '';
}

function comment(text: string, indent: string): string {
	return `${indent}/** ${text.replace(/\*\//g, '* /')} */\n`;
}

function typeOf(field: ModelField | Field, indent: string): string {
	const single = singleType(field, indent);
	if (field.many !== true) return single;
	const isPlain = /^\w+$|^\{/.test(single);
	return isPlain ? `readonly ${single}[]` : `readonly (${single})[]`;
}

function singleType(field: ModelField | Field, indent: string): string {
	if ('choices' in field && field.choices !== undefined) {
		return field.choices.map((choice) => `'${choice}'`).join(' | ');
	}
	switch (field.type) {
		case 'integer':
		case 'number':
			return 'number';
		case 'boolean':
			return 'boolean';
		case 'pair':
			return 'readonly [string, string]';
		case 'pairs':
			return 'Readonly<Record<string, string>>';
		case 'object':
		case 'record':
			return objectType(field, indent);
		case 'file':
			throw new Error('no client sends files yet');
		case 'string':
			return 'string';
	}
}

function objectType(field: ModelField | Field, indent: string): string {
	if (!('fields' in field) || field.fields === undefined)
		return 'Readonly<Record<string, unknown>>';
	return 'in' in field
		? inputs(field.fields, indent)
		: (nameOf(field.fields) ?? record(field.fields, indent));
}

/** A nested record that is itself a model is referred to by its name. */
function nameOf(fields: Readonly<Record<string, ModelField>>): string | undefined {
	const wanted = outline(fields);
	return Object.entries(modelTable).find(([, own]) => outline(own) === wanted)?.[0];
}

/**
 * Identifies a record, including descriptions, because two records may have members of the same
 * names.
 */
function outline(fields: Readonly<Record<string, ModelField>>): string {
	return JSON.stringify(
		Object.entries(fields).map(([name, { description }]) => [name, description]),
	);
}

function inputInterface({ operation, endpoint }: NamedEndpoint): string {
	const name = inputName(operation);
	return Object.keys(endpoint.fields).length === 0
		? `export type ${name} = Readonly<Record<string, never>>;`
		: `export interface ${name} ${inputs(endpoint.fields, '')}`;
}

function inputs(fields: Readonly<Record<string, Field>>, indent: string): string {
	const inner = `${indent}\t`;
	const lines = Object.entries(fields).map(([name, field]) => {
		const key = /^\w+$/.test(name) ? name : `'${name}'`;
		const isNeeded = field.required === true || field.in === 'path';
		return `${comment(field.description, inner)}${inner}readonly ${key}${mark(!isNeeded)}: ${typeOf(field, inner)};`;
	});
	return `{\n${lines.join('\n')}\n${indent}}`;
}

function inputName(operation: string): string {
	return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
}

/** An interface with a method per operation. */
export function methods(
	name: string,
	what: string,
	{
		all,
		reply,
		inputOf = (_named, type) => type,
	}: {
		readonly all: readonly NamedEndpoint[];
		readonly reply: (named: NamedEndpoint) => string;
		/** The type of a method's input, from the type of all fields of the operation. */
		readonly inputOf?: (named: NamedEndpoint, type: string) => string;
	},
): string {
	const lines = all.map((named) => {
		const { operation, endpoint } = named;
		const isNeeded = Object.values(endpoint.fields).some(
			(field) => field.required === true || field.in === 'path',
		);
		const input = `input${mark(!isNeeded)}: ${inputOf(named, inputName(operation))}`;
		return `${comment(endpoint.summary, '\t')}\t${operation}(${input}, options?: CallOptions): ${reply(named)};`;
	});
	return `${comment(what, '')}export interface ${name} {\n${lines.join('\n')}\n}`;
}

export function callReply({ endpoint: { reply, otherReplies = [] } }: NamedEndpoint): string {
	const answers = new Set([reply, ...otherReplies].map(answerType));
	return `Promise<${[...answers].join(' | ')}>`;
}

function answerType(reply: ReplyDescription): string {
	switch (reply.kind) {
		case 'record':
			return reply.model;
		case 'list':
			return `readonly ${reply.model}[]`;
		case 'bytes':
			return 'ReadableStream<Uint8Array>';
		case 'nothing':
		case 'stream':
			return 'void';
	}
}

function listReply({ endpoint: { reply } }: NamedEndpoint): string {
	return `AsyncIterable<${'model' in reply ? reply.model : 'unknown'}>`;
}

/** Events of an endpoint that can answer with a stream. */
function streamOf({ reply, streamed }: EndpointDescription) {
	return reply.kind === 'stream' ? reply.events : streamed;
}

export function streamReply({ endpoint }: NamedEndpoint): string {
	const events = Object.entries(streamOf(endpoint) ?? {});
	return `AsyncIterable<${events.map(([name, model]) => `StreamEvent<'${name}', ${model}>`).join(' | ')}>`;
}

const shared = `/** Options of a single call. */
export interface CallOptions {
	/** Ends the call when it aborts. */
	readonly signal?: AbortSignal;
}

/** One event of a stream; its id is the position to resume after. */
export interface StreamEvent<Name extends string, Data> {
	readonly event: Name;
	readonly id?: string;
	readonly data: Data;
}

/** How to call an operation. */
export interface OperationCall {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	readonly path: string;
	readonly kind: 'record' | 'list' | 'bytes' | 'nothing' | 'stream';
	/** Part of the request that has each field. */
	readonly fields: Readonly<Record<string, 'path' | 'query' | 'header' | 'json'>>;
}`;

function table(all: readonly NamedEndpoint[]): string {
	const rows = all.map(({ operation, prefix, endpoint }) => {
		const { method, path, reply, fields } = endpoint;
		const places = Object.entries(fields).map(([name, field]) => [name, field.in] as const);
		const call = {
			method,
			path: prefix + path,
			kind: reply.kind,
			fields: Object.fromEntries(places),
		};
		return `\t${operation}: ${JSON.stringify(call)},`;
	});
	return `${shared}\n\nexport const operations = {\n${rows.join('\n')}\n} as const satisfies Readonly<Record<string, OperationCall>>;\n`;
}
