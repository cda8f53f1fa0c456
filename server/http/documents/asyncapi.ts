/**
 * Generates the AsyncAPI document of a program's WebSocket from the description: a message for
 * each method, its answer and each channel event, with the schemas of OpenAPI. Actions are from
 * the program's view: it receives requests and sends the rest.
 */
import type {
	EndpointDescription,
	ReplyDescription,
	SocketDescription,
} from '../../../api/language/description';
import { errors } from '../../../api/errors';
import type { ProgramDescription } from '../../../api/programs';
import { codesOf } from '../routing/endpoints';
import { fieldsSchema, modelFields, modelSchema, type Schema } from '../routing/schemas';
import { messageFields, operationEndpoint } from '../routing/socket-operations';

interface Method {
	readonly name: string;
	readonly summary: string;
	/** Usually one form: name and parameters. */
	readonly asked: readonly (readonly [name: string, params: Schema])[];
	readonly statuses: readonly number[];
	readonly result: Schema;
	readonly codes: readonly string[];
}

export function asyncApiDocument(program: ProgramDescription): Schema {
	const { socket } = program;
	if (socket === undefined) throw new Error(`${program.title} has no socket`);
	const methods = [...operationMethods(program, socket), ...ownMethods(program, socket)];
	const events = channelEvents(program, socket);
	const messages = { ...methodMessages(methods), refusal: refusalMessage(methods), ...events };
	return {
		asyncapi: '3.0.0',
		info: {
			title: program.title,
			version: program.version,
			description: `What goes over the WebSocket at ${socket.path}. ${program.description}`,
			license: { name: 'MIT' },
		},
		defaultContentType: 'application/json',
		servers: {
			here: {
				host: 'localhost:8090',
				protocol: 'ws',
				security: [{ $ref: '#/components/securitySchemes/apiKey' }],
			},
		},
		channels: { socket: { address: socket.path, messages } },
		operations: operations(methods, Object.keys(events)),
		components: {
			schemas: recordSchemas(program, socket),
			securitySchemes: { apiKey: { type: 'httpApiKey', in: 'header', name: 'x-api-key' } },
		},
	};
}

export function asyncApiText(program: ProgramDescription): string {
	return `${JSON.stringify(asyncApiDocument(program), null, '\t')}\n`;
}

function operationMethods(program: ProgramDescription, socket: SocketDescription): Method[] {
	return Object.entries(socket.methods).map(([name, operation]) => {
		const endpoint = operationEndpoint(program, operation);
		const { reply, otherReplies = [], summary } = endpoint;
		const replies: readonly ReplyDescription[] = [reply, ...otherReplies];
		return {
			name,
			summary,
			asked: [[name, fieldsSchema(messageFields(endpoint, socket))]],
			statuses: replies.map(({ status }) => status),
			result: resultSchema(replies),
			codes: messageCodes(endpoint, socket),
		};
	});
}

function ownMethods(program: ProgramDescription, socket: SocketDescription): Method[] {
	return Object.entries(socket.own).map(([name, { summary, fields, result, errors: own }]) => ({
		name,
		summary,
		asked:
			name === 'subscribe'
				? subscribeForms(program, socket)
				: [[name, fieldsSchema(fields)] as const],
		statuses: [200],
		result: modelSchema(result),
		codes: [...new Set([...socketCodes(socket), ...own])],
	}));
}

/** A form for each channel, because channels have different fields. */
function subscribeForms(program: ProgramDescription, socket: SocketDescription) {
	return Object.entries(socket.channels).map(([channel, operation]) => {
		const endpoint = operationEndpoint(program, operation);
		const fields = messageFields(endpoint, socket);
		const schema = fieldsSchema(fields) as { properties: Schema; required: string[] };
		const properties = { channel: { const: channel }, ...schema.properties };
		const params = { ...schema, properties, required: ['channel', ...schema.required] };
		return [`subscribe.${channel}`, params] as const;
	});
}

function resultSchema(replies: readonly ReplyDescription[]): Schema {
	const schemas = replies.map((reply) => {
		if (!('model' in reply)) return { type: 'object' };
		const record = { $ref: `#/components/schemas/${reply.model}` };
		return reply.kind === 'list' ? { type: 'array', items: record } : record;
	});
	const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
	const [only, ...others] = distinct.values();
	return others.length === 0 ? (only ?? {}) : { anyOf: [...distinct.values()] };
}

/** Codes that cannot occur on a socket. */
const overHttpOnly: readonly string[] = [
	...['Request_UnsupportedMediaType', 'Request_TooLarge', 'Request_UnsupportedEncoding'],
	...['Request_ExpectationFailed', 'Request_HeadTooLarge', 'Request_AddressTooLong'],
	'Request_TooSlow',
];

const anyMessage = [
	...['Request_Invalid', 'Request_Malformed', 'Request_TooMany', 'Core_Unhandled', 'Core_Ending'],
	...['Core_DatabaseAway', 'Core_DatabaseReadOnly', 'Core_DatabaseFull'],
];

function socketCodes(socket: SocketDescription): readonly string[] {
	return [...anyMessage, ...socket.errors];
}

function messageCodes(endpoint: EndpointDescription, socket: SocketDescription): readonly string[] {
	const codes: readonly string[] = [...codesOf(endpoint), ...socket.errors];
	return codes.filter((code) => !overHttpOnly.includes(code));
}

