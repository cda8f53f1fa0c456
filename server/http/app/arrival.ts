/**
 * Checks every request on arrival, before its body is read: one host, no unsupported expectation
 * or encoding, and a route. Refusals are sent, not thrown, because a dashboard may handle
 * thrown errors in its own way.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { refuse, type Refusal } from '../../refusal';
import { pathOf } from './address';
import type { RefusalSender } from '../refusals';

export function checkArrivals(app: FastifyInstance, sendRefusal: RefusalSender): void {
	const methodsAt = methodsByPath(app);
	app.addHook('onRequest', (request, reply, done) => {
		const allowed = request.is404 ? methodsAt(pathOf(request.url)) : [];
		const refusal = refusalOnArrival(request, allowed);
		if (refusal === undefined) return done();
		if (refusal.code === 'Request_MethodNotAllowed') reply.header('allow', allowed.join(', '));
		if (refusal.code === 'Request_UnsupportedEncoding') reply.header('accept-encoding', 'identity');
		void sendRefusal(reply, refusal);
	});
}

function refusalOnArrival(
	request: FastifyRequest,
	allowed: readonly string[],
): Refusal | undefined {
	const { headers, raw } = request;
	if (hostCount(raw) > 1) return refuse('Request_Malformed', 'it names more than one host');
	if (headers.host === undefined && raw.httpVersion === '1.1') {
		return refuse('Request_Malformed', 'it names no host');
	}
	const { 'transfer-encoding': transfer = 'chunked' } = headers;
	if (transfer.toLowerCase() !== 'chunked') {
		return refuse('Request_UnsupportedEncoding', transfer.slice(0, 100));
	}
	if (request.is404) return refusalOfRoute(request, allowed);
	const { expect = '100-continue', 'content-encoding': encoding = 'identity' } = headers;
	if (expect.toLowerCase() !== '100-continue') {
		return refuse('Request_ExpectationFailed', expect.slice(0, 100));
	}
	return encoding.toLowerCase() === 'identity'
		? undefined
		: refuse('Request_UnsupportedEncoding', encoding.slice(0, 100));
}

function refusalOfRoute({ method, url }: FastifyRequest, allowed: readonly string[]): Refusal {
	const path = url.split('?')[0] ?? '/';
	return allowed.length === 0
		? refuse('Request_RouteNotFound', method, path)
		: refuse('Request_MethodNotAllowed', method, path, allowed.join(', '));
}

/** With several, a proxy may use another one than we do. */
function hostCount({ rawHeaders }: IncomingMessage): number {
	let count = 0;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at];
		if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
	}
	return count;
}

/** The methods of a path's routes, by a router with the application's options. */
function methodsByPath(app: FastifyInstance): (path: string) => readonly string[] {
	const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 1000 });
	const methods = new Set<HTTPMethod>();
	app.addHook('onRoute', ({ method: given, url }) => {
		for (const method of [given].flat() as HTTPMethod[]) {
			methods.add(method);
			if (!router.hasRoute(method, url)) router.on(method, url, () => undefined);
		}
	});
	return (path) => [...methods].filter((method) => router.find(method, path) !== null);
}
