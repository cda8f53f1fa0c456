/** The `webhooks` section of OpenAPI: one for each event. */
import { events, eventTypesOf, type EventDescription } from '../../../api/events/events';
import { modelExample, modelFields, modelSchema, type Schema } from '../routing/schemas';

const headers = {
	'webhook-id': 'Identifier of the event, the same whenever it is sent again',
	'webhook-timestamp': 'When it was sent, in whole seconds since 1970',
	'webhook-signature':
		'`v1,` and the HMAC-SHA256 of id, timestamp and body with dots between them, base64; several with blanks between them while a secret is rotated',
} as const;

/** Webhooks of a program, by event type. */
export function webhooks(program: EventDescription['program']): Schema {
	return Object.fromEntries(
		eventTypesOf(program).map((type) => [type, { post: webhook(type, events[type]) }]),
	);
}

function webhook(type: string, { when, subject, model, version }: EventDescription): Schema {
	const envelope = modelFields('Event');
	const data = modelFields(model);
	const schema = modelSchema(envelope);
	return {
		operationId: `event_${type.replace('.', '_')}`,
		summary: when,
		description: `Version ${version}; its subject is ${subject}. Anything but a status of 2xx is sent again.`,
		parameters: Object.entries(headers).map(([name, description]) => ({
			name,
			in: 'header',
			required: true,
			description,
			schema: { type: 'string' },
		})),
		requestBody: {
			required: true,
			content: {
				'application/json': {
					schema: {
						...schema,
						properties: {
							...(schema['properties'] as Schema),
							type: { type: 'string', const: type },
							version: { type: 'integer', const: version },
							data: modelSchema(data),
						},
					},
					example: { ...modelExample(envelope), type, version, data: modelExample(data) },
				},
			},
		},
		responses: { '204': { description: 'It was taken' } },
		security: [],
	};
}
