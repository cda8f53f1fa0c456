/** What operators ask each part of the exchange: whether it lives and can work, and its metrics. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { HttpShell } from '../../server/http/app/app';
import { databaseCheck, databaseMetrics } from '../../server/http/database-state';
import { mountHealth } from '../../server/http/health';
import type { Database } from '../database/database';
import {
	archiveMetrics,
	laneMetrics,
	queueMetrics,
	restrictionMetrics,
	settlementMetrics,
} from '../operator/actions/metrics';

export interface OperatingParts {
	readonly database: Database;
	readonly redis: Pick<Redis, 'ping'>;
	readonly queues: readonly Queue[];
}

export function mountOperating(
	{ app, metrics }: HttpShell,
	{ database, redis, queues }: OperatingParts,
): void {
	mountHealth(app, {
		database: databaseCheck(database),
		redis: async () => {
			await redis.ping();
			return 'up';
		},
	});
	metrics.add(databaseMetrics(database));
	metrics.add(laneMetrics(database));
	metrics.add(settlementMetrics(database));
	metrics.add(archiveMetrics(database));
	metrics.add(restrictionMetrics(database));
	metrics.add(queueMetrics(queues));
}
