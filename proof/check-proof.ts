/**
 * Checks a proof file offline, with only trusted public keys: the log signed the checkpoint,
 * enough witnesses cosigned it, its tree includes the entry, and the entry commits to the payload.
 */
import { fromUtf8, toBase64, utf8 } from './bytes';
import { parseCheckpoint, type Checkpoint } from './checkpoint';
import { checkOpening, entryText, parseExtra, type LogEntry, type OpenedEntry } from './log-entry';
import { leafBytes, verifyInclusion } from './merkle';
import { parseProofFile, type ProofFile } from './proof-file';
import { ProofFault, type ProofFaultCode } from './proof-fault';
import { sha256 } from './sha256';
import { parseNote, verifiedSignatures, type VerifiedSignature } from './signed-note';
import { cosignatureType, ed25519Type, parseVerifierKey, type VerifierKey } from './verifier-key';

/** The trusted keys. */
export interface Trust {
	readonly log: VerifierKey;
	readonly witnesses: readonly VerifierKey[];
	/** How many witnesses must have signed. */
	readonly witnessesMin: number;
}

export interface ProvenWitness {
	readonly name: string;
	/** Time of its signature, ISO 8601 in UTC. */
	readonly time: string;
}

export interface ProvenEntry {
	readonly valid: true;
	readonly index: number;
	readonly entry: LogEntry;
	/** The entered payload, as JSON text; undefined if it was erased. */
	readonly payload: string | undefined;
	readonly checkpoint: {
		readonly origin: string;
		readonly treeSize: number;
		/** Base64. */
		readonly rootHash: string;
	};
	/** The trusted witnesses that signed the checkpoint. */
	readonly witnesses: readonly ProvenWitness[];
}

export interface NotProven {
	readonly valid: false;
	readonly code: ProofFaultCode;
	readonly message: string;
}

export type ProofVerdict = ProvenEntry | NotProven;

/** Parses trusted vkeys; throws a `ProofFault` if they cannot be used. */
export async function readTrust(vkeys: {
	readonly log: string;
	readonly witnesses?: readonly string[];
	readonly witnessesMin?: number;
}): Promise<Trust> {
	const log = await parseVerifierKey(vkeys.log);
	const witnesses = await Promise.all((vkeys.witnesses ?? []).map(parseVerifierKey));
	const witnessesMin = vkeys.witnessesMin ?? witnesses.length;
	if (log.type !== ed25519Type)
		throw badKey(`The key of ${log.name} is that of a witness, not of a log`);
	const plain = witnesses.find(({ type }) => type !== cosignatureType);
	if (plain !== undefined)
		throw badKey(`The key of ${plain.name} is not that of a witness (type 4)`);
	// One key under two names would count as two witnesses, and a log is no witness of itself.
	const publicKeys = [log, ...witnesses].map(({ publicKey }) => toBase64(publicKey));
	if (new Set(publicKeys).size < publicKeys.length) throw badKey('One key was given twice');
	if (!Number.isInteger(witnessesMin) || witnessesMin < 0 || witnessesMin > witnesses.length) {
		throw badKey(`${witnessesMin} of ${witnesses.length} witnesses cannot be asked for`);
	}
	return { log, witnesses, witnessesMin };
}

/** Checks a proof file. Returns what it proves, or why it is invalid. */
export async function checkProof(file: string | Uint8Array, trust: Trust): Promise<ProofVerdict> {
	return provenEntry(file, trust).catch((fault: unknown) => {
		if (!(fault instanceof ProofFault)) throw fault;
		return { valid: false, code: fault.code, message: fault.message };
	});
}

async function provenEntry(file: string | Uint8Array, trust: Trust): Promise<ProvenEntry> {
	const text = typeof file === 'string' ? file : fromUtf8(file);
	if (text === undefined) throw new ProofFault('malformed', 'The proof is not a text in UTF-8');
	const proof = parseProofFile(text);
	const { checkpoint, witnesses } = await signedCheckpoint(proof.checkpoint, trust);
	const { entry, opening } = await includedEntry(proof, checkpoint);
	if (opening !== undefined) await checkOpening(entry, opening);
	const { origin, treeSize, rootHash } = checkpoint;
	return {
		valid: true,
		index: proof.index,
		entry,
		payload: opening?.payload,
		checkpoint: { origin, treeSize, rootHash: toBase64(rootHash) },
		witnesses: witnesses.map(provenWitness),
	};
}

/** The checkpoint of a note, after checking that the log and enough witnesses signed it. */
export async function signedCheckpoint(
	signedNote: string,
	{ log, witnesses, witnessesMin }: Trust,
): Promise<{ readonly checkpoint: Checkpoint; readonly witnesses: readonly VerifiedSignature[] }> {
	const note = parseNote(signedNote);
	const checkpoint = parseCheckpoint(note.text);
	const signatures = await verifiedSignatures(note, [log, ...witnesses]);
	if (checkpoint.origin !== log.name) {
		throw otherLog(`is of the log ${checkpoint.origin}, not of ${log.name}`);
	}
	if (!signatures.some(({ key }) => key === log)) {
		throw otherLog(`has no signature by the key ${log.keyId} of ${log.name}`);
	}
	const seen = signatures.filter(({ key }) => key !== log);
	if (seen.length < witnessesMin) {
		const counted = `${seen.length} of ${witnesses.length} known witnesses have signed the checkpoint`;
		throw new ProofFault('too-few-witnesses', `${counted}; ${witnessesMin} are asked for`);
	}
	return { checkpoint, witnesses: seen };
}

async function includedEntry(proof: ProofFile, checkpoint: Checkpoint): Promise<OpenedEntry> {
	if (proof.extra === undefined) {
		throw new ProofFault('malformed', 'The proof has no extra data, which must hold the entry');
	}
	const opened = parseExtra(proof.extra);
	const { treeSize, rootHash } = checkpoint;
	const leafHash = await sha256(leafBytes(utf8(entryText(opened.entry))));
	const { index, path } = proof;
	if (!(await verifyInclusion({ leafHash, index, treeSize, path, rootHash }))) {
		throw new ProofFault(
			'not-included',
			`The entry is not at index ${index} of the tree of ${treeSize} entries that was signed`,
		);
	}
	return opened;
}

function provenWitness({ key, timeSeconds = 0 }: VerifiedSignature): ProvenWitness {
	return { name: key.name, time: new Date(timeSeconds * 1000).toISOString() };
}

function otherLog(fault: string): ProofFault {
	return new ProofFault('other-log', `The checkpoint ${fault}`);
}

function badKey(message: string): ProofFault {
	return new ProofFault('bad-key', message);
}
