/** What operators ask the service: whether it lives and can serve, and its metrics. */
import type { FastifyInstance } from 'fastify';
import { databaseCheck, databaseMetrics } from '../../server/http/database-state';
import { mountHealth } from '../../server/http/health';
import type { Metrics } from '../../server/http/metrics';
import { remembered } from '../../server/http/remembered';
import { anchorMetrics } from '../anchor/anchor-metrics';
import type { Database } from '../database/database';
import type { ObjectStore } from '../objects/object-store';
import { shownWitnesses, witnessWord } from '../witness/shown-witnesses';
import type { WitnessSetting } from '../witness/witness-settings';
import { auditWord } from '../verification/ledger-audit';
import { ledgerMetrics } from './ledger-metrics';
import { outboxMetrics, recordLogMetrics, storageMetrics } from './metrics';
import { witnessMetrics } from './witness-metrics';

export interface OperatingParts {
	readonly database: Database;
	readonly objects: Pick<ObjectStore, 'health' | 'bucketsNeeded'>;
	readonly metrics: Metrics;
	readonly logWitnesses: readonly WitnessSetting[];
}

/** Buckets may be far away; health and metrics ask them together. */
const keepMs = 1_000;

export function mountOperating(
	app: FastifyInstance,
	{ database, objects, metrics, logWitnesses }: OperatingParts,
): void {
	const health = remembered(keepMs, () => objects.health());
	mountHealth(app, {
		database: databaseCheck(database),
		storage: async () => {
			const buckets = await health();
			const answering = buckets.filter(({ status }) => status !== 'down').length;
			const needed = objects.bucketsNeeded;
			if (answering < needed) throw new Error(`${answering} buckets answer, ${needed} are needed`);
			return buckets.every(({ status }) => status === 'up') ? 'complete' : 'degraded';
		},
		// What does not add up is refused by itself, and keeps nobody else from being served.
		ledger: () => auditWord(database),
		// A witness that is away or says something bad keeps nobody from being served.
		...(logWitnesses.length > 0 && {
			witnesses: async () => witnessWord(await shownWitnesses(database, logWitnesses)),
		}),
	});
	metrics.add(databaseMetrics(database));
	metrics.add(storageMetrics(database, health));
	metrics.add(outboxMetrics(database));
	metrics.add(recordLogMetrics(database));
	metrics.add(ledgerMetrics(database));
	metrics.add(anchorMetrics(database));
	metrics.add(witnessMetrics(database, logWitnesses));
}
