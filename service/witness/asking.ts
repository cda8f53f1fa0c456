/**
 * One visit to a witness: it is offered a checkpoint with a proof from what it has seen, and what it
 * answers is judged. It knows better than this database what it has seen, so a size it answers is
 * tried; that it has seen more than there is here, or something else, is an alarm only when the
 * newest checkpoint says so as well. A cosignature counts when it is by the key of that witness.
 */
import { isSameBytes } from '../../proof/bytes';
import { parseCheckpoint } from '../../proof/checkpoint';
import { ProofFault } from '../../proof/proof-fault';
import { parseNote, formatSignature, verifiedSignatures } from '../../proof/signed-note';
import type { VerifierKey } from '../../proof/verifier-key';
import type { Cosignature } from './cosignatures';
import { ahead, cosigning, failing, forked, type Judgement } from './standing';
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
	/** Nothing before the first block. */
	latest(): Promise<SignedCheckpoint | undefined>;
	at(treeSize: number): Promise<SignedCheckpoint | undefined>;
	/** Of the first entries of the newest tree, whether a checkpoint was made there or not. */
	rootAt(treeSize: number): Promise<Uint8Array>;
	consistencyProof(fromSize: number, toSize: number): Promise<readonly Uint8Array[]>;
}

export interface Visit {
	readonly log: OfferedLog;
	readonly witness: VerifierKey;
	readonly call: CallOptions;
	readonly checkpoint: SignedCheckpoint;
	/** What the witness has cosigned as far as is known here. */
	readonly oldSize: number;
}

export interface Visited {
	readonly judgement: Judgement;
	readonly cosignature?: Cosignature;
}

/** Others may offer newer checkpoints meanwhile; nobody is as fast as this. */
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

/** The line of the witness; those of other keys are passed over, as the protocol wants it. */
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
 * It does not accept a proof from what it has seen. The proof is our own, so what it has seen is
 * another tree, or it has seen this one and contradicts itself.
 */
async function fork(asked: Visit, toldSize: number, offeredSize: number): Promise<Visited> {
	const shown = await shownTree(asked);
	const isOther =
		shown !== undefined &&
		shown.treeSize <= offeredSize &&
		!isSameBytes(await asked.log.rootAt(shown.treeSize), shown.rootHash);
	return judged(forked({ toldSize, offeredSize }, isOther ? 'signed here' : 'its word'));
}

/** The tree the witness shows for this log, if this log's own key has signed it. */
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