const id = {
	oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^[!-~]{1,64}$' }],
	description: 'Your own; the answer carries it',
};

function methodMessages(methods: readonly Method[]): Schema {
	return Object.fromEntries(
		methods.flatMap(({ name, summary, asked, statuses, result }) => [
			...asked.map(([form, params]) => [form, askedMessage(name, { form, summary, params })]),
			[`${name}.answer`, answerMessage(name, statuses, result)],
		]),
	) as Schema;
}

function askedMessage(
	method: string,
	{
		form,
		summary,
		params,
	}: { readonly form: string; readonly summary: string; readonly params: Schema },
): Schema {
	const isNeeded = (params['required'] as readonly string[]).length > 0;
	return {
		name: form,
		summary,
		payload: {
			type: 'object',
			additionalProperties: false,
			properties: { id, method: { const: method }, params },
			required: ['id', 'method', ...(isNeeded ? ['params'] : [])],
		},
	};
}

function answerMessage(method: string, statuses: readonly number[], result: Schema): Schema {
	return {
		name: `${method}.answer`,
		summary: `What ${method} answers`,
		payload: {
			type: 'object',
			additionalProperties: false,
			properties: { id, status: { type: 'integer', enum: statuses }, result },
			required: ['id', 'status', 'result'],
		},
	};
}

/** One message for all methods, with all their codes. */
function refusalMessage(methods: readonly Method[]): Schema {
	const codes = [...new Set(methods.flatMap(({ codes: own }) => own))].sort();
	const statuses = [...new Set(codes.map((code) => errors[code as keyof typeof errors].status))];
	const error = {
		type: 'object',
		additionalProperties: false,
		properties: {
			errorCode: { type: 'string', enum: codes },
			message: { type: 'string' },
			arguments: { type: 'array', items: { type: ['string', 'integer', 'number'] } },
			requestId: { type: 'string', description: 'What the log knows the message by' },
			retryAfterSeconds: { type: 'integer' },
		},
		required: ['errorCode', 'message', 'arguments', 'requestId'],
	};
	return {
		name: 'refusal',
		summary: 'Why a message was refused',
		payload: {
			type: 'object',
			additionalProperties: false,
			properties: {
				id: { oneOf: [...id.oneOf, { type: 'null' }], description: 'null where none was read' },
				status: { type: 'integer', enum: statuses.sort() },
				error,
			},
			required: ['id', 'status', 'error'],
		},
	};
}

function channelEvents(
	program: ProgramDescription,
	socket: SocketDescription,
): Record<string, Schema> {
	const all = Object.entries(socket.channels).flatMap(([channel, operation]) => {
		const { reply, summary } = operationEndpoint(program, operation);
		const events = reply.kind === 'stream' ? Object.entries(reply.events) : [];
		return [
			...events.map(([event, model]) => {
				const data = { $ref: `#/components/schemas/${model}` };
				return [`${channel}.${event}`, eventMessage(channel, { event, summary, data })] as const;
			}),
			[`${channel}.ended`, eventMessage(channel, { event: 'ended', summary: ended })] as const,
		];
	});
	return Object.fromEntries(all);
}

const ended = 'The subscription can go on no further; subscribe again';

function eventMessage(
	channel: string,
	{
		event,
		summary,
		data,
	}: { readonly event: string; readonly summary: string; readonly data?: Schema },
): Schema {
	const about = {
		id: { type: 'string', description: 'Where to go on: the lastEventId of a later subscription' },
		more: { const: true, description: 'There when the list goes on in the next message' },
	};
	return {
		name: `${channel}.${event}`,
		summary,
		payload: {
			type: 'object',
			additionalProperties: false,
			properties: {
				subscription: { type: 'integer', minimum: 1 },
				channel: { const: channel },
				event: { const: event },
				...(data && { ...about, data }),
			},
			required: ['subscription', 'channel', 'event', ...(data ? ['data'] : [])],
		},
	};
}

const channel = { $ref: '#/channels/socket' };

function messageRef(name: string): Schema {
	return { $ref: `#/channels/socket/messages/${name}` };
}

function operations(methods: readonly Method[], events: readonly string[]): Schema {
	const asked = methods.map(({ name, summary, asked: forms, codes }) => [
		name,
		{
			action: 'receive',
			channel,
			summary,
			messages: forms.map(([form]) => messageRef(form)),
			reply: { channel, messages: [messageRef(`${name}.answer`), messageRef('refusal')] },
			'x-error-codes': codes,
		},
	]);
	const sent = { action: 'send', channel, summary: 'Send what was subscribed to' };
	return {
		...Object.fromEntries(asked),
		events: { ...sent, messages: events.map(messageRef) },
	} as Schema;
}

/** Schemas of all result and event records, by name. */
function recordSchemas(program: ProgramDescription, socket: SocketDescription): Schema {
	const names = [...Object.values(socket.methods), ...Object.values(socket.channels)]
		.map((operation) => operationEndpoint(program, operation))
		.flatMap(({ reply, otherReplies = [] }) => [reply, ...otherReplies])
		.flatMap((reply: ReplyDescription) => {
			if (reply.kind === 'stream') return Object.values(reply.events);
			return 'model' in reply ? [reply.model] : [];
		});
	const distinct = [...new Set(names)].sort();
	return Object.fromEntries(distinct.map((name) => [name, modelSchema(modelFields(name))]));
}
