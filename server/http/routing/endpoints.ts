/**
 * The endpoints of a program in the order of its description, and helper functions on endpoints.
 */
import type { EndpointDescription, Field, Place } from '../../../api/language/description';
import { endpoints, type Area } from '../../../api/endpoints';
import { sharedErrors, type ErrorCode } from '../../../api/errors';
import type { AreaDescription, ProgramDescription } from '../../../api/programs';

export interface NamedEndpoint extends Omit<AreaDescription, 'area'> {
	readonly area: Area;
	readonly operation: string;
	readonly endpoint: EndpointDescription;
}

export function endpointsOf(program: ProgramDescription): readonly NamedEndpoint[] {
	return program.areas.flatMap(({ area, ...mounted }) =>
		Object.entries<EndpointDescription>(endpoints[area]).map(([operation, endpoint]) => ({
			area,
			operation,
			endpoint,
			...mounted,
		})),
	);
}

const signedErrors = [
	'Auth_HeaderMissing',
	'Auth_SignatureInvalid',
	'Auth_TimeOutside',
] as const satisfies readonly ErrorCode[];

/** The fields of an endpoint in one place. */
export function fieldsIn(endpoint: EndpointDescription, place: Place): Record<string, Field> {
	return Object.fromEntries(
		Object.entries(endpoint.fields).filter(([, field]) => field.in === place),
	);
}

/** The encoding of an endpoint's body; undefined if it has none. */
export function bodyPlace(endpoint: EndpointDescription): 'json' | 'form' | undefined {
	const places = Object.values(endpoint.fields).map((field) => field.in);
	return places.includes('form') ? 'form' : places.includes('json') ? 'json' : undefined;
}

/** True if the body may be left out: it is JSON, and no field of it is required. */
export function isBodyOptional(endpoint: EndpointDescription): boolean {
	const fields = Object.values(fieldsIn(endpoint, 'json'));
	return bodyPlace(endpoint) === 'json' && !fields.some(({ required }) => required);
}

/** Converts a path of the description to the router's form. */
export function routeOf(path: string): string {
	return path.replace(/\{(\w+)\}/g, ':$1');
}

/** True if the endpoint needs a key. */
export function takesKey({ caller }: EndpointDescription): boolean {
	return caller !== 'ANYONE' && caller !== 'LINK';
}

/**
 * All error codes of an endpoint. Without a key there are no Auth_ codes, reading needs no scope, keys of
 * traders may sign, and a key that is limited to roles signs contracts by one of them.
 */
export function codesOf(endpoint: EndpointDescription): readonly ErrorCode[] {
	const { scope, errors: own } = endpoint;
	const shared = sharedErrors.filter((code) => takesKey(endpoint) || !code.startsWith('Auth_'));
	const scoped = scope === undefined || scope === 'READ' ? [] : ['Auth_ScopeMissing'];
	return [
		...shared,
		...scoped,
		...(endpoint.takesSigningLink ? ['Auth_RoleMissing'] : []),
		...(scope === undefined ? [] : signedErrors),
		...own,
	] as readonly ErrorCode[];
}
