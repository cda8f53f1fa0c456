/** What this browser works out of a checkpoint that the server shows: size, root, and who has signed it. */
import { toHex } from '../../proof/bytes';
import { readTrust, signedCheckpoint } from '../../proof/check-proof';
import { ProofFault } from '../../proof/proof-fault';
import type { LogState } from './log';

export interface CheckedCheckpoint {
	readonly treeSize: number;
	/** Lower-case hex. */
	readonly rootHash: string;
	/** Names of the witnesses that have signed. */
	readonly witnesses: readonly string[];
}

/** Undefined if a signature by one of the keys that the server shows does not hold. */
export async function checkedCheckpoint(
	note: string,
	{ vkey: log, witnessing }: Pick<LogState, 'vkey' | 'witnessing'>,
): Promise<CheckedCheckpoint | undefined> {
	try {
		const witnesses = witnessing.map(({ vkey }) => vkey);
		const trust = await readTrust({ log, witnesses, witnessesMin: 0 });
		const signed = await signedCheckpoint(note, trust);
		const { treeSize, rootHash } = signed.checkpoint;
		const names = signed.witnesses.map(({ key }) => key.name);
		return { treeSize, rootHash: toHex(rootHash), witnesses: names };
	} catch (fault) {
		if (fault instanceof ProofFault) return undefined;
		throw fault;
	}
}
