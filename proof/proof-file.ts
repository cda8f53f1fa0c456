/**
 * Proof files (C2SP tlog-proof@v1): extra data, the index of an entry, the hashes from the entry
 * to the root, and the signed checkpoint. This module only parses and formats; `check-proof.ts`
 * verifies.
 */
import { fromBase64, toBase64, utf8 } from './bytes';
import { parseDecimal } from './decimal';
import { ProofFault } from './proof-fault';
import { hashBytes } from './sha256';

export interface ProofFile {
	readonly extra: Uint8Array | undefined;
	readonly index: number;
	/** From the leaf's neighbour upwards. */
	readonly path: readonly Uint8Array[];
	/** The signed note, including its signatures. */
	readonly checkpoint: string;
}

export const proofExtension = '.tlog-proof';

/** More than any proof of this log has in UTF-8; larger files are rejected. */
export const proofSizeBytesMax = 1024 * 1024;

const header = 'c2sp.org/tlog-proof@v1';
/** The maximum number of levels of a log's tree. */
const pathHashesMax = 63;

export function parseProofFile(text: string): ProofFile {
	if (utf8(text).length > proofSizeBytesMax) {
		throw malformed(`is longer than ${proofSizeBytesMax} bytes`);
	}
	const pathEnd = text.indexOf('\n\n');
	if (pathEnd === -1) throw malformed('has no empty line before its checkpoint');
	const [first, ...lines] = text.slice(0, pathEnd).split('\n');
	if (first !== header) throw malformed(`does not begin with the line ${header}`);
	const extra = lines[0]?.startsWith('extra ') ? parseExtraLine(lines.shift()) : undefined;
	const index = parseDecimal(/^index (.*)$/.exec(lines.shift() ?? '')?.[1] ?? '');
	if (index === undefined) {
		throw malformed('must have a line "index" with a number in digits up to 2^53 - 1');
	}
	if (lines.length > pathHashesMax) throw malformed(`has more than ${pathHashesMax} hashes`);
	return { extra, index, path: lines.map(parseHash), checkpoint: text.slice(pathEnd + 2) };
}

export function formatProofFile({ extra, index, path, checkpoint }: ProofFile): string {
	const extraLines = extra === undefined ? [] : [`extra ${toBase64(extra)}`];
	const lines = [header, ...extraLines, `index ${index}`, ...path.map(toBase64)];
	return `${lines.join('\n')}\n\n${checkpoint}`;
}

function parseExtraLine(line = ''): Uint8Array {
	const extra = fromBase64(line.slice('extra '.length));
	if (extra === undefined) throw malformed('has extra data that are not base64');
	return extra;
}

function parseHash(line: string, index: number): Uint8Array {
	const hash = fromBase64(line);
	if (hash?.length === hashBytes) return hash;
	throw malformed(`has as hash ${index + 1} something else than the base64 of a SHA-256`);
}

function malformed(fault: string): ProofFault {
	return new ProofFault('malformed', `The proof ${fault}`);
}
