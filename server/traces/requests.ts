/**
 * One span for each HTTP request, from its head to the end of its reply. It has the route and no
 * address, because keys and tokens of links may stand in that.
 */
import type {
	IncomingHttpHeaders,
	IncomingMessage,
	RequestListener,
	ServerResponse,
} from 'node:http';
import {
	context,
	propagation,
	ROOT_CONTEXT,
	SpanKind,
	SpanStatusCode,
	trace,
	type Context,
	type Span,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { currentTracer } from './spans';

const contexts = new WeakMap<IncomingMessage, Context>();

/** The listener itself unless requests are traced. */
export function tracedListener(listener: RequestListener): RequestListener {
	const tracer = currentTracer();
	if (tracer === undefined) return listener;
	return (request, response) => {
		const from = propagation.extract(ROOT_CONTEXT, request.headers);
		const { method = 'HTTP' } = request;
		const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, from);
		const own = trace.setSpan(from, span);
		contexts.set(request, own);
		span.setAttribute('http.request.method', method);
		response.once('close', () => end(span, response));
		context.with(own, listener, undefined, request, response);
	};
}

function end(span: Span, { headersSent, statusCode }: ServerResponse): void {
	if (headersSent) span.setAttribute('http.response.status_code', statusCode);
	else span.setAttribute('error.type', 'aborted');
	if (headersSent && statusCode >= 500) {
		span.setAttribute('error.type', String(statusCode));
		span.setStatus({ code: SpanStatusCode.ERROR });
	}
	span.end();
}

/** Names each span by its route, and leads its trace on to the handler. */
export function traceRoutes(app: FastifyInstance): void {
	if (currentTracer() === undefined) return;
	app.addHook('onRequest', ({ id, method, raw, routeOptions: { url: route } }, _reply, done) => {
		const span = spanOf(raw);
		span?.setAttribute('sealkeeper.request.id', id);
		if (route !== undefined) {
			span?.updateName(`${method} ${route}`);
			span?.setAttribute('http.route', route);
		}
		done();
	});
	// What comes after the body is called by the connection, which several requests share.
	app.addHook('preValidation', ({ raw }, _reply, done) =>
		context.with(contexts.get(raw) ?? ROOT_CONTEXT, done),
	);
}

function spanOf(request: IncomingMessage): Span | undefined {
	const own = contexts.get(request);
	return own && trace.getSpan(own);
}

/** Fields of a request's log lines that join them to its trace, which may be one of the caller alone. */
export function traceFields(request: IncomingMessage): Readonly<Record<string, string>> {
	const span = spanOf(request)?.spanContext();
	if (span !== undefined) return { trace_id: span.traceId, span_id: span.spanId };
	const traceId = traceIdOf(request.headers);
	return traceId === undefined ? {} : { trace_id: traceId };
}

/** Version, trace id, parent id and flags; later versions may have more fields. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/;

function traceIdOf({ traceparent: parent }: IncomingHttpHeaders): string | undefined {
	if (typeof parent !== 'string') return undefined;
	const [whole = '', traceId] = traceParent.exec(parent) ?? [];
	const rest = parent.slice(whole.length);
	const isWhole = parent.startsWith('00') ? rest === '' : rest === '' || rest.startsWith('-');
	return isWhole ? traceId : undefined;
}
