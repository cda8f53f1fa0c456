/**
 * Why a sealed file is not what it says it is, as a clause for people. Thrown where a part is read or
 * checked; `sealed-file.ts` makes it a part of its answer.
 */
export class SealFault extends Error {
	override readonly name = 'SealFault';
}
