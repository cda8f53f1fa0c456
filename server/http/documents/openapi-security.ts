/** How a caller is known, for the OpenAPI document: by a plain key, or by a signature. */
import type { EndpointDescription } from '../../../api/language/description';
import type { ProgramDescription } from '../../../api/programs';
import { takesKey } from '../routing/endpoints';
import type { Schema } from '../routing/schemas';

/**
 * A signature is one way, whose header goes with others: OpenAPI has no way of its own for that, and
 * a page that asks for each header by itself would hide the plain key, which a person has.
 */
export function securitySchemes({ signingHeaders: headers }: ProgramDescription): Schema {
	const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key' };
	if (headers === undefined) return { apiKey };
	const all = Object.entries(headers).map(([name, meaning]) => `\`${name}\` (${meaning})`);
	const description = `By a program, in place of a key, together with ${all.join(', ')}`;
	// The page puts the cursor into the field of the last one.
	return { signature: { type: 'apiKey', in: 'header', name: 'x-signature', description }, apiKey };
}

/** Each entry is one way. */
export function securityOf({ signingHeaders }: ProgramDescription, endpoint: EndpointDescription) {
	if (!takesKey(endpoint)) return [];
	const isSigned = signingHeaders !== undefined && endpoint.scope !== undefined;
	return [
		{ apiKey: [] },
		...(isSigned ? [{ signature: [] }] : []),
		...(endpoint.isOpenable ? [{}] : []),
	];
}
