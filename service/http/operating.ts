/** What operators ask the service: whether it lives and can serve, and its metrics. */
import type { FastifyInstance } from 'fastify';
import { eventMetrics } from '../../server/events/event-metrics';
import { eventTables } from '../../server/events/tables';
import { databaseCheck, databaseMetrics } from '../../server/http/database-state';
import { mountHealth } from '../../server/http/health';
import type { Metrics } from '../../server/http/metrics';
import { cachedFor } from '../../server/http/cached';
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
	readonly outbox: { readonly state: string };
	readonly metrics: Metrics;
	readonly logWitnesses: readonly WitnessSetting[];
	/** How long the operator's certificate is valid, where there is one. */
	readonly sealCertificate: (() => string) | '' | undefined;
}

/** Buckets may be far away; health and metrics ask them together. */
const keepMs = 1_000;

export function mountOperating(
	app: FastifyInstance,
	{ database, objects, outbox, metrics, logWitnesses, sealCertificate }: OperatingParts,
): void {
	const health = cachedFor(keepMs, () => objects.health());
	mountHealth(app, {
		database: databaseCheck(database),
		storage: async () => {
			const buckets = await health();
			const answering = buckets.filter(({ status }) => status !== 'down').length;
			const needed = objects.bucketsNeeded;
			if (answering < needed) throw new Error(`${answering} buckets answer, ${needed} are needed`);
			return buckets.every(({ status }) => status === 'up') ? 'complete' : 'degraded';
		},
		// A mail server that is away keeps nobody from being served: mails wait for it.
		mail: () => Promise.resolve(outbox.state),
		// What does not add up is refused by itself, and keeps nobody else from being served.
		ledger: () => auditWord(database),
		// Contracts are sealed all the same, and whoever verifies them is told.
		...(sealCertificate && { seal: () => Promise.resolve(sealCertificate()) }),
		// A witness that is away or says something bad keeps nobody from being served.
		...(logWitnesses.length > 0 && {
			witnesses: async () => witnessWord(await shownWitnesses(database, logWitnesses)),
		}),
	});
	metrics.add(databaseMetrics(database));
	metrics.add(storageMetrics(database, health));
	metrics.add(outboxMetrics(database));
	metrics.add(eventMetrics(eventTables(database)));
	metrics.add(recordLogMetrics(database));
	metrics.add(ledgerMetrics(database));
	metrics.add(anchorMetrics(database));
	metrics.add(witnessMetrics(database, logWitnesses));
}
