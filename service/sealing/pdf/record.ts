/**
 * The record of a seal, attached to the sealed file with the proofs that the log holds it.
 * `proof/` checks it without the service.
 */
export interface SealRecord {
	readonly format: 'sealkeeper-seal/1';
	readonly contract: {
		readonly id: string;
		readonly displayName: string;
		readonly ownerEmail: string;
		readonly fileName: string;
		readonly sizeBytes: number;
		/** BLAKE2b-256 of the signed file, lower-case hex. */
		readonly fileHash: string;
		readonly createdAt: string;
		/** Of the file that is sealed here; absent where the contract has one file. */
		readonly fileNumber?: number;
		/** All files of the contract in their order; absent where it has one. */
		readonly files?: readonly { readonly fileName: string; readonly fileHash: string }[];
	};
	/** In the contract's order. */
	readonly signers: readonly SealedSigner[];
	/** Parts of the document that a viewer might run or unpack; the service ran none. */
	readonly activeParts: readonly string[];
	readonly log: {
		/** The public key of the log in the form others pin. */
		readonly vkey: string;
		/** Public address of the contract's entry. */
		readonly entryUrl: string;
	};
	readonly proofs: {
		readonly contract: string;
		/** That the log names the certificate of the seal. */
		readonly certificate: string;
		/** In the order of the signers. */
		readonly signatures: readonly string[];
	};
}

export interface SealedSigner {
	readonly address: string;
	readonly signedAt: string;
	/** Who entered the signature for the signer; absent if the signer did. */
	readonly suppliedByEmail?: string;
	/** Absent for an approval. */
	readonly signature?: { readonly fileName: string; readonly fileHash: string };
	/** Values by field name; absent if there are none. */
	readonly fieldValues?: Readonly<Record<string, string>>;
	/** The code the signer entered before they saw the contract; absent for who needed none. */
	readonly codeProof?: CodeProof;
}

export interface CodeProof {
	readonly code: 'Mail' | 'Given';
	readonly confirmedAt: string;
	/** Until the signature, of anybody with the link. */
	readonly wrongTries: number;
}

export const recordFileName = 'sealkeeper-record.json';
export const recordFormat = 'sealkeeper-seal/1';
