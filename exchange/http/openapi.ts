/** The OpenAPI document of the exchange, derived from the description of its endpoints. */
import { errors } from '../../api/errors';
import { endpointNames, endpoints } from './endpoints';
import type { EndpointDescription, FieldDescription } from './fields';

type Schema = Readonly<Record<string, unknown>>;

function fieldSchema(field: FieldDescription): Schema {
	const { type, choices, pattern, minimum, maximum } = field;
	return {
		type,
		...(choices && { enum: choices }),
		...(pattern && { pattern: pattern.expression.source }),
		...(minimum !== undefined && { minimum }),
		...(maximum !== undefined && { maximum }),
		...(field.default !== undefined && { default: field.default }),
	};
}

function operation(name: string, endpoint: EndpointDescription): Schema {
	const fields = Object.entries(endpoint.fields);
	const body = fields.filter(([, field]) => field.in === 'body');
	const { reply, caller, otherReplies = {} } = endpoint;
	const replies = { [reply === 'stream' ? 200 : reply]: 'Success', ...otherReplies };
	const mediaType = reply === 'stream' ? 'text/event-stream' : 'application/json';
	return {
		operationId: name,
		summary: endpoint.summary,
		parameters: fields
			.filter(([, field]) => field.in !== 'body')
			.map(([fieldName, field]) => ({
				name: fieldName,
				in: field.in,
				required: field.required ?? false,
				description: field.description,
				schema: fieldSchema(field),
			})),
		...(body.length > 0 && {
			requestBody: {
				required: true,
				content: {
					'application/json': {
						schema: {
							type: 'object',
							additionalProperties: false,
							properties: Object.fromEntries(
								body.map(([fieldName, field]) => [
									fieldName,
									{ ...fieldSchema(field), description: field.description },
								]),
							),
							required: body.filter(([, field]) => field.required).map(([fieldName]) => fieldName),
						},
					},
				},
			},
		}),
		responses: {
			...Object.fromEntries(
				Object.entries(replies).map(([status, description]) => [
					status,
					{ description, content: { [mediaType]: { schema: {} } } },
				]),
			),
			default: {
				description: 'Refused; errorCode says why',
				content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
			},
		},
		security: caller === 'TRADER' ? [{ apiKey: [] }] : [],
	};
}

export function openApiDocument(): Schema {
	const paths: Record<string, Record<string, Schema>> = {};
	for (const name of endpointNames) {
		const endpoint: EndpointDescription = endpoints[name];
		paths[endpoint.path] = {
			...paths[endpoint.path],
			[endpoint.method.toLowerCase()]: operation(name, endpoint),
		};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Sealkeeper Exchange',
			version: '1.0.0',
			description: 'Orders, market data and accounts. Amounts are decimal strings.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/' }],
		paths,
		components: {
			securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
			schemas: {
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
			},
		},
	};
}
