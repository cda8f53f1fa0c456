/**
 * What the log says of a request and of a fault: enough to find the cause, and nothing a key or a
 * password could stand in. Levels, times and the form of a line are the logger's own.
 */
import { types } from 'node:util';
import type { FastifyRequest } from 'fastify';

/** What fits is no key and no token of ours: those are longer. */
const idLengthMax = 36;

/**
 * The route and the ids in the path; no header, no part of an address that is no id of a route,
 * and no parameter of a route with a secret.
 */
export function loggedRequest(
	{ method, routeOptions, params, ip }: FastifyRequest,
	secretRoutes: readonly string[],
) {
	const route = routeOptions.url;
	if (route === undefined) return { method, remoteAddress: ip };
	const isSecret = secretRoutes.some((beginning) => route.startsWith(beginning));
	return { method, route, ...(isSecret ? {} : { params: idsOf(params) }), remoteAddress: ip };
}

function idsOf(params: unknown): Readonly<Record<string, string>> {
	const all = Object.entries(params as Readonly<Record<string, string>>);
	return Object.fromEntries(
		all.filter(([name, value]) => name !== '*' && value.length <= idLengthMax),
	);
}

export interface LoggedFault {
	readonly type: string;
	readonly message: string;
	readonly stack: string;
	readonly [more: string]: unknown;
}

/**
 * Class, code and texts of a fault and of what led to it. Its other fields are left out, for they
 * may repeat what was sent: a refused Redis command carries the password of the connection.
 */
export function loggedFault(fault: unknown): LoggedFault {
	if (!types.isNativeError(fault)) {
		return { type: typeof fault, message: String(fault), stack: '' };
	}
	const { code, errors } = fault as Error & { readonly code?: unknown; readonly errors?: unknown };
	return {
		type: fault.constructor.name,
		...(code !== undefined && { code }),
		message: fault.message,
		stack: fault.stack ?? '',
		...(fault.cause !== undefined && { cause: loggedFault(fault.cause) }),
		...(Array.isArray(errors) && { errors: errors.map(loggedFault) }),
	};
}
