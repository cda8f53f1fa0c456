/**
 * Checks that the log continues the one this browser saw before: same key, and all earlier entries
 * still there. `seen-store.ts` stores what was seen.
 */
import { signedCheckpoint } from '../../proof/check-proof';
import { isSameBytes } from '../../proof/bytes';
import type { Checkpoint } from '../../proof/checkpoint';
import { verifyConsistency } from '../../proof/merkle';
import { ProofFault } from '../../proof/proof-fault';
import { ed25519Type, parseVerifierKey } from '../../proof/verifier-key';

/** A checkpoint as the log has signed it, and the key it shows. */
export interface ShownLog {
	readonly vkey: string;
	readonly note: string;
}

/**
 *   first         nothing was seen before
 *   same          the checkpoint is the one that was seen
 *   grown         every entry that was there still is, and there are more
 *   rolled-back   there are fewer entries than were seen
 *   forked        the entries that were seen are not the first ones of the log now
 *   other-key     the log has another key or name than the one that was seen
 *   unsigned      the checkpoint is not signed with the key that is shown
 */
export type Continuity =
	| { readonly kind: 'first' | 'same' | 'grown' }
	| {
			readonly kind: 'rolled-back' | 'forked' | 'other-key' | 'unsigned';
			readonly message: string;
	  };

/** The kinds that contradict what was seen. */
export type Contradiction = Extract<Continuity, { message: string }>;

/** Fetches a consistency proof between two tree sizes. */
export type AskConsistency = (from: number, to: number) => Promise<readonly Uint8Array[]>;

export async function continuityOf(
	seen: ShownLog | undefined,
	shown: ShownLog,
	ask: AskConsistency,
): Promise<Continuity> {
	try {
		const now = await checkpointOf(shown);
		if (seen === undefined) return { kind: 'first' };
		if (seen.vkey !== shown.vkey) {
			return {
				kind: 'other-key',
				message: 'The log has another key than the one this browser saw.',
			};
		}
		return await compareTrees(await checkpointOf(seen), now, ask);
	} catch (fault) {
		if (fault instanceof ProofFault) return { kind: 'unsigned', message: `${fault.message}.` };
		throw fault;
	}
}

async function compareTrees(
	before: Checkpoint,
	now: Checkpoint,
	ask: AskConsistency,
): Promise<Continuity> {
	const [had, has] = [before.treeSize, now.treeSize];
	if (has < had) {
		const message = `The log was rolled back: it had ${had} entries and has ${has} now.`;
		return { kind: 'rolled-back', message };
	}
	if (has === had && isSameBytes(now.rootHash, before.rootHash)) return { kind: 'same' };
	const path = has === had || had === 0 ? [] : await ask(had, has);
	if (await verifyConsistency(before, now, path)) return { kind: 'grown' };
	const message = `The log was forked: its first ${had} entries are not the ones this browser saw.`;
	return { kind: 'forked', message };
}

/** The checkpoint that a log has signed with the key it shows. */
export async function checkpointOf({ vkey, note }: ShownLog): Promise<Checkpoint> {
	const log = await parseVerifierKey(vkey);
	if (log.type !== ed25519Type) {
		throw new ProofFault('bad-key', `The key of ${log.name} is not that of a log`);
	}
	const { checkpoint } = await signedCheckpoint(note, { log, witnesses: [], witnessesMin: 0 });
	return checkpoint;
}
