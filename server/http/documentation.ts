/**
 * The interface description as a file and as a page on which every call can be tried. The page
 * runs its own scripts and reaches this application and nothing else.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** Styles are written into elements by the page's own scripts, icons are data in its style sheet. */
const policy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** With the description of its socket, where the program has one. */
export async function mountDocumentation(
	app: FastifyInstance,
	document: OpenApiDocument,
	socketDocument?: OpenApiDocument,
): Promise<void> {
	const serve = (path: string, served: OpenApiDocument) => {
		const text = `${JSON.stringify(served, null, '\t')}\n`;
		app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
	};
	serve('/openapi.json', document);
	if (socketDocument !== undefined) serve('/asyncapi.json', socketDocument);
	await app.register(swagger, { mode: 'static', specification: { document: document as never } });
	const { title } = document['info'] as { readonly title: string };
	await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: policy, theme: { title } });
}
