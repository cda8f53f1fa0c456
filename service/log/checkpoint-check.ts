/** Verifies checkpoints signed by the log's own key. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { formatCheckpoint } from '../../proof/checkpoint';
import { formatNote, parseNote } from '../../proof/signed-note';
import { ProofFault } from '../../proof/proof-fault';
import type { VerifierKey } from '../../proof/verifier-key';

export class CheckpointCheck {
	private readonly publicKey: KeyObject;

	constructor(private readonly key: VerifierKey) {
		const x = Buffer.from(key.publicKey).toString('base64url');
		this.publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
	}

	/**
	 * True if the note is byte for byte the checkpoint of this tree with one signature, the log's.
	 */
	isSigned(note: string, treeSize: number, rootHash: Uint8Array): boolean {
		const { name: origin, keyId } = this.key;
		const text = formatCheckpoint({ origin, treeSize, rootHash });
		const [signature, ...others] = signaturesOf(note);
		if (signature === undefined || others.length > 0) return false;
		if (note !== formatNote({ text, signatures: [{ ...signature, name: origin, keyId }] })) {
			return false;
		}
		return verify(null, Buffer.from(text), this.publicKey, signature.signature);
	}
}

function signaturesOf(note: string) {
	try {
		return parseNote(note).signatures;
	} catch (fault) {
		if (fault instanceof ProofFault) return [];
		throw fault;
	}
}
