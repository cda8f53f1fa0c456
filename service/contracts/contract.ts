/**
 * The rules of a contract that need no database: what its status is and which lists of signers
 * and signatures belong together.
 *
 *   contractStatus    entered by                                left by
 *   Unsigned          creation without signatures               a signature
 *   PartiallySigned   a signature while others are missing      the last signature -> Signed
 *   Signed            the last signature, or creation with all  never
 *   CurrentlySigning  never: a signature and its status are one durable commit here, so there
 *                     is nothing to wait for; `blockchainStatus` says whether the log has it
 */
import type { Model } from '../../api/types';
import { comparableEmail } from '../../server/email-address';
import { refuse } from '../../server/refusal';

export type ContractStatus = Model<'Contract'>['contractStatus'];

export function contractStatus(signedCount: number, signerCount: number): ContractStatus {
	if (signedCount === 0) return 'Unsigned';
	return signedCount < signerCount ? 'PartiallySigned' : 'Signed';
}

export interface Signer<Signature> {
	/** The form signers are compared in. */
	readonly email: string;
	/** As it was given. */
	readonly address: string;
	readonly signature?: Signature;
}

/**
 * Links the i-th signature to the i-th address. No signatures at all means that everybody is to
 * be asked; refuses lists of different sizes and an address that is named twice.
 */
export function pairSigners<Signature>(
	addresses: readonly string[],
	signatures: readonly Signature[],
): readonly Signer<Signature>[] {
	if (signatures.length > 0 && signatures.length !== addresses.length) {
		throw refuse('Sealer_SignatureCountMismatch', signatures.length, addresses.length);
	}
	const seen = new Set<string>();
	return addresses.map((address, index) => {
		const email = comparableEmail(address);
		if (seen.has(email)) throw refuse('Sealer_SignerRepeated', address);
		seen.add(email);
		return { email, address, signature: signatures[index] };
	});
}
