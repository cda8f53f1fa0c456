import type { MetricSource } from '../../server/http/metrics';
import type { Database } from '../database/database';
import { lastAudit } from '../verification/ledger-audit';

export function ledgerMetrics(database: Database) {
	return {
		source: 'ledger',
		metrics: {
			sealkeeper_ledger_findings: {
				help: 'What did not add up in the ledger of the tracker at its last audit; 0 is well.',
			},
			sealkeeper_ledger_audited_timestamp_seconds: {
				help: 'When the last audit of the ledger ended, in seconds since 1970; 0 before the first.',
			},
		},
		async read() {
			const last = await lastAudit(database);
			const endedAt = last === undefined ? 0 : Date.parse(last.ended_at) / 1000;
			return {
				sealkeeper_ledger_findings: [{ value: last?.findings ?? 0 }],
				sealkeeper_ledger_audited_timestamp_seconds: [{ value: endedAt }],
			};
		},
	} satisfies MetricSource;
}
