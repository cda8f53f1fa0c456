/**
 * Generates the OpenAPI document of a program from the description: every endpoint with a schema
 * and an example for each reply, stream event and refusal.
 */
import type {
	EndpointDescription,
	OtherReply,
	ReplyDescription,
} from '../../../api/language/description';
import { errors, type ErrorCode, type ErrorDescription } from '../../../api/errors';
import { eventTypesOf } from '../../../api/events/events';
import type { ProgramDescription } from '../../../api/programs';
import { scopes, type Scope } from '../../../api/language/scopes';
import { Refusal } from '../../refusal';
import { mainBody, storageBody } from '../refusals';
import {
	bodyPlace,
	isBodyOptional,
	codesOf,
	endpointsOf,
	fieldsIn,
	type NamedEndpoint,
} from '../routing/endpoints';
import { conditionParameters, withDownloadReplies } from './openapi-downloads';
import { webhooks } from './openapi-webhooks';
import { securityOf, securitySchemes } from './openapi-security';
import { isPaged } from '../routing/pages';
import {
	fieldSchema,
	modelExample,
	modelFields,
	modelSchema,
	type Schema,
} from '../routing/schemas';

export function openApiDocument(program: ProgramDescription): Schema {
	const all = endpointsOf(program);
	return {
		openapi: '3.1.0',
		info: {
			title: program.title,
			version: program.version,
			description: program.description,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/' }],
		tags: program.areas.map(({ area }) => ({ name: area })),
		paths: paths(program),
		...(eventTypesOf(program.name).length > 0 && { webhooks: webhooks(program.name) }),
		components: {
			securitySchemes: securitySchemes(program),
			schemas: { ...recordSchemas(all), ...refusalSchemas(all) },
			examples: refusalExamples(all),
		},
	};
}

/** The document as committed and served. */
export function openApiText(program: ProgramDescription): string {
	return `${JSON.stringify(openApiDocument(program), null, '\t')}\n`;
}

function paths(program: ProgramDescription): Schema {
	const result: Record<string, Schema> = {};
	const add = (location: string, method: string, operation: Schema) => {
		result[location] = { ...result[location], [method.toLowerCase()]: operation };
	};
	for (const named of endpointsOf(program)) {
		const { prefix, endpoint } = named;
		add(prefix + endpoint.path, endpoint.method, operationObject(program, named, ''));
		const { alsoAt } = endpoint;
		if (alsoAt === undefined) continue;
		const older = { ...named, endpoint: { ...endpoint, number: alsoAt.number } };
		add(prefix + alsoAt.path, endpoint.method, operationObject(program, older, 'Older'));
	}
	return result;
}

function operationObject(
	program: ProgramDescription,
	named: NamedEndpoint,
	suffix: string,
): Schema {
	const { area, operation, endpoint } = named;
	const body = requestBody(endpoint);
	return {
		operationId: `${area}_${operation}${suffix}`,
		tags: [area],
		summary: endpoint.summary,
		description: [numberSentence(endpoint), callerSentence(endpoint)].filter(Boolean).join(' '),
		parameters: [...parameters(endpoint), ...conditionParameters(endpoint)],
		...(body && { requestBody: body }),
		responses: withDownloadReplies(endpoint, { ...successes(endpoint), ...failures(named) }),
		security: securityOf(program, endpoint),
	};
}

function numberSentence({ number }: EndpointDescription): string {
	return number === 'beyond' ? 'Beyond the fourteen endpoints.' : `Endpoint ${number}.`;
}

function callerSentence({ caller, scope, isOpenable }: EndpointDescription): string {
	if (caller === 'ANYONE') return 'Anyone may call it.';
	if (caller === 'LINK') return 'Needs no key: the token in the path is the permission.';
	if (caller === 'TRADER') return `Needs the key of a trader, of scope ${scopesFrom(scope)}.`;
	if (caller === 'ADMINISTRATOR') return 'Needs the key of an administrator.';
	if (caller === 'TRADER_OR_ADMINISTRATOR') {
		return `Needs the key of an administrator, or of a trader, of scope ${scopesFrom(scope)}.`;
	}
	if (caller.length === 0) return '';
	const unless = isOpenable ? ', or no key where the operator has opened it' : '';
	return `Needs the role ${caller.join(' or ')}${unless}.`;
}

function scopesFrom(scope: Scope): string {
	return scopes.slice(scopes.indexOf(scope)).join(' or ');
}

function parameters(endpoint: EndpointDescription): Schema[] {
	return Object.entries(endpoint.fields)
		.filter(([, field]) => ['path', 'query', 'header'].includes(field.in))
		.map(([name, field]) => ({
			name,
			in: field.in,
			required: field.required ?? false,
			description: field.description,
			schema: fieldSchema(field),
		}));
}

function requestBody(endpoint: EndpointDescription): Schema | undefined {
	const place = bodyPlace(endpoint);
	if (place === undefined) return undefined;
	const fields = Object.entries(fieldsIn(endpoint, place));
	const schema = {
		type: 'object',
		additionalProperties: false,
		properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
		required: fields.filter(([, field]) => field.required).map(([name]) => name),
	};
	const mediaType = place === 'form' ? 'multipart/form-data' : 'application/json';
	return { required: !isBodyOptional(endpoint), content: { [mediaType]: { schema } } };
}

/** Header of a paged list. */
const nextPage = {
	Link: {
		description:
			'Where the next page begins, as an address relative to the one asked for, with rel="next"; absent when there is no more',
		schema: { type: 'string' },
		example: '<?limit=100&offset=100>; rel="next"',
	},
};

function successes(endpoint: EndpointDescription): Schema {
	const { reply, otherReplies = [] } = endpoint;
	const others: readonly OtherReply[] = otherReplies;
	const headers = isPaged(endpoint) ? { headers: nextPage } : {};
	return Object.fromEntries([
		[reply.status, { ...withStream(success('Success', reply), endpoint), ...headers }],
		...others.map((other) => [other.status, success(other.when, other)]),
	]) as Schema;
}

function success(description: string, reply: ReplyDescription): Schema {
	return reply.kind === 'nothing' ? { description } : { description, content: content(reply) };
}

function content(reply: Exclude<ReplyDescription, { kind: 'nothing' }>): Schema {
	switch (reply.kind) {
		case 'bytes': {
			if (reply.mediaType !== undefined) {
				const [type = ''] = reply.mediaType.split(';');
				return { [type]: { schema: { type: 'string' }, example: reply.example } };
			}
			const schema = { type: 'string', format: 'binary' };
			return { 'application/octet-stream': { schema, example: 'hello world\n' } };
		}
		case 'stream':
			return { 'text/event-stream': streamContent(reply.events) };
		case 'record':
		case 'list': {
			const record = { $ref: `#/components/schemas/${reply.model}` };
			const example = modelExample(modelFields(reply.model));
			return {
				'application/json':
					reply.kind === 'list'
						? { schema: { type: 'array', items: record }, example: [example] }
						: { schema: record, example },
			};
		}
	}
}

/** Adds the stream that `Accept` can choose. */
function withStream(success: Schema, { streamed }: EndpointDescription): Schema {
	if (streamed === undefined) return success;
	const stream = { 'text/event-stream': streamContent(streamed) };
	return { ...success, content: { ...(success['content'] as Schema), ...stream } };
}

/** The schema of one event; a stream is a sequence of them. */
function streamContent(events: Readonly<Record<string, string>>): Schema {
	const all = Object.entries(events);
	return {
		schema: {
			description: 'One event of the stream; data is JSON on one line',
			oneOf: all.map(([event, model]) => ({
				type: 'object',
				properties: {
					event: { type: 'string', const: event },
					id: { type: 'string', description: 'To send back as Last-Event-ID' },
					data: { $ref: `#/components/schemas/${model}` },
				},
				required: ['event', 'data'],
			})),
		},
		examples: Object.fromEntries(
			all.map(([event, model]) => [
				event,
				{ value: { event, data: modelExample(modelFields(model)) } },
			]),
		),
	};
}

function failures({ endpoint, refusals }: NamedEndpoint): Schema {
	const codes = codesOf(endpoint);
	const statuses = [...new Set(codes.map(statusOf))].sort((one, other) => one - other);
	return Object.fromEntries(
		statuses.map((status) => {
			const own = codes.filter((code) => statusOf(code) === status);
			const schema = refusals === 'storage' ? storageSchema(own) : mainSchema(own);
			const examples = Object.fromEntries(
				own.map((code) => [code, { $ref: `#/components/examples/${exampleName(refusals, code)}` }]),
			);
			return [
				status,
				{
					description: own.join(', '),
					content: { 'application/json': { schema, examples } },
				},
			];
		}),
	);
}

function statusOf(code: ErrorCode): number {
	return errors[code].status;
}

function exampleName(refusals: 'main' | 'storage', code: ErrorCode): string {
	return refusals === 'storage' ? `Files_${code}` : code;
}

function mainSchema(codes: readonly ErrorCode[]): Schema {
	const some = { type: 'object', properties: { errorCode: { type: 'string', enum: codes } } };
	return { allOf: [{ $ref: '#/components/schemas/Error' }, some] };
}

/** The storage form has no code; its body repeats the status. */
function storageSchema(codes: readonly ErrorCode[]): Schema {
	const status = { type: 'integer', enum: [...new Set(codes.map(statusOf))] };
	const some = { type: 'object', properties: { status } };
	return { allOf: [{ $ref: '#/components/schemas/StorageError' }, some] };
}

function recordSchemas(all: readonly NamedEndpoint[]): Schema {
	const used = new Set(all.flatMap(({ endpoint }) => modelsOf(endpoint)));
	return Object.fromEntries(
		[...used].map((name): [string, Schema] => [name, modelSchema(modelFields(name))]),
	);
}

function modelsOf({
	reply,
	otherReplies = [],
	streamed = {},
}: EndpointDescription): readonly string[] {
	const replies: readonly ReplyDescription[] = [reply, ...otherReplies];
	const own = replies.flatMap((each) => {
		if (each.kind === 'stream') return Object.values(each.events);
		return 'model' in each ? [each.model] : [];
	});
	return [...own, ...Object.values(streamed)];
}

const requestId = { type: 'string', description: 'Names the request in the log' };

function refusalSchemas(all: readonly NamedEndpoint[]): Schema {
	const used = new Set(all.map(({ refusals }) => refusals));
	return {
		...(used.has('main') && {
			Error: {
				type: 'object',
				properties: {
					errorCode: { type: 'string', description: 'Names what happened, for programs' },
					message: { type: 'string', description: 'What happened and what to change' },
					arguments: {
						type: 'array',
						items: { type: ['string', 'number'] },
						description: 'The values in the message, in their order',
					},
					requestId,
				},
				required: ['errorCode', 'message', 'arguments', 'requestId'],
			},
		}),
		...(used.has('storage') && {
			StorageError: {
				type: 'object',
				properties: {
					message: { type: 'string', description: 'What happened' },
					body: { type: 'string', description: 'What to change' },
					status: { type: 'integer', description: 'The status of the reply' },
					requestId,
				},
				required: ['message', 'body', 'status', 'requestId'],
			},
		}),
	};
}

function refusalExamples(all: readonly NamedEndpoint[]): Schema {
	const examples = all.flatMap(({ endpoint, refusals }) =>
		codesOf(endpoint).map((code): [string, Schema] => [
			exampleName(refusals, code),
			{ value: refusalExample(refusals, code) },
		]),
	);
	return Object.fromEntries(examples);
}

function refusalExample(refusals: 'main' | 'storage', code: ErrorCode): Schema {
	const { example }: ErrorDescription = errors[code];
	const body = refusals === 'storage' ? storageBody : mainBody;
	return body(new Refusal(code, example), 'req-2f');
}
