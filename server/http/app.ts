/**
 * Makes the HTTP application both programs mount their endpoints on: ids and logs of requests,
 * headers, bodies, limits, refusals also for what never reaches a route, metrics of requests, and
 * an end that finishes what is under way. It knows no product and does not listen.
 */
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { refuse } from '../refusal';
import { readBodies } from './bodies';
import { finishRepliesOnClose } from './closing';
import { limitRequests, type LimiterOptions } from './limiter';
import { loggedFault, loggedRequest } from './logging';
import { Metrics, mountMetrics } from './metrics';
import { answerUnreadable, type RefusalReader, type RefusalSender } from './refusals';
import { requestIdHeader, requestIdOf } from './request-id';

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
}

export interface HttpShell {
	readonly app: FastifyInstance;
	/** To add what the program has to tell. */
	readonly metrics: Metrics;
}

export async function createApp(options: AppOptions): Promise<HttpShell> {
	const metrics = new Metrics();
	const app = fastify(options, metrics);
	app.addHook('onRequest', (request, reply, done) => {
		reply.header(requestIdHeader, request.id);
		done();
	});
	readBodies(app, options);
	app.setErrorHandler((fault, request, reply) =>
		options.sendRefusal(reply, options.refusalOf(fault, request)),
	);
	app.setNotFoundHandler((request, reply) => {
		const location = request.url.split('?')[0] ?? '/';
		return options.sendRefusal(reply, refuse('Request_RouteNotFound', request.method, location));
	});
	finishRepliesOnClose(app, options);
	await setHeaders(app);
	limitRequests(app, options);
	mountMetrics(app, metrics);
	return { app, metrics };
}

function fastify(options: AppOptions, metrics: Metrics): FastifyInstance {
	const app: FastifyInstance = Fastify({
		logger: {
			level: options.logLevel,
			stream: options.log,
			serializers: {
				req: (request: FastifyRequest) => loggedRequest(request, options.secretRoutes),
				err: loggedFault,
			},
		},
		genReqId: ({ headers }) => requestIdOf(headers),
		bodyLimit: options.bodySizeBytesMax,
		exposeHeadRoutes: false,
		// The caller is then the last address on the way that is none of these.
		trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
		forceCloseConnections: true,
		return503OnClosing: false,
		// A large upload may take longer than any fixed time; an idle connection may not.
		requestTimeout: 0,
		// Streams say something more often than that; whoever takes nothing for so long has gone.
		connectionTimeout: 120_000,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
		// What no route can be found for runs no hooks.
		frameworkErrors: (fault, request, reply) => {
			reply.header(requestIdHeader, request.id);
			reply.raw.once('finish', () => metrics.countRequest(request, reply));
			void options.sendRefusal(reply, options.refusalOf(fault, request));
		},
		clientErrorHandler: (_fault, socket) => {
			const answered = answerUnreadable(socket);
			if (answered === undefined) return;
			metrics.countUnreadable(answered.status);
			app.log.info({ reqId: answered.requestId }, 'a request was no HTTP');
		},
	});
	return app;
}

async function setHeaders(app: FastifyInstance): Promise<void> {
	await app.register(helmet, {
		// The application itself speaks plain HTTP; TLS and its headers belong to a proxy in front.
		strictTransportSecurity: false,
		contentSecurityPolicy: {
			directives: { 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null },
		},
	});
}
