/** Security headers for all replies without a policy of their own; computed once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

export function setSecurityHeaders(app: FastifyInstance): void {
	const headers = securityHeaders();
	app.addHook('onRequest', (_request, reply, done) => {
		reply.headers(headers);
		done();
	});
}

function securityHeaders(): Readonly<Record<string, string>> {
	const set = helmet({
		// The application speaks plain HTTP; TLS and its headers are up to a proxy.
		strictTransportSecurity: false,
		contentSecurityPolicy: {
			directives: { 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null },
		},
	});
	const headers: Record<string, string> = {};
	const reply = {
		setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
		removeHeader: () => undefined,
	};
	set({} as IncomingMessage, reply as unknown as ServerResponse, (fault) => {
		if (fault !== undefined) throw fault as Error;
	});
	return headers;
}
