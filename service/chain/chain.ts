/**
 * The rule of the log before it was a tree: every entry's hash covers the hash of the one before it.
 * It is applied once more, to the entries of an old installation, before the tree takes them.
 */
import { hash } from 'node:crypto';

export interface ChainedEntry {
	readonly sequence: number;
	readonly kind: string;
	readonly subject_id: string;
	readonly payload_hash: string;
	readonly created_at: string;
	readonly previous_hash: string | null;
	readonly hash: string | null;
}

const genesis = '0'.repeat(64);

/** Checks entries handed to it in the order of the chain. */
export class ChainCheck {
	private previousHash = genesis;

	/** Whether the entry continues the chain, and is what was linked into it. */
	isNext(entry: ChainedEntry): boolean {
		const { previousHash } = this;
		this.previousHash = entry.hash ?? previousHash;
		return entry.previous_hash === previousHash && entry.hash === entryHash(previousHash, entry);
	}
}

function entryHash(previousHash: string, entry: ChainedEntry): string {
	const { sequence, kind, subject_id, payload_hash, created_at } = entry;
	const covered = [previousHash, sequence, kind, subject_id, payload_hash, created_at];
	return hash('sha256', JSON.stringify(covered));
}
