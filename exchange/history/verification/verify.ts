/**
 * Compares all that the database shows with what it must come from, in one snapshot: markets with a
 * replay of their logs, the ledger with its postings, the audit log with its chain of hashes.
 */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import { inSnapshot } from '../../database/snapshot-read';
import { proveChain, type ChainEnd } from '../../guard/audit-chain';
import type { Archive } from '../archive/history';
import { ledgerFaults } from '../reconciliation/audit';
import { eventFaults } from './event-proof';
import { proveMarkets, type Proof } from './market-proof';
import { ReservationProof } from './reservation-proof';
import { RowCounts } from './row-counts';
import { TransferProof } from './transfer-proof';

export interface VerifyParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Undefined: nothing is archived. */
	readonly archive: Archive | undefined;
	/** Ends of the audit log that are known from elsewhere. */
	readonly knownEnds: readonly ChainEnd[];
}

export interface Verification extends Proof {
	/** Undefined if the audit log is not whole. */
	readonly auditLogEnd: ChainEnd | undefined;
}

/** Tables whose rows are all compared one by one. */
const countedTables = [
	...(['orders', 'order_states', 'order_lists', 'commands', 'batches', 'trades'] as const),
	...(['report_places', 'candles', 'levels', 'archived_sums', 'archived_ids', 'archives'] as const),
	...(['deposits', 'intents', 'intent_steps', 'transfer_claims', 'reservations'] as const),
	...(['reservation_moves', 'admin_actions'] as const),
];

export function verify({ database, ...parts }: VerifyParts): Promise<Verification> {
	return inSnapshot(database, (snapshot) => proveAll(snapshot, parts));
}

/** Must be called in a snapshot. */
export async function proveAll(
	snapshot: Database,
	{ clock, archive, knownEnds }: Omit<VerifyParts, 'database'>,
): Promise<Verification> {
	const counts = new RowCounts();
	const nothing = { markets: 0, segments: 0, commands: 0 };
	const proved = await proveMarkets({ snapshot, clock, archive, counts }).catch(
		(fault: unknown) => ({ ...nothing, faults: [unreadable('the markets', fault)] }),
	);
	const chain = await proveChain(snapshot, knownEnds);
	counts.add('admin_actions', chain.end.number);
	const compared = [
		...proved.faults,
		...(await unlessUnreadable('the ledger', () => ledgerFaults(snapshot))),
		...(await new TransferProof(snapshot, counts).run()),
		...(await unlessUnreadable('reservations', () => new ReservationProof(snapshot, counts).run())),
		...(await eventFaults(snapshot)),
		...chain.faults,
	];
	// A replay that was broken off leaves rows of which nothing is known.
	const faults = compared.length > 0 ? compared : await counts.faults(snapshot, countedTables);
	const auditLogEnd = chain.faults.length === 0 ? chain.end : undefined;
	return { ...proved, faults, auditLogEnd };
}

/** A text that is no JSON any more ends this part alone; other parts may name its row. */
async function unlessUnreadable(
	part: string,
	prove: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
	try {
		return await prove();
	} catch (fault) {
		return [unreadable(part, fault)];
	}
}

/** Throws any fault but that of a text that is no JSON. */
function unreadable(part: string, fault: unknown): string {
	if (!(fault instanceof SyntaxError)) throw fault;
	return `${part} cannot be compared: a stored text is no JSON (${fault.message})`;
}
