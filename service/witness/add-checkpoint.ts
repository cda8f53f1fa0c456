/**
 * The body of `add-checkpoint` (c2sp.org/tlog-witness): size that the witness has seen, a
 * consistency proof, and the checkpoint to cosign. Written and parsed here.
 */
import { createHash } from 'node:crypto';

export interface Offer {
	readonly oldSize: number;
	/** 32 bytes each. */
	readonly proof: readonly Uint8Array[];
	/** A signed note, not parsed yet. */
	readonly checkpoint: string;
}

/** Why a text is invalid, as a sentence. */
export interface Malformed {
	readonly malformed: string;
}

/** No tree is deep enough to need more. */
const proofLinesMax = 63;

export const offerSizeBytesMax = 128 * 1024;

export function writeOffer({ oldSize, proof, checkpoint }: Offer): string {
	const lines = [`old ${oldSize}`, ...proof.map((node) => Buffer.from(node).toString('base64'))];
	return `${lines.join('\n')}\n\n${checkpoint}`;
}

export function readOffer(text: string): Offer | Malformed {
	const end = text.indexOf('\n\n');
	if (end === -1) return { malformed: 'there is no empty line ahead of the checkpoint' };
	const [first = '', ...lines] = text.slice(0, end).split('\n');
	const oldSize = readOldSize(first);
	if (oldSize === undefined) return { malformed: 'the first line must be `old` and a tree size' };
	if (lines.length > proofLinesMax) {
		return { malformed: `the proof must have at most ${proofLinesMax} lines` };
	}
	const proof = lines.map(readHash).filter((node) => node !== undefined);
	return proof.length === lines.length
		? { oldSize, proof, checkpoint: text.slice(end + 2) }
		: { malformed: 'every line of the proof must be a hash of 32 bytes in base64' };
}

function readOldSize(line: string): number | undefined {
	const digits = /^old (0|[1-9]\d*)$/.exec(line)?.[1];
	const size = Number(digits);
	return Number.isSafeInteger(size) ? size : undefined;
}

function readHash(line: string): Uint8Array | undefined {
	const bytes = Buffer.from(line, 'base64');
	return bytes.length === 32 && bytes.toString('base64') === line ? bytes : undefined;
}

/** Names a log in addresses. */
export function originHash(origin: string): string {
	return createHash('sha256').update(origin).digest('hex');
}
