/** Entry point of the process that audits one snapshot of the ledger, at low priority. */
import os from 'node:os';
import type { DatabasePlace } from '../database/database';
import type { Finding } from './finding';
import { ledgerFindings } from './ledger';
import type { Audited } from './ledger-audit';
import { SnapshotReader } from './snapshot-reader';

os.setPriority(os.constants.priority.PRIORITY_LOW);

process.once('message', (place) => {
	void audit(place as DatabasePlace).then((audited) =>
		process.send?.(audited, undefined, undefined, () => process.disconnect()),
	);
});

async function audit(place: DatabasePlace): Promise<Audited> {
	const reader = await SnapshotReader.open(place);
	try {
		let findings = 0;
		let first: Finding | undefined;
		for await (const finding of ledgerFindings(reader, { balances: 0 })) {
			first ??= finding;
			findings += 1;
		}
		return { findings, first: first ?? null };
	} finally {
		await reader.close();
	}
}
