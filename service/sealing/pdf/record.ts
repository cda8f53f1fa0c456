/**
 * What a seal says of a contract: data that goes into the sealed file as an attachment, with the proofs
 * that the log holds it. Whoever has the file has all of it, and `proof/` checks it without us.
 */
export interface SealRecord {
	readonly format: 'sealkeeper-seal/1';
	readonly contract: {
		readonly id: string;
		readonly displayName: string;
		readonly ownerEmail: string;
		readonly fileName: string;
		readonly sizeBytes: number;
		/** BLAKE2b-256 of the file as everybody signed it, lower-case hex. */
		readonly fileHash: string;
		readonly createdAt: string;
	};
	/** In the order of the contract. */
	readonly signers: readonly SealedSigner[];
	/** What of the document a program that opens it might run or unpack; nothing of it was. */
	readonly activeParts: readonly string[];
	readonly log: {
		/** The public key of the log, as others pin it. */
		readonly vkey: string;
		/** Where anybody can look the contract's entry up. */
		readonly entryUrl: string;
	};
	readonly proofs: {
		readonly contract: string;
		/** In the order of the signers. */
		readonly signatures: readonly string[];
	};
}

export interface SealedSigner {
	readonly address: string;
	readonly signedAt: string;
	/** Who entered the signature in the signer's place; absent where the signer did. */
	readonly suppliedByEmail?: string;
	/** Absent where somebody approved, which needs none. */
	readonly signature?: { readonly fileName: string; readonly fileHash: string };
	/** What they filled in, by the names of the fields; absent where that was nothing. */
	readonly fieldValues?: Readonly<Record<string, string>>;
}

export const recordFileName = 'sealkeeper-record.json';
export const recordFormat = 'sealkeeper-seal/1';
