/**
 * Why a proof, or a part of one, does not hold: a code for programs and a sentence for people. It is
 * thrown where a part is read or checked; `check-proof.ts` makes it a value.
 *
 *   malformed          the text is not of its form; the sentence names the line or the field
 *   bad-key            a key or a number of witnesses that was given to check with cannot be used
 *   other-log          the checkpoint is not one of the log whose key was given
 *   bad-signature      a line that claims to be by a known key was not made with it
 *   too-few-witnesses  fewer known witnesses have signed than were asked for
 *   not-included       the hashes do not lead from the entry to the root of the checkpoint
 *   other-payload      the payload is not the one that was entered
 *   other-record       the proof is of another record than the one asked for
 *   other-file         the file in hand is not the one the payload is about
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
