/**
 * Compares all that the database shows with what it must come from, in one snapshot: markets with a
 * replay of their logs, the ledger with its postings, the audit log with its chain of hashes.
 */
import { inSnapshot } from '../../database/snapshot-read';
import { proveChain, type ChainEnd } from '../../operator/audit-chain';
import { ledgerFaults } from '../reconciliation/audit';
import { proveMarkets, type MarketParts, type Proof } from './market-proof';

export interface VerifyParts extends MarketParts {
	/** Ends of the audit log that are known from elsewhere. */
	readonly knownEnds: readonly ChainEnd[];
}

export interface Verification extends Proof {
	/** Undefined if the audit log is not whole. */
	readonly auditLogEnd: ChainEnd | undefined;
}

/** Segments are read outside of the snapshot, because they never change. */
export function verify({ database, knownEnds, ...parts }: VerifyParts): Promise<Verification> {
	return inSnapshot(database, async (snapshot) => {
		const proved = await proveMarkets({ ...parts, database: snapshot });
		const ledger = await ledgerFaults(snapshot);
		const chain = await proveChain(snapshot, knownEnds);
		return {
			...proved,
			faults: [...proved.faults, ...ledger, ...chain.faults],
			auditLogEnd: chain.faults.length === 0 ? chain.end : undefined,
		};
	});
}
