/**
 * The exchange's HTTP server: the endpoints of its description and the board on the application
 * both programs have. It is handed everything it works with and does not listen.
 */
import type { FastifyInstance } from 'fastify';
import type { Queue } from 'bullmq';
import { programs } from '../../api/programs';
import { createApp } from '../../server/http/app';
import { databaseMetrics } from '../../server/http/database-state';
import { mountHealth, type HealthCheck } from '../../server/http/health';
import { openApiDocument } from '../../server/http/openapi';
import { asRefusal, sendRefusal } from '../../server/http/refusals';
import type { Accounts } from '../accounts/accounts';
import { mountBoard } from './board';
import type { EventStreams } from './event-stream';
import type { HandlerParts } from './handler';
import { createHandlers } from './handlers';
import { laneMetrics, queueMetrics, settlementMetrics, streamMetrics } from './metrics';
import { mountRoutes } from './routes';

const bodySizeBytesMax = 64 * 1024;

export interface AppParts extends HandlerParts {
	readonly accounts: Accounts;
	readonly streams: EventStreams;
	/** Shown on the dashboard, and counted. */
	readonly queues: readonly Queue[];
	readonly requestsPerMinuteMax: number;
	readonly logLevel: string;
	readonly log: NodeJS.WritableStream;
	readonly healthChecks: Readonly<Record<string, HealthCheck>>;
}

export async function openApp(parts: AppParts): Promise<FastifyInstance> {
	const { app, metrics } = await createApp({
		log: parts.log,
		logLevel: parts.logLevel,
		bodySizeBytesMax,
		takesForms: false,
		requestsPerMinuteMax: parts.requestsPerMinuteMax,
		openApi: openApiDocument(programs.exchange),
		secretRoutes: [],
		refusalOf: asRefusal,
		sendRefusal,
		endStreams: () => parts.streams.closeAll(),
	});
	mountRoutes(app, { ...parts, handlers: createHandlers(parts) });
	mountHealth(app, parts.healthChecks);
	metrics.add(databaseMetrics(parts.database));
	metrics.add(laneMetrics(parts.database));
	metrics.add(settlementMetrics(parts.database));
	metrics.add(queueMetrics(parts.queues));
	metrics.add(streamMetrics(parts.streams));
	await mountBoard(app, parts);
	return app;
}
