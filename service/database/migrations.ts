/** The migrations in their order. One that was released is never edited; a new one follows it. */
import type { Migration } from 'kysely';
import { accounts } from './migrations/0001-accounts';
import { ledger } from './migrations/0002-ledger';
import { assets } from './migrations/0003-assets';
import { mails } from './migrations/0004-mails';
import { contracts } from './migrations/0005-contracts';
import { documents } from './migrations/0006-documents';
import { storage } from './migrations/0007-storage';
import { holders } from './migrations/0008-holders';
import { severalProcesses } from './migrations/0009-several-processes';
import { storageUsage } from './migrations/0010-storage-usage';
import { keys } from './migrations/0011-keys';
import { verification } from './migrations/0012-verification';
import { store } from './migrations/0013-store';
import { log } from './migrations/0014-log';
import { assetLedger } from './migrations/0015-ledger';
import { trackerRevisions } from './migrations/0016-tracker-revisions';
import { witnesses } from './migrations/0017-witnesses';
import { anchor } from './migrations/0018-anchor';
import { assetHolders } from './migrations/0020-asset-holders';
import { idempotencyKeys } from './migrations/0021-idempotency-keys';
import { ledgerAudits } from './migrations/0022-ledger-audits';
import { keptDocuments } from './migrations/0023-kept-documents';
import { approvals } from './migrations/0024-approvals';
import { comparisonRules } from './migrations/0025-comparison-rules';
import { comparisons } from './migrations/0026-comparisons';
import { reportFiles } from './migrations/0027-report-files';
import { events } from './migrations/0028-events';
import { contractLife } from './migrations/0030-contract-life';
import { contractSeals } from './migrations/0032-contract-seals';
import { fingerprints } from './migrations/0035-fingerprints';
import { timeline } from './migrations/0036-timeline';
import { mailStates } from './migrations/0039-mail-states';
import { mailContents } from './migrations/0040-mail-contents';
import { parkedDeliveries } from './migrations/0042-parked-deliveries';
import { contractFiles } from './migrations/0043-contract-files';
import { contractFields } from './migrations/0045-contract-fields';
import { mailOwners } from './migrations/0047-mail-owners';
import { sealedSecrets } from './migrations/0048-sealed-secrets';
import { sealerDeletions } from './migrations/0052-sealer-deletions';
import { timeStamps } from './migrations/0053-time-stamps';
import { sealerReports } from './migrations/0054-sealer-reports';
import { revocationFaults } from './migrations/0055-revocation-faults';

export const migrations: Readonly<Record<string, Migration>> = {
	'0001-accounts': accounts,
	'0002-ledger': ledger,
	'0003-assets': assets,
	'0004-mails': mails,
	'0005-contracts': contracts,
	'0006-documents': documents,
	'0007-storage': storage,
	'0008-holders': holders,
	'0009-several-processes': severalProcesses,
	'0010-storage-usage': storageUsage,
	'0011-keys': keys,
	'0012-verification': verification,
	'0013-store': store,
	'0014-log': log,
	'0015-ledger': assetLedger,
	'0016-tracker-revisions': trackerRevisions,
	'0017-witnesses': witnesses,
	'0018-anchor': anchor,
	'0020-asset-holders': assetHolders,
	'0021-idempotency-keys': idempotencyKeys,
	'0022-ledger-audits': ledgerAudits,
	'0023-kept-documents': keptDocuments,
	'0024-approvals': approvals,
	'0025-comparison-rules': comparisonRules,
	'0026-comparisons': comparisons,
	'0027-report-files': reportFiles,
	'0028-events': events,
	'0030-contract-life': contractLife,
	'0032-contract-seals': contractSeals,
	'0035-fingerprints': fingerprints,
	'0036-timeline': timeline,
	'0039-mail-states': mailStates,
	'0040-mail-contents': mailContents,
	'0042-parked-deliveries': parkedDeliveries,
	'0043-contract-files': contractFiles,
	'0045-contract-fields': contractFields,
	'0047-mail-owners': mailOwners,
	'0048-sealed-secrets': sealedSecrets,
	'0052-sealer-deletions': sealerDeletions,
	'0053-time-stamps': timeStamps,
	'0054-sealer-reports': sealerReports,
	'0055-revocation-faults': revocationFaults,
};
