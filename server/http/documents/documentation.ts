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

/** Worked out when it is first asked for: most starts of a program are never asked. */
function once<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** With the description of its socket, where the program has one. */
export async function mountDocumentation(
	app: FastifyInstance,
	{ title }: { readonly title: string },
	documents: { readonly http: () => OpenApiDocument; readonly socket?: () => OpenApiDocument },
): Promise<void> {
	const serve = (path: string, document: () => OpenApiDocument) => {
		const text = once(() => `${JSON.stringify(document(), null, '\t')}\n`);
		app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(text()));
	};
	const http = once(documents.http);
	serve('/openapi.json', http);
	if (documents.socket !== undefined) serve('/asyncapi.json', documents.socket);
	// The page writes the document as JSON or YAML, and both ask for this.
	const document = { toJSON: http } as never;
	await app.register(swagger, { mode: 'static', specification: { document } });
	await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: policy, theme: { title } });
}
