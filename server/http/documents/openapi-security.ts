/** How a caller is known, for the OpenAPI document: by a plain key, or by a signature. */
import type { EndpointDescription } from '../../../api/language/description';
import type { ProgramDescription } from '../../../api/programs';
import { takesKey } from '../routing/endpoints';
import type { Schema } from '../routing/schemas';

export function securitySchemes({ signing }: ProgramDescription): Schema {
	const signed = Object.entries(signing?.headers ?? {}).map(
		([name, description]) => [name, { type: 'apiKey', in: 'header', name, description }] as const,
	);
	return {
		apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
		...Object.fromEntries(signed),
	};
}

/** Each entry is one way, and all headers of an entry go together. */
export function securityOf({ signing }: ProgramDescription, endpoint: EndpointDescription) {
	if (!takesKey(endpoint)) return [];
	const isSigned = signing !== undefined && endpoint.scope !== undefined;
	const headers = isSigned ? signing.needed.map((name) => [name, []] as const) : [];
	return [
		{ apiKey: [] },
		...(isSigned ? [Object.fromEntries(headers)] : []),
		...(endpoint.isOpenable ? [{}] : []),
	];
}
