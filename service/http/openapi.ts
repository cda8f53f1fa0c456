/**
 * The OpenAPI document of the interface, worked out from the description. Run as a program it
 * writes `api/openapi.json`; a test fails while the committed file is not what this makes.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { EndpointDescription, Field, ModelField } from '../../api/description';
import { endpoints } from '../../api/endpoints';
import { errors, sharedErrors, type ErrorCode } from '../../api/errors';
import { models } from '../../api/models';
import { fieldsIn } from './checks';

type Schema = Record<string, unknown>;

export interface NamedEndpoint {
	readonly area: string;
	readonly operation: string;
	readonly endpoint: EndpointDescription;
}

/** Every endpoint of the description with its area and its operation, in order. */
export function allEndpoints(): readonly NamedEndpoint[] {
	return Object.entries(endpoints).flatMap(([area, operations]) =>
		Object.entries<EndpointDescription>(operations).map(([operation, endpoint]) => ({
			area,
			operation,
			endpoint,
		})),
	);
}

/** The JSON Schema of a record of the wire. */
export function modelSchema(fields: Readonly<Record<string, ModelField>>): Schema {
	return {
		type: 'object',
		properties: Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, propertySchema(field)]),
		),
		required: Object.entries(fields)
			.filter(([, field]) => !field.optional)
			.map(([name]) => name),
	};
}

function propertySchema(field: ModelField): Schema {
	const { type, choices, format, description } = field;
	const single: Schema =
		type === 'object'
			? modelSchema(field.fields ?? {})
			: { type, ...(choices && { enum: choices }), ...(format && { format }) };
	return field.many ? { type: 'array', items: single, description } : { ...single, description };
}

function fieldSchema(field: Field): Schema {
	const { type, description } = field;
	const single: Schema = type === 'file' ? { type: 'string', format: 'binary' } : { type };
	if (field.type === 'string') {
		const { minLength, maxLength, format, choices } = field;
		Object.assign(single, { minLength, maxLength, format, enum: choices });
	}
	if (field.type === 'integer') {
		Object.assign(single, { minimum: field.minimum, maximum: field.maximum });
	}
	return field.many ? { type: 'array', items: single, description } : { ...single, description };
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
	const place = Object.values(endpoint.fields).some((field) => field.in === 'form')
		? 'form'
		: 'json';
	const fields = Object.entries(fieldsIn(endpoint, place));
	if (fields.length === 0) return undefined;
	const schema = {
		type: 'object',
		properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
		required: fields.filter(([, field]) => field.required).map(([name]) => name),
	};
	const mediaType = place === 'form' ? 'multipart/form-data' : 'application/json';
	return { required: true, content: { [mediaType]: { schema } } };
}

function success({ reply }: EndpointDescription): Schema {
	if (reply.kind === 'bytes') {
		const content = {
			'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
		};
		return { description: 'The bytes of the file', content };
	}
	const record = { $ref: `#/components/schemas/${reply.model}` };
	const schema = reply.kind === 'list' ? { type: 'array', items: record } : record;
	return { description: 'Success', content: { 'application/json': { schema } } };
}

function failures(area: string, endpoint: EndpointDescription): Schema {
	const codes = [...sharedErrors, ...endpoint.errors] as readonly ErrorCode[];
	const body = { $ref: `#/components/schemas/${area === 'storage' ? 'StorageError' : 'Error'}` };
	const statuses = [...new Set(codes.map((code) => errors[code].status))].sort((a, b) => a - b);
	return Object.fromEntries(
		statuses.map((status) => [
			status,
			{
				description: codes.filter((code) => errors[code].status === status).join(', '),
				content: { 'application/json': { schema: body } },
			},
		]),
	);
}

function operationObject({ area, operation, endpoint }: NamedEndpoint, suffix: string): Schema {
	const roles = endpoint.roles.length > 0 ? `Needs the role ${endpoint.roles.join(' or ')}.` : '';
	const number =
		endpoint.number === 'beyond'
			? 'Beyond the fourteen endpoints.'
			: `Endpoint ${endpoint.number}.`;
	const body = requestBody(endpoint);
	return {
		operationId: `${area}_${operation}${suffix}`,
		tags: [area],
		summary: endpoint.summary,
		description: [number, roles].filter(Boolean).join(' '),
		parameters: parameters(endpoint),
		...(body && { requestBody: body }),
		responses: { [endpoint.reply.status]: success(endpoint), ...failures(area, endpoint) },
		security: [{ apiKey: [] }],
	};
}

function paths(): Schema {
	const result: Record<string, Schema> = {};
	const add = (location: string, method: string, operation: Schema) => {
		result[location] = { ...result[location], [method.toLowerCase()]: operation };
	};
	for (const named of allEndpoints()) {
		const { area, endpoint } = named;
		const prefix = area === 'storage' ? '/storage' : '';
		add(prefix + endpoint.path, endpoint.method, operationObject(named, ''));
		const { alsoAt } = endpoint;
		if (alsoAt) {
			const older = { ...named, endpoint: { ...endpoint, number: alsoAt.number } };
			add(prefix + alsoAt.path, endpoint.method, operationObject(older, 'Older'));
		}
	}
	return result;
}

/** The whole document, as it is committed and served. */
export function openApiDocument(): Schema {
	return {
		openapi: '3.1.0',
		info: {
			title: 'Sealkeeper',
			version: '1.0.0',
			description:
				'Contract signing, asset tracking, document keeping and distributed storage behind one API key.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/' }],
		tags: Object.keys(endpoints).map((name) => ({ name })),
		paths: paths(),
		components: {
			securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
			schemas: {
				...Object.fromEntries(
					Object.entries(models).map(([name, fields]) => [name, modelSchema(fields)]),
				),
				Error: {
					type: 'object',
					properties: {
						errorCode: { type: 'string', enum: Object.keys(errors) },
						message: { type: 'string' },
						arguments: { type: 'array', items: { type: ['string', 'number'] } },
						requestId: { type: 'string' },
					},
					required: ['errorCode', 'message', 'arguments', 'requestId'],
				},
				StorageError: {
					type: 'object',
					properties: {
						message: { type: 'string' },
						body: { type: 'string' },
						status: { type: 'integer' },
						requestId: { type: 'string' },
					},
					required: ['message', 'body', 'status', 'requestId'],
				},
			},
		},
	};
}

/** The document as text, the way it is committed. */
export function openApiText(): string {
	return `${JSON.stringify(openApiDocument(), null, '\t')}\n`;
}

if (require.main === module) {
	const target = path.resolve('api', 'openapi.json');
	fs.writeFileSync(target, openApiText());
	process.stdout.write(`${target} written\n`);
}
