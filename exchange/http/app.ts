/**
 * The exchange's HTTP server: mounts every endpoint of the description, who may call it and what
 * is checked before its handler runs. It is handed everything it works with and does not listen.
 */
import type { ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Queue } from 'bullmq';
import { keyHash, type Accounts } from '../accounts/accounts';
import { refuse } from '../../server/refusal';
import { mountBoard } from './board';
import { endpointNames, endpoints } from './endpoints';
import { asRefusal, sendRefusal } from './errors';
import type { EndpointDescription } from './fields';
import type { EventStreams } from './event-stream';
import { createHandlers, type Handler, type HandlerParts } from './handlers';
import { openApiDocument } from './openapi';
import { Values } from './values';

const bodyBytesMax = 64 * 1024;

export interface AppParts extends HandlerParts {
	readonly accounts: Accounts;
	/** Shown on the dashboard. */
	readonly queues: readonly Queue[];
	readonly requestsPerMinuteMax: number;
	readonly logLevel: string;
	readonly log: NodeJS.WritableStream;
	/** Rejects when the exchange cannot serve. */
	readonly checkReady: () => Promise<void>;
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
	const app = Fastify({
		logger: { level: parts.logLevel, stream: parts.log, serializers: { req: loggedRequest } },
		bodyLimit: bodyBytesMax,
		forceCloseConnections: true,
		return503OnClosing: false,
		// Streams say something more often than that; whoever takes nothing for so long has gone.
		connectionTimeout: 120_000,
		routerOptions: { maxParamLength: 1000 },
	});
	finishRepliesOnClose(app, parts.streams);
	app.setErrorHandler((fault, request, reply) => sendRefusal(reply, asRefusal(fault, request)));
	await app.register(helmet, {
		// The server itself speaks plain HTTP; TLS and its headers belong to a proxy in front.
		strictTransportSecurity: false,
		contentSecurityPolicy: {
			directives: { 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null },
		},
	});
	await app.register(rateLimit, {
		max: parts.requestsPerMinuteMax,
		timeWindow: 60_000,
		keyGenerator: (request) => {
			const key = request.headers['x-api-key'];
			return typeof key === 'string' ? keyHash(key) : request.ip;
		},
		errorResponseBuilder: (_request, context) =>
			refuse('Request_TooMany', Math.max(1, Math.ceil(context.ttl / 1000))),
	});
	app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
		const location = request.url.split('?')[0] ?? '/';
		return sendRefusal(reply, refuse('Request_RouteNotFound', request.method, location));
	});
	const handlers = createHandlers(parts);
	for (const name of endpointNames) mount(app, parts, endpoints[name], handlers[name]);
	const document = openApiDocument();
	app.get('/openapi.json', () => document);
	app.get('/health/live', () => ({ status: 'live' }));
	app.get('/health/ready', async () => {
		await parts.checkReady();
		return { status: 'ready' };
	});
	await mountBoard(app, parts);
	return app;
}

/**
 * Closing ends the streams and waits for the other replies, so that nobody is left wondering about
 * an order; then Fastify cuts what is left, connections that ask nothing.
 */
function finishRepliesOnClose(app: FastifyInstance, streams: EventStreams): void {
	const underWay = new Set<ServerResponse>();
	let isClosing = false;
	app.server.on('request', (_request, response) => {
		underWay.add(response);
		response.once('close', () => underWay.delete(response));
	});
	app.addHook('preClose', async () => {
		isClosing = true;
		streams.closeAll();
		const closed = (response: ServerResponse) =>
			new Promise<void>((resolve) => response.once('close', resolve));
		await Promise.all(Array.from(underWay, closed));
	});
	// Answered here and not thrown: the dashboard has an answer of its own to what is thrown.
	app.addHook('onRequest', async (_request, reply) =>
		isClosing ? sendRefusal(reply, refuse('Core_Ending')) : undefined,
	);
	app.addHook('onSend', (_request, reply, payload, done) => {
		if (isClosing) reply.header('connection', 'close');
		done(null, payload);
	});
}

function mount(
	app: FastifyInstance,
	{ accounts }: Pick<AppParts, 'accounts'>,
	endpoint: EndpointDescription,
	handler: Handler,
): void {
	app.route({
		method: endpoint.method,
		url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
		handler: async (request, reply) => {
			const accountId = endpoint.caller === 'TRADER' ? await trader(accounts, request) : '';
			const values = Values.read(endpoint, request);
			const header = request.headers['last-event-id'];
			const lastEventId = typeof header === 'string' ? header : undefined;
			if (endpoint.reply !== 'stream')
				reply.code(endpoint.reply).header('cache-control', 'no-store');
			const key = String(request.headers['x-api-key'] ?? '');
			const answer = await handler({ values, accountId, key, reply, lastEventId });
			return endpoint.reply === 'stream' ? reply : answer;
		},
	});
}

async function trader(accounts: Accounts, request: FastifyRequest): Promise<string> {
	const key = request.headers['x-api-key'];
	if (typeof key !== 'string' || key === '') throw refuse('Auth_KeyMissing');
	const caller = await accounts.authenticate(key);
	if (caller?.kind !== 'TRADER') throw refuse('Auth_KeyInvalid');
	return caller.accountId;
}

/** What the log says of a request: no header, so no key. */
function loggedRequest(request: FastifyRequest) {
	return { method: request.method, url: request.url, remoteAddress: request.ip };
}
