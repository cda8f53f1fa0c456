/**
 * Puts the service together on a data folder: database, log, outbox, object store, handlers,
 * routes and pages. It does not listen and does not read the environment; `main.ts` does.
 */
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Accounts, secretHash } from './accounts/accounts';
import { platformHandlers } from './accounts/handlers';
import { assetHandlers } from './assets/handlers';
import { systemClock, type Clock } from '../server/clock';
import type { Config } from './config';
import { openDatabase, type Database } from './database/database';
import { lockDataFolder } from './database/data-folder-lock';
import { answerUnreadable, asRefusal, sendRefusal } from './http/errors';
import { openApiDocument } from './http/openapi';
import { mountPages } from './http/pages';
import { mountServicePages } from './http/service-pages';
import { RecordLog } from './log/record-log';
import { Outbox } from './mail/outbox';
import { refuse } from '../server/refusal';
import { mountRoutes, storagePrefix } from './routes';
import { openAreas, type Areas } from './areas';

export interface Service {
	readonly app: FastifyInstance;
	readonly accounts: Accounts;
	readonly database: Database;
	/** Settles when the mails written so far were delivered or could not be. */
	readonly mailsDelivered: () => Promise<void>;
	/** Ends requests, background work and the database, in this order; once, however often called. */
	close(): Promise<void>;
}

const textSizeBytesMax = 64 * 1024;
const partsMax = 1000;
const jsonSizeBytesMax = 1024 * 1024;

/** What the service takes from outside besides its configuration. */
export interface Edges {
	readonly clock: Clock;
	/** Where the log goes, one JSON object a line. */
	readonly log: NodeJS.WritableStream;
}

const processEdges: Edges = { clock: systemClock, log: process.stdout };

/** Opens the service of a configuration. Fails when another process serves the data folder. */
export async function openService(config: Config, edges: Edges = processEdges): Promise<Service> {
	// What was opened is closed in the opposite order, at the end or when a later step fails.
	const opened = new AsyncDisposableStack();
	try {
		const service = await openParts(config, edges, opened);
		let closed: Promise<void> | undefined;
		return { ...service, close: () => (closed ??= opened.disposeAsync()) };
	} catch (fault) {
		await opened.disposeAsync();
		throw fault;
	}
}

async function openParts(
	config: Config,
	{ clock, log }: Edges,
	opened: AsyncDisposableStack,
): Promise<Omit<Service, 'close'>> {
	const { dataFolder } = config;
	const lock = lockDataFolder(dataFolder);
	opened.defer(() => lock.release());
	const database = await openDatabase(dataFolder);
	opened.defer(() => database.destroy());
	const app = createApp(config, log);
	const onFault = (fault: unknown) => app.log.error({ err: fault }, 'background work met a fault');
	const accounts = new Accounts(database, clock);
	const recordLog = new RecordLog({ database, clock, onFault });
	const outbox = new Outbox({ database, clock, folder: path.join(dataFolder, 'outbox'), onFault });
	const areas = await openAreas({
		...{ config, database, clock, accounts, recordLog, outbox },
		log: app.log,
	});
	opened.defer(() => areas.close());
	opened.defer(() => outbox.idle());
	opened.defer(() => recordLog.close());
	opened.defer(() => app.close());
	const { corrupted } = await recordLog.start();
	if (corrupted > 0) app.log.error({ corrupted }, 'entries of the log do not match their hashes');
	outbox.wake();
	await registerPlugins(app, config);
	mountAll(app, { config, database, clock, accounts, recordLog, areas });
	return { app, accounts, database, mailsDelivered: () => outbox.idle() };
}

function mountAll(
	app: FastifyInstance,
	parts: {
		readonly config: Config;
		readonly database: Database;
		readonly clock: Clock;
		readonly accounts: Accounts;
		readonly recordLog: RecordLog;
		readonly areas: Areas;
	},
): void {
	const { config, database, clock, accounts, recordLog, areas } = parts;
	const { objects, authenticateSigner } = areas;
	const publicUrl = () => config.publicUrl ?? listeningUrl(app);
	const limits = {
		fileSizeBytes: config.fileSizeBytesMax,
		textSizeBytes: textSizeBytesMax,
		parts: partsMax,
	};
	const handlers = {
		...areas.handlers,
		tracker: assetHandlers({ database, clock, recordLog, accounts }),
		platform: platformHandlers(accounts),
	};
	app.decorateRequest('caller');
	mountRoutes(app, { handlers, accounts, objects, limits, publicUrl, authenticateSigner });
	mountServicePages(app, { database, publicUrl, objects });
	mountPages(app, { database, clock, recordLog, objects, limits });
}

