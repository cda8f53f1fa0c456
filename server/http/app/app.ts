/**
 * Creates the HTTP application of both programs: request ids and logs, headers, bodies, limits,
 * refusals also outside of routes, metrics, and a graceful end. It knows no product and does not
 * listen.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refuse } from '../../refusal';
import type { Ending } from '../../running';
import { readBodies, type BodyOptions } from '../bodies';
import { pathOf } from './address';
import { checkArrivals } from './arrival';
import { finishRepliesOnClose } from './closing';
import { closeAfterReply, closeIfRefused, handleEarlyResponse } from './connections';
import { InFlightRequests } from './in-flight-requests';
import { limitRequests, type LimiterOptions } from './limiter';
import { loggedFault, loggedRequest, RequestLog } from './logging';
import { Metrics, mountMetrics } from '../metrics';
import { enforceBodyRate } from './body-rate';
import type { RefusalReader, RefusalSender } from '../refusals';
import { RepeatedFaults } from '../repeated-faults';
import { requestIdHeader, requestIdOf } from '../request-id';
import { setSecurityHeaders } from '../security-headers';
import { traceFields, tracedListener, traceRoutes } from '../../traces/requests';
import { createServer, installServerHooks } from './server';

export interface AppOptions extends LimiterOptions, BodyOptions {
	readonly logLevel: string;
	/** Where the log goes, one JSON object a line. */
	readonly log: NodeJS.WritableStream;
	/** Maximum size of a body that is no form. */
	readonly bodySizeBytesMax: number;
	/** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
	readonly trustedProxies: readonly string[];
	/** Prefixes of routes with a secret in their path. */
	readonly secretRoutes: readonly string[];
	/** `asRefusal`, unless the program has faults of its own. */
	readonly refusalOf: RefusalReader;
	/** The one of `refusals.ts`, unless the form depends on the address. */
	readonly sendRefusal: RefusalSender;
	/** Ends replies that never end by themselves. */
	readonly endStreams: () => void;
	/** Time for replies under way at shutdown. */
	readonly stopTimeoutMs: number;
	/** Maximum time with hardly any bytes of a request. */
	readonly requestStallMs: number;
	/** Path of WebSockets, if there is one. */
	readonly socketPath?: string | undefined;
}

export interface HttpShell {
	readonly app: FastifyInstance;
	/** For the program's own metrics. */
	readonly metrics: Metrics;
	readonly ending: Ending;
}

export function createApp(options: AppOptions): HttpShell {
	const metrics = new Metrics();
	const inFlight = new InFlightRequests();
	const requestLog = new RequestLog();
	const app = fastify(options, { metrics, inFlight, requestLog });
	app.decorate('repeatedFaults', new RepeatedFaults(app.log));
	traceRoutes(app);
	app.addHook('onRequest', (request, reply, done) => {
		reply.header(requestIdHeader, request.id);
		done();
	});
	readBodies(app, options);
	app.setErrorHandler((fault, request, reply) =>
		options.sendRefusal(reply, options.refusalOf(fault, request)),
	);
	// For a missing file below a route; other addresses are checked on arrival.
	app.setNotFoundHandler(({ method, url }, reply) =>
		options.sendRefusal(reply, refuse('Request_RouteNotFound', method, pathOf(url))),
	);
	const parts = { ...options, inFlight };
	const ending = finishRepliesOnClose(app, parts);
	handleEarlyResponse(app, inFlight);
	installServerHooks(app);
	enforceBodyRate(app, parts);
	setSecurityHeaders(app);
	const onOverLimit = (reply: FastifyReply) => {
		requestLog.refuse(reply.request);
		closeAfterReply(reply, inFlight);
	};
	limitRequests(app, { ...options, onOverLimit });
	app.addHook('onRequest', (request, reply, done) => {
		requestLog.admit(request, reply);
		done();
	});
	checkArrivals(app, options.sendRefusal);
	mountMetrics(app, metrics);
	return { app, metrics, ending };
}

interface Watchers {
	readonly metrics: Metrics;
	readonly inFlight: InFlightRequests;
	readonly requestLog: RequestLog;
}

function fastify(options: AppOptions, watchers: Watchers): FastifyInstance {
	const { metrics, inFlight, requestLog } = watchers;
	const onAnswered = (requestId: string, status: number) => {
		metrics.countUnreadable(status);
		app.log.info({ reqId: requestId, status }, 'a connection was refused');
	};
	const app: FastifyInstance = Fastify({
		logger: {
			level: options.logLevel,
			stream: options.log,
			serializers: {
				req: (request: FastifyRequest) => loggedRequest(request, options.secretRoutes),
				err: loggedFault,
			},
		},
		serverFactory: (listener) =>
			createServer(tracedListener(listener), { ...options, inFlight, onAnswered }),
		logController: requestLog,
		childLoggerFactory: (logger, bindings, childOptions, request) =>
			logger.child({ ...bindings, ...traceFields(request) }, childOptions),
		// Set for each server.
		clientErrorHandler: () => undefined,
		genReqId: ({ headers }) => requestIdOf(headers),
		bodyLimit: options.bodySizeBytesMax,
		// The caller is then the last address that is no trusted proxy.
		trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
		forceCloseConnections: true,
		return503OnClosing: false,
		// Closing may take as long as the replies.
		pluginTimeout: 0,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
		// Requests without a route run no hooks.
		frameworkErrors: (fault, request, reply) => {
			const refusal = options.refusalOf(fault, request);
			reply.header(requestIdHeader, request.id);
			reply.raw.statusCode = refusal.status;
			reply.raw.once('finish', () => metrics.countRequest(request, reply));
			closeIfRefused(reply, inFlight);
			void options.sendRefusal(reply, refusal);
		},
	});
	return app;
}
