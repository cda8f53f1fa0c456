import type { FastifyInstance } from 'fastify';
import { eventMetrics } from '../../server/events/record/event-metrics';
import { eventTables } from '../../server/events/record/tables';
import { databaseCheck, databaseMetrics } from '../../server/http/database-state';
import { mountHealth } from '../../server/http/health';
import type { Metrics } from '../../server/http/metrics';
import { cachedFor, onceDone } from '../../server/http/cached';
import { tryFolder } from '../../server/durable-files';
import { anchorMetrics } from '../anchor/anchor-metrics';
import type { Database } from '../database/database';
import type { RecordLog } from '../log/record-log';
import type { Outbox } from '../mail/outbox';
import type { ObjectStore } from '../objects/object-store';
import { shownWitnesses, witnessHealth } from '../witness/shown-witnesses';
import type { WitnessSetting } from '../witness/witness-settings';
import { auditHealth } from '../verification/ledger-audit';
import { ledgerMetrics } from './ledger-metrics';
import { outboxMetrics, recordLogMetrics, storageMetrics } from './metrics';
import { witnessMetrics } from './witness-metrics';

export interface OperatingParts {
	readonly database: Database;
	readonly objects: Pick<ObjectStore, 'health' | 'bucketsNeeded'>;
	/** Throws if nothing can be compared here. */
	readonly tryComparison: () => Promise<void>;
	readonly outbox: Pick<Outbox, 'look'>;
	readonly dataFolder: string;
	readonly recordLog: Pick<RecordLog, 'assertClosing' | 'clockBehindMs'>;
	readonly metrics: Metrics;
	readonly logWitnesses: readonly WitnessSetting[];
	/** Of the time that checks are shared for. */
	readonly nowMs?: (() => number) | undefined;
	/** Validity of the operator's certificate, if there is one. */
	readonly sealCertificate: (() => string) | '' | undefined;
}

/** Health and metrics share one check of the buckets, which may be slow. */
const keepMs = 1_000;

export function mountOperating(app: FastifyInstance, parts: OperatingParts): void {
	const { database, objects, outbox, recordLog, metrics, logWitnesses, sealCertificate } = parts;
	const { dataFolder, tryComparison, nowMs } = parts;
	const compared = onceDone(tryComparison);
	const health = cachedFor(keepMs, () => objects.health(), nowMs);
	const checks = {
		database: databaseCheck(database),
		storage: async () => {
			const buckets = await health();
			const answering = buckets.filter(({ status }) => status !== 'down').length;
			const needed = objects.bucketsNeeded;
			if (answering < needed) throw new Error(`${answering} buckets answer, ${needed} are needed`);
			return buckets.every(({ status }) => status === 'up') ? 'complete' : 'degraded';
		},
		log: async () => {
			recordLog.assertClosing();
			// Holds the newest checkpoint, without which no block closes.
			await tryFolder(dataFolder);
			return 'up';
		},
		comparison: async () => {
			await compared();
			return 'up';
		},
		// Does not fail the check: entries keep the times they have.
		clock: () => {
			const seconds = Math.round(recordLog.clockBehindMs / 1_000);
			return Promise.resolve(seconds === 0 ? undefined : `alarm: ${seconds} s behind the log`);
		},
		// Does not fail the check: mails wait while the server is unreachable.
		mail: () => outbox.look(),
		// Does not fail the check: only affected records are refused.
		ledger: () => auditHealth(database),
		// Does not fail the check: sealing goes on, and verification reports an expired certificate.
		...(sealCertificate && { seal: () => Promise.resolve(sealCertificate()) }),
		// Does not fail the check, whatever a witness says.
		...(logWitnesses.length > 0 && {
			witnesses: async () => witnessHealth(await shownWitnesses(database, logWitnesses)),
		}),
	};
	mountHealth(app, checks, nowMs);
	metrics.add(databaseMetrics(database));
	metrics.add(storageMetrics(database, health));
	metrics.add(outboxMetrics(database));
	metrics.add(eventMetrics(eventTables(database)));
	metrics.add(recordLogMetrics(database, recordLog));
	metrics.add(ledgerMetrics(database));
	metrics.add(anchorMetrics(database));
	metrics.add(witnessMetrics(database, logWitnesses));
}
