/** Endpoints for operators in every process: health and metrics. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { HttpShell } from '../../server/http/app/app';
import { tryFolder } from '../../server/durable-files';
import { databaseCheck, databaseMetrics } from '../../server/http/database-state';
import { mountHealth } from '../../server/http/health';
import type { Database } from '../database/database';
import {
	archiveMetrics,
	laneMetrics,
	queueMetrics,
	restrictionMetrics,
	settlementMetrics,
} from '../reading/metrics';

export interface OperatingParts {
	readonly database: Database;
	readonly redis: Pick<Redis, 'set'>;
	/** Holds the exchange's own secrets and the end of its audit log. */
	readonly dataFolder: string;
	readonly queues: readonly Queue[];
	/** Of the time that checks are shared for. */
	readonly nowMs?: (() => number) | undefined;
}

export function mountOperating(
	{ app, metrics }: HttpShell,
	{ database, redis, queues, dataFolder, nowMs }: OperatingParts,
): void {
	const checks = {
		database: databaseCheck(database),
		redis: async () => {
			// A server that takes no changes answers a ping all the same.
			await redis.set('sealkeeper:tried', '1', 'PX', 60_000);
			return 'up';
		},
		folder: async () => {
			await tryFolder(dataFolder);
			return 'up';
		},
	};
	mountHealth(app, checks, nowMs);
	metrics.add(databaseMetrics(database));
	metrics.add(laneMetrics(database));
	metrics.add(settlementMetrics(database));
	metrics.add(archiveMetrics(database));
	metrics.add(restrictionMetrics(database));
	metrics.add(queueMetrics(queues));
}
