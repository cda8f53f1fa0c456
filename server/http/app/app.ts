/**
 * Makes the HTTP application both programs mount their endpoints on: ids and logs of requests,
 * headers, bodies, limits, refusals also for what never reaches a route, metrics of requests, and
 * an end that finishes what is under way. It knows no product and does not listen.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { refuse } from '../../refusal';
import type { Ending } from '../../running';
import { readBodies } from '../bodies';
import { pathOf } from './address';
import { checkArrivals } from './arrival';
import { finishRepliesOnClose } from './closing';
import { closeIfRefused, handleEarlyResponse } from './connections';
import { InFlightRequests } from './in-flight-requests';
import { limitRequests, type Limiter, type LimiterOptions } from './limiter';
import { loggedFault, loggedRequest } from './logging';
import { Metrics, mountMetrics } from '../metrics';
import { enforceBodyRate } from './body-rate';
import type { RefusalReader, RefusalSender } from '../refusals';
import { RepeatedFaults } from '../repeated-faults';
import { requestIdHeader, requestIdOf } from '../request-id';
import { setSecurityHeaders } from '../security-headers';
import { createServer, installServerHooks } from './server';

export interface AppOptions extends LimiterOptions {
	readonly logLevel: string;
	/** Where the log goes, one JSON object a line. */
	readonly log: NodeJS.WritableStream;
	/** Of a body that is no form. */
	readonly bodySizeBytesMax: number;
	/** Whether forms are taken; who mounts an endpoint for one reads and bounds it. */
	readonly takesForms: boolean;
	/** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
	readonly trustedProxies: readonly string[];
	/** Beginnings of routes with a secret in their path. */
	readonly secretRoutes: readonly string[];
	/** `asRefusal` where a program knows no faults of its own. */
	readonly refusalOf: RefusalReader;
	/** The one of `refusals.ts` where every address has the main form. */
	readonly sendRefusal: RefusalSender;
	/** Ends the replies that would go on for ever. */
	readonly endStreams: () => void;
	/** How long replies under way may take when the program ends. */
	readonly stopTimeoutMs: number;
	/** How long a request may bring next to nothing. */
	readonly requestStallMs: number;
	/** Where connections may be upgraded to WebSockets; nowhere when absent. */
	readonly socketPath?: string | undefined;
}

export interface HttpShell {
	readonly app: FastifyInstance;
	/** To add what the program has to tell. */
	readonly metrics: Metrics;
	readonly ending: Ending;
	/** For what counts as a request and comes in another way. */
	readonly limiter: Limiter;
}

export function createApp(options: AppOptions): HttpShell {
	const metrics = new Metrics();
	const inFlight = new InFlightRequests();
	const app = fastify(options, { metrics, inFlight });
	app.decorate('repeatedFaults', new RepeatedFaults(app.log));
	app.addHook('onRequest', (request, reply, done) => {
		reply.header(requestIdHeader, request.id);
		done();
	});
	readBodies(app, options);
	app.setErrorHandler((fault, request, reply) =>
		options.sendRefusal(reply, options.refusalOf(fault, request)),
	);
	// What finds no file below a route of its own; other addresses are checked as they arrive.
	app.setNotFoundHandler(({ method, url }, reply) =>
		options.sendRefusal(reply, refuse('Request_RouteNotFound', method, pathOf(url))),
	);
	const parts = { ...options, inFlight };
	const ending = finishRepliesOnClose(app, parts);
	handleEarlyResponse(app, inFlight);
	installServerHooks(app);
	enforceBodyRate(app, parts);
	setSecurityHeaders(app);
	const limiter = limitRequests(app, options);
	checkArrivals(app, options.sendRefusal);
	mountMetrics(app, metrics);
	return { app, metrics, ending, limiter };
}

interface Watchers {
	readonly metrics: Metrics;
	readonly inFlight: InFlightRequests;
}

function fastify(options: AppOptions, { metrics, inFlight }: Watchers): FastifyInstance {
	const onAnswered = (requestId: string, status: number) => {
		metrics.countUnreadable(status);
		app.log.info({ reqId: requestId }, 'a request was no HTTP');
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
		serverFactory: (listener) => createServer(listener, { ...options, inFlight, onAnswered }),
		// Each server has its own.
		clientErrorHandler: () => undefined,
		genReqId: ({ headers }) => requestIdOf(headers),
		bodyLimit: options.bodySizeBytesMax,
		// The caller is then the last address on the way that is none of these.
		trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
		forceCloseConnections: true,
		return503OnClosing: false,
		// The end of an application may take as long as its replies.
		pluginTimeout: 0,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
		// What no route can be found for runs no hooks.
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
