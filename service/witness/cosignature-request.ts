/**
 * One visit to a witness: offers a checkpoint with a proof from the size it has seen, and judges
 * the answer. The witness knows better what it has seen, so a size it answers is tried. That it
 * has seen more or something else is an alarm only if the newest checkpoint confirms it. A
 * cosignature must be by the witness's key.
 */
import { isSameBytes } from '../../proof/bytes';
import { parseCheckpoint } from '../../proof/checkpoint';
import { ProofFault } from '../../proof/proof-fault';
import { parseNote, formatSignature, verifiedSignatures } from '../../proof/signed-note';
import type { VerifierKey } from '../../proof/verifier-key';
import type { Cosignature } from './cosignatures';
import { ahead, cosigning, failing, forked, type Judgement } from './witness-state';
import { offerTo, shownCheckpoint, type CallOptions } from './witness-call';

export interface SignedCheckpoint {
	readonly treeSize: number;
	/** The signed note, without cosignatures. */
	readonly note: string;
}

/** The log that is offered. */
export interface OfferedLog {
	readonly origin: string;
	readonly key: VerifierKey;
	/** Undefined before the first block. */
	latest(): Promise<SignedCheckpoint | undefined>;
	at(treeSize: number): Promise<SignedCheckpoint | undefined>;
	/** The root at any size up to the newest tree. */
	rootAt(treeSize: number): Promise<Uint8Array>;
	consistencyProof(fromSize: number, toSize: number): Promise<readonly Uint8Array[]>;
}

export interface Visit {
	readonly log: OfferedLog;
	readonly witness: VerifierKey;
	readonly call: CallOptions;
	readonly checkpoint: SignedCheckpoint;
	/** The size the witness has cosigned, as far as known. */
	readonly oldSize: number;
}

export interface Visited {
	readonly judgement: Judgement;
	readonly cosignature?: Cosignature;
}

/** Other processes may offer newer checkpoints meanwhile, but not this often. */
const triesMax = 5;

export async function visit(asked: Visit): Promise<Visited> {
	let { checkpoint, oldSize } = asked;
	for (let tries = 0; tries < triesMax; tries += 1) {
		const { treeSize, note } = checkpoint;
		const proof = await asked.log.consistencyProof(oldSize, treeSize);
		const answer = await offerTo(asked.call, { oldSize, proof, checkpoint: note });
		if (answer.kind === 'FAULT') return judged(failing(answer.reason, treeSize));
		if (answer.kind === 'COSIGNED') return cosigned(asked, checkpoint, answer.lines);
		if (answer.kind === 'UNPROVEN') return fork(asked, oldSize, treeSize);
		const { treeSize: toldSize } = answer;
		if (toldSize === oldSize) {
			if (oldSize === treeSize) return fork(asked, toldSize, treeSize);
			return judged(
				failing(`it answers that it has seen ${oldSize} entries, as it was told`, treeSize),
			);
		}
		if (toldSize > treeSize) {
			const newest = (await asked.log.latest()) ?? checkpoint;
			if (toldSize > newest.treeSize) return rollback(asked, toldSize, newest.treeSize);
			checkpoint = newest;
		}
		oldSize = toldSize;
	}
	return judged(failing('it answers another size each time', checkpoint.treeSize));
}

async function cosigned(
	{ witness }: Visit,
	{ note, treeSize }: SignedCheckpoint,
	lines: string,
): Promise<Visited> {
	const line = await ownLine(witness, parseNote(note).text, lines);
	if (line === undefined) return judged(failing('its cosignature is not by its key', treeSize));
	return { judgement: cosigning(treeSize), cosignature: { treeSize, line } };
}

/** The witness's line; lines by other keys are ignored, as the protocol says. */
async function ownLine(
	witness: VerifierKey,
	text: string,
	lines: string,
): Promise<string | undefined> {
	try {
		const { signatures } = parseNote(`${text}\n${lines}`);
		const own = signatures.filter(
			({ name, keyId }) => name === witness.name && keyId === witness.keyId,
		);
		const [first] = own;
		const verified = await verifiedSignatures({ text, signatures: own }, [witness]);
		return first && verified.length > 0 ? formatSignature(first) : undefined;
	} catch (fault) {
		if (fault instanceof ProofFault) return undefined;
		throw fault;
	}
}

async function rollback(asked: Visit, toldSize: number, offeredSize: number): Promise<Visited> {
	const shown = await shownTree(asked);
	const isSigned = shown !== undefined && shown.treeSize > offeredSize;
	return judged(ahead({ toldSize, offeredSize }, isSigned ? 'signed here' : 'its word'));
}

/**
 * The witness refuses a proof from the size it has seen. The proof is ours, so it has seen another
 * tree, or contradicts itself.
 */
async function fork(asked: Visit, toldSize: number, offeredSize: number): Promise<Visited> {
	const shown = await shownTree(asked);
	const isOther =
		shown !== undefined &&
		shown.treeSize <= offeredSize &&
		!isSameBytes(await asked.log.rootAt(shown.treeSize), shown.rootHash);
	return judged(forked({ toldSize, offeredSize }, isOther ? 'signed here' : 'its word'));
}

/** The tree the witness publishes for this log, if signed by the log's own key. */
async function shownTree({ log, call }: Visit) {
	const shown = await shownCheckpoint(call, log.origin);
	if (shown === undefined) return undefined;
	try {
		const note = parseNote(shown);
		const checkpoint = parseCheckpoint(note.text);
		const [signed] = await verifiedSignatures(note, [log.key]);
		return signed && checkpoint.origin === log.origin ? checkpoint : undefined;
	} catch (fault) {
		if (fault instanceof ProofFault) return undefined;
		throw fault;
	}
}

function judged(judgement: Judgement): Visited {
	return { judgement };
}
