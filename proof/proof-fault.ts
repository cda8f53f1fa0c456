/**
 * Why a proof, or a part of one, is invalid: a code for programs and a sentence for people. Thrown
 * while reading or checking a part; `check-proof.ts` returns it as a value.
 *
 *   malformed          the text has the wrong form; the sentence names the line or the field
 *   bad-key            a trusted key, or the number of witnesses, cannot be used
 *   other-log          the checkpoint is not from the trusted log
 *   bad-signature      a signature line names a trusted key but was not made with it
 *   too-few-witnesses  fewer trusted witnesses have signed than required
 *   not-included       the hashes do not lead from the entry to the root of the checkpoint
 *   other-payload      the payload is not the one that was entered
 *   other-record       the proof is about another record than the requested one
 *   other-file         the file is not the one the payload is about
 */
export type ProofFaultCode =
	| 'malformed'
	| 'bad-key'
	| 'other-log'
	| 'bad-signature'
	| 'too-few-witnesses'
	| 'not-included'
	| 'other-payload'
	| 'other-record'
	| 'other-file';

export class ProofFault extends Error {
	constructor(
		readonly code: ProofFaultCode,
		message: string,
	) {
		super(message);
		this.name = 'ProofFault';
	}
}
