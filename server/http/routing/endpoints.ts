/**
 * The endpoints of a program in the order of its description, each with where and how it is
 * mounted, and the small questions that routes, checks and documents ask of an endpoint.
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

/** The fields of an endpoint that travel in one place. */
export function fieldsIn(endpoint: EndpointDescription, place: Place): Record<string, Field> {
	return Object.fromEntries(
		Object.entries(endpoint.fields).filter(([, field]) => field.in === place),
	);
}

/** The encoding of the body an endpoint takes, when it takes one. */
export function bodyPlace(endpoint: EndpointDescription): 'json' | 'form' | undefined {
	const places = Object.values(endpoint.fields).map((field) => field.in);
	return places.includes('form') ? 'form' : places.includes('json') ? 'json' : undefined;
}

/** A path of the description as the router wants it. */
export function routeOf(path: string): string {
	return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Whether a call carries a key. */
export function takesKey({ caller }: EndpointDescription): boolean {
	return caller !== 'ANYONE' && caller !== 'LINK';
}

/**
 * Every code an endpoint can refuse with; where none is taken, no key is missing or wrong, and where
 * reading is enough, every key's scope is.
 */
export function codesOf(endpoint: EndpointDescription): readonly ErrorCode[] {
	const { scope, errors: own } = endpoint;
	const shared = sharedErrors.filter((code) => takesKey(endpoint) || !code.startsWith('Auth_'));
	const scoped = scope === undefined || scope === 'READ' ? [] : ['Auth_ScopeMissing'];
	return [...shared, ...scoped, ...own] as readonly ErrorCode[];
}
