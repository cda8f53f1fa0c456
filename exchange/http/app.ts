/**
 * The exchange's HTTP server: mounts every endpoint of the description, who may call it and what
 * is checked before its handler runs. It is handed everything it works with and does not listen.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queue } from 'bullmq';
import type { Accounts } from '../accounts/accounts';
import type { Database } from '../database/database';
import { createApp } from '../../server/http/app';
import { databaseMetrics } from '../../server/http/database-state';
import { mountHealth, type HealthCheck } from '../../server/http/health';
import { asRefusal, sendRefusal } from '../../server/http/refusals';
import { refuse } from '../../server/refusal';
import { mountBoard } from './board';
import { endpointNames, endpoints } from './endpoints';
import type { EndpointDescription } from './fields';
import { createHandlers, type Handler, type HandlerParts } from './handlers';
import { laneMetrics, queueMetrics, settlementMetrics, streamMetrics } from './metrics';
import { openApiDocument } from './openapi';
import { Values } from './values';

const bodySizeBytesMax = 64 * 1024;

export interface AppParts extends HandlerParts {
	readonly accounts: Accounts;
	/** Shown on the dashboard, and counted. */
	readonly queues: readonly Queue[];
	readonly requestsPerMinuteMax: number;
	readonly logLevel: string;
	readonly log: NodeJS.WritableStream;
	/** Read for metrics. */
	readonly database: Database;
	readonly healthChecks: Readonly<Record<string, HealthCheck>>;
}

export async function openApp(parts: AppParts): Promise<FastifyInstance> {
	const { app, metrics } = await createApp({
		log: parts.log,
		logLevel: parts.logLevel,
		bodySizeBytesMax,
		takesForms: false,
		requestsPerMinuteMax: parts.requestsPerMinuteMax,
		openApi: openApiDocument(),
		secretRoutes: [],
		refusalOf: asRefusal,
		sendRefusal,
		endStreams: () => parts.streams.closeAll(),
	});
	const handlers = createHandlers(parts);
	for (const name of endpointNames) mount(app, parts, endpoints[name], handlers[name]);
	mountHealth(app, parts.healthChecks);
	metrics.add(databaseMetrics(parts.database));
	metrics.add(laneMetrics(parts.database));
	metrics.add(settlementMetrics(parts.database));
	metrics.add(queueMetrics(parts.queues));
	metrics.add(streamMetrics(parts.streams));
	await mountBoard(app, parts);
	return app;
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
