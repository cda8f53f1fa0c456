/**
 * The interface description as a file and as an interactive page, which runs its own scripts and
 * only reaches this application.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** The page's scripts set inline styles; its icons are data URLs. */
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

/** Colours that are read by everybody, in place of the page's own. */
const contrast = `
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5fb4; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #17693f; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5200; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b66; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a8211a; }
.swagger-ui .info .title small { background: #4b5563; }
.swagger-ui .info .title small.version-stamp { background: #3c6300; }
.swagger-ui .info a, .swagger-ui .info .base-url, .swagger-ui .info .link .url { color: #1a5fb4; }
.swagger-ui .btn.authorize { color: #17693f; border-color: #17693f; }
.swagger-ui .btn.authorize svg { fill: #17693f; }
.swagger-ui .parameter__in, .swagger-ui .parameter__deprecated { color: #555; }
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #ffa3a3 !important; }
`;

/** Makes a value on first use; most runs never need it. */
function once<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** Also serves the description of the socket, if there is one. */
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
	// The page converts the document to JSON or YAML, and both call toJSON.
	const document = { toJSON: http } as never;
	await app.register(swagger, { mode: 'static', specification: { document } });
	await app.register(swaggerUi, {
		routePrefix: '/docs',
		staticCSP: policy,
		theme: { title, css: [{ filename: 'contrast.css', content: contrast }] },
		// Without the bar on top, which only asks for the address of another document.
		uiConfig: { layout: 'BaseLayout' },
	});
}
