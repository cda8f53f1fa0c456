/**
 * Checkpoints (C2SP tlog-checkpoint): the text of a signed note, with the size and root hash of a
 * log's tree.
 */
import { fromBase64, toBase64 } from './bytes';
import { parseDecimal } from './decimal';
import { ProofFault } from './proof-fault';
import { hashBytes } from './sha256';

export interface Checkpoint {
	/** Name of the log, which is the name of its key. */
	readonly origin: string;
	readonly treeSize: number;
	readonly rootHash: Uint8Array;
	/** Further lines, which are ignored. */
	readonly extensions: readonly string[];
}

export function parseCheckpoint(text: string): Checkpoint {
	const lines = text.split('\n');
	if (lines.pop() !== '') throw malformed('does not end with a newline');
	const [origin = '', size = '', root = '', ...extensions] = lines;
	if (lines.length < 3 || lines.includes('')) {
		throw malformed('must have three lines or more, none of them empty');
	}
	const treeSize = parseDecimal(size);
	if (treeSize === undefined) {
		throw malformed('must have the size of the tree as its second line, in digits up to 2^53 - 1');
	}
	const rootHash = fromBase64(root);
	if (rootHash?.length !== hashBytes) {
		throw malformed('must have the base64 of a SHA-256 as its third line');
	}
	return { origin, treeSize, rootHash, extensions };
}

export function formatCheckpoint(checkpoint: Omit<Checkpoint, 'extensions'>): string {
	const { origin, treeSize, rootHash } = checkpoint;
	return `${origin}\n${treeSize}\n${toBase64(rootHash)}\n`;
}

function malformed(fault: string): ProofFault {
	return new ProofFault('malformed', `The checkpoint ${fault}`);
}