function createApp(config: Config, log: NodeJS.WritableStream): FastifyInstance {
	const app = Fastify({
		logger: { level: config.logLevel, stream: log, serializers: { req: loggedRequest } },
		bodyLimit: jsonSizeBytesMax,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		return503OnClosing: false,
		// A large upload may take longer than any fixed time; an idle connection may not.
		requestTimeout: 0,
		connectionTimeout: 120_000,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
		frameworkErrors: (_fault, request, reply) =>
			void sendRefusal(reply, refuse('Request_Malformed', unreadableAddress), form(request)),
		clientErrorHandler: answerUnreadable,
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		/^(application|text)\/.*json/,
		{ parseAs: 'buffer' },
		(_request, body: Buffer, done) => {
			try {
				done(null, parseJson(body));
			} catch (fault) {
				done(fault as Error);
			}
		},
	);
	app.addContentTypeParser(/^multipart\/form-data/, (_request, payload, done) => {
		done(null, payload);
	});
	app.setErrorHandler((fault, request, reply) =>
		sendRefusal(reply, asRefusal(fault, request), form(request)),
	);
	app.setNotFoundHandler((request, reply) => {
		const location = request.url.split('?')[0] ?? '/';
		return sendRefusal(
			reply,
			refuse('Request_RouteNotFound', request.method, location),
			form(request),
		);
	});
	finishRepliesOnClose(app);
	return app;
}

/**
 * Closing waits for the replies under way, and Fastify then cuts what is left: connections that
 * ask nothing. Node.js itself would keep a connection whose reply ended a moment too late for as
 * long as it may lie idle, and cut one whose reply is written but not yet sent.
 */
function finishRepliesOnClose(app: FastifyInstance): void {
	const underWay = new Set<ServerResponse>();
	let isClosing = false;
	app.server.on('request', (_request, response) => {
		underWay.add(response);
		response.once('close', () => underWay.delete(response));
	});
	app.addHook('preClose', async () => {
		isClosing = true;
		const closed = (response: ServerResponse) =>
			new Promise<void>((resolve) => response.once('close', resolve));
		await Promise.all(Array.from(underWay, closed));
	});
	app.addHook('onRequest', (_request, _reply, done) => {
		done(isClosing ? refuse('Core_Ending') : undefined);
	});
	app.addHook('onSend', (_request, reply, payload, done) => {
		if (isClosing) reply.header('connection', 'close');
		done(null, payload);
	});
}

const unreadableAddress = 'its address has a part that is no UTF-8 or is too long';

/** The form of refusals the product of an address has. */
function form(request: { readonly url: string }): 'storage' | 'main' {
	return request.url.startsWith(`${storagePrefix}/`) ? 'storage' : 'main';
}

/** What the log says of a request: never a header, and no secret of a link in a path. */
function loggedRequest(request: FastifyRequest) {
	return {
		method: request.method,
		url: request.url.replace(/^(\/(?:sign|reports)\/)[^/?]+/, '$1...'),
		remoteAddress: request.ip,
	};
}

function parseJson(body: Buffer): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
	} catch {
		throw refuse('Request_Malformed', 'the body is not JSON in UTF-8');
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw refuse('Request_Malformed', 'the body is not a JSON object');
	}
	return value as Record<string, unknown>;
}

async function registerPlugins(app: FastifyInstance, config: Config): Promise<void> {
	await app.register(helmet, {
		// The service itself speaks plain HTTP; TLS and its headers belong to a proxy in front.
		strictTransportSecurity: false,
		contentSecurityPolicy: {
			directives: { 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null },
		},
	});
	await app.register(rateLimit, {
		// Hung in below, ahead of every route's own hooks: a wrong key is counted like any other.
		global: false,
		max: config.requestsPerMinuteMax,
		timeWindow: 60_000,
		keyGenerator: (request) => {
			const key = request.headers['x-api-key'];
			return typeof key === 'string' ? secretHash(key) : request.ip;
		},
		errorResponseBuilder: (_request, context) =>
			refuse('Request_TooMany', Math.max(1, Math.ceil(context.ttl / 1000))),
	});
	app.addHook('onRequest', app.rateLimit());
	await app.register(swagger, {
		mode: 'static',
		specification: { document: openApiDocument() as never },
	});
	await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}

/** Where the service listens, in the form other programs on the machine reach it. */
export function listeningUrl(app: FastifyInstance): string {
	const address = app.server.address();
	if (address === null || typeof address === 'string')
		throw new Error('the service is not listening');
	const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address.address)
		? 'localhost'
		: address.address;
	return `http://${host}:${address.port}`;
}
