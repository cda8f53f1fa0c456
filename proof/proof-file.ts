/**
 * The proof as a file (C2SP tlog-proof@v1): extra data, the index of an entry, the hashes that lead
 * to the root, and the signed checkpoint. Reading one believes nothing; that is `check-proof.ts`.
 */
import { fromBase64, toBase64 } from './bytes';
import { parseDecimal } from './decimal';
import { ProofFault } from './proof-fault';
import { hashBytes } from './sha256';

export interface ProofFile {
	readonly extra: Uint8Array | undefined;
	readonly index: number;
	/** From the neighbour of the leaf upwards. */
	readonly path: readonly Uint8Array[];
	/** The whole signed note, with its signatures. */
	readonly checkpoint: string;
}

export const proofExtension = '.tlog-proof';

/** Larger than any proof this log gives; a larger file is not looked at. */
export const proofCharactersMax = 1024 * 1024;

const header = 'c2sp.org/tlog-proof@v1';
/** As many as the tree of a log can have levels. */
const pathHashesMax = 63;

export function parseProofFile(text: string): ProofFile {
	if (text.length > proofCharactersMax) {
		throw malformed(`is longer than ${proofCharactersMax} characters`);
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
